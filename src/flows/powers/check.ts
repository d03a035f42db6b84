import type { MessageMode } from "../../compat/message-modes";
import { text } from "../../data/message/read";
import { FatewalkerRoll } from "../../dice/roll";
import { againPool, checkOutcome } from "../../rules/checks/outcome";
import { readPool } from "../../rules/dice/roll";
import type { Face, Pool } from "../../rules/dice/types";
import { RuleError } from "../../rules/errors";
import type { CheckMessageData, CheckPayment, RolledAgain } from "../../rules/exchange/types";
import type { Modifier } from "../../rules/modifiers/types";
import { poolWithoutPowers } from "../../rules/powers/payment";
import { withRaisedTn } from "../../rules/powers/roll-changes";
import { powersOn, type PowerCost } from "../../rules/powers/use";
import { notedChanges } from "../checks/noted";
import { claimRefusal, supportCost } from "../checks/support";
import { maySee } from "../checks/request";
import type { DocumentChange } from "../commit/types";
import { readChoices } from "../exchange/choices";
import { publicParticipant } from "../exchange/names";
import { plainHand } from "../healing/by-hand";
import { wounded } from "../healing/wound";
import { makeIntent } from "../intents/make";
import type { Wish } from "../intents/types";
import { writeNow } from "../commit/commit";
import { findActor } from "../commit/write";
import { learnedBy, learningChange } from "./aftermath";
import { checkOffers, type CheckOffer } from "./check-offers";
import { readThrown, thrownOf, type ThrownCheck } from "./check-outcome";
import type { PowerChoice } from "./choice";
import { checkChoice, chosenPower, powerOptions, type PowerOption, type RollMoment } from "./for-roll";
import { payChanges } from "./pay";
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
 * What follows a check on the client that rolled it: a power that was put into it and its support roll are paid, and a failure that
 * teaches is written down, all by the GM's client. Nothing is wished where nothing follows (Powers, Overview and Conceit).
 */
export async function settleCheck(actor: Actor.Implementation, { message, check, faces, power, mode }: MadeCheck): Promise<void> {
  const learned = check.skill === null ? 0 : learnedBy(actor, readPool(check.pool, faces));
  if (check.participant === null || (power === null && learned === 0 && !check.support)) return;
  await makeIntent("spend", check.participant, { check: message, power, healing: check.healing, tn: check.tn, mode });
}

/** A check that a wish is about, and who wishes it. */
interface About {
  readonly wish: Wish;
  readonly subject: NonNullable<Wish["subject"]>;
  readonly message: ChatMessage.Implementation;
  readonly thrown: ThrownCheck;
}

/**
 * Fulfils a wish about a check: `{ check: id of its message, power: the choice that went into it }`, which also pays the support roll
 * that the message names, or `{ check, item }` to use a power on the dice that lie there. Only whoever rolled it may wish the first, and
 * what is claimed is worked out anew.
 */
export async function fulfilCheck(wish: Wish): Promise<void> {
  const { subject, args, author } = wish;
  const message = game.messages?.get(text(args.check));
  const thrown = thrownOf(message);
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  if (message === undefined || thrown === null) throw new RuleError("FATEWALKER.PowerUse.NoRoll");
  const about: About = { wish, subject, message, thrown };
  if (text(args.item) !== "") return useOnDice(about, text(args.item));
  if (thrown.check.participant?.actor !== subject.actor.uuid || (message.author?.id !== author.id && !author.isGM)) throw new RuleError("FATEWALKER.PowerUse.NoRoll");
  const settlement = settlementOf(about);
  const error = settlement.refused.power ?? settlement.refused.support;
  return error !== null && settlement.option === null && !settlement.supports ? refusePayment(about, settlement, error) : settlePaid(about, settlement);
}

/** What is paid of a check and what is not: its power and its support roll, each whole or not at all. */
interface Settlement {
  /** The power that is paid; null: none is. */
  readonly option: PowerOption | null;
  /** What that takes: nothing where the dice bring it back. */
  readonly cost: PowerCost;
  /** Is a support roll paid? */
  readonly supports: boolean;
  readonly refused: { readonly power: RuleError | null; readonly support: RuleError | null };
}

