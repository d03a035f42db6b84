import type { MessageMode } from "../../compat/message-modes";
import { checkOf } from "../../data/message";
import { record, text } from "../../data/message/read";
import { FatewalkerRoll } from "../../dice/roll";
import { againPool, againSize, checkOutcome, type CheckOutcome } from "../../rules/checks/outcome";
import { readPool } from "../../rules/dice/roll";
import type { Face } from "../../rules/dice/types";
import { RuleError } from "../../rules/errors";
import type { HeldPower } from "../../rules/exchange/offers";
import type { CheckMessageData, RolledAgain } from "../../rules/exchange/types";
import type { Modifier } from "../../rules/modifiers/types";
import { effectOf, paidEffects } from "../../rules/powers/passive";
import { powerCost, type PowerCost } from "../../rules/powers/use";
import { readChoices } from "../exchange/choices";
import { publicParticipant } from "../exchange/names";
import { plainHand } from "../healing/by-hand";
import { wounded } from "../healing/wound";
import { makeIntent } from "../intents/make";
import type { Wish } from "../intents/types";
import { learnedBy, learningChange } from "./aftermath";
import type { PowerChoice } from "./choice";
import { checkChoice, chosenPower, powerOptions, type RollMoment } from "./for-roll";
import { heldPowers, payerOf } from "./held";
import { canPay, payChanges } from "./pay";
import { costNotice, writePowerDeed } from "./write";

interface MadeCheck {
  /** Id of its message. */
  readonly message: string;
  readonly check: CheckMessageData & { readonly healing: boolean; readonly tn: number | null };
  readonly faces: readonly Face[];
  readonly power: PowerChoice | null;
  readonly mode: MessageMode;
}

/**
 * What follows a check on the client that rolled it: a power that was put into it is paid, and a failure that teaches is written down,
 * both by the GM's client. Nothing is wished where nothing follows (Powers, Overview and Conceit).
 */
export async function settleCheck(actor: Actor.Implementation, { message, check, faces, power, mode }: MadeCheck): Promise<void> {
  const learned = check.skill === null ? 0 : learnedBy(actor, readPool(check.pool, faces));
  if (check.participant === null || (power === null && learned === 0)) return;
  await makeIntent("spend", check.participant, { check: message, power, healing: check.healing, tn: check.tn, mode });
}

/** The dice of a check as they were thrown; null where the message is none, or its dice do not fit. */
function thrownOf(message: ChatMessage.Implementation | undefined): { readonly check: CheckMessageData; readonly faces: readonly Face[]; readonly fate: readonly Face[] | null } | null {
  const check = checkOf(message);
  const [roll, fate] = message?.rolls ?? [];
  return check === null || !(roll instanceof FatewalkerRoll) ? null : { check, faces: roll.faces, fate: fate instanceof FatewalkerRoll ? fate.faces : null };
}

/** Where a check keeps that the power in it was never paid: only a GM's client writes it. */
const UNPAID = "flags.fatewalker.unpaid";

/** Why the power that a check was rolled with was refused, as a localisation key with its values; null: nothing was (Powers, Overview). */
export function unpaidOf(message: ChatMessage.Implementation): { readonly key: string; readonly data: Readonly<Record<string, string | number>> } | null {
  const stored = record(foundry.utils.getProperty(message, UNPAID));
  const key = text(stored.key);
  return key === "" ? null : { key, data: record(stored.data) as Readonly<Record<string, string | number>> };
}

/** The modifiers that count: what a power that nobody paid would change does not. */
function countedModifiers(message: ChatMessage.Implementation | undefined, { modifiers }: CheckMessageData): readonly Modifier[] {
  return message === undefined || unpaidOf(message) === null ? modifiers : modifiers.map((modifier) => (modifier.source === "power" ? { ...modifier, enabled: false } : modifier));
}

