import { checkTurn, joinsByBreaking } from "../../rules/clock/order";
import { RuleError } from "../../rules/errors";
import { awaitTarget } from "../../rules/exchange/amend";
import { isWaiting } from "../../rules/exchange/answer";
import { declare } from "../../rules/exchange/declare";
import type { Participant } from "../../rules/exchange/types";
import { isAttack } from "../../rules/maneuvers/kind";
import type { Modifier } from "../../rules/modifiers/types";
import { audience as audienceOf, isMessageMode } from "../../compat/message-modes";
import { list, text } from "../../data/message/read";
import { exchangeOf } from "../../data/message";
import { readParticipant } from "../../data/message/read-exchange";
import { isForGMsAlone, isReadBy } from "../../helpers/gms";
import { commitClockNow } from "../clock/commit-clock";
import { planClock } from "../clock/plan";
import { namedRefusal } from "../clock/refusals";
import { clockState, combatData } from "../clock/state";
import type { DeclaredWish } from "../commit/types";
import { findToken } from "../commit/write";
import type { Wish } from "../intents/types";
import { readChoices } from "./choices";
import type { Audience } from "./dice";
import { isUnseen } from "./participants";
import { withoutHopeless } from "./reactions";
import { isFreeAction, checkAmbush } from "../moment/ambush";
import { fulfilSecret, handInOpenly, isAboutSecrets } from "../moment/hand-in";
import { momentChange } from "../moment/open";
import { coveringIds, preemptingIds, readersAmong } from "../moment/preempting";
import { proceed } from "../moment/proceed";
import { actsTogether, joinsOthers } from "../moment/secret";
import { isOwnRun } from "../movement/printed-paces";
import { movementNow, runEndsAt, segmentEndsAt } from "../movement/read";
import { announce, settle, type Run } from "./settle";
import { asFreeShot } from "./free-shot";
import { declarationOf, fightOf, prepareAttack, shieldRule, type AttackSetup } from "./setup";

/** @throws RuleError when it is gone, or no maneuver */
export async function maneuverItem(uuid: string): Promise<Item.Implementation> {
  const found: unknown = await foundry.utils.fromUuid(uuid as "Item.id");
  if (found instanceof Item && found.type === "maneuver") return found as unknown as Item.Implementation;
  throw new RuleError("FATEWALKER.Exchange.NoManeuver", { name: uuid });
}

/**
 * Refuses what the clock does not allow now: who is not due, and who would act while another exchange is still open.
 * @throws RuleError with the clock's own reason
 */
function checkClock({ fight, cost, participant }: AttackSetup, author: Wish["author"], { interrupts = false, free, beside = [] }: DeclareOptions): void {
  if (fight === null) return checkAmbush(participant.combatant);
  if (!interrupts) checkNothingOpen(fight, author, beside);
  checkExclusive(fight);
  if (free !== undefined || isFreeAction(fight.combat, fight.id)) return;
  try {
    planClock(fight.combat, { kind: "act", id: fight.id, cost });
    // Players keep the order of Awareness; a GM may let somebody go first.
    if (!author.isGM && !interrupts) checkTurn(clockState(fight.combat), fight.id);
  } catch (error) {
    throw error instanceof RuleError ? namedRefusal(fight.combat, error, author.isGM) : error;
  }
}

/**
 * Whose action waits for answers is named to whoever reads its card.
 * @throws RuleError `FATEWALKER.Exchange.StillOpen`, `SomethingOpen`
 */
function checkNothingOpen({ combat }: NonNullable<AttackSetup["fight"]>, author: Wish["author"], beside: readonly string[]): void {
  const message = game.messages?.get(combatData(combat)?.pending ?? "");
  const pending = exchangeOf(message);
  if (message === undefined || pending?.phase !== "answering" || beside.includes(message.id ?? "")) return;
  if (!isReadBy(message.whisper.map(String), author)) throw new RuleError("FATEWALKER.Exchange.SomethingOpen");
  throw new RuleError("FATEWALKER.Exchange.StillOpen", { name: pending.attacker.name });
}

/**
 * Whoever sprints or runs evasively initiates nothing else until that is over; answers are not initiated (Actions and Maneuvers, Sprint,
 * Evasive Running).
 * @throws RuleError `FATEWALKER.Movement.Exclusive`
 */
function checkExclusive({ combat, id }: NonNullable<AttackSetup["fight"]>): void {
  const combatant = combat.combatants.get(id);
  const kind = combatant === undefined ? null : (movementNow(combatant)?.kind ?? null);
  if (kind === null || !isOwnRun(kind)) return;
  const end = combatant === undefined ? null : (runEndsAt(combatant) ?? segmentEndsAt(combatant));
  throw new RuleError("FATEWALKER.Movement.Exclusive", { name: combatant?.name ?? "", pace: game.i18n.localize(`FATEWALKER.Move.Pace.${kind}`), tick: end ?? clockState(combat).tick });
}

/** Whoever is in no fight strikes into one on its tick: answers cost those who fight theirs (Dramatic Scenes, Action/Reaction/Preemptive Action). */
const tickOfTargets = ({ declared }: AttackSetup): number | null => declared.map(({ side }) => fightOf(side.participant)?.tick ?? null).find((tick) => tick !== null) ?? null;

/**
 * An area needs somewhere to strike. Whom players do not see in it is named to the GM who commits, and to nobody else.
 * @throws RuleError `FATEWALKER.Area.NoCentre`
 */
function checkArea({ blast, targets }: AttackSetup): void {
  if (blast === null) return;
  if (targets.length === 0 && blast.circle === null) throw new RuleError("FATEWALKER.Area.NoCentre");
  if (blast.unseen.length > 0) ui.notifications?.warn(game.i18n.format("FATEWALKER.Area.Unseen", { names: blast.unseen.join(", ") }));
}

