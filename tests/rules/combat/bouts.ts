import type { Carried } from "../../../src/rules/fighter/carried";
import type { Area, Fighter, Maneuver, Weapon } from "../../../src/rules/fighter/types";
import { answer } from "../../../src/rules/exchange/answer";
import { declare, type Bystander } from "../../../src/rules/exchange/declare";
import { patchesOf } from "../../../src/rules/exchange/patches";
import type { ExchangePatch, ExchangeState, NewTarget, Part, Yielded } from "../../../src/rules/exchange/types";
import { shapeManeuver, type ShapeChoice } from "../../../src/rules/maneuvers/shape";
import { answerModifiers } from "../../../src/rules/modifiers/answer";
import { attackModifiers } from "../../../src/rules/modifiers/attack";
import { neutralSituation } from "../../../src/rules/modifiers/situation";
import type { Modifier, Position, Positions, Situation } from "../../../src/rules/modifiers/types";
import { tickCost } from "../../../src/rules/maneuvers/ticks";
import { fighter, packManeuver, side } from "../fixtures";

export interface Fight {
  readonly attacker?: Fighter;
  readonly defender?: Fighter;
  readonly attack: Maneuver;
  readonly weapon?: Weapon | null;
  readonly parts?: readonly (readonly [Maneuver, Weapon | null])[];
  readonly reaction?: Maneuver | null;
  readonly reactionWeapon?: Weapon | null;
  readonly reactionParts?: readonly (readonly [Maneuver, Weapon | null])[];
  readonly situation?: Situation;
  readonly runTicks?: number;
  readonly area?: Area;
  readonly fromCentre?: number;
  readonly carried?: Carried;
  readonly defenderCarried?: Carried;
  readonly bystanders?: readonly Bystander[];
  readonly newTarget?: NewTarget;
  readonly yields?: Yielded;
  readonly aware?: boolean;
  readonly tick?: number | null;
  readonly cost?: number;
}

/** A maneuver of the pack with its choices. */
export function shaped(key: string, choice: ShapeChoice = {}): Maneuver {
  return shapeManeuver(packManeuver(key), choice);
}

/** One attacker against one target with everything that the rules know of the moment, declared and answered. */
export function fight(given: Fight): ExchangeState {
  const { attacker = fighter(), defender = fighter(), attack, weapon = null, parts, reaction = null, reactionWeapon = null, reactionParts, situation = neutralSituation(), runTicks = 0, carried, defenderCarried, aware = true, tick = 12 } = given;
  const attackDice = (maneuver: Maneuver, arms: Weapon | null): Modifier[] => attackModifiers({ attacker, target: defender, maneuver, weapon: arms, situation, ...(carried === undefined ? {} : { carried }) });
  const answerDice = (maneuver: Maneuver, arms: Weapon | null): Modifier[] => answerModifiers({ defender, attacker, maneuver, weapon: arms, attack: { maneuver: attack, weapon }, situation, tick, ...(defenderCarried === undefined ? {} : { carried: defenderCarried }) });
  const target = { side: side("defender", defender), situation, aware, ...(given.fromCentre === undefined ? {} : { fromCentre: given.fromCentre }), ...(defenderCarried === undefined ? {} : { carried: defenderCarried }), bystanders: given.bystanders ?? [] };
  const made = parts?.map(([maneuver, arms]): Part => ({ maneuver, weapon: arms, modifiers: attackDice(maneuver, arms) }));
  const declared = declare({
    attacker: side("attacker", attacker),
    targets: made === undefined ? [target] : made.map((_, part) => ({ ...target, part })),
    declaration: {
      maneuver: attack, weapon, modifiers: attackDice(attack, weapon), runTicks,
      cost: given.cost ?? tickCost(attack, { weapon, handShield: attacker.handShield, runTicks, ...(made === undefined ? {} : { components: made.map(({ maneuver }) => maneuver) }) }),
      ...(made === undefined ? {} : { parts: made }),
      ...(given.area === undefined ? {} : { area: given.area }),
      ...(carried === undefined ? {} : { carried }),
    },
    tick,
    shieldRule: "literal",
  });
  if (!aware) return declared;
  const first = answer(declared, 0, reaction === null ? { kind: "none" } : {
    kind: "reaction", maneuver: reaction, weapon: reactionWeapon, modifiers: answerDice(reaction, reactionWeapon), cost: 5,
    ...(reactionParts === undefined ? {} : {
      parts: reactionParts.map(([maneuver, arms], place): Part => ({ maneuver, weapon: arms, modifiers: place === 0 ? answerDice(maneuver, arms) : attackModifiers({ attacker: defender, target: attacker, maneuver, weapon: arms, situation }) })),
    }),
    ...(given.newTarget === undefined ? {} : { newTarget: given.newTarget }),
    ...(given.yields === undefined ? {} : { yields: given.yields }),
  });
  return made === undefined ? first : answer(first, 1, { kind: "none" });
}

/** Grips between attacker and target: `grapple: ["attacker", 2]`. */
export function grips(given: { readonly [Kind in keyof Positions]?: readonly [Position["dominant"], number] }): Positions {
  const made = (kind: keyof Positions): Position | null => {
    const entry = given[kind];
    return entry === undefined ? null : { dominant: entry[0], level: entry[1] };
  };
  return { grapple: made("grapple"), ground: made("ground"), hold: made("hold") };
}

/** Path, before and after of every change to one participant. */
export function changes(state: ExchangeState, who: string): unknown[] {
  return patchesOf(state).patches
    .filter(({ participant, document }) => participant.actor === `Actor.${who}` && document.kind !== "engagement")
    .map(({ document, path, before, after }: ExchangePatch) => [document.kind === "status" ? document.status : path, before, after]);
}

/** The fight's record of the two after the exchange; null: unchanged. */
export function engagement(state: ExchangeState): unknown {
  return patchesOf(state).patches.find(({ document }) => document.kind === "engagement")?.after ?? null;
}

/** Ticks that each side pays, by name. */
export function ticks(state: ExchangeState): Record<string, number> {
  return Object.fromEntries(patchesOf(state).ticks.map(({ participant, cost }) => [participant.actor.replace("Actor.", ""), cost]));
}
