import { actorData } from "../../data/access";
import type { RollResult } from "../../rules/dice/types";
import { skillRolls } from "../../rules/exchange/skill-rolls";
import type { ExchangePatch, ExchangeState, Participant, SharedFate } from "../../rules/exchange/types";
import type { StatusId } from "../../rules/keys";
import { isOffensive } from "../../rules/maneuvers/kind";
import { learningPoints } from "../../rules/powers/roll-changes";
import type { DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";
import { combatantOf, participantOf } from "../exchange/participants";
import { brokenBonds } from "./bonds";
import { memoryChange, memoryOf, type PowerMemory } from "./memory";
import { sharingPower } from "./sharing";

/** What an exchange ends of the powers of those who take part: what was for this action, and bonds with whoever is out of it (Powers, Berserker, Boon, Fate's End and Justice). */
export function memoryChanges(state: ExchangeState, patches: readonly ExchangePatch[]): DocumentChange[] {
  const changes = new Map<string, Partial<PowerMemory>>();
  const note = ({ combatant }: Participant, change: Partial<PowerMemory>): void => {
    if (combatant !== null) changes.set(combatant, { ...changes.get(combatant), ...change });
  };
  const { participant } = state.attacker;
  const memory = memoryOf(combatantOf(participant));
  if (memory.boon !== null) note(participant, { boon: null });
  const attacks = (state.declaration.parts ?? [state.declaration]).some(({ maneuver }) => isOffensive(maneuver));
  if (memory.berserk !== null && attacks) note(participant, { berserk: null });
  const fight = [state.attacker, ...state.targets.map(({ side }) => side)].map((side) => combatantOf(side.participant)?.combat ?? null).find((combat) => combat !== null) ?? null;
  for (const [id, change] of brokenBonds(fight, newStatuses(patches))) changes.set(id, { ...changes.get(id), ...change });
  return [...changes].flatMap(([id, change]) => {
    const combatant = combatantOf({ combatant: id });
    return combatant === null ? [] : [memoryChange(combatant, change)];
  });
}

/** What comes upon everybody, by actor. */
function newStatuses(patches: readonly ExchangePatch[]): Map<string, readonly StatusId[]> {
  const statuses = new Map<string, readonly StatusId[]>();
  for (const { participant: { actor }, document, after } of patches) {
    if (document.kind === "status" && after === true) statuses.set(actor, [...(statuses.get(actor) ?? []), document.status]);
  }
  return statuses;
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
