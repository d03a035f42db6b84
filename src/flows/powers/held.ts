import type { HeldPower, PowerHolder } from "../../rules/exchange/offers";
import { costsOf } from "../../rules/exchange/costs";
import { offersOf, type Offer } from "../../rules/exchange/offers";
import type { ExchangeState, Participant, Side } from "../../rules/exchange/types";
import type { StatusId } from "../../rules/keys";
import { isOutOfIt } from "../../rules/modifiers/situation";
import type { PowerCost, PowerUser } from "../../rules/powers/use";
import { freeWillLeft } from "../../rules/tracks/rest";
import { fateInReach, spendFate } from "../../rules/tracks/fate";
import { spendWill, willInReach } from "../../rules/tracks/will";
import { findActor } from "../commit/write";
import { combatantOf } from "../exchange/participants";
import { bondOn } from "./bonds";
import { memoryOf } from "./memory";
import { toPower } from "./power";
import { powerUserOf } from "./power-user";

/** The powers of an actor, each once: one that somebody has twice is one. */
export function heldPowers(actor: Actor.Implementation): HeldPower[] {
  const held = actor.items.contents.flatMap((item): HeldPower[] => {
    const power = toPower(item as Item.Implementation);
    return power === null || item.id === null ? [] : [{ item: item.id, name: item.name, power }];
  });
  return held.filter(({ power: { key } }, index) => key === "" || held.findIndex((other) => other.power.key === key) === index);
}

/** Who pays, with the free points of this fight or scene (Powers, Refuse to Lose). */
export function payerOf(actor: Actor.Implementation, participant: Pick<Participant, "combatant">): PowerUser {
  const user = powerUserOf(actor);
  const { freeWill } = memoryOf(combatantOf(participant));
  return { ...user, free: { will: participant.combatant === null ? 0 : freeWillLeft(user.passives, freeWill), fate: 0 } };
}

/** Somebody's tracks after paying; as far as they reach where they do not (Powers, Will and Fate). */
export function afterPaying(user: PowerUser, { will, fate }: PowerCost): PowerUser {
  const { passives, free = { will: 0, fate: 0 } } = user;
  const paid = spendWill(user.will, Math.min(will, free.will + willInReach(user.will, passives)), { passives, free: free.will });
  const spent = spendFate(user.fate, Math.min(fate, free.fate + fateInReach(user.fate, passives)), { passives, free: free.fate });
  return { ...user, will: paid.track, fate: spent.track, free: { will: free.will - paid.free, fate: free.fate - spent.free } };
}

/** Everyone in an exchange with their powers, and what they could still pay. */
export function holdersOf(state: ExchangeState): PowerHolder[] {
  const costs = costsOf(state);
  const sides: readonly (readonly [Side, Participant])[] = [["attacker", state.attacker.participant], ...state.targets.map(({ side }, index) => [index, side.participant] as const)];
  const holders = sides.flatMap(([side, participant]): PowerHolder[] => {
    const actor = findActor(participant.actor);
    if (actor === null) return [];
    const cost = costs.get(participant.actor) ?? { will: 0, fate: 0 };
    const enemies = side === "attacker" ? state.targets.map((target) => target.side.participant.actor) : [state.attacker.participant.actor];
    const foe = bondOn(combatantOf(participant), "justice");
    return [{ side, powers: heldPowers(actor), user: afterPaying(payerOf(actor, participant), cost), exchanges: foe !== null && enemies.includes(foe) }];
  });
  const attacked = state.targets.map(({ side }) => side.participant.actor);
  return [
    ...holders,
    ...guardsOf(state.attacker.participant, "attacker", attacked, costs),
    ...state.targets.flatMap(({ side }, index) => guardsOf(side.participant, index, [state.attacker.participant.actor], costs)),
  ];
}

/** Companions in the same fight who may turn a blow aside (Powers, Divine Intervention). */
function guardsOf(guarded: Participant, side: Side, others: readonly string[], costs: ReadonlyMap<string, PowerCost>): PowerHolder[] {
  const ward = findActor(guarded.actor);
  const combat = combatantOf(guarded)?.combat ?? null;
  if (ward === null || combat === null) return [];
  const known = new Set([guarded.actor, ...others]);
  return combat.combatants.contents.flatMap((combatant): PowerHolder[] => {
    const { actor, id } = combatant;
    if (actor === null || id === null || known.has(actor.uuid) || combatant.isDefeated || actor.hasPlayerOwner !== ward.hasPlayerOwner || isOutOfIt([...actor.statuses] as StatusId[])) return [];
    known.add(actor.uuid);
    const powers = heldPowers(actor as Actor.Implementation).filter(({ power }) => power.active && power.effects.some(({ kind }) => kind === "undoTragedy"));
    if (powers.length === 0) return [];
    const guard: Participant = { actor: actor.uuid, token: combatant.token?.uuid ?? null, combatant: id };
    return [{ side, powers, guard, user: afterPaying(payerOf(actor as Actor.Implementation, guard), costs.get(actor.uuid) ?? { will: 0, fate: 0 }) }];
  });
}

/** What the sides of an exchange may still do about the dice that lie there; nothing in a world that lets dice lie. */
export const openOffers = (state: ExchangeState): Offer[] => (game.settings.get("fatewalker", "askForPowers") ? offersOf(state, holdersOf(state)) : []);
