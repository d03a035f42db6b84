import { defineActorSchema, type ActorSchema } from "./schema";
import { deriveActor, type DerivedActor } from "./derive";
import { healShape } from "../shapes";

/** Boxes left and boxes in all, as token bars show them. */
export interface Bar {
  value: number;
  max: number;
}

/**
 * What characters and NPCs have in common: the stored values of the contract and, after preparation, what follows from
 * them. Nothing derived is ever written back: sheets edit `_source`.
 */
export abstract class ActorData extends foundry.abstract.TypeDataModel<ActorSchema, foundry.abstract.Document.Any> {
  /** Everything computed from the stored values and the items, made anew at each preparation. */
  declare derived: DerivedActor;
  /** Normal and Mortal boxes left; not stored. */
  declare health: Bar;

  static override LOCALIZATION_PREFIXES = ["FATEWALKER.Actor"];

  static override defineSchema(): ActorSchema {
    return defineActorSchema();
  }

  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    healShape(source, {
      attributes: "object", speed: "object", skills: "object", will: "object", fate: "object", wounds: "object", points: "object", learning: "object",
      healing: "object", profile: "object", goals: "list", relationships: "list", backgrounds: "list",
    });
    return super.migrateData(source) as Record<string, unknown>;
  }

  override prepareDerivedData(): void {
    const actor: unknown = this.parent;
    this.derived = actor instanceof foundry.documents.Actor ? deriveActor(this, [...actor.items], [...actor.statuses]) : deriveActor(this, [], []);
    this.health = this.derived.health;
    Object.assign(this.will, this.derived.will);
    Object.assign(this.fate, this.derived.fate);
  }
}