function settlementOf(about: About): Settlement {
  const { subject: { actor, participant }, thrown: { check } } = about;
  const chosen = checkOption(about);
  const option = chosen instanceof RuleError ? null : chosen;
  const cost = option === null || comesBack(about) ? NOTHING : option.cost;
  const support = check.support ? claimRefusal(actor, participant, { ...check, support: check.support }, cost) : null;
  return { option, cost, supports: Boolean(check.support) && support === null, refused: { power: chosen instanceof RuleError ? chosen : null, support } };
}

const NOTHING: PowerCost = { will: 0, fate: 0 };

/** Do the dice give back what the power in them cost (Powers, Predestined and Wrath)? */
function comesBack({ thrown: { check, faces, fate } }: About): boolean {
  const { named, fate: rolled } = checkOutcome(check.pool, faces, { modifiers: check.modifiers, fate });
  return named?.refund === true || rolled?.refund === true;
}

const PAID: CheckPayment = { paid: true, refusal: null };
const refusedBy = ({ key, data }: RuleError): CheckPayment => ({ paid: false, refusal: { key, data } });

/** What a check says of its payments from now on. What was paid already stays so: a wish that comes twice takes nothing back. */
function settledData({ thrown: { check } }: About, { option, supports, refused }: Settlement): Partial<CheckMessageData> {
  return {
    ...(refused.power === null || powersOn(check.modifiers).length === 0 || check.payment?.paid === true ? {} : { payment: refusedBy(refused.power), unpaid: withoutPower(check) }),
    ...(option === null || !check.unpaid ? {} : { payment: PAID }),
    ...(refused.support === null || check.supportPayment?.paid === true ? {} : { supportPayment: refusedBy(refused.support) }),
    ...(supports ? { supportPayment: PAID } : {}),
  };
}

/** The changes that write other data into a check, and tell a request of what it comes to. */
function dataChanges(about: About, data: Partial<CheckMessageData>): DocumentChange[] {
  const changes = Object.fromEntries(Object.entries(data).map(([name, value]) => [`system.${name}`, value]));
  return Object.keys(changes).length === 0 ? [] : [checkChange(about, changes), ...retold(about, data)];
}

/** The power that a check was rolled with, as it would be paid now; null: none was. The error says why it cannot be. */
function checkOption({ wish, subject: { actor, participant }, thrown: { check } }: About): PowerOption | null | RuleError {
  const { args } = wish;
  const choice = readChoices({ power: args.power }).power;
  const moment: RollMoment = {
    actor, participant, kind: "check", opponent: null, skill: check.skill, healing: args.healing === true, fixed: typeof args.tn === "number",
    tn: withoutPower(check).tn, penalty: Math.max(1, actor.toFighter().woundPenalty),
  };
  return RuleError.attempt(() => {
    const options = powerOptions(moment, choice);
    checkChoice(options, choice);
    const option = chosenPower(options);
    const claimed = check.modifiers.find(({ enabled, source }) => enabled && source === "power") ?? null;
    if (option !== null && !(isSame(claimed, option.modifier) && isRaisedBy(check, option.modifier))) throw new RuleError("FATEWALKER.PowerUse.NotForThis");
    if (option !== null && check.payment?.paid === true) throw new RuleError("FATEWALKER.PowerUse.TooLate");
    return option;
  });
}

/** The pool that a check had without the power in it. */
const withoutPower = (check: CheckMessageData): Pool => check.unpaid ?? poolWithoutPowers(check);

/** Was the TN of the dice raised by what that power raises it by, and no more? */
const isRaisedBy = (check: CheckMessageData, modifier: Modifier | null): boolean => check.pool.tn === withRaisedTn(withoutPower(check), modifier === null ? [] : [modifier]).tn;

/** Is this the power that the check claims to have been made with? */
function isSame(claimed: Modifier | null, wanted: Modifier | null): boolean {
  if (claimed === null || wanted === null) return claimed === wanted;
  const one = claimed.change;
  const other = wanted.change;
  if (claimed.key !== wanted.key || claimed.value !== wanted.value || one?.kind !== other?.kind) return false;
  if (one?.kind === "fateRoll" && other?.kind === "fateRoll") return one.dice === other.dice && one.tn === other.tn;
  if (one?.kind === "targetNumber" && other?.kind === "targetNumber") return one.bonus === other.bonus && one.most === other.most;
  return one?.kind !== "predestined" || other?.kind !== "predestined" || one.named === other.named;
}

