import type { FatewalkerChatMessage } from "../documents/chat-message";
import { exchangeOf } from "../data/message";
import { askedSides, cardRolls } from "../flows/exchange/card";
import { findLedger, isOvertaken, type Ledger } from "../flows/commit/ledger";
import { findActor } from "../flows/commit/write";
import { isEscapeCard } from "../flows/exchange/maneuver";
import { offersRunUp } from "../flows/movement";
import { USED } from "../flows/powers/write";
import { whyNoAnswer } from "../rules/exchange/answer";
import { lastingNotices } from "../rules/exchange/lasting";
import { amendmentNotices } from "../rules/exchange/amendments";
import type { ExchangeMessageData, PublicTarget, TargetState } from "../rules/exchange/types";
import type { CardNames, CardRow } from "./card-row";
import { attackRow, targetRows } from "./rows";
import { say, shortList } from "../helpers/text";
import { momentView, type MomentView } from "./moment-view";

const TEMPLATE = "systems/fatewalker/templates/chat/exchange.hbs";

interface CardButton {
  readonly action: string;
  readonly label: string;
  readonly target: number | null;
  readonly primary: boolean;
  readonly disabled: boolean;
  readonly tooltip: string;
}

/** Context of `templates/chat/exchange.hbs`. */
interface CardContext {
  readonly phase: string;
  /** Empty where its rows say as much. */
  readonly phaseLabel: string;
  readonly title: string;
  readonly subtitle: string;
  readonly img: string;
  readonly rows: readonly CardRow[];
  readonly targets: readonly { readonly name: string; readonly showName: boolean; readonly rows: readonly CardRow[] }[];
  readonly notice: string;
  /** Who changed what since it was declared, and whom it waits for. */
  readonly trace: readonly string[];
  /** How it stands to others of the same moment. */
  readonly moment: readonly string[];
  readonly buttons: readonly CardButton[];
}

/** What this person may see: a GM the whole of it, from the ledger; everyone else what stands on the card. */
function seen(card: ExchangeMessageData, ledger: Ledger | null): Pick<ExchangeMessageData, "targets" | "rolls"> {
  const record = ledger?.data.record;
  if (!game.user?.isGM || !record) return card;
  return {
    rolls: cardRolls(record, () => false),
    targets: card.targets.map((target, index): PublicTarget => ({ ...target, answer: withReason(target.answer, record.targets[index]), steps: record.targets[index]?.steps ?? target.steps, outcome: record.targets[index]?.outcome ?? target.outcome })),
  };
}

/** Why it does not answer, for those who may know all of it. */
function withReason(answer: PublicTarget["answer"], target: TargetState | undefined): PublicTarget["answer"] {
  const why = target === undefined ? null : whyNoAnswer(target);
  return why === null || answer === null || answer.kind === "reaction" || answer.kind === "pending" ? answer : { ...answer, why };
}

const button = (action: string, options: Partial<CardButton> = {}): CardButton =>
  ({ action, label: say(`FATEWALKER.Chat.Button.${action.charAt(0).toUpperCase()}${action.slice(1)}`), target: null, primary: false, disabled: false, tooltip: "", ...options });

