import { RuleError } from "../../rules/errors";
import type { ClockOperation } from "../../rules/clock/types";
import type { ExchangeMessageData, ExchangeOutcome, ExchangePatch, ExchangeState, Participant } from "../../rules/exchange/types";
import { answer, isWaiting, pendingAnswers } from "../../rules/exchange/answer";
import { patchesOf } from "../../rules/exchange/patches";
import { tellEvents } from "../clock/commit-clock";
import { planClock, type ClockPlan } from "../clock/plan";
import { publicRefusal } from "../clock/refusals";
import { clockState } from "../clock/state";
import { commitNow, messageChange, openLedgerNow } from "../commit/commit";
import { statusChanges } from "../commit/status";
import type { CommitRequest, DeclaredWish, DocumentChange } from "../commit/types";
import { findActor } from "../commit/write";
import { beginnings } from "../engagement/begin";
import { withGripMarks } from "../engagement/marks";
import { coveringFire } from "../events/overwatch";
import { unfold } from "../events/unfold";
import { newWoundChange } from "../healing/new-wound";
import { movementOfExchange } from "../movement/begun-by-maneuver";
import { shieldCoverChanges } from "./carried";
import { cardData, speakerOf, type CardNames } from "./card";
import { diceFall, rollOut, type Audience } from "./dice";
import { rememberGone } from "./gone";
import { combatantOf } from "./participants";
import { pointChanges } from "./points";
import { learningChanges, memoryChanges, sharedFates } from "../powers/aftermath";
import { openOffers } from "../powers/held";
import { withPaidPowers } from "../powers/promised";
import { withoutHopeless } from "./reactions";
import { fromGripsNow } from "./renew";
import { fightWithOpen, pendingOn, releasedFrom } from "../moment/open";
import { proceed } from "../moment/proceed";
import { freeActionChanges, spendings } from "../moment/spending";

/** An exchange on its way through the phases, with the messages that carry it. */
export interface Run {
  readonly state: ExchangeState;
  readonly names: CardNames;
  /** Id of the card; it is made with the first write when `isNew`. */
  readonly card: string;
  readonly ledger: string;
  readonly isNew: boolean;
  readonly audience: Audience;
  readonly nonce: string;
  /** How it was declared; null or missing: nobody knows. */
  readonly wish?: DeclaredWish | null;
}

/** What its ledger keeps of how an exchange was declared. */
const declaredBy = ({ wish = null }: Run): { readonly declared?: DeclaredWish } => (wish === null ? {} : { declared: wish });

/** Fights in which somebody of an exchange stands, the attacker's first. */
const fightsOf = ({ attacker, targets }: ExchangeState): Combat.Implementation[] =>
  [attacker.participant, ...targets.map(({ side }) => side.participant)].flatMap((participant) => combatantOf(participant)?.combat ?? []);

/** The fight whose clock an exchange costs ticks on: the attacker's, else a target's. */
export const combatOf = (state: ExchangeState): Combat.Implementation | null => fightsOf(state).find(({ round }) => round >= 1) ?? null;

/** Id of the fight whose log tells of an exchange: what is done before its clock begins, as the free action of an ambush, is a step of it as well. */
const loggedIn = (state: ExchangeState): string | null => (combatOf(state) ?? fightsOf(state)[0])?.id ?? null;

/** The write that makes or updates the card. */
function cardChange({ card, isNew, audience, state }: Run, data: ExchangeMessageData): DocumentChange {
  if (!isNew) {
    const { tick, phase, targets, rolls, ticks, ledger, notice, offers = [], awaitsTarget = false, amendments = [], lasting = [] } = rememberGone(card, data);
    return messageChange(card, {
      "system.tick": tick, "system.phase": phase, "system.targets": targets, "system.rolls": rolls, "system.ticks": ticks, "system.ledger": ledger, "system.notice": notice, "system.offers": offers,
      "system.awaitsTarget": awaitsTarget, "system.amendments": amendments, "system.lasting": lasting,
    });
  }
  return {
    action: "create", documentName: "ChatMessage", parent: null,
    source: { _id: card, type: "exchange", author: game.user?.id, content: "", whisper: [...audience.whisper], blind: audience.blind, speaker: speakerOf(state.attacker.participant), system: data },
  };
}

