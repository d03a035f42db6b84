import type { HoldingPosition } from "../fighter/types";
import { FREE } from "../modifiers/positions";
import type { EngagementRange, Position, Positions } from "../modifiers/types";
import type { EngagementRecord, ExchangeSide, ExchangePatch, TargetState } from "./types";

/** Range at which two stand who have come free of each other (readings, grips and holds). */
export const FREED_RANGE = 4;
const KINDS: readonly HoldingPosition[] = ["grapple", "ground", "hold"];

/** How one target stands to the attacker while an exchange is worked out. */
export interface Pair {
  readonly attacker: ExchangeSide;
  readonly target: ExchangeSide;
  readonly before: { readonly range: EngagementRange | null; readonly positions: Positions };
  range: EngagementRange | null;
  positions: Positions;
}

/** One pair for each two actors, so that two parts of one maneuver find what the first one left. */
export class Engagements {
  readonly #pairs = new Map<string, Pair>();

  of(attacker: ExchangeSide, { side, situation }: TargetState): Pair {
    const key = `${attacker.participant.actor} ${side.participant.actor}`;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const start = { range: situation.engagement, positions: situation.positions ?? FREE };
    const pair: Pair = { attacker, target: side, before: start, ...start };
    this.#pairs.set(key, pair);
    return pair;
  }

  all(): Pair[] {
    return [...this.#pairs.values()];
  }
}

/** True when something holds the two (Actions and Maneuvers, Grapple, Hold). */
export function isHolding(positions: Positions): boolean {
  return KINDS.some((kind) => positions[kind] !== null);
}

/** Ground value of the rules (3 firm, 1 firmer, 4 free) for a level (Dramatic Scenes, Ground Combat). */
export function groundValue(level: number): number {
  return 3 - level;
}

/** Melee range that follows from a grip: 4 less the grapple's level, or the ground value (Dramatic Scenes, Melee Combat Range). */
export function rangeOf(positions: Positions): EngagementRange | null {
  if (positions.ground !== null) return clampRange(groundValue(positions.ground.level));
  return positions.grapple === null ? null : clampRange(FREED_RANGE - positions.grapple.level);
}

/** A melee range within 1 to 6 (Dramatic Scenes, Melee Combat Range). */
export function clampRange(range: number): EngagementRange {
  return Math.min(6, Math.max(1, Math.trunc(range))) as EngagementRange;
}

/** Sets positions and the range that follows from them; who comes free of everything stands at Short (Dramatic Scenes, Ground Combat; readings, section 10). */
export function setPositions(pair: Pair, positions: Positions): void {
  const wasHolding = isHolding(pair.positions);
  pair.positions = positions;
  pair.range = rangeOf(positions) ?? (wasHolding && !isHolding(positions) ? FREED_RANGE : pair.range);
}

/** The fight's record of a pair, with dominance by combatant id (Dramatic Scenes, Melee Combat Range). */
export function recordOf(attackerId: string, targetId: string, range: number, positions: Positions): EngagementRecord {
  const held = (position: Position | null): EngagementRecord["grapple"] =>
    position === null ? null : { dominant: position.dominant === "attacker" ? attackerId : targetId, level: position.level };
  return { range, grapple: held(positions.grapple), ground: held(positions.ground), hold: held(positions.hold) };
}

/** The change to a pair's record, if both take part in a fight and anything changed (Dramatic Scenes, Melee Combat Range). */
export function engagementPatch({ attacker, target, before, range, positions }: Pair): ExchangePatch[] {
  const one = attacker.participant.combatant;
  const other = target.participant.combatant;
  if (one === null || other === null || one === other) return [];
  if (before.range === range && JSON.stringify(before.positions) === JSON.stringify(positions)) return [];
  const between = [one, other].sort() as [string, string];
  return [{
    participant: attacker.participant,
    document: { kind: "engagement", between },
    path: `system.engagements.${between[0]}_${between[1]}`,
    before: before.range === null && !isHolding(before.positions) ? null : recordOf(one, other, before.range ?? 6, before.positions),
    after: recordOf(one, other, range ?? 6, positions),
  }];
}