function buttonsFor(card: ExchangeMessageData, ledger: Ledger | null): CardButton[] {
  const isGM = game.user?.isGM === true;
  // What is no exchange has no ledger before it is done.
  const gone = ledger === null && card.ledger !== null ? { disabled: true, tooltip: say("FATEWALKER.Chat.LedgerGone") } : {};
  switch (card.phase) {
    case "answering": {
      const own = card.targets.flatMap(({ who, answer }, target) =>
        answer?.kind === "pending" && findActor(who.participant.actor)?.isOwner
          ? [button("react", { target, primary: true, label: say("FATEWALKER.Chat.Button.ReactFor", { name: who.name }), ...gone })]
          : []);
      const asked = asksHere(card, ledger) ? [button("offer", { primary: true, ...gone })] : [];
      own.push(...asked, ...targetButtons(card, isGM, gone));
      // What waits for a target is made at nobody instead.
      return isGM ? [...own, ...(card.awaitsTarget === true ? [] : [button("resolve", gone)]), button("cancel")] : own;
    }
    case "resolved":
      return isGM ? [button("apply", { primary: true, ...gone }), ...correctButtons(ledger), button("cancel")] : [];
    case "applied":
      return [
        ...(offersRunUp(card) ? [button("runUp", { primary: true, ...gone })] : []),
        ...(isGM && card.ledger !== null ? [...correctButtons(ledger), button("undo", ledger?.data.kind === "amend" ? { ...gone, label: say("FATEWALKER.Chat.Button.UndoCorrection") } : gone)] : []),
      ];
    case "undone":
      return isGM && ledger ? [button("redo", isOvertaken(ledger) ? { disabled: true, tooltip: say("FATEWALKER.Chat.Overtaken") } : {})] : [];
    default:
      return [];
  }
}

/** Whoever declared an attack, and a GM, may join a target to it while no die lies there; a GM may put one in the place of another. */
function targetButtons(card: ExchangeMessageData, isGM: boolean, gone: Partial<CardButton>): CardButton[] {
  const awaits = card.awaitsTarget === true;
  const aimedAt = card.targets.some(({ origin }) => origin === undefined);
  if (card.rolls.length > 0 || (!awaits && !aimedAt) || !(isGM || findActor(card.attacker.participant.actor)?.isOwner === true)) return [];
  return [button("join", { primary: awaits, ...gone }), ...(awaits ? [button("alone", gone)] : []), ...(isGM && aimedAt ? [button("change", gone)] : [])];
}

/** What came of an attack on somebody can be put right. */
const correctButtons = (ledger: Ledger | null): CardButton[] => (ledger?.data.record?.targets.some(({ outcome }) => outcome !== null) === true ? [button("correct")] : []);

/** Is somebody asked for a power whom this person answers for? */
function asksHere(card: ExchangeMessageData, ledger: Ledger | null): boolean {
  const record = ledger?.data.record ?? null;
  if (record !== null && game.user?.isGM === true) return askedSides(record).length > 0;
  return (card.offers ?? []).some(({ side, guard }) => findActor((guard !== undefined ? guard : side === "attacker" ? card.attacker.participant : card.targets[side]?.who.participant)?.actor ?? "")?.isOwner === true);
}

/** Whoever was not aimed at stands on the card once something reaches it, or an answer is asked of it. */
const isTouched = ({ origin, steps, answer }: PublicTarget): boolean => origin === undefined || steps.length > 0 || (origin === "redirected" && answer?.kind === "pending");

/** Do its rows say already whose answer it waits for? */
const saysWhoIsAwaited = ({ phase, targets }: ExchangeMessageData): boolean => phase === "answering" && targets.some((target) => isTouched(target) && target.answer?.kind === "pending");

function titleOf({ attacker, maneuver, targets, phase }: ExchangeMessageData): string {
  if (phase === "refused" && maneuver.name === "") return attacker.name;
  const names = shortList([...new Map(targets.filter(({ origin }) => origin === undefined).map(({ who }) => [who.participant.actor, who.name])).values()]);
  return names === "" ? say("FATEWALKER.Chat.Title", { attacker: attacker.name, maneuver: maneuver.name }) : say("FATEWALKER.Chat.TitleAt", { attacker: attacker.name, maneuver: maneuver.name, targets: names });
}

function subtitleOf({ weapon, ticks }: ExchangeMessageData): string {
  return [weapon ?? "", ticks ? say("FATEWALKER.Chat.Ticks", ticks) : ""].filter((part) => part !== "").join(" · ");
}

