import { actorData } from "../data/access";
import { adjustBar } from "../flows/bars";
import { followMarks } from "../flows/healing/follow-marks";
import { compareWithStored, storedShape } from "../migrations/load";
import { migrateInPlace } from "../migrations/migrate";
import type { Fighter } from "../rules/fighter/types";
import { RuleError } from "../rules/errors";
import type { Participant } from "../rules/exchange/types";

/** An actor of Fatewalker: thin, the numbers are in its data model and the deeds in flows. */
export class FatewalkerActor extends foundry.documents.Actor {
  static override migrateData(source: Record<string, unknown>): Record<string, unknown> {
    migrateInPlace("Actor", source);
    return super.migrateData(source) as Record<string, unknown>;
  }

  protected override _initializeSource(...[data, options]: Parameters<foundry.documents.Actor["_initializeSource"]>): ReturnType<foundry.documents.Actor["_initializeSource"]> {
    const stored = this.parent === null ? storedShape("Actor", data) : null;
    // The base class takes data of any actor, the compiler only those of this very class.
    const source = super._initializeSource(data as never, options);
    compareWithStored("Actor", stored, source);
    return source;
  }

  /**
   * What the rules need to know of this actor now, as plain data.
   * @throws RuleError  for an actor of another package's type, which has none of our numbers
   */
  toFighter(): Fighter {
    const data = actorData(this);
    if (data === null) throw new RuleError("FATEWALKER.Error.ForeignActor", { name: this.name });
    return data.derived.fighter;
  }

  /** Its address in messages: an unlinked token's own actor where there is one. */
  toParticipant(): Participant {
    const token = this.token ?? this.getActiveTokens(false, true)[0] ?? null;
    return { actor: this.uuid, token: token?.uuid ?? null, combatant: token?.combatant?.id ?? null };
  }

  /** What is being done with its statuses. */
  #toggling: Promise<unknown> = Promise.resolve();

  /** Fast clicks are done one after the other, each from what the one before has left, so that none makes a second effect. */
  override async toggleStatusEffect(...parameters: Parameters<foundry.documents.Actor["toggleStatusEffect"]>): ReturnType<foundry.documents.Actor["toggleStatusEffect"]> {
    const toggled = this.#toggling.then(() => super.toggleStatusEffect(...parameters));
    this.#toggling = toggled.catch(() => null);
    return toggled;
  }

  /** Bars are edited through wounding and spending, so that a typed number does what the rules would (contract, Actor). */
  override async modifyTokenAttribute(attribute: string, value: number, isDelta = false, isBar = true): Promise<this | undefined> {
    const data = actorData(this);
    const update = isBar && data !== null ? adjustBar(data, attribute, value, isDelta) : null;
    if (update === null) return super.modifyTokenAttribute(attribute, value, isDelta, isBar);
    const allowed = Hooks.call("modifyTokenAttribute", { attribute, value, isDelta, isBar }, update, this);
    if (!allowed) return this;
    const before = data?.derived.chart ?? null;
    await this.update(update);
    if (before !== null) await followMarks(this, before);
    return this;
  }

  /** New player characters are linked and friendly; both types show health and Will as bars. */
  protected override async _preCreate(...[data, options, user]: Parameters<foundry.documents.Actor["_preCreate"]>): Promise<boolean | void> {
    const allowed = await super._preCreate(data, options, user);
    if (allowed === false) return false;
    if (data.prototypeToken !== undefined || this.type !== "character") return;
    this.updateSource({ prototypeToken: { actorLink: true, disposition: CONST.TOKEN_DISPOSITIONS.FRIENDLY, sight: { enabled: true } } });
  }
}