/**
 * Writes down an exchange that waits for answers: its card for all, the whole of it for GMs.
 * @param moment how the fight waits for it; without, for this card alone. It is known before the card is, so that nobody is asked for an
 *               answer to what may still be stepped in before
 */
export async function announce(run: Run, moment: DocumentChange | null = null): Promise<void> {
  const combat = combatOf(run.state);
  await openLedgerNow({
    kind: "exchange", combat: loggedIn(run.state), exchange: run.card, changes: [], record: run.state, ledger: run.ledger, nonce: run.nonce, ...declaredBy(run),
    companions: [...(moment === null ? pendingOn(combat, run.card) : [moment]), cardChange(run, cardData(run.state, run.names, { phase: "answering", ledger: run.ledger }))],
  });
}

/** How an exchange is resolved. */
interface Moment {
  /** With the wound penalties of its declaration: what happens at the same moment does not hinder it (Dramatic Scenes, Ties). */
  readonly asDeclared?: boolean;
}

/**
 * An exchange after something of it was changed, to its end: with the dice that lie there, new ones where there are not enough, and the
 * wounds that hindered everybody then. Nobody is asked any more.
 */
export async function rolledAgain({ state: changed, audience }: Run): Promise<ExchangeState> {
  let state = refreshed(changed, { asDeclared: true });
  do {
    state = pendingAnswers(state).reduce((current, index) => answer(current, index, { kind: "none" }), state);
    state = await rollOut(state, changed.rolls, audience);
  } while (pendingAnswers(state).length > 0);
  return state;
}

/** The exchange with everyone as they are at this moment, before any die is thrown. */
function refreshed(declared: ExchangeState, { asDeclared = false }: Moment = {}): ExchangeState {
  // What lies there was paid for with the points of its own moment.
  const state = Object.keys(declared.rolls).length === 0 ? withPaidPowers(declared) : declared;
  const now = ({ participant, fighter }: ExchangeState["attacker"]): ExchangeState["attacker"] => {
    const fresh = findActor(participant.actor)?.toFighter() ?? fighter;
    return { participant, fighter: asDeclared ? { ...fresh, woundPenalty: fighter.woundPenalty } : fresh };
  };
  const attacker = now(state.attacker);
  const { declaration } = state;
  const weaponNow = (weapon: ExchangeState["declaration"]["weapon"]): typeof weapon => attacker.fighter.weapons.find(({ id }) => id !== "" && id === weapon?.id) ?? weapon;
  return {
    ...state,
    phase: "answering",
    rolls: {},
    shared: sharedFates(state),
    attacker,
    declaration: {
      ...declaration,
      weapon: weaponNow(declaration.weapon),
      ...(declaration.parts === undefined ? {} : { parts: declaration.parts.map((part) => ({ ...part, weapon: weaponNow(part.weapon) })) }),
    },
    targets: fromGripsNow(state).targets.map((target) => ({ ...target, side: now(target.side), steps: [], outcome: null })),
  };
}

/** Somebody may use a power now that these dice lie there. */
const asksForPowers = (state: ExchangeState): boolean => openOffers(state).length > 0;

/** Rolls on with what was answered: whoever an attack was turned on has to answer too, unless there is nothing to answer with. */
async function rollOn(run: Run, moment: Moment): Promise<ExchangeState> {
  let state = await rollOut(refreshed(run.state, moment), run.state.rolls, run.audience, asksForPowers);
  for (let asked = withoutHopeless(state); asked !== state; asked = withoutHopeless(state)) state = await rollOut(asked, run.state.rolls, run.audience, asksForPowers);
  return state;
}