const checkChange = ({ message }: About, changes: Readonly<Record<string, unknown>>): DocumentChange => ({ action: "update", uuid: `ChatMessage.${message.id}`, changes });

/** A check with other data, for all to whom its number of successes was told (a request that it answers). */
const retold = ({ message, thrown }: About, data: Partial<CheckMessageData>): DocumentChange[] => notedChanges(message, readThrown({ ...thrown, check: { ...thrown.check, ...data } })?.outcome.roll.successes ?? null);

/** Where a check keeps that its failure has taught what it had to: however often it is wished, it teaches once. */
const TAUGHT = "flags.fatewalker.taught";

const hasTaught = ({ message }: About): boolean => foundry.utils.getProperty(message, TAUGHT) === true;

/** Who made the check, whoever uses a power on it: nobody else learns of it. */
const rollerOf = ({ thrown: { check: { participant } } }: About): Actor.Implementation | null => (participant === null ? null : findActor(participant.actor));

/** What is learned of a check, with the mark that it is; nothing where nothing is. */
function lesson(about: About, points: number): DocumentChange[] {
  const { thrown: { check: { skill } } } = about;
  return skill === null || points === 0 ? [] : [...learningChange(rollerOf(about), skill, points), checkChange(about, { [TAUGHT]: true })];
}

/** Points that a failure of the whole, support and powers included, teaches with this data of the check; 0 without a skill or without a power for it. */
function taught(about: About, data: Partial<CheckMessageData> = {}): number {
  const { thrown } = about;
  const read = readThrown({ ...thrown, check: { ...thrown.check, ...data } });
  return thrown.check.skill === null || read === null ? 0 : learnedBy(rollerOf(about), read.outcome.roll);
}

/** What the check has taught so far. */
const taughtBefore = (about: About): number => (hasTaught(about) ? taught(about) : 0);

/**
 * Nobody could pay anything: the dice of the power leave the roll and those of the support roll do not join it, on the card for all to
 * see, and what the rest teaches is written down.
 * @throws RuleError why it cannot be paid
 */
async function refusePayment(about: About, settlement: Settlement, error: RuleError): Promise<void> {
  const data = settledData(about, settlement);
  const changes = dataChanges(about, data);
  if (changes.length > 0) await writeNow([...changes, ...(hasTaught(about) ? [] : lesson(about, taught(about, data)))]);
  throw error;
}

/** Whoever has seen the check sees what is done about it. */
const seenBy = ({ message }: About): { whisper: string[]; blind: boolean } => ({ whisper: message.whisper.map((id) => String(id)), blind: message.blind });

/**
 * Pays the power of a check and its support roll, which count from then on, and writes down what the dice bring: one commit, that goes back as one.
 * @throws RuleError when all that is done already
 */
async function settlePaid(about: About, settlement: Settlement): Promise<void> {
  const { option, cost, supports } = settlement;
  const { wish, subject: { actor, participant }, thrown: { check, faces, fate } } = about;
  // Fate of a power that nobody pays hurts nobody.
  const beside = option === null ? null : checkOutcome(check.pool, faces, { modifiers: check.modifiers, fate }).fate;
  const will = supports ? supportCost(actor) : 0;
  const paid: PowerCost = { will: cost.will + will, fate: cost.fate };
  const hurt = beside === null || beside.selfDamage === 0 ? null : await wounded({ actor, participant, name: publicParticipant(participant).name }, { kind: "points", points: beside.selfDamage }, plainHand());
  const data = settledData(about, settlement);
  const learned = hasTaught(about) ? 0 : taught(about, data);
  if (option === null && !supports && learned === 0) throw new RuleError("FATEWALKER.PowerUse.TooLate");
  await writePowerDeed(wish, {
    name: option?.name ?? check.title, img: actor.items.get(option?.item ?? "")?.img ?? publicParticipant(participant).img, key: option?.power.key ?? "",
    changes: [
      ...(paid.will === 0 && paid.fate === 0 ? [] : payChanges(actor, participant, paid)),
      ...dataChanges(about, data), ...lesson(about, learned), ...(hurt?.changes ?? []),
    ],
    ...(hurt?.dies === true && participant.combatant !== null ? { operations: [{ kind: "defeat", id: participant.combatant }] } : {}),
    notice: hurt !== null ? { key: "FATEWALKER.PowerUse.FateHurts", data: { points: beside?.selfDamage ?? 0 } } : learned > 0 ? { key: "FATEWALKER.PowerUse.Learned", data: { points: learned, skill: check.title } } : option === null && supports && check.support ? { key: "FATEWALKER.PowerUse.Supported", data: { skill: check.support.name, will } } : costNotice(paid),
  });
}

