import type { ClockOperation } from "../../rules/clock/types";
import { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import { tellEvents } from "../clock/commit-clock";
import type { ClockPlan } from "../clock/plan";
import { namedRefusal } from "../clock/refusals";
import { clockState } from "../clock/state";
import { checkNothingPending, checkOrder } from "../clock/wishes";
import { deedDone } from "../moment/deed-card";
import { commitNow } from "../commit/commit";
import type { DocumentChange } from "../commit/types";
import { fightOf } from "../exchange/setup";
import type { Wish } from "../intents/types";
import { unfold } from "../events/unfold";
import { healingCards, type CardRequest, type Told } from "./card";
import type { Person } from "./people";

/** One act of healing, damage or rest on its way to the documents. */
export interface HealingDeed {
  readonly changes: readonly DocumentChange[];
  readonly card: CardRequest;
  /** Everyone concerned, for the fight they are in. */
  readonly people: readonly Participant[];
  readonly dead?: readonly Participant[];
  /** Who spends ticks on it in a fight. */
  readonly spends?: { readonly participant: Participant; readonly cost: number };
  /** Card on which it has waited for those who could step in; missing: it waited for nobody. */
  readonly waited?: string | null;
}

/**
 * Writes a deed as one commit with its ledger and its cards. In a fight the clock sees it: ticks are spent, bleeding begins or
 * ends, Temporary Wounds get their time, the dead are out of it.
 * @throws RuleError when the clock refuses; nothing is written then
 */
export async function writeDeed(wish: Wish, { changes, card, people, dead = [], spends, waited = null }: HealingDeed): Promise<void> {
  const ledger = foundry.utils.randomID();
  const fight = people.map(fightOf).find((entry) => entry !== null) ?? null;
  const combat = fight?.combat ?? null;
  const plan = combat === null ? null : await planIn(combat, wish, { changes, people, dead, ...(spends === undefined ? {} : { spends }), waited, ledger, kind: card.kind });
  await commitNow({
    kind: card.kind, combat: combat?.id ?? null, exchange: waited, record: null, ledger, nonce: wish.nonce,
    changes: [...changes, ...(plan?.changes ?? [])],
    companions: [...healingCards(card, ledger), ...(combat === null || waited === null ? [] : deedDone(combat, waited, ledger))],
  });
  if (combat !== null && plan !== null) tellEvents(combat, plan);
}

/** What an act comes to for one person. */
export interface Done {
  readonly told: Told;
  readonly changes: readonly DocumentChange[];
  readonly dies: boolean;
  /** Points of damage that were taken; missing: none. */
  readonly points?: number;
}

/**
 * Writes what happens to several people at once, without a healer, as one deed with one card.
 * @throws RuleError `FATEWALKER.Healing.Nobody`, and whatever the clock refuses
 */
export async function writeForAll(wish: Wish, kind: CardRequest["kind"], people: readonly Person[], done: readonly Done[]): Promise<void> {
  const [first] = people;
  if (first === undefined) throw new RuleError("FATEWALKER.Healing.Nobody");
  await writeDeed(wish, {
    changes: done.flatMap(({ changes }) => changes),
    people: [...people.map(({ participant }) => participant), ...done.map(({ told }) => told.participant)],
    dead: done.flatMap(({ dies, told }) => (dies ? [told.participant] : [])),
    card: { kind, patient: first.participant, healer: null, told: done.map(({ told }) => told) },
  });
}

async function planIn(combat: Combat.Implementation, wish: Wish, { changes, people, dead, spends, waited, ledger, kind }: Pick<HealingDeed, "changes" | "people" | "dead" | "spends" | "waited"> & { readonly ledger: string; readonly kind: string }): Promise<ClockPlan> {
  const idOf = ({ combatant }: Participant): string[] => (combatant !== null && combat.combatants.has(combatant) ? [combatant] : []);
  const acts = spends === undefined || spends.cost === 0 ? [] : idOf(spends.participant).map((id): ClockOperation => ({ kind: "act", id, cost: spends.cost }));
  const deaths = (dead ?? []).flatMap((participant) => idOf(participant).map((id): ClockOperation => ({ kind: "defeat", id })));
  const [act] = acts;
  try {
    if (act !== undefined && "id" in act) {
      // The card that waited for others is its own.
      if (waited === null) checkNothingPending(combat, wish);
      if (!wish.author.isGM) checkOrder(clockState(combat), act.id, act);
    }
    const log = { kind, ids: [...new Set(people.flatMap(idOf))], ledger };
    return await unfold(combat, clockState(combat), [...acts, ...deaths], log, { pending: changes, exchange: waited ?? null });
  } catch (error) {
    throw error instanceof RuleError ? namedRefusal(combat, error, wish.author.isGM) : error;
  }
}
