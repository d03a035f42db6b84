import { RuleError } from "../../rules/errors";
import type { Maneuver } from "../../rules/fighter/types";
import type { ExchangeMessageData, Participant } from "../../rules/exchange/types";
import { currentMode, type MessageMode } from "../../compat/message-modes";
import { exchangeOf } from "../../data/message";
import { isReadBy } from "../../helpers/gms";
import { say } from "../../helpers/text";
import { isReaction } from "../../rules/maneuvers/answers";
import { makeIntent } from "../intents/make";
import { awaitedInterruption, declaresInSecret, wishInTurn } from "../moment/client";
import { performMovement } from "../movement/perform";
import { noChoices, type Choices } from "./choices";
import { toManeuver } from "./maneuver";
import { currentTargets } from "./participants";
import { declare } from "../../rules/exchange/declare";
import { declarationOf, prepareAttack, shieldRule, type AttackSetup } from "./setup";

export interface PerformOptions {
  /** Whom it is aimed at; without, the tokens this person has targeted. */
  readonly targets?: readonly Participant[];
  /** Straight on, without the dialog. */
  readonly fast?: boolean;
  /** Id of the weapon to begin with; without, the first that fits. */
  readonly weapon?: string | null;
}

/** Maneuvers that are no roll but an operation of the clock. */
const PROCEDURES: Readonly<Record<string, "hold">> = { "common-hold-action": "hold" };

/** What the declare dialog gives back. */
export interface Declared {
  readonly choices: Choices;
  readonly mode: MessageMode;
}

/** What the flow asks a person; the windows are put in by the application layer. */
export interface ExchangeWindows {
  declare(request: { participant: Participant; item: Item.Implementation; targets: readonly Participant[]; choices: Choices }): Promise<Declared | null>;
  react(message: ChatMessage.Implementation, target: number): Promise<void>;
  /** Does this one really attack itself? */
  confirmSelf(participant: Participant): Promise<boolean>;
}

let windows: ExchangeWindows | null = null;

export function useExchangeWindows(given: ExchangeWindows): void {
  windows = given;
}

/** The open exchange in which this one has still to answer, as far as this person may know of it. */
export function awaitedAnswer(participant: Pick<Participant, "actor">): { message: ChatMessage.Implementation; card: ExchangeMessageData; target: number } | null {
  for (const message of [...(game.messages?.contents ?? [])].reverse()) {
    const card = exchangeOf(message);
    if (card?.phase !== "answering" || !isReadBy(message.whisper.map(String), game.user)) continue;
    const target = card.targets.findIndex(({ who, answer }) => who.participant.actor === participant.actor && answer?.kind === "pending");
    if (target >= 0) return { message, card, target };
  }
  return null;
}

/** Shows the prompt of the attack that waits for this one's answer; nothing where none does. */
export async function showAwaited(participant: Pick<Participant, "actor">): Promise<void> {
  const awaited = awaitedAnswer(participant);
  if (awaited) await windows?.react(awaited.message, awaited.target);
}

/**
 * Does a maneuver: what sheets, macros and drops on tokens call. A reaction answers the attack that waits for it, everything
 * else is declared against the targets, after a look at the dialog unless `fast`. The GM's client settles it.
 */
export async function perform(participant: Participant, item: Item.Implementation, { targets, fast = false, weapon = null }: PerformOptions = {}): Promise<void> {
  try {
    const maneuver = toManeuver(item);
    if (maneuver === null) throw new RuleError("FATEWALKER.Exchange.NoManeuver", { name: item.name });
    const procedure = PROCEDURES[maneuver.key];
    if (procedure !== undefined) {
      await wishInTurn(procedure, participant, {});
      return;
    }
    if (await performMovement(participant, maneuver)) return;
    const awaited = isReaction(maneuver) ? awaitedAnswer(participant) : null;
    if (awaited && !stepsInBefore(maneuver, awaited.card, participant)) {
      if (fast) await react(participant, awaited.message, awaited.target, item.id, noChoices());
      else await windows?.react(awaited.message, awaited.target);
      return;
    }
    const aimedAt = targets ?? currentTargets();
    const plain: Choices = { ...noChoices(), weapon };
    // Refused here already where it cannot be done at all, before anybody fills in a dialog.
    const { self } = prepareAttack({ participant, item, targets: aimedAt, choices: plain, isGM: game.user?.isGM === true });
    const choices: Choices = fast && self && (await windows?.confirmSelf(participant)) === true ? { ...plain, onSelf: true } : plain;
    const declared = fast || windows === null ? { choices, mode: currentMode() } : await windows.declare({ participant, item, targets: aimedAt, choices });
    if (declared === null) return;
    const deed = { maneuver: item.uuid, targets: aimedAt, choices: declared.choices, mode: declared.mode };
    const interruption = awaitedInterruption(participant);
    // Nobody hears of what is declared in secret before all are in: what cannot be is said here, at once.
    if (interruption === null && declaresInSecret(participant)) checkDeclaration(prepareAttack({ participant, item, targets: aimedAt, choices: declared.choices, isGM: game.user?.isGM === true }));
    if (interruption === null) await wishInTurn("declare", participant, deed);
    else await makeIntent("preempt", participant, { exchange: interruption.card, ...deed });
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    ui.notifications?.warn(say(error.key, error.data));
  }
}

/** What is an action as well, and no answer to this attack, is what a holder puts before it: a Grapple before a blow. */
const stepsInBefore = ({ timings, answers }: Maneuver, { maneuver }: ExchangeMessageData, participant: Participant): boolean =>
  timings.includes("action") && answers?.includes(maneuver.key) === false && awaitedInterruption(participant)?.free === false;

/** @throws RuleError what the rules refuse of a declaration as things stand */
function checkDeclaration(setup: AttackSetup): void {
  const { participant, fighter, declared, fight } = setup;
  declare({ attacker: { participant, fighter }, targets: declared, declaration: declarationOf(setup), tick: fight?.tick ?? null, shieldRule: shieldRule() });
}

/** Answers an attack; `reaction` null stands for none. */
export async function react(participant: Participant, message: ChatMessage.Implementation, target: number, reaction: string | null, choices: Choices): Promise<void> {
  await makeIntent("react", participant, { exchange: message.id, target, reaction, choices });
}

