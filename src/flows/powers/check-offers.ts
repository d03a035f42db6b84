import { checkOf } from "../../data/message";
import { againSize } from "../../rules/checks/outcome";
import { RuleError } from "../../rules/errors";
import type { HeldPower } from "../../rules/exchange/offers";
import type { CheckMessageData, Participant, RolledAgain } from "../../rules/exchange/types";
import type { StatusId } from "../../rules/keys";
import { isOutOfIt } from "../../rules/modifiers/situation";
import { failsCheck } from "../../rules/powers/effects";
import { effectOf, paidEffects } from "../../rules/powers/passive";
import { paymentState, supportState } from "../../rules/powers/payment";
import { checkOnePower, powerCost, powerModifierKey, powersOn, usePower, type PowerCost, type PowerPayment } from "../../rules/powers/use";
import { findActor } from "../commit/write";
import { askedOf, entryOf, requestOf } from "../checks/request";
import { combatantOf, participantOf } from "../exchange/participants";
import { readThrown, thrownOf, type ReadCheck, type ThrownCheck } from "./check-outcome";
import { heldPowers, payerOf } from "./held";
import { payChanges } from "./pay";

/** What a power may still do about a check that lies there. */
export type CheckOffer = {
  readonly actor: Actor.Implementation;
  readonly participant: Participant;
  readonly held: HeldPower;
  readonly cost: PowerCost;
  /** Where its points come from; null where it cannot be paid. */
  readonly payment: PowerPayment | null;
  /** Why it cannot be used now; null: it can. */
  readonly refusal: RuleError | null;
  // Made again by its roller, by the one who is contested with it, or kept from failing.
} & ({ readonly kind: "again" | "against"; readonly rule: RolledAgain["rule"] } | { readonly kind: "save" });

interface Lying {
  readonly message: ChatMessage.Implementation;
  readonly thrown: ThrownCheck;
  readonly read: ReadCheck;
  readonly roller: Participant;
}

/** A check that may still be changed: nothing waits for its payment, and nothing else was rolled by that actor since. */
function lyingThere(message: ChatMessage.Implementation): Lying | null {
  const thrown = thrownOf(message);
  const roller = thrown?.check.participant ?? null;
  const read = thrown === null || paymentState(thrown.check) === "due" || supportState(thrown.check) === "due" ? null : readThrown(thrown);
  return thrown === null || read === null || roller === null || !isLast(message, roller.actor) ? null : { message, thrown, read, roller };
}

/** Nothing else has been rolled by this actor since: what is done with is not made again. */
function isLast(message: ChatMessage.Implementation, actor: string): boolean {
  const own = (game.messages?.contents ?? []).filter((entry) => checkOf(entry)?.participant?.actor === actor);
  return own.at(-1)?.id === message.id;
}

/** Active powers that were used on a check, whoever used them. */
export function usedOn({ again = [], saved = null }: CheckMessageData, { counted }: ReadCheck): string[] {
  return [...powersOn(counted.modifiers), ...again.map(({ key }) => powerModifierKey(key)), ...(saved === null ? [] : [powerModifierKey(saved.key)])];
}

/**
 * All that powers may still do about a check: its roller makes it again, or has to where the other side of a contest says so, a companion
 * keeps its failure from being one. What cannot be used now says why (Powers, Overview, Intrepid I to IV and Divine Intervention).
 */
export function checkOffers(message: ChatMessage.Implementation): CheckOffer[] {
  const lying = lyingThere(message);
  return lying === null ? [] : [...againOffers(lying, lying.roller, "again"), ...againOffers(lying, opponentIn(lying), "against"), ...saveOffers(lying)];
}

/** What a side may do to have the roll made again: its own, or an opponent's against it (Powers, Intrepid I to IV). */
function againOffers({ thrown: { check }, read }: Lying, by: Participant | null, kind: "again" | "against"): CheckOffer[] {
  const actor = by === null ? null : findActor(by.actor);
  return actor === null || by === null ? [] : heldPowers(actor).flatMap((held): CheckOffer[] => {
    const { power } = held;
    const effect = power.active ? effectOf(paidEffects(power), "reroll") : null;
    if (effect?.whose !== (kind === "again" ? "own" : "opponent")) return [];
    const rule = { dice: effect.dice, keep: effect.keep };
    return againSize(read.counted.pool, read.outcome.faces, rule) === 0 ? [] : [{ kind, rule, ...offered(actor, by, held, usedOn(check, read)) }];
  });
}

/** Against whom a check was rolled: the other one of two who were asked against each other; null: nobody. */
function opponentIn({ message, roller }: Lying): Participant | null {
  const asked = askedOf(message);
  const card = asked === null ? undefined : game.messages?.get(asked.request);
  const request = requestOf(card);
  if (asked === null || card === undefined || request?.rule !== "contested") return null;
  const other = entryOf(card, request, 1 - asked.index)?.participant ?? null;
  return other === null || other.actor === roller.actor ? null : other;
}

function saveOffers({ thrown: { check }, read, roller }: Lying): CheckOffer[] {
  if (read.outcome.saved !== null || !failsCheck(read.outcome.roll.successes)) return [];
  return companionsOf(roller).flatMap(({ actor, participant }) => heldPowers(actor).flatMap((held): CheckOffer[] => {
    const saves = held.power.active && effectOf(paidEffects(held.power), "undoTragedy") !== null;
    return saves ? [{ kind: "save", ...offered(actor, participant, held, usedOn(check, read)) }] : [];
  }));
}

function offered(actor: Actor.Implementation, participant: Participant, held: HeldPower, used: readonly string[]): Pick<CheckOffer, "actor" | "participant" | "held" | "cost" | "payment" | "refusal"> {
  const payer = payerOf(actor, participant);
  const cost = powerCost(held.power, { fateRating: payer.fate.rating });
  return { actor, participant, held, cost, payment: RuleError.orNull(() => usePower(held.power, payer)), refusal: refusalOf(actor, participant, { held, cost, used }) };
}

function refusalOf(actor: Actor.Implementation, participant: Participant, { held, cost, used }: { readonly held: HeldPower; readonly cost: PowerCost; readonly used: readonly string[] }): RuleError | null {
  return RuleError.refusal(() => {
    checkOnePower(held.power.key, used);
    payChanges(actor, participant, cost);
  });
}

interface Companion {
  readonly actor: Actor.Implementation;
  readonly participant: Participant;
}

/** Everyone else on the same side: in the fight or scene of whoever rolled, without one all characters that players have. */
function companionsOf(roller: Participant): Companion[] {
  const ward = findActor(roller.actor);
  if (ward === null) return [];
  const combat = combatantOf(roller)?.combat ?? null;
  const others: Companion[] = combat === null
    ? ((game.actors?.contents ?? []) as Actor.Implementation[]).filter(({ type, hasPlayerOwner }) => hasPlayerOwner && ward.hasPlayerOwner && (type as string) === "character").map((actor) => ({ actor, participant: participantOf(actor) }))
    : combat.combatants.contents.flatMap(({ actor, token, id, isDefeated }) => (actor === null || isDefeated ? [] : [{ actor: actor as Actor.Implementation, participant: { actor: actor.uuid, token: token?.uuid ?? null, combatant: id } }]));
  const seen = new Set([roller.actor]);
  return others.filter(({ actor: { uuid, hasPlayerOwner, statuses } }) => {
    if (seen.has(uuid) || hasPlayerOwner !== ward.hasPlayerOwner || isOutOfIt([...statuses] as StatusId[])) return false;
    seen.add(uuid);
    return true;
  });
}
