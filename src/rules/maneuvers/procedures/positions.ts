import { clampRange, isHolding, setPositions, type Pair } from "../../exchange/engagements";
import { setStatus, type Who } from "../../exchange/harm";
import type { Work } from "../../exchange/work";
import type { Maneuver } from "../../fighter/types";
import { FREE } from "../../modifiers/positions";
import type { Position, Positions } from "../../modifiers/types";
import { effectsOf, type Effect } from "../effects";
import { opposite, type Procedure } from "./types";

/** Highest levels of a grapple and of ground combat (readings D10, D11). */
const MOST_GRAPPLE = 3;
const MOST_GROUND = 2;

/**
 * Grapple, takedown, ground and hold (Actions and Maneuvers, Grapple, Slip, Sweep, Takedown, Hold, Catch Strike; Dramatic Scenes,
 * Ground Combat).
 */
export const position: Procedure<"position"> = (effect, deed) => {
  if (deed.net < effect.needs) return true;
  const { work, by } = deed;
  const pair = work.engagements.of(work.state.attacker, work.target);
  const steps = Math.ceil(deed.net * effect.share) + effect.offset;
  const next = changed(pair.positions, effect, { by, steps, otherProne: work.bodies.of(deed.other).statuses.has("prone") });
  if (next !== null) settle(work, pair, next);
  return true;
};

interface Change {
  readonly by: Who;
  readonly steps: number;
  readonly otherProne: boolean;
}

function changed(positions: Positions, effect: Effect<"position">, change: Change): Positions | null {
  if (effect.change === "lower") return lowered(positions, effect, change);
  if (effect.position === "grapple") return seized(positions, effect, change);
  if (effect.position === "ground") return effect.change === "set" ? takenDown(effect, change) : pressed(positions, effect, change);
  return held(positions, effect, change);
}

const within = (level: number, least: number, most: number | null): number => Math.max(least, most === null ? level : Math.min(most, level));

/** A grapple of a standing target; a prone one is fought on the ground, and who is down already stays in ground combat. */
function seized(positions: Positions, effect: Effect<"position">, { by, steps, otherProne }: Change): Positions | null {
  const level = within(steps, effect.least, effect.most);
  if (positions.ground !== null || (otherProne && positions.grapple === null)) return null;
  if (level < 1) return null;
  const own = positions.grapple?.dominant === by ? positions.grapple.level : 0;
  return { ...positions, grapple: { dominant: by, level: Math.max(own, level) } };
}

/** A takedown: the grapple goes over into ground combat. */
function takenDown(effect: Effect<"position">, { by, steps }: Change): Positions {
  return { ...FREE, ground: { dominant: by, level: within(steps, effect.least, effect.most) } };
}

/** The top presses harder; a grapple on somebody prone begins ground combat at its widest. */
function pressed(positions: Positions, effect: Effect<"position">, { by, steps, otherProne }: Change): Positions | null {
  const { ground } = positions;
  if (ground === null) return otherProne && positions.grapple === null ? { ...positions, ground: { dominant: by, level: 0 } } : null;
  if (ground.dominant !== by) return null;
  return { ...positions, ground: { dominant: by, level: within(ground.level + steps, 0, effect.most) } };
}

/** A hold is a position of its own, on top of the grapple or takedown that it needs. */
function held(positions: Positions, effect: Effect<"position">, { by, steps }: Change): Positions | null {
  const own = positions.hold?.dominant === by ? positions.hold.level : 0;
  return { ...positions, hold: { dominant: by, level: within(own + steps, effect.least, effect.most) } };
}

/** Whoever loosens a grip is the one who is in it. */
function lowered(positions: Positions, effect: Effect<"position">, { by, steps }: Change): Positions | null {
  const current: Position | null = positions[effect.position];
  if (current === null || current.dominant === by) return null;
  const level = current.level - steps;
  const over = effect.position === "ground" ? level < 0 : level <= 0;
  return { ...positions, [effect.position]: over ? null : { ...current, level } };
}

/**
 * A hold that fails: its dominant user loses every grip, and one who is held or below is held faster by what the other won (Actions and
 * Maneuvers, Hold; readings E15).
 */
export function failHold(work: Work, maneuver: Maneuver, defenderNet: number): void {
  if (!effectsOf(maneuver, "position").some((effect) => effect.position === "hold" && effect.change !== "lower")) return;
  const pair = work.engagements.of(work.state.attacker, work.target);
  const { grapple, ground } = pair.positions;
  const grip = ground ?? grapple;
  if (grip === null) return;
  if (grip.dominant === "attacker") return settle(work, pair, FREE, { stand: false });
  const most = ground === null ? MOST_GRAPPLE : MOST_GROUND;
  const tighter: Position = { ...grip, level: Math.min(most, grip.level + Math.max(0, defenderNet)) };
  settle(work, pair, ground === null ? { ...pair.positions, grapple: tighter } : { ...pair.positions, ground: tighter });
}

/** Every grip between the two ends: somebody yields it (Actions and Maneuvers, Grapple, Hold). */
export function release(work: Work): void {
  const pair = work.engagements.of(work.state.attacker, work.target);
  if (isHolding(pair.positions)) settle(work, pair, FREE, { stand: false });
}

/** Writes positions down with the postures and statuses that go with them. Out of ground combat both are on their feet, unless they only let go. */
function settle(work: Work, pair: Pair, next: Positions, { stand = true }: { readonly stand?: boolean } = {}): void {
  if (JSON.stringify(pair.positions) === JSON.stringify(next)) return;
  const wasGround = pair.positions.ground !== null;
  setPositions(pair, next);
  const down = next.ground !== null;
  const sides: readonly Who[] = ["attacker", "target"];
  for (const who of sides) {
    const body = work.bodies.of(who === "attacker" ? pair.attacker : pair.target);
    const mark = (status: "grappling" | "grappled" | "held" | "prone", active: boolean): void => setStatus(body, status, active, who, work.part.steps);
    if (down) mark("prone", true);
    else if (wasGround && stand && !body.statuses.has("unconscious")) mark("prone", false);
    mark("grappling", dominates(next, who));
    mark("grappled", dominates(next, opposite(who)));
    mark("held", next.hold !== null && next.hold.dominant !== who);
  }
  work.part.steps.push({ kind: "engagement", range: pair.range, positions: next });
}

function dominates(positions: Positions, who: Who): boolean {
  return [positions.grapple, positions.ground, positions.hold].some((entry) => entry?.dominant === who);
}

/** Engage, Disengage and Step Inside: the melee range changes, by so many steps for so many successes (Actions and Maneuvers, Engage/Disengage). */
export const meleeRange: Procedure<"meleeRange"> = ({ successes, steps }, { work, net }) => {
  const pair = work.engagements.of(work.state.attacker, work.target);
  const moved = Math.floor(net / Math.max(1, successes)) * steps;
  const range = clampRange((pair.range ?? 6) + moved);
  if (moved === 0 || range === pair.range || isHolding(pair.positions)) return true;
  pair.range = range;
  work.part.steps.push({ kind: "engagement", range, positions: pair.positions });
  return true;
};

