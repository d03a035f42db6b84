import { readPool } from "../dice/roll";
import type { RollResult } from "../dice/types";
import type { SkillKey } from "../keys";
import { journalOf, trace } from "./trace";
import type { ExchangeState, Participant } from "./types";

/** A skill roll of an exchange, as it came out in the end. */
export interface SkillRoll {
  readonly participant: Participant;
  /** Key of the branch. */
  readonly skill: SkillKey;
  readonly roll: RollResult;
}

/** Every attack and answer that was rolled on a skill, with the dice that counted (Powers, Conceit). */
export function skillRolls(state: ExchangeState): SkillRoll[] {
  const journal = journalOf(state);
  trace(state, journal);
  return journal.requests.flatMap(({ id, roll, roller }): SkillRoll[] => {
    const faces = journal.facesOf(id);
    if (faces === null || roll.kind !== "pool" || (roll.purpose !== "attack" && roll.purpose !== "reaction")) return [];
    const skill = roll.purpose === "attack" ? attackSkill(state, id) : answerSkill(state, roller === "attacker" ? -1 : roller);
    const side = roller === "attacker" ? state.attacker : state.targets[roller]?.side;
    return skill === null || side === undefined ? [] : [{ participant: side.participant, skill, roll: readPool(roll.pool, faces) }];
  });
}

function attackSkill({ declaration }: ExchangeState, id: string): SkillKey | null {
  const [, part = "0"] = /^attack:(\d+)$/.exec(id) ?? [];
  return (declaration.parts?.[Number(part)] ?? declaration).maneuver.roll?.skill ?? null;
}

function answerSkill({ targets }: ExchangeState, index: number): SkillKey | null {
  const answer = targets[index]?.answer;
  return answer?.kind === "reaction" ? ((answer.parts?.[0] ?? answer).maneuver.roll?.skill ?? null) : null;
}
