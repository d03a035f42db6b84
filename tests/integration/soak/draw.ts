import { amending, drawAnswer } from "./draw-answers";
import { cover, declaration, movement, rolling, spending, unaimed } from "./draw-deeds";
import { ambush, byHand, clockWork, comingAndGoing, engagement, onBehalf, overruled, together, turning } from "./draw-gm";
import type { Fighter } from "./gather";
import type { Chance } from "./random";
import { Hand, PLAYERS, type Operation, type Seat, type Table } from "./table-view";

/** Draws what happens next: mostly what those who are due or asked may do, else anything by anybody. */
export function drawOperation(table: Table, chance: Chance): Operation {
  const hand = new Hand(table, chance);
  const { now } = table;
  const due = now.due.flatMap((id) => hand.byId(id) ?? []).filter(({ participant }) => participant !== null);
  const fighter = (chance.happens(0.8) ? (chance.pick(due) ?? hand.byId(now.active ?? "")) : undefined) ?? chance.pick(table.fighters);
  if (fighter === undefined) throw new Error("Nobody fights.");
  const seat = chance.happens(0.93) ? hand.owner(fighter) : hand.anybody();

  if (now.round < 1) return before(hand, fighter, seat);
  if (now.open.length > 0 && chance.happens(0.1)) return amending(hand);
  const answer = chance.happens(0.7) ? drawAnswer(hand) : null;
  if (answer !== null) return answer;
  if (now.resolved.length > 0 && chance.happens(0.6)) return hand.wish("react", { exchange: chance.pick(now.resolved), do: chance.weighed([[8, "apply"], [1, "cancel"]]) }, null, hand.gm());
  if (now.secret.phase !== "" && now.secret.sealed.length > 0 && chance.happens(0.6)) return inSecret(hand);
  const bodiless = now.due.find((id) => (hand.byId(id)?.participant ?? null) === null);
  if (bodiless !== undefined && chance.happens(0.5)) return onBehalf(hand, bodiless);
  if (now.requests.length > 0 && chance.happens(0.4)) return turning(hand);
  // Time that nobody uses goes on, so that much comes to pass.
  if (now.due.length === 0 && chance.happens(0.6)) return hand.press("next");

  const draw = chance.weighed<() => Operation>([
    [28, () => declaration(hand, fighter, seat)],
    [4, () => cover(hand, chance.pick(table.fighters.filter(({ id, powers }) => powers.length > 0 && now.due.includes(id))) ?? fighter, seat)],
    [4, () => unaimed(hand, fighter, seat)],
    [6, () => hand.wish("act", { cost: chance.weighed<unknown>([[20, chance.whole(1, 12)], [1, 0], [1, -3], [1, "much"], [1, 1.5]]) }, fighter.participant, seat)],
    [9, () => hold(hand, fighter, seat)],
    [3, () => hand.wish("release", {}, holder(hand)?.participant ?? fighter.participant, seat)],
    [10, () => (chance.happens(0.6) ? hand.press("next") : hand.wish("advance", { combat: now.combat }, null, hand.anybody()))],
    [13, () => movement(hand, fighter)],
    [3, () => engagement(hand)],
    [7, () => spending(hand, fighter, seat)],
    [4, () => rolling(hand, chance.pick(table.fighters.filter(({ owners }) => owners.length > 0)) ?? fighter)],
    [4, () => hand.press("adjust", fighter.id, chance.whole(-3, now.round + 30))],
    [1.5, () => hand.press(chance.happens(0.5) ? "roll" : "rollAll", fighter.id)],
    [4, () => together(hand)],
    [6, () => clockWork(hand, chance.pick(table.fighters) ?? fighter)],
    [5, () => byHand(hand, chance.pick(table.fighters) ?? fighter)],
    [1.5, () => ambush(hand)],
    [4, () => amending(hand)],
    [5, () => comingAndGoing(hand)],
    [9, () => turning(hand)],
    [2, () => ({ kind: "setting", seat: "gamemaster", key: chance.pick(["autoAdvance", "autoApply"]) ?? "autoApply", value: chance.happens(0.7) })],
    [1.5, () => ({ kind: "tamper", seat: chance.pick(PLAYERS.filter((player) => table.present.includes(player))) ?? hand.gm(), id: fighter.id })],
    [2, () => hand.wish(chance.pick(["preempt", "react", "undo", "declare", "nonsense"]) ?? "undo", { exchange: chance.pick(now.cards), target: chance.whole(-1, 4), reaction: null, ledger: "nothing" }, fighter.participant, hand.anybody())],
    [5, () => ({ kind: "fault", seat: hand.anybody(), fault: chance.weighed([[3, "drop"], [3, "reload"], [2, "kill"], [2, "leave"], [2, "delay"], [3, "window"]]) })],
  ]);
  const drawn = draw();
  // A setting is the Gamemaster's; without one at the table somebody else does something.
  return drawn.kind === "setting" && !table.present.includes("gamemaster") ? hand.press("next") : drawn;
}

/** Before the fight: an ambush may be laid, somebody is too early, and it is begun. */
const before = (hand: Hand, fighter: Fighter, seat: Seat): Operation =>
  hand.chance.weighed<() => Operation>([[7, () => hand.press("begin")], [1, () => ambush(hand)], [1, () => declaration(hand, fighter, seat)], [1, () => hand.wish("hold", {}, fighter.participant, seat)]])();

/** Holds, by its wish or from the sheet: in a group that is sealed. */
const hold = (hand: Hand, { participant }: Fighter, seat: Seat): Operation =>
  participant !== null && hand.chance.happens(0.5) ? { kind: "use", seat, who: participant, key: "common-hold-action", targets: [] } : hand.wish("hold", {}, participant, seat);

const holder = ({ chance, table }: Hand): Fighter | undefined => chance.pick(table.fighters.filter(({ id }) => table.now.states[id] === "holding"));

/** Some of a group have declared in secret: those who are missing do, or the GM waits no longer. */
function inSecret(hand: Hand): Operation {
  const { now } = hand.table;
  const missing = now.due.filter((id) => !now.secret.sealed.includes(id)).flatMap((id) => hand.byId(id) ?? []);
  const one = hand.chance.pick(missing);
  const participant = one?.participant ?? null;
  if (one === undefined || participant === null || hand.chance.happens(0.25)) return overruled(hand);
  const targets = hand.others(one.id).slice(0, 3).flatMap((other) => other.participant ?? []);
  return { kind: "use", seat: hand.owner(one), who: participant, key: hand.chance.weighed([[3, "unarmed-strike"], [2, "common-hold-action"], [1, "evasion-footwork"]]), targets: targets.slice(0, 1) };
}