/** A check with all that powers made of it; null where its dice do not fit what it says of itself. */
export function outcomeOf(message: ChatMessage.Implementation | undefined): CheckOutcome | null {
  const thrown = thrownOf(message);
  if (thrown === null) return null;
  try {
    return checkOutcome(thrown.check.pool, thrown.faces, { again: thrown.check.again ?? [], modifiers: countedModifiers(message, thrown.check), fate: thrown.fate });
  } catch (error) {
    if (error instanceof RuleError) return null;
    throw error;
  }
}

/** A power that makes a check again. */
export interface AgainOffer {
  readonly held: HeldPower;
  readonly cost: PowerCost;
  readonly rule: RolledAgain["rule"];
}

/** The powers with which an actor may make its own last check again; none where they cannot be paid, or another power is in it (Powers, Intrepid). */
export function againOffers(message: ChatMessage.Implementation, actor: Actor.Implementation): AgainOffer[] {
  const thrown = thrownOf(message);
  const outcome = outcomeOf(message);
  const participant = thrown?.check.participant ?? null;
  if (unpaidOf(message) !== null) return [];
  if (thrown === null || outcome === null || participant === null || participant.actor !== actor.uuid || !isLast(message, actor)) return [];
  const used = [...thrown.check.modifiers.filter(({ enabled, source }) => enabled && source === "power").map(({ key }) => key), ...(thrown.check.again ?? []).map(({ key }) => `power-${key}`)];
  return heldPowers(actor).flatMap((held): AgainOffer[] => {
    const { power } = held;
    const effect = power.active ? effectOf(paidEffects(power), "reroll") : null;
    if (effect?.whose !== "own" || used.some((key) => key !== `power-${power.key}`)) return [];
    const rule = { dice: effect.dice, keep: effect.keep };
    const cost = powerCost(power, { fateRating: payerOf(actor, participant).fate.rating });
    if (againSize(thrown.check.pool, outcome.faces, rule) === 0 || !canPay(actor, participant, cost)) return [];
    return [{ held, cost, rule }];
  });
}

/** Nothing else has been rolled by this actor since: what is done with is not made again. */
function isLast(message: ChatMessage.Implementation, actor: Actor.Implementation): boolean {
  const own = (game.messages?.contents ?? []).filter((entry) => checkOf(entry)?.participant?.actor === actor.uuid);
  return own.at(-1)?.id === message.id;
}

/**
 * Fulfils a wish about a check: `{ check: id of its message, power: the choice that went into it }`, or `{ check, item }` to make it
 * again. Only whoever rolled it may wish it, and what it claims is worked out anew.
 */
export async function fulfilCheck(wish: Wish): Promise<void> {
  const { subject, args, author } = wish;
  const message = game.messages?.get(text(args.check));
  const thrown = thrownOf(message);
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  if (message?.id === undefined || message.id === null || thrown === null || thrown.check.participant?.actor !== subject.actor.uuid) throw new RuleError("FATEWALKER.PowerUse.NoRoll");
  if (text(args.item) !== "") return makeAgain(wish, message, text(args.item));
  if (message.author?.id !== author.id && !author.isGM) throw new RuleError("FATEWALKER.PowerUse.NoRoll");
  try {
    await settlePaid(wish, thrown);
  } catch (error) {
    // The dice lie there for all to see: so does that nobody paid for them.
    if (error instanceof RuleError && readChoices({ power: args.power }).power !== null) await message.update({ flags: { fatewalker: { unpaid: { key: error.key, data: error.data } } } } as never);
    throw error;
  }
}

