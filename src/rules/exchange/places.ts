import type { ExchangeState, PowerAct, TargetState } from "./types";

/** Where each target of an exchange stands after some have left it; null: it has left. */
export type Places = readonly (number | null)[];

/** The places of those who stay (readings, Attacks that are changed after they were declared). */
export function placesWithout(targets: readonly TargetState[], leave: (target: TargetState) => boolean): Places {
  let next = 0;
  return targets.map((target) => (leave(target) ? null : next++));
}

/** Kinds of rolls whose first number is no target: the part of a combined maneuver. */
const BY_PART: ReadonlySet<string> = new Set(["attack"]);

/** Kinds of rolls that are thrown beside another one, whose id follows. */
const BESIDE: ReadonlySet<string> = new Set(["fate", "support"]);

/** The id of a roll with the target in its new place; null for a roll of one who has left (readings, Attacks that are changed after they were declared). */
export function rollAt(id: string, places: Places): string | null {
  const [kind = "", index, ...rest] = id.split(":");
  if (BESIDE.has(kind) && index !== undefined) {
    const inner = rollAt([index, ...rest].join(":"), places);
    return inner === null ? null : `${kind}:${inner}`;
  }
  const [, digits, again = ""] = /^(\d+)(~\d+)?$/.exec(index ?? "") ?? [];
  if (digits === undefined || BY_PART.has(kind)) return id;
  const place = places[Number(digits)] ?? null;
  return place === null ? null : [kind, `${place}${again}`, ...rest].join(":");
}

function actAt(act: PowerAct, places: Places): PowerAct[] {
  const by = act.by === "attacker" ? act.by : (places[act.by] ?? null);
  if (by === null) return [];
  if (act.kind === "intervene") return [{ ...act, by }];
  const on = rollAt(act.kind === "reroll" ? act.roll : act.source, places);
  if (on === null) return [];
  return [act.kind === "reroll" ? { ...act, by, roll: on } : { ...act, by, source: on }];
}

/** An exchange without those who have left it: everything that names a target by its place follows (readings, Attacks that are changed after they were declared). */
export function moveTargets(state: ExchangeState, places: Places): ExchangeState {
  const rolls = Object.entries(state.rolls).flatMap(([id, faces]) => {
    const there = rollAt(id, places);
    return there === null ? [] : [[there, faces] as const];
  });
  return {
    ...state,
    targets: state.targets.flatMap((target, index): TargetState[] => {
      if ((places[index] ?? null) === null) return [];
      const { origin } = target;
      return [origin === undefined ? target : { ...target, origin: { ...origin, from: places[origin.from] ?? 0 } }];
    }),
    rolls: Object.fromEntries(rolls),
    ...(state.acts === undefined ? {} : { acts: state.acts.flatMap((act) => actAt(act, places)) }),
  };
}