/** How a declaration differs from an ordinary one. */
export interface DeclareOptions {
  /** Ids that its card and its ledger shall have; without, new ones. */
  readonly card?: string;
  readonly ledger?: string;
  /** Cards of the same moment, which may be open already. */
  readonly beside?: readonly string[];
  /** It preempts an action that is declared already. */
  readonly interrupts?: boolean;
  /** It is a free shot, with these modifiers: it costs no ticks. */
  readonly free?: readonly Modifier[];
}

/**
 * Works a wish to declare out anew: the exchange as it is declared, before anybody answers.
 * @throws RuleError why it cannot be
 */
export async function declaredRun({ subject, args, author, nonce }: Pick<Wish, "subject" | "args" | "author" | "nonce">, options: DeclareOptions = {}): Promise<Run> {
  if (subject === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const item = await maneuverItem(text(args.maneuver));
  const { usual, audience } = preparedFor({ item, subject, args, author });
  const setup = options.free === undefined ? usual : asFreeShot(usual, options.free);
  const wished: DeclaredWish = { maneuver: item.uuid, choices: args.choices ?? null, isGM: author.isGM, free: options.free !== undefined };
  checkClock(setup, author, options);
  checkArea(setup);
  const { fighter, maneuver, weapon, fight } = setup;
  const declared = declare({
    attacker: { participant: subject.participant, fighter },
    targets: setup.declared,
    declaration: declarationOf(setup),
    tick: fight?.tick ?? tickOfTargets(setup),
    shieldRule: shieldRule(),
  });
  return {
    state: waitsForTarget(setup) ? awaitTarget(declared) : withoutHopeless(declared),
    names: { maneuver: { key: maneuver.key, name: item.name, img: item.img ?? "" }, weapon: weapon?.name ?? null, answers: {} },
    card: options.card ?? foundry.utils.randomID(),
    ledger: options.ledger ?? foundry.utils.randomID(),
    isNew: true,
    audience,
    nonce,
    wish: wished,
  };
}

/** Is this a token that players may see, whatever the fight tells of its combatant? */
const isInSight = ({ token }: Participant): boolean => findToken(token)?.hidden === false;

/**
 * A declaration as it may stand on its card, and who reads that. What a hidden attacker does, or what is done to somebody hidden, is the GMs'
 * alone until that one shows itself; beside them whoever has aimed at a token in sight reads what comes of it.
 * @throws RuleError `FATEWALKER.Amend.NotThere` when a player aims at somebody who is not to be seen
 */
function preparedFor({ item, subject: { participant }, args, author }: Pick<Wish, "args" | "author"> & { readonly item: Item.Implementation; readonly subject: NonNullable<Wish["subject"]> }): { readonly usual: AttackSetup; readonly audience: Audience } {
  const prepare = ({ whisper }: Audience): AttackSetup =>
    prepareAttack({ participant, item, targets: list(readParticipant, args.targets), choices: readChoices(args.choices), isGM: author.isGM, forGMs: isForGMsAlone(whisper) });
  const mode = isMessageMode(args.mode) ? args.mode : "public";
  const wished = audienceOf(isUnseen(participant) && mode === "public" ? "gm" : mode, author.id ?? "");
  const usual = prepare(wished);
  const hidden = usual.blast?.circle ? [] : usual.declared.map(({ side }) => side.participant).filter((target) => target.actor !== participant.actor && isUnseen(target));
  if (!author.isGM && !hidden.every(isInSight)) throw new RuleError("FATEWALKER.Amend.NotThere");
  if (hidden.length === 0 || isForGMsAlone(wished.whisper)) return { usual, audience: wished };
  const audience = audienceOf("gm", author.id ?? "");
  return { usual: prepare(audience), audience };
}

/** An attack at nobody may still find a target. */
const waitsForTarget = ({ declared, blast, maneuver }: AttackSetup): boolean => declared.length === 0 && blast === null && maneuver.roll !== null && isAttack(maneuver);

/** Fulfils a wish to declare: works everything out anew, and goes straight on where nobody can answer or step in. */
export async function fulfilDeclare(wish: Wish): Promise<void> {
  if (isAboutSecrets(wish)) return fulfilSecret(wish);
  const run = await declaredRun(wish);
  const fight = wish.subject === null ? null : fightOf(wish.subject.participant);
  if (fight !== null) {
    const { combat, id } = fight;
    // A holder who acts at the same moment as others does it like one of them, and not any more once they show what they do.
    const joins = !wish.author.isGM && joinsByBreaking(clockState(combat), id);
    if (joins && !joinsOthers(combat, id)) throw new RuleError("FATEWALKER.Moment.TooLate");
    if (joins) await commitClockNow(combat, { kind: "release", operations: [{ kind: "release", id }] });
    // What a player tells in the open waits for those who act at the same moment; a GM may let somebody go first.
    if (!wish.author.isGM && actsTogether(combat, id)) {
      const since = clockState(combat).entries[id]?.since ?? 0;
      return handInOpenly({ combat, id, since }, { deed: { op: "declare", args: wish.args }, by: wish.author.id ?? "", card: run.card, ledger: run.ledger, nonce: wish.nonce });
    }
    const asked = readersAmong(combat, preemptingIds(combat, id), run.audience.whisper);
    const covered = readersAmong(combat, coveringIds(combat, id), run.audience.whisper);
    if (asked.length + covered.length > 0) {
      await announce(run, momentChange(combat, [{ card: run.card, by: id, trigger: null, together: false, asked, covered, begun: false }]));
      return proceed(combat);
    }
  }
  if (isWaiting(run.state)) await announce(run);
  else await settle(run);
}
