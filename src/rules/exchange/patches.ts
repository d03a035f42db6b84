import { RuleError } from "../errors";
import { isShot } from "../maneuvers/tags";
import type { StatusId } from "../keys";
import type { Body } from "./bodies";
import { trace } from "./trace";
import type { ExchangeOutcome, ExchangePatch, ExchangeState, ExchangeTicks } from "./types";

type Value = ExchangePatch["after"];

/**
 * All that a resolved exchange changes, with before and after, in the contract's paths; the ticks that both sides pay (none
 * outside a fight), and who begins to bleed. Nothing that stays as it was is listed.
 * @throws RuleError `FATEWALKER.Error.NotResolved`
 */
export function patchesOf(state: ExchangeState): ExchangeOutcome {
  const { bodies, complete } = trace(state);
  if (state.phase !== "resolved" || !complete) throw new RuleError("FATEWALKER.Error.NotResolved");
  return {
    patches: [...bodies.all().flatMap(bodyPatches), ...shotPatches(state)],
    ticks: ticksOf(state),
    bleeding: bodies.all().flatMap((body) => (body.bleeding === null ? [] : [{ participant: body.participant, interval: body.bleeding }])),
  };
}

function bodyPatches(body: Body): ExchangePatch[] {
  const { participant, before: fighter, wounds: after } = body;
  const before = fighter.wounds;
  const patch = (document: ExchangePatch["document"], path: string, from: Value, to: Value): ExchangePatch[] =>
    from === to ? [] : [{ participant, document, path, before: from, after: to }];
  const actor = { kind: "actor" } as const;
  const shield = fighter.energyShield;
  return [
    ...patch(actor, "system.wounds.temporary.value", before.temporary.value, after.temporary.value),
    ...patch(actor, "system.wounds.normal.value", before.normal.value, after.normal.value),
    ...patch(actor, "system.wounds.normal.stun", before.normal.stun, after.normal.stun),
    ...patch(actor, "system.wounds.mortal.value", before.mortal.value, after.mortal.value),
    ...(shield === null ? [] : patch({ kind: "item", id: shield.id }, "system.energy.value", shield.energy, body.energy)),
    ...statusChanges(body).flatMap((status) => patch({ kind: "status", status }, "active", !body.statuses.has(status), body.statuses.has(status))),
  ];
}

/** Statuses that ended, then those that began. */
function statusChanges({ before, statuses }: Body): StatusId[] {
  return [...before.statuses.filter((status) => !statuses.has(status)), ...[...statuses].filter((status) => !before.statuses.includes(status))];
}

function shotPatches({ attacker, declaration: { maneuver, weapon } }: ExchangeState): ExchangePatch[] {
  if (weapon === null || weapon.id === "" || !isShot(maneuver)) return [];
  // The magazine as it is now: the declaration may be older than the last shot.
  const { magazine } = attacker.fighter.weapons.find(({ id }) => id === weapon.id) ?? weapon;
  if (magazine === null) return [];
  const before = magazine.value;
  return [{ participant: attacker.participant, document: { kind: "item", id: weapon.id }, path: "system.magazine.value", before, after: Math.max(0, before - 1) }];
}

function ticksOf(state: ExchangeState): ExchangeTicks[] {
  if (state.tick === null) return [];
  const reactions = state.targets.flatMap(({ side, answer }): ExchangeTicks[] =>
    answer?.kind === "reaction" ? [{ participant: side.participant, kind: "react", cost: answer.cost }] : []);
  return [{ participant: state.attacker.participant, kind: "act", cost: state.declaration.cost }, ...reactions];
}