/**
 * Rolls an exchange that everyone has answered, and applies it where the world wants that at once. Where the dice turn the attack on
 * somebody else, that one is asked first (Actions and Maneuvers, Friendly Fire).
 */
export async function settle(run: Run): Promise<void> {
  const together = run.isNew ? null : fightWithOpen(run.card);
  if (together === null) return settleAlone(run);
  await announce(run);
  await proceed(together);
}

/** The same for one exchange, whatever else happens at its moment. */
export async function settleAlone(run: Run, moment: Moment = {}): Promise<void> {
  let state = await rollOn(run, moment);
  // While dice fall people go on: what comes of them is worked out from everyone as they are once they lie.
  if (diceFall()) state = await rollOn({ ...run, state }, moment);
  if (isWaiting(state) || asksForPowers(state)) return announce({ ...run, state: { ...state, phase: "answering" } });
  const rolled = { ...run, state };
  if (game.settings?.get("fatewalker", "autoApply") !== false) return apply(rolled);
  await lay(rolled);
}

/** Lays a resolved exchange on the table, until a GM applies it. */
export async function lay(run: Run): Promise<void> {
  const combat = combatOf(run.state);
  await openLedgerNow({
    kind: "exchange", combat: loggedIn(run.state), exchange: run.card, changes: [], record: run.state, ledger: run.ledger, nonce: run.nonce, ...declaredBy(run),
    companions: [...releasedFrom(combat, run.card), cardChange(run, cardData(run.state, run.names, { phase: "resolved", ledger: run.ledger }))],
  });
}

/**
 * Applies an exchange that was rolled before: with the dice that lie on the table, against everyone as they are now, so
 * that two hits at the same moment both count.
 */
export async function applyLater(run: Run): Promise<void> {
  await apply({ ...run, state: await rollOut(refreshed(run.state), run.state.rolls, run.audience) });
}

async function apply(run: Run): Promise<void> {
  const { request, tell } = await plannedCommit(run);
  await commitNow(request);
  tell();
}

/** A commit of an exchange, planned; `tell` lets other packages know once it is written. */
export interface PlannedCommit {
  readonly request: CommitRequest;
  /** The card as it is then. */
  readonly data: ExchangeMessageData;
  readonly tell: () => void;
}

/**
 * Plans what a resolved exchange changes, on the documents as they are now.
 * @param kind  of the entry in the log
 * @param waits  card that the fight goes on waiting for, and which holds time up no more than it did; missing: its own, which is over
 */
export async function plannedCommit(run: Run, { kind = "exchange", waits }: { readonly kind?: "exchange" | "amend"; readonly waits?: string | null } = {}): Promise<PlannedCommit> {
  const { state, names, card, ledger, nonce } = run;
  const combat = combatOf(state);
  const outcome = patchesOf(state);
  const { patches } = outcome;
  const moved = movementOfExchange(state);
  const changes = [...withGripMarks(patches, documentChanges), ...beginnings(state, patches), ...outcome.newWounds.map(({ participant, mortal }) => newWoundChange(participant.actor, mortal)), ...pointChanges(state, outcome.drains), ...memoryChanges(state), ...learningChanges(state), ...shieldCoverChanges(state), ...moved.changes, ...freeActionChanges(state)];
  const clock = await clockChanges(outcome, combat, { kind, ledger, exchange: waits ?? card, pending: changes, movement: moved.operations });
  const applied: ExchangeState = { ...state, phase: "applied" };
  const data = cardData(applied, names, { phase: "applied", ledger, notice: clock.refused });
  const request: CommitRequest = {
    kind, combat: loggedIn(state), exchange: card, ledger, nonce, record: applied, ...declaredBy(run),
    changes: [...changes, ...clock.changes],
    // The card comes last: whoever sees it as applied finds everything else done.
    companions: [...(waits === undefined ? releasedFrom(combat, card) : []), cardChange(run, data)],
  };
  return {
    request, data,
    tell: () => {
      if (combat !== null && clock.plan !== null) tellEvents(combat, clock.plan);
    },
  };
}

