import { actorData } from "../../data/access";
import { goBerserk } from "../../rules/powers/timed";
import type { DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";
import { combatantOf, participantOf, tickOf } from "../exchange/participants";
import { focusEnds, WOUND_PATHS } from "./focus";
import { MEMORY, memoryChange } from "./memory";

/** What a new mark on an actor's chart brings: boxes of any kind, and those of the Normal chart or beyond. */
export interface Harm {
  readonly actor: Actor.Implementation;
  readonly boxes: number;
  readonly wounds: number;
}

const isWound = (path: string): boolean => !path.startsWith("system.wounds.temporary");

/** Everybody whom changes hurt, by what their charts gain. */
function harmOf(changes: readonly DocumentChange[]): Harm[] {
  const written = new Map<string, Record<string, unknown>>();
  for (const change of changes) if (change.action === "update" && WOUND_PATHS.some((path) => path in change.changes)) written.set(change.uuid, { ...written.get(change.uuid), ...change.changes });
  return [...written].flatMap(([uuid, after]): Harm[] => {
    const actor = findActor(uuid);
    if (actor === null) return [];
    const gain = (path: string): number => (typeof after[path] === "number" ? Math.max(0, after[path] - Number(foundry.utils.getProperty(actor, path) ?? 0)) : 0);
    const sum = (paths: readonly string[]): number => paths.reduce((boxes, path) => boxes + gain(path), 0);
    const boxes = sum(WOUND_PATHS);
    return boxes === 0 ? [] : [{ actor, boxes, wounds: sum(WOUND_PATHS.filter(isWound)) }];
  });
}

/** The rage that wounds of this tick begin; nothing where they begin none (Powers, Berserker). @param wounds new boxes of the Normal chart or beyond */
export function rageOf(actor: Actor.Implementation, combatant: Combatant.Implementation, { wounds, tick }: { readonly wounds: number; readonly tick: number }): DocumentChange[] {
  const effect = actorData(actor)?.derived.passives.berserk ?? null;
  const rage = effect === null ? null : goBerserk(effect, wounds, tick);
  return rage === null ? [] : [memoryChange(combatant, { berserk: rage.until })];
}

/** What damage ends and begins of the powers of the one whom it hits: a focus is broken, a rage begins (Powers, Hyperfocus and Berserker). */
export function followHarm({ actor, wounds }: Harm): DocumentChange[] {
  const participant = participantOf(actor);
  const [combatant, tick] = [combatantOf(participant), tickOf(participant)];
  return [...focusEnds(actor), ...(combatant === null || tick === null ? [] : rageOf(actor, combatant, { wounds, tick }))];
}

const RAGE = `${MEMORY}.berserk`;
const rageIn = (change: DocumentChange): number => (change.action === "update" ? Number(change.changes[RAGE] ?? 0) : 0);

/** Does what a change begins last no longer than the rage that another one of the same commit has begun, on a later tick that the clock came to? */
const isOutlasted = (change: DocumentChange, changes: readonly DocumentChange[]): boolean =>
  rageIn(change) > 0 && changes.some((other) => other.action === "update" && change.action === "update" && other.uuid === change.uuid && rageIn(other) >= rageIn(change));

/** Changes with all that they bring about by hurting somebody, in whatever way: one undo brings everything back. */
export function withHarm(changes: readonly DocumentChange[]): readonly DocumentChange[] {
  const gone = new Set(changes.flatMap((change) => (change.action === "delete" ? [change.uuid] : [])));
  const follows = harmOf(changes).flatMap((harm) => followHarm(harm)).filter((change) => (change.action !== "delete" || !gone.has(change.uuid)) && !isOutlasted(change, changes));
  return follows.length === 0 ? changes : [...changes, ...follows];
}
