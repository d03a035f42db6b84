import { readDamage } from "../../../src/rules/damage/roll";
import type { Face } from "../../../src/rules/dice/types";
import { readPool } from "../../../src/rules/dice/roll";
import { requestedDice } from "../../../src/rules/exchange/journal";
import type { Body } from "../../../src/rules/exchange/bodies";
import { trace, type Trace } from "../../../src/rules/exchange/trace";
import type { ExchangeSide, ExchangeState, RollRequest } from "../../../src/rules/exchange/types";
import type { Fighter } from "../../../src/rules/fighter/types";
import type { ExchangeOdds, HarmOdds } from "../../../src/rules/odds/types";
import { reachedColumn, woundPenalty } from "../../../src/rules/wounds/penalty";
import type { Modifier } from "../../../src/rules/modifiers/types";

/** Faces for one roll with the chance that they, or others that count the same, fall. */
export interface Throw {
  readonly faces: readonly Face[];
  readonly chance: number;
}

/** So many dice and nothing else. */
export function dice(count: number): Modifier[] {
  return [{ key: "attribute", source: "attribute", label: "FATEWALKER.Modifier.Attribute", value: count, enabled: true, optional: false }];
}

/** Every face of every die: 10 to the power of the dice. */
export function everyFace(request: RollRequest): readonly Throw[] {
  const size = requestedDice(request);
  return Array.from({ length: 10 ** size }, (_, thrown) => ({ faces: size === 0 ? [] : [...String(thrown).padStart(size, "0")].map(Number), chance: 10 ** -size }));
}

const READINGS = new Map<string, readonly Throw[]>();

/** The same, with throws that read alike taken together once they were read by the rules themselves. */
export function everyReading({ id, roll, roller }: RollRequest): readonly Throw[] {
  const key = JSON.stringify(roll);
  const known = READINGS.get(key) ?? readingsOf({ id, roll, roller });
  READINGS.set(key, known);
  return known;
}

function readingsOf(request: RollRequest): Throw[] {
  const { roll } = request;
  const found = new Map<string, { readonly faces: readonly Face[]; chance: number }>();
  for (const { faces, chance } of everySide(request)) {
    const key = roll.kind === "pool" ? readingOf(readPool(roll.pool, faces)) : JSON.stringify(readDamage(roll.pool, faces, 0).points);
    const known = found.get(key);
    if (known === undefined) found.set(key, { faces, chance });
    else known.chance += chance;
  }
  return [...found.values()];
}

const readingOf = ({ successes, degreeOfFailure }: { successes: number; degreeOfFailure: number }): string => `${successes} ${degreeOfFailure}`;

/** Every combination of the sides of a die that may count differently: successes alike, damage dice that show 0 apart, failures by face for pools. */
function everySide({ roll }: RollRequest): Throw[] {
  const sides = (tn: number): Throw[] => roll.kind === "pool"
    ? [{ faces: [0], chance: (tn + 1) / 10 }, ...Array.from({ length: 9 - tn }, (_, index) => ({ faces: [tn + 1 + index], chance: 0.1 }))]
    : [{ faces: [0], chance: 0.1 }, { faces: [1], chance: tn / 10 }, { faces: [9], chance: (9 - tn) / 10 }];
  const tns = roll.kind === "pool"
    ? [...new Array<number>(roll.pool.normal).fill(roll.pool.tn), ...new Array<number>(roll.pool.wounded).fill(roll.pool.woundedTn)]
    : roll.pool.dice.flatMap(({ count }) => new Array<number>(count).fill(roll.pool.tn));
  return tns.reduce<Throw[]>((all, tn) => all.flatMap(({ faces, chance }) => sides(tn).filter((side) => side.chance > 0).map((side) => ({ faces: [...faces, ...side.faces], chance: chance * side.chance }))), [{ faces: [], chance: 1 }]);
}

/** Names of all that is counted, each with how often or how much of it there is. */
export type Tally = Map<string, number>;

/** Everything that odds tell of one target, as one exchange shows it that is worked out to its end. */
export function outcomeOf(state: ExchangeState, { targets, bodies }: Pick<Trace, "targets" | "bodies">, index: number): readonly string[] {
  const target = targets[index];
  if (target === undefined) throw new Error("no such target");
  const attack = target.steps.find((step) => step.kind === "attack");
  const bodyOf = ({ participant }: ExchangeSide): Body | undefined => bodies.all().find((body) => body.participant.actor === participant.actor);
  const pointsOf = (who: "target" | "attacker"): number => target.steps.reduce((sum, step) => (step.kind === "wounds" && step.who === who ? sum + step.points : sum), 0);
  return [
    ...(target.outcome === "hit" || target.outcome === "noDamage" ? ["hit"] : []),
    ...(attack?.kind === "attack" ? [`successes ${attack.successes}`] : []),
    ...sideOutcome("target", target.side.fighter, bodyOf(target.side), pointsOf("target")),
    ...sideOutcome("attacker", state.attacker.fighter, bodyOf(state.attacker), pointsOf("attacker")),
  ];
}