/** A patch of the rules as changes to documents; what is gone is passed over. */
function documentChanges({ participant, document, path, after }: ExchangePatch): DocumentChange[] {
  switch (document.kind) {
    case "actor":
      return [{ action: "update", uuid: participant.actor, changes: { [path]: after } }];
    case "item":
      return [{ action: "update", uuid: `${participant.actor}.Item.${document.id}`, changes: { [path]: after } }];
    case "status": {
      const actor = findActor(participant.actor);
      return actor ? statusChanges(actor, document.status, after === true) : [];
    }
    case "combatant": {
      const combatant = combatantOf(participant);
      return combatant ? [{ action: "update", uuid: combatant.uuid, changes: { [path]: after } }] : [];
    }
    case "engagement": {
      const combat = combatantOf(participant)?.combat ?? null;
      // Nothing left of two who were engaged: their record goes.
      return combat ? [{ action: "update", uuid: combat.uuid, changes: { [path]: after ?? undefined } }] : [];
    }
  }
}

interface ClockChanges {
  readonly plan: ClockPlan | null;
  readonly changes: readonly DocumentChange[];
  /** Why the clock could not move as it should have. */
  readonly refused: ExchangeMessageData["notice"];
}

interface Commitment {
  readonly kind: string;
  readonly ledger: string;
  readonly exchange: string;
  /** What the exchange itself changes: events on the clock see it. */
  readonly pending: readonly DocumentChange[];
  /** The end of a run that the maneuver itself is. */
  readonly movement: readonly ClockOperation[];
}

/** Ticks of both sides, who dies of it and who begins to bleed, in the fight's own clock, with time going on afterwards. */
async function clockChanges({ patches, ticks, bleeding, overwatch }: ExchangeOutcome, combat: Combat.Implementation | null, { kind, ledger, exchange, pending, movement }: Commitment): Promise<ClockChanges> {
  if (combat === null) return { plan: null, changes: [], refused: null };
  const idsOf = ({ combatant }: Participant): string[] => (combatant !== null && combat.combatants.has(combatant) ? [combatant] : []);
  const spent = spendings(combat, ticks);
  const dead = patches
    .filter(({ document, after }) => document.kind === "status" && document.status === "dead" && after === true)
    .flatMap(({ participant }) => idsOf(participant).map((id): ClockOperation => ({ kind: "defeat", id })));
  const now = combat.round;
  const bleeds = bleeding.flatMap(({ participant, interval }) =>
    idsOf(participant).map((id): ClockOperation => ({
      kind: "schedule", eventId: `bleeding-${id}`,
      event: { tick: now + interval, every: interval, left: null, kind: "bleeding", target: id, data: {} },
    })));
  const accepted: ClockOperation[] = [];
  let refused: ExchangeMessageData["notice"] = null;
  for (const operation of [...spent, ...movement, ...dead, ...bleeds, ...coveringFire(combat, overwatch)]) {
    try {
      planClock(combat, [...accepted, operation]);
      accepted.push(operation);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      refused = publicRefusal(combat, error);
    }
  }
  const ids = accepted.flatMap((operation) => ("id" in operation ? [operation.id] : []));
  const marks = bleeding
    .filter(({ participant }) => idsOf(participant).length > 0)
    .map(({ participant, interval }): DocumentChange => ({ action: "update", uuid: participant.actor, changes: { "system.wounds.bleeding": { combat: combat.id, tick: now + interval } } }));
  const plan = await unfold(combat, clockState(combat), accepted, { kind, ids, ledger }, { exchange, settlesAims: true, pending: [...pending, ...marks] });
  return { plan, changes: [...marks, ...plan.changes], refused };
}