/** Pays the power of a check and writes down what its dice bring. @throws RuleError why it cannot be paid */
async function settlePaid(wish: Wish, { check, faces, fate }: NonNullable<ReturnType<typeof thrownOf>>): Promise<void> {
  const { subject, args } = wish;
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { actor, participant } = subject;
  const choice = readChoices({ power: args.power }).power;
  const fighter = actor.toFighter();
  const tn = typeof args.tn === "number" ? args.tn : null;
  const moment: RollMoment = {
    actor, participant, kind: "check", opponent: null, skill: check.skill, healing: args.healing === true, fixed: tn !== null,
    // What raises a skill was checked before it was rolled.
    tn: 0, penalty: Math.max(1, fighter.woundPenalty),
  };
  const options = powerOptions(moment, choice);
  checkChoice(options, choice);
  const option = chosenPower(options);
  const outcome = checkOutcome(check.pool, faces, { ...check, fate });
  const claimed = check.modifiers.find(({ enabled, source }) => enabled && source === "power") ?? null;
  if (option !== null && !isSame(claimed, option.modifier)) throw new RuleError("FATEWALKER.PowerUse.NotForThis");
  const free = option === null || outcome.named?.refund === true || outcome.fate?.refund === true;
  const hurt = outcome.fate === null || outcome.fate.selfDamage === 0 ? null : await wounded({ actor, participant, name: publicParticipant(participant).name }, { kind: "points", points: outcome.fate.selfDamage }, plainHand());
  const learned = check.skill === null ? 0 : learnedBy(actor, readPool(check.pool, faces));
  await writePowerDeed(wish, {
    name: option?.name ?? check.title, img: actor.items.get(option?.item ?? "")?.img ?? publicParticipant(participant).img, key: option?.power.key ?? "",
    changes: [...(free ? [] : payChanges(actor, participant, option.cost)), ...(check.skill === null ? [] : learningChange(actor, check.skill, learned)), ...(hurt?.changes ?? [])],
    ...(hurt?.dies === true && participant.combatant !== null ? { operations: [{ kind: "defeat", id: participant.combatant }] } : {}),
    notice: hurt !== null ? { key: "FATEWALKER.PowerUse.FateHurts", data: { points: outcome.fate?.selfDamage ?? 0 } } : learned > 0 ? { key: "FATEWALKER.PowerUse.Learned", data: { points: learned, skill: check.title } } : costNotice(free ? { will: 0, fate: 0 } : option.cost),
  });
}

/** Is this the power that the check claims to have been made with? */
function isSame(claimed: Modifier | null, wanted: Modifier | null): boolean {
  if (claimed === null || wanted === null) return claimed === wanted;
  const one = claimed.change;
  const other = wanted.change;
  if (claimed.key !== wanted.key || claimed.value !== wanted.value || one?.kind !== other?.kind) return false;
  if (one?.kind === "fateRoll" && other?.kind === "fateRoll") return one.dice === other.dice && one.tn === other.tn;
  return one?.kind !== "predestined" || other?.kind !== "predestined" || one.named === other.named;
}

async function makeAgain(wish: Wish, message: ChatMessage.Implementation, item: string): Promise<void> {
  const { subject, author } = wish;
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const { actor, participant } = subject;
  if (message.author?.id !== author.id && !author.isGM) throw new RuleError("FATEWALKER.PowerUse.NoRoll");
  const offer = againOffers(message, actor).find(({ held }) => held.item === item);
  const check = checkOf(message);
  const outcome = outcomeOf(message);
  if (offer === undefined || check === null || outcome === null) throw new RuleError("FATEWALKER.PowerUse.TooLate");
  const roll = FatewalkerRoll.fromPool(againPool(check.pool, outcome.faces, offer.rule));
  await roll.evaluate({ allowInteractive: false });
  const again: RolledAgain[] = [...(check.again ?? []), { key: offer.held.power.key, name: offer.held.name, rule: offer.rule, faces: [...roll.faces] }];
  await writePowerDeed(wish, {
    name: offer.held.name, img: actor.items.get(item)?.img ?? "", key: offer.held.power.key,
    changes: [...payChanges(actor, participant, offer.cost), { action: "update", uuid: `ChatMessage.${message.id}`, changes: { "system.again": again } }],
    notice: costNotice(offer.cost),
  });
}
