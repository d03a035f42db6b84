import { combatData } from "../clock/state";
import type { EventLine } from "../events/lines";
import type { EventContext } from "../events/registry";
import { combatantOf } from "../exchange/participants";
import type { Wish } from "../intents/types";
import type { HeldPower } from "../../rules/exchange/offers";
import { ignoreDamage } from "../../rules/powers/effects";
import { effectOf, paidEffects, type EffectOf } from "../../rules/powers/passive";
import { paidUses, usePower, type PowerUser } from "../../rules/powers/use";
import { freeWillLeft } from "../../rules/tracks/rest";
import { afterPaying, heldPowers, payerOf } from "./held";
import { MEMORY, memoryChange, memoryOf } from "./memory";
import { paidChanges } from "./pay";
import type { Start } from "./start";

/*
 * Time does not stand still to ask about each point of bleeding. Whoever sees harm coming on the clock says beforehand how many points of it are not
 * to count: they are paid when they come, in the commit of the event, and go back with it (Powers, Tough).
 */

/** Most uses that somebody makes ready at once. */
const MOST_READY = 99;
/** Events that deal damage to their target. */
const HARMFUL: readonly string[] = ["bleeding", "damage"];

const ignoringOf = ({ power }: HeldPower): EffectOf<"ignoreDamage"> | null => (power.active ? effectOf(paidEffects(power), "ignoreDamage") : null);

/** Does something on the clock hurt this one, as far as the wisher knows of it? A GM's own events are known to players where they are meant for all. */
function isThreatened(combatant: Combatant.Implementation, { author }: Wish): boolean {
  const schedule = combatant.combat === null ? {} : (combatData(combatant.combat)?.schedule ?? {});
  return Object.values(schedule).some(({ kind, target, data }) => target === combatant.id && HARMFUL.includes(kind) && (author.isGM || kind === "bleeding" || (data as { public?: unknown }).public === true));
}

/**
 * Makes a power ready against the next harm by the clock, once more for each time that it is used.
 * @returns null where it is no such power, or nothing comes that it could be used on
 * @throws RuleError `FATEWALKER.Error.NotEnoughWill`, `NotEnoughFate` where all that is ready could not be paid now
 */
export function braced(wish: Wish, held: HeldPower): Start | null {
  const { subject } = wish;
  const combatant = subject === null ? null : combatantOf(subject.participant);
  const effect = ignoringOf(held);
  if (subject === null || combatant === null || effect === null || (combatant.combat?.round ?? 0) < 1 || !isThreatened(combatant, wish)) return null;
  const ready = Math.min(MOST_READY, memoryOf(combatant).braced + 1);
  usePower(held.power, payerOf(subject.actor, subject.participant), { units: ready });
  return { changes: [memoryChange(combatant, { braced: ready })], notice: { key: "FATEWALKER.PowerUse.Braced", data: { points: ready * effect.points } } };
}

/** Both tracks as they will be after what is planned. */
function plannedPayer(actor: Actor.Implementation, combatant: Combatant.Implementation, { pending }: EventContext): PowerUser & { readonly usedFreeWill: number } {
  const user = payerOf(actor, { combatant: combatant.id });
  const mark = (path: string): number => pending.number(actor.uuid, `system.${path}`);
  const usedFreeWill = pending.number(combatant.uuid, `${MEMORY}.freeWill`);
  return {
    ...user, usedFreeWill,
    will: { ...user.will, spent: mark("will.spent"), fatigue: mark("will.fatigue"), exhaustion: mark("will.exhaustion") },
    fate: { ...user.fate, rating: mark("fate.rating"), spent: mark("fate.spent"), apathy: mark("fate.apathy") },
    free: { will: freeWillLeft(user.passives, usedFreeWill), fate: 0 },
  };
}

/** What is left of the points that an event of the clock deals, once those that were made ready for are paid off (Powers, Tough). */
export function bracedHarm(context: EventContext, { tick, points }: { readonly tick: number; readonly points: number }): { readonly points: number; readonly lines: readonly EventLine[] } {
  const { pending, target } = context;
  const actor = target?.actor ?? null;
  const ready = target === null ? 0 : Math.max(0, pending.number(target.uuid, `${MEMORY}.braced`));
  const held = actor === null || ready === 0 || points <= 0 ? undefined : heldPowers(actor as Actor.Implementation).find((one) => ignoringOf(one) !== null);
  const effect = held === undefined ? null : ignoringOf(held);
  if (target === null || actor === null || held === undefined || effect === null) return { points, lines: [] };
  const payer = plannedPayer(actor as Actor.Implementation, target, context);
  const use = paidUses(held.power, payer, Math.min(ready, Math.ceil(points / Math.max(1, effect.points)))).at(-1);
  if (use === undefined) return { points, lines: [{ tick, who: target, key: "FATEWALKER.Event.BracedInVain", data: { power: held.name } }] };
  const after = ignoreDamage(effect, points, use.units);
  const { will, fate, free } = afterPaying(payer, use.cost);
  const usedFreeWill = payer.usedFreeWill + (payer.free?.will ?? 0) - (free?.will ?? 0);
  pending.add([...paidChanges(actor.uuid, { will, fate }, use.cost), memoryChange(target, { braced: ready - use.units, freeWill: usedFreeWill })]);
  return { points: after.points, lines: [{ tick, who: target, key: "FATEWALKER.Event.Braced", data: { power: held.name }, amount: after.ignored }] };
}
