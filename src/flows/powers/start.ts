import { FatewalkerRoll } from "../../dice/roll";
import { exchangeOf } from "../../data/message";
import { list, record, whole } from "../../data/message/read";
import { readParticipant } from "../../data/message/read-exchange";
import type { ClockOperation } from "../../rules/clock/types";
import { readPool } from "../../rules/dice/roll";
import { RuleError } from "../../rules/errors";
import type { HeldPower } from "../../rules/exchange/offers";
import type { ExchangeMessageData, Participant } from "../../rules/exchange/types";
import type { PowerEffect } from "../../rules/fighter/power";
import { delayBleeding } from "../../rules/healing/bleeding";
import { ATTRIBUTE_KEYS } from "../../rules/keys";
import type { Modifier } from "../../rules/modifiers/types";
import { answerLabel } from "../../rules/powers/decisions";
import { boostAttributes, type AttributeBoost } from "../../rules/powers/effects";
import { fatePool, readQuestion } from "../../rules/powers/fate-roll";
import { powerDice } from "../../rules/powers/modifiers";
import { boon } from "../../rules/powers/timed";
import { paidEffects, type EffectOf } from "../../rules/powers/passive";
import { checkOnePower, powerModifierKey, powersOn, usePower } from "../../rules/powers/use";
import { clockState, combatData } from "../clock/state";
import type { DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";
import { bleedingEvent } from "../events/bleeding";
import { publicParticipant } from "../exchange/names";
import { openExchange } from "../exchange/react";
import { announce } from "../exchange/settle";
import { fightOf } from "../exchange/setup";
import { combatantOf, isUnseen } from "../exchange/participants";
import type { Wish } from "../intents/types";
import { focusEffect } from "./focus";
import { isFighting, unitsFor } from "./focus-cost";
import { payerOf } from "./held";
import { memoryChange } from "./memory";

/** What a power does when it is used by itself. */
export interface Start {
  readonly changes?: readonly DocumentChange[];
  readonly operations?: readonly ClockOperation[];
  /** What the card says in place of the points alone. */
  readonly notice?: ExchangeMessageData["notice"];
  /** How many units are paid. */
  readonly units?: number;
  /** It went into an exchange, and is paid with that. */
  readonly isAid?: boolean;
}

interface Using {
  readonly wish: Wish;
  readonly held: HeldPower;
  readonly actor: Actor.Implementation;
  readonly participant: Participant;
}

/**
 * What a power begins: each of its paid effects that does not wait for a roll (Powers, the Timing of each).
 * @throws RuleError why it cannot be used now
 */
export async function startOf(wish: Wish, held: HeldPower): Promise<Start> {
  const { subject } = wish;
  if (subject === null) return {};
  const using: Using = { wish, held, ...subject };
  for (const effect of paidEffects(held.power)) {
    const start = await started(effect, using);
    if (start !== null) return start;
  }
  return {};
}

async function started(effect: PowerEffect, using: Using): Promise<Start | null> {
  switch (effect.kind) {
    case "delayBleeding":
      return bleedLater(effect, using);
    case "exchangeTracks":
      return bind("justice", using, { first: true });
    case "sharedDamage":
      return bind("balance", using, {});
    case "fateRoll":
      return effect.on === "attacksOnTarget" ? bind("fatesEnd", using, {}) : null;
    case "bonusDice":
      if (effect.on === "nextAction") return giveDice(effect, using);
      return effect.who === "selfOrAlly" ? await shield(effect, using) : null;
    case "question":
      return ask(effect, using);
    case "attributePoints":
      return raise(effect, using);
    default:
      return null;
  }
}

/** Bleeding out begins, or goes on, so much later (Powers, Ain't Got Time To Bleed). */
function bleedLater({ ticks }: EffectOf<"delayBleeding">, { actor, participant }: Using): Start {
  const combat = combatantOf(participant)?.combat ?? null;
  const eventId = bleedingEvent(participant.combatant ?? "");
  const event = combat === null ? undefined : clockState(combat).schedule[eventId];
  if (combat === null || event === undefined) throw new RuleError("FATEWALKER.PowerUse.NotBleeding");
  const later = delayBleeding(event, ticks);
  return {
    operations: [{ kind: "schedule", eventId, event: later }],
    changes: [{ action: "update", uuid: actor.uuid, changes: { "system.wounds.bleeding": { combat: combat.id, tick: later.tick } } }],
    notice: { key: "FATEWALKER.PowerUse.BleedsLater", data: { ticks, tick: later.tick } },
  };
}

/** Names one enemy on whom a power lies from now on, for as long as the fight or scene (Powers, Fate's End, Balance, Justice). */
function bind(key: "justice" | "balance" | "fatesEnd", { wish, participant, actor }: Using, { first = false }: { readonly first?: boolean }): Start {
  const combatant = combatantOf(participant);
  const fight = fightOf(participant);
  if (combatant === null || fight === null) throw new RuleError("FATEWALKER.PowerUse.NeedsFight");
  const targets = list(readParticipant, wish.args.targets).filter((target) => target.actor !== actor.uuid);
  const [target] = targets;
  if (target === undefined || targets.length > 1 || findActor(target.actor) === null) throw new RuleError("FATEWALKER.PowerUse.NeedsOneTarget");
  const unseen = isUnseen(target) && !isUnseen(participant);
  if (unseen && !wish.author.isGM) throw new RuleError("FATEWALKER.Amend.NotThere");
  if (first && hasActed(fight.combat, fight.id)) throw new RuleError("FATEWALKER.PowerUse.FightIsOn");
  const keys = { justice: "Sworn", balance: "Bound", fatesEnd: "Doomed" } as const;
  const changes = [memoryChange(combatant, { [key]: target.actor })];
  // Of whom players do not see a card says nothing but what was paid.
  return unseen ? { changes } : { changes, notice: { key: `FATEWALKER.PowerUse.${keys[key]}`, data: { name: publicParticipant(target).name } } };
}

/** The fight's log knows of an action of this one. */
function hasActed(combat: Combat.Implementation, id: string): boolean {
  return Object.values(combatData(combat)?.log ?? {}).some(({ kind, ids }) => (kind === "exchange" || kind === "amend") && ids[0] === id);
}

/** Dice for the next action of everyone else on the same side (Powers, Boon). */
function giveDice(effect: EffectOf<"bonusDice">, { actor, participant }: Using): Start {
  const fight = fightOf(participant);
  if (fight === null) throw new RuleError("FATEWALKER.PowerUse.NeedsFight");
  const party = fight.combat.combatants.contents.filter((combatant) => combatant.actor?.hasPlayerOwner === actor.hasPlayerOwner && combatant.actor !== null);
  const dice = boon(effect, { user: fight.id, party: party.flatMap(({ id }) => id ?? []), now: fight.tick, dice: powerDice(effect.dice, payerOf(actor, participant).fate.rating) });
  const given = party.filter(({ id }) => id !== null && Object.hasOwn(dice, id));
  if (given.length === 0) throw new RuleError("FATEWALKER.PowerUse.NoParty");
  const changes = given.map((combatant) => memoryChange(combatant, { boon: dice[combatant.id ?? ""] ?? null }));
  // Whom players do not see has the dice as well, and stands on no card of theirs.
  const names = given.filter(({ hidden, token }) => isUnseen(participant) || (!hidden && token?.hidden !== true)).map(({ name }) => name).join(", ");
  return names === "" ? { changes } : { changes, notice: { key: "FATEWALKER.PowerUse.BoonGiven", data: { names, until: fight.tick + (effect.within ?? 0) } } };
}

/**
 * Dice for the defence of an ally who has still to answer: they are there when the ally is asked, and paid with the exchange
 * (Powers, Righteous Shield). Helping oneself is chosen with the answer.
 */
async function shield(effect: EffectOf<"bonusDice">, { wish, held, actor, participant }: Using): Promise<Start> {
  const wanted = list(readParticipant, wish.args.targets).map((target) => target.actor);
  for (const message of [...(game.messages?.contents ?? [])].reverse()) {
    const card = exchangeOf(message);
    if (card?.phase !== "answering" || message.id === null) continue;
    const { run } = openExchange(message.id, "answering", wish.nonce);
    const pending = run.state.targets.flatMap(({ side, answer }, index) => (answer === null && side.participant.actor !== actor.uuid ? [{ index, uuid: side.participant.actor }] : []));
    const ally = pending.find(({ uuid }) => wanted.includes(uuid)) ?? pending.find(({ uuid }) => findActor(uuid)?.hasPlayerOwner === actor.hasPlayerOwner);
    if (ally === undefined) continue;
    const { power } = held;
    const given = run.state.targets[ally.index]?.aid ?? [];
    checkOnePower(power.key, powersOn(given));
    usePower(power, payerOf(actor, participant));
    const modifier: Modifier = {
      key: powerModifierKey(power.key), source: "power", label: "FATEWALKER.Power.Modifier", data: { name: held.name },
      value: powerDice(effect.dice, payerOf(actor, participant).fate.rating), enabled: true, optional: true, cost: power.cost, payer: actor.uuid,
    };
    await announce({ ...run, state: { ...run.state, targets: run.state.targets.map((target, index) => (index === ally.index ? { ...target, aid: [...given, modifier] } : target)) } });
    return { isAid: true };
  }
  throw new RuleError("FATEWALKER.PowerUse.NobodyDefends", { name: held.name });
}

/**
 * Attributes rise for a scene, as the wish spreads the points: `spread` by attribute (Powers, Hyperfocus).
 * @throws RuleError `FATEWALKER.Power.NotInCombat`, `FATEWALKER.Power.BoostPoints`
 */
function raise(effect: EffectOf<"attributePoints">, { wish, held, actor, participant }: Using): Start {
  const wanted = record(wish.args.spread);
  const spread: AttributeBoost = Object.fromEntries(ATTRIBUTE_KEYS.flatMap((key) => (wanted[key] === undefined ? [] : [[key, whole(wanted[key])]])));
  const points = Object.values(spread).reduce((sum, value) => sum + value, 0);
  const paid = unitsFor(points, effect.perPoint);
  const boost = boostAttributes(effect, { paid, spread, combat: isFighting(participant) });
  return {
    units: paid,
    changes: [focusEffect(actor, { name: held.name, img: actor.items.get(held.item)?.img ?? "", boost })],
    notice: { key: "FATEWALKER.PowerUse.Focused", data: { fate: paid, raised: Object.entries(boost).map(([key, value]) => `${game.i18n.localize(`FATEWALKER.Attribute.${key}`)} +${String(value)}`).join(", ") } },
  };
}

/** A question to the GM: the Fate rating at a fixed TN, and what it wins (Powers, Insight). */
async function ask(effect: EffectOf<"question">, { actor, participant }: Using): Promise<Start> {
  if (effect.against !== null) return {};
  const pool = fatePool(effect, payerOf(actor, participant).fate.rating);
  const roll = FatewalkerRoll.fromPool(pool);
  await roll.evaluate({ allowInteractive: false });
  const result = readPool(pool, roll.faces);
  const { answers } = readQuestion(effect, result);
  const won = answers.map((answer) => game.i18n.localize(answerLabel(answer))).join(", ");
  return { notice: { key: won === "" ? "FATEWALKER.PowerUse.AskedInVain" : "FATEWALKER.PowerUse.Asked", data: { faces: roll.faces.join(" "), successes: result.successes, answers: won } } };
}
