import { readPool } from "../dice/roll";
import type { RollResult } from "../dice/types";
import type { SkillKey } from "../keys";
import type { Modifier } from "../modifiers/types";
import { alteredRoll, besides } from "./altered";
import { attackOn, attackRollId } from "./attacks";
import { journalOf, trace } from "./trace";
import { REDIRECT_SKILL } from "./stages";
import type { ExchangeState, Participant, RollRequest } from "./types";

/** A skill roll of an exchange, as it came out in the end. */
export interface SkillRoll {
  readonly participant: Participant;
  /** Key of the branch. */
  readonly skill: SkillKey;
  readonly roll: RollResult;
}

/** What a roll was made with. */
interface Made {
  readonly skill: SkillKey | null;
  readonly modifiers: readonly Modifier[];
}

/**
 * Every attack and answer that was rolled on a skill, both halves of a combined one and the roll that a Friendly Fire turns the attack with,
 * each with what its powers and its support made of it (Powers, Conceit).
 */
export function skillRolls(state: ExchangeState): SkillRoll[] {
  const journal = journalOf(state);
  trace(state, journal);
  return [...journal.requests].flatMap(({ id, roll, roller }): SkillRoll[] => {
    const faces = journal.facesOf(id);
    const made = madeOf(state, { id, roll, roller });
    const side = roller === "attacker" ? state.attacker : state.targets[roller]?.side;
    if (faces === null || roll.kind !== "pool" || made === null || made.skill === null || side === undefined) return [];
    const { modifiers, skill } = made;
    const throwing = { id, by: roller, modifiers };
    const read = alteredRoll(readPool(roll.pool, faces), { ...throwing, beside: besides(journal, { ...throwing, fighter: side.fighter }) });
    return read === null ? [] : [{ participant: side.participant, skill, roll: read.result }];
  });
}

/** Null for a roll on no skill. */
function madeOf(state: ExchangeState, { id, roll, roller }: RollRequest): Made | null {
  const target = roller === "attacker" ? undefined : state.targets[roller];
  switch (roll.purpose) {
    case "attack":
      return attackRoll(state, id);
    case "reaction":
      return answerPart(target, 0);
    case "riposte":
      return answerPart(target, 1);
    case "newAttack": {
      const origin = state.targets.find((_, index) => id === `newAttack:${index}`)?.origin;
      return { skill: REDIRECT_SKILL, modifiers: origin?.kind === "redirected" ? origin.modifiers : [] };
    }
    default:
      return null;
  }
}

/** An attack that several read is the roll of the first of them. */
function attackRoll(state: ExchangeState, id: string): Made {
  const target = state.targets.find((entry) => entry.origin === undefined && attackRollId(state, entry) === id);
  const [, part = "0"] = /^attack:(\d+)$/.exec(id) ?? [];
  const { maneuver, modifiers } = target === undefined ? (state.declaration.parts?.[Number(part)] ?? state.declaration) : attackOn(state, target);
  return { skill: maneuver.roll?.skill ?? null, modifiers };
}

function answerPart(target: ExchangeState["targets"][number] | undefined, place: number): Made | null {
  const answer = target?.answer;
  if (answer?.kind !== "reaction") return null;
  const part = answer.parts?.[place] ?? (place === 0 ? answer : undefined);
  return part === undefined ? null : { skill: part.maneuver.roll?.skill ?? null, modifiers: part.modifiers };
}
