import { actorData } from "../../data/access";
import type { RollResult } from "../../rules/dice/types";
import { skillRolls } from "../../rules/exchange/skill-rolls";
import type { ExchangeState, SharedFate } from "../../rules/exchange/types";
import { isOffensive } from "../../rules/maneuvers/kind";
import { learningPoints } from "../../rules/powers/roll-changes";
import type { DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";
import { combatantOf, participantOf } from "../exchange/participants";
import { memoryChange, memoryOf, type PowerMemory } from "./memory";
import { sharingPower } from "./sharing";

/** What an exchange ends of its attacker's powers: what was for this action (Powers, Berserker and Boon). */
export function memoryChanges({ attacker: { participant }, declaration }: ExchangeState): DocumentChange[] {
  const combatant = combatantOf(participant);
  const memory = memoryOf(combatant);
  const attacks = (declaration.parts ?? [declaration]).some(({ maneuver }) => isOffensive(maneuver));
  const over: Partial<PowerMemory> = { ...(memory.boon === null ? {} : { boon: null }), ...(memory.berserk === null || !attacks ? {} : { berserk: null }) };
  return combatant === null || Object.keys(over).length === 0 ? [] : [memoryChange(combatant, over)];
}

/** Everyone who is bound to the fate of somebody in an exchange, as they are now (Powers, Balance). */
export function sharedFates({ attacker, targets }: ExchangeState): SharedFate[] {
  const sides = new Map([attacker, ...targets.map(({ side }) => side)].map((side) => [side.participant.actor, side]));
  return [...sides.values()].flatMap(({ participant }): SharedFate[] => {
    const { balance } = memoryOf(combatantOf(participant));
    const bound = balance === null ? null : findActor(balance);
    const actor = findActor(participant.actor);
    const power = actor === null ? null : sharingPower(actor);
    if (bound === null || power === null) return [];
    return [{ of: participant, with: sides.get(bound.uuid) ?? { participant: participantOf(bound), fighter: bound.toFighter() }, name: power.name }];
  });
}

/** Learning points of everybody whose skill rolls failed as they should for that (Powers, Conceit). */
export function learningChanges(state: ExchangeState): DocumentChange[] {
  const learned = new Map<string, Map<string, number>>();
  for (const { participant: { actor: uuid }, skill, roll } of skillRolls(state)) {
    const points = learnedBy(findActor(uuid), roll);
    const own = learned.get(uuid) ?? new Map<string, number>();
    if (points > 0) learned.set(uuid, own.set(skill, (own.get(skill) ?? 0) + points));
  }
  return [...learned].flatMap(([uuid, branches]) => [...branches].flatMap(([branch, points]) => learningChange(findActor(uuid), branch, points)));
}

/** Points that a failed roll teaches; 0 for whoever has no power for it. */
export function learnedBy(actor: Actor.Implementation | null, roll: RollResult): number {
  const effect = actorData(actor)?.derived.passives.learning ?? null;
  return effect === null ? 0 : learningPoints(effect, roll);
}

/** Adds learning points of a branch, where the actor has that branch; fewer than 0 go again, as far as there are any. */
export function learningChange(actor: Actor.Implementation | null, branch: string, points: number): DocumentChange[] {
  const data = actorData(actor);
  if (actor === null || data === null || points === 0 || !Object.values(data.skills).some(({ branches }) => Object.hasOwn(branches, branch))) return [];
  const known = (data._source.learning as Readonly<Record<string, number>>)[branch] ?? 0;
  return [{ action: "update", uuid: actor.uuid, changes: { [`system.learning.${branch}`]: Math.max(0, known + points) } }];
}