/** Uses a power on the dice that lie there: the roller's own, that of the other side of a contest, or a companion's. @throws RuleError why not */
async function useOnDice(about: About, item: string): Promise<void> {
  const { wish: { author }, subject: { actor }, message, thrown: { check } } = about;
  // A wish may name any message: of one that its author must not read not even a refusal tells.
  if (!maySee(message, author)) throw new RuleError("FATEWALKER.PowerUse.NoRoll");
  const offer = checkOffers(message).find(({ held, actor: { uuid } }) => held.item === item && uuid === actor.uuid);
  if (offer === undefined) throw new RuleError(check.participant?.actor === actor.uuid ? "FATEWALKER.PowerUse.TooLate" : "FATEWALKER.PowerUse.NoRoll");
  if (offer.refusal !== null) throw offer.refusal;
  if (offer.kind === "save") return save(about, offer);
  if (offer.kind === "again" && message.author?.id !== author.id && !author.isGM) throw new RuleError("FATEWALKER.PowerUse.NoRoll");
  return makeAgain(about, offer, offer.rule);
}

async function makeAgain(about: About, { kind, held, cost, participant }: CheckOffer, rule: RolledAgain["rule"]): Promise<void> {
  const { wish, subject: { actor }, thrown } = about;
  const read = readThrown(thrown);
  if (read === null) throw new RuleError("FATEWALKER.PowerUse.TooLate");
  const roll = FatewalkerRoll.fromPool(againPool(read.counted.pool, read.outcome.faces, rule));
  await roll.evaluate({ allowInteractive: false });
  const { check } = thrown;
  const again: RolledAgain[] = [...(check.again ?? []), { key: held.power.key, name: held.name, rule, faces: [...roll.faces] }];
  // What the dice that are gone have taught is not taught any more.
  const learned = taught(about, { again }) - taughtBefore(about);
  await writePowerDeed(wish, {
    name: held.name, img: actor.items.get(held.item)?.img ?? "", key: held.power.key,
    changes: [
      ...payChanges(actor, participant, cost), checkChange(about, { "system.again": again }), ...retold(about, { again }), ...lesson(about, learned),
    ],
    // Whoever makes an opponent roll again knows no more of the roll than its successes.
    notice: costNotice(cost), ...(kind === "against" ? {} : { seenBy: seenBy(about) }),
  });
}

/** A companion's failure counts as a base success; the story of it is the GM's (Powers, Divine Intervention; readings P1). */
async function save(about: About, { held, cost, participant }: CheckOffer): Promise<void> {
  const { wish, subject: { actor }, thrown: { check } } = about;
  const saved = { key: held.power.key, name: held.name, by: publicParticipant(participant).name };
  // What succeeds after all has taught nothing.
  const learned = taught(about, { saved }) - taughtBefore(about);
  const ward = check.participant === null ? "" : publicParticipant(check.participant).name;
  await writePowerDeed(wish, {
    name: held.name, img: actor.items.get(held.item)?.img ?? "", key: held.power.key,
    changes: [...payChanges(actor, participant, cost), checkChange(about, { "system.saved": saved }), ...retold(about, { saved }), ...lesson(about, learned)],
    notice: { key: "FATEWALKER.PowerUse.Saved", data: { name: ward, roll: check.title } }, seenBy: seenBy(about),
  });
}