function sideOutcome(who: "target" | "attacker", fighter: Fighter, body: Body | undefined, points: number): string[] {
  const before = fighter.wounds;
  const after = body?.wounds ?? before;
  const statuses = [...(body?.statuses ?? fighter.statuses)];
  const counted = (chart: typeof before): number => Math.max(0, woundPenalty(chart) - (fighter.woundRelief ?? 0));
  const out = (["unconscious", "dying", "dead"] as const).filter((status) => statuses.includes(status));
  return [
    `${who} points ${points}`,
    `${who} temporary ${after.temporary.value - before.temporary.value}`,
    `${who} normal ${after.normal.value - before.normal.value}`,
    `${who} stun ${Math.max(0, after.normal.stun - before.normal.stun)}`,
    `${who} mortal ${after.mortal.value - before.mortal.value}`,
    `${who} column ${reachedColumn(after) + 1}`,
    `${who} penalty ${fighter.woundPenalty - counted(before) + counted(after)}`,
    `${who} chart ${after.temporary.value}/${after.normal.value}/${after.normal.stun}/${after.mortal.value}/${body === undefined ? fighter.energyShield?.energy ?? null : body.energy}`,
    ...out.map((status) => `${who} ${status}`),
    ...(out.length > 0 ? [`${who} out`] : []),
  ];
}

/** The same names with the chances that the odds give them. */
export function oddsTally(odds: ExchangeOdds): Tally {
  const tally: Tally = new Map();
  const add = (name: string, chance: number): void => { if (chance !== 0) tally.set(name, (tally.get(name) ?? 0) + chance); };
  const list = (name: string, chances: readonly number[]): void => { chances.forEach((chance, count) => { add(`${name} ${count}`, chance); }); };
  const harm = (who: string, side: HarmOdds): void => {
    for (const kind of ["points", "temporary", "normal", "stun", "mortal", "column", "penalty"] as const) list(`${who} ${kind}`, side[kind]);
    for (const kind of ["unconscious", "dying", "dead", "out"] as const) add(`${who} ${kind}`, side[kind]);
    for (const { chance, wounds, energy } of side.states) add(`${who} chart ${wounds.temporary.value}/${wounds.normal.value}/${wounds.normal.stun}/${wounds.mortal.value}/${energy}`, chance);
  };
  add("hit", odds.hit);
  list("successes", odds.successes);
  harm("target", odds.target);
  harm("attacker", odds.attacker);
  return tally;
}

/** Plays an exchange in every way that its dice can fall, through the machine that plays it at the table. */
export function bruteForce(start: ExchangeState, index: number, throwsOf: (request: RollRequest) => readonly Throw[]): Tally {
  const sums = new Map<string, Sum>();
  const walk = (rolls: ExchangeState["rolls"], chance: number): void => {
    const state = { ...start, rolls };
    const traced = trace(state);
    const [request] = traced.journal.missing();
    if (request === undefined) {
      for (const name of outcomeOf(state, traced, index)) addTo(sums, name, chance);
      return;
    }
    for (const way of throwsOf(request)) walk({ ...rolls, [request.id]: way.faces }, chance * way.chance);
  };
  walk({}, 1);
  return new Map([...sums].map(([name, { sum, lost }]) => [name, sum + lost]));
}

/** A sum that keeps what rounding takes off it: tens of thousands of tiny chances add up. */
interface Sum {
  sum: number;
  lost: number;
}

function addTo(sums: Map<string, Sum>, name: string, chance: number): void {
  const entry = sums.get(name) ?? { sum: 0, lost: 0 };
  const sum = entry.sum + chance;
  entry.lost += Math.abs(entry.sum) >= Math.abs(chance) ? entry.sum - sum + chance : chance - sum + entry.sum;
  entry.sum = sum;
  sums.set(name, entry);
}

/** The largest difference between two tallies and its name. */
export function farthest(one: Tally, other: Tally): { readonly name: string; readonly difference: number } {
  let worst = { name: "", difference: 0 };
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const difference = Math.abs((one.get(name) ?? 0) - (other.get(name) ?? 0));
    if (difference > worst.difference) worst = { name, difference };
  }
  return worst;
}