/** What a card says besides: that somebody attacks itself, that it waits for a target, and who changed what, and how long lasts what it has begun. GMs read all of it from the ledger. */
function traceOf(card: ExchangeMessageData, ledger: Ledger | null): string[] {
  const record = ledger?.data.record ?? null;
  const amendments = game.user?.isGM === true && record !== null ? amendmentNotices(record, () => false) : (card.amendments ?? []);
  const lasting = game.user?.isGM === true && record !== null ? lastingNotices(record) : (card.lasting ?? []);
  const { name, participant } = card.attacker;
  const onSelf = card.targets.some(({ origin, who, steps }) => origin === undefined && who.participant.actor === participant.actor && !steps.some(({ kind }) => kind === "area"));
  return [
    ...(onSelf ? [say("FATEWALKER.Amend.Self.Card", { name })] : []),
    ...(card.awaitsTarget === true ? [say("FATEWALKER.Amend.Awaits")] : []),
    ...amendments.map(({ key, data }) => say(key, data)),
    ...lasting.map(({ key, data }) => say(key, data)),
  ];
}

/** What this person may do about an action before it happens; places are those of `momentView`. */
const stepButtons = ({ steps }: MomentView): CardButton[] =>
  steps.flatMap(({ name, free }, target) => [
    button("stepIn", { target, primary: true, label: say(free ? "FATEWALKER.Moment.FreeShot" : "FATEWALKER.Moment.Preempt", { name }) }),
    button("letBe", { target, label: steps.length === 1 ? say("FATEWALKER.Moment.LetBe") : say("FATEWALKER.Moment.LetBeFor", { name }) }),
  ]);

/** A notice in words; its reason may be a text of its own, with the same values. */
function noticeText({ key, data }: NonNullable<ExchangeMessageData["notice"]>): string {
  const { reason } = data;
  return say(key, typeof reason === "string" ? { ...data, reason: say(reason, data) } : data);
}

/**
 * The context of a card for whoever is looking.
 * @param id of its message, where it stands in the chat
 */
export function exchangeContext(card: ExchangeMessageData, id: string | null = null): CardContext {
  const moment = momentView(id);
  const ledger = findLedger(card.ledger);
  const { targets, rolls } = seen(card, ledger);
  const notice = card.notice?.key === USED.key && game.user?.isGM === true ? (ledger?.flags.told ?? card.notice) : card.notice;
  const names: CardNames = { attacker: card.attacker.name, targets: targets.map(({ who }) => who.name), escape: isEscapeCard(card) ? card.maneuver.name : null };
  return {
    phase: card.phase,
    phaseLabel: saysWhoIsAwaited(card) || card.awaitsTarget === true ? "" : say(`FATEWALKER.Chat.Phase.${card.phase}`),
    title: titleOf(card),
    subtitle: subtitleOf(card),
    img: card.attacker.img,
    rows: attackRow(rolls, targets.length > 0, names.escape),
    targets: targets.flatMap((target, index) => (isTouched(target) ? [{ name: target.who.name, showName: targets.filter(isTouched).length > 1, rows: targetRows(target, rolls, index, names) }] : [])),
    notice: notice ? noticeText(notice) : "",
    trace: traceOf(card, ledger),
    moment: moment.lines,
    buttons: [...stepButtons(moment), ...buttonsFor(card, ledger)],
  };
}

/** What the buttons of a card do; put in by whoever opens windows and makes wishes. */
export type CardActions = Readonly<Record<string, (message: FatewalkerChatMessage, target: number) => Promise<void>>>;

/** Makes the renderer of exchange cards. Every button acts once until the card is shown anew. */
export const exchangeRenderer = (actions: CardActions) => async (message: FatewalkerChatMessage): Promise<HTMLElement | null> => {
  const card = exchangeOf(message);
  if (!card) return null;
  const root = document.createElement("div");
  root.className = "fw-card-root";
  root.innerHTML = await foundry.applications.handlebars.renderTemplate(TEMPLATE, exchangeContext(card, message.id) as never);
  for (const element of root.querySelectorAll<HTMLButtonElement>("button[data-card-action]")) {
    element.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const act = actions[element.dataset.cardAction ?? ""];
      if (!act) return;
      element.disabled = true;
      void act(message, Number(element.dataset.target ?? -1)).finally(() => { element.disabled = false; });
    });
  }
  return root;
};
