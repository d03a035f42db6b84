import type { Fighter } from "./gather";
import { PLAYERS, type Hand, type Operation } from "./table-view";

/* What a GM does: the clock, hands on wounds, ambushes, guests, the log. */

export function engagement(hand: Hand): Operation {
  const { chance, table } = hand;
  const ids = [chance.pick(table.fighters)?.id ?? "", chance.pick(table.fighters)?.id ?? ""].sort();
  const record = chance.happens(0.2) ? null : { range: chance.whole(1, 6), grapple: chance.happens(0.2) ? { dominant: ids[0], level: chance.whole(0, 4) } : null, ground: null, hold: null };
  return hand.wish("move", { deed: "engagement", combat: table.now.combat, pair: ids.join("_"), record }, null, hand.gm());
}

/** Something on the clock of the fight, by a wish: events of every kind, people out and in again, time itself. */
export function clockWork(hand: Hand, fighter: Fighter): Operation {
  const { chance } = hand;
  const { round, combat, events, states } = hand.table.now;
  const fallen = chance.pick(Object.keys(states).filter((id) => states[id] === "out"));
  const eventId = `event${chance.whole(1, 6)}`;
  const event = (more: object): object => ({ kind: "schedule", eventId, event: { tick: round + chance.whole(0, 8), every: null, left: null, target: null, data: {}, ...more } });
  const operation = chance.weighed<object>([
    [3, event({ kind: "note", every: chance.happens(0.3) ? chance.whole(1, 9) : null, left: chance.whole(1, 3), data: { text: "Something", public: chance.happens(0.5) } })],
    [1, event({ kind: "reinforcements", target: fighter.id, data: { text: "Somebody", public: true } })],
    [2, event({ kind: "damage", target: fighter.id, every: 3, left: 2, data: { damage: chance.pick(["1", "2x2 @5"]), text: "Fire", armor: chance.happens(0.5) } })],
    [2, { kind: "unschedule", eventId: chance.pick(events.filter((id) => id.startsWith("event"))) ?? eventId }],
    [1, { kind: "defeat", id: fighter.id }],
    [3, { kind: "revive", id: fallen ?? fighter.id, cost: chance.whole(0, 6) }],
    [1, { kind: "advance", to: round + chance.whole(-5, 60) }],
    [0.5, { kind: "leap", id: fighter.id }],
  ]);
  return hand.wish("advance", { combat, kind: String((operation as { kind: string }).kind), operations: [operation] }, null, hand.gm());
}

/** Whoever nobody stands behind acts all the same: the GM has it spend its ticks. */
export const onBehalf = (hand: Hand, id: string): Operation =>
  hand.wish("advance", { combat: hand.table.now.combat, kind: "act", operations: [{ kind: "act", id, cost: hand.chance.whole(3, 12) }] }, null, hand.gm());

/** Several are put on one tick: with equal Awareness they are a group, who declare in secret. */
export function together(hand: Hand): Operation {
  const { chance, table } = hand;
  const awake = table.fighters.filter(({ id, participant }) => participant !== null && table.now.states[id] === "ready");
  const ids = [...new Set(Array.from({ length: chance.whole(2, 4) }, () => chance.pick(awake)?.id).filter((id) => id !== undefined))];
  return { kind: "together", seat: hand.gm(), ids, value: table.now.round + chance.whole(0, 2) };
}

/** What a group declares is looked at, or asked for again; a GM waits no longer. */
export function overruled(hand: Hand): Operation {
  const { chance, table } = hand;
  const one = hand.byId(chance.pick(table.now.secret.sealed) ?? "");
  if (one !== undefined && chance.happens(0.3)) return hand.wish("declare", { secret: "again" }, one.participant, hand.gm());
  return hand.wish("declare", { combat: table.now.combat, secret: "showNow" }, null, chance.happens(0.9) ? hand.gm() : hand.anybody());
}

/** Wounds and boxes by hand, points for the story, effects that last some ticks. */
export function byHand(hand: Hand, fighter: Fighter): Operation {
  const { chance, table } = hand;
  const everybody = table.fighters.map(({ id }) => id);
  const living = everybody.filter((id) => !table.now.dead.includes(id));
  return hand.hand(chance.weighed([
    [2, { what: "damage", ids: [fighter.id], amount: chance.pick([1, 2, 8, "2x3"]) ?? 1 } as const],
    [6, { what: "heal", ids: everybody, amount: chance.whole(5, 30) } as const],
    [2, { what: "session", ids: living } as const],
    [1, { what: "sceneEnd", ids: everybody } as const],
    [3, { what: "effect", id: fighter.id, ticks: chance.whole(1, 12) } as const],
  ]));
}

export function ambush(hand: Hand): Operation {
  const { chance, table } = hand;
  const surprised = [...new Set([chance.pick(table.fighters)?.id, chance.pick(table.fighters)?.id].filter((id) => id !== undefined))];
  return hand.hand({ what: "ambush", surprised: chance.happens(0.8) ? surprised : [], free: chance.happens(0.7) ? (chance.pick(table.fighters.filter(({ id }) => !surprised.includes(id)))?.id ?? null) : null, penalty: chance.pick([0, 5, 10]) ?? 0 });
}

/** Guests come and go; cards are deleted. In a rough soak ledgers are deleted as well, which bars the way back. */
export function comingAndGoing(hand: Hand): Operation {
  const { chance, table } = hand;
  const guests = table.fighters.filter(({ guest }) => guest);
  const guest = chance.pick(guests);
  if (guest === undefined || (guests.length < 3 && chance.happens(0.5))) return hand.hand({ what: "arrive", like: chance.pick(table.fighters.filter(({ participant, guest: isGuest }) => !isGuest && (participant?.token ?? null) !== null))?.id ?? "", linked: chance.happens(0.5), hidden: chance.happens(0.3) });
  const open = chance.pick(table.now.open);
  if (chance.happens(0.25)) return hand.hand({ what: "remove", kind: "message", id: (chance.happens(0.5) ? open : undefined) ?? chance.pick(table.now.cards) ?? "" });
  if (table.rough && chance.happens(0.05)) return hand.hand({ what: "remove", kind: "message", id: chance.pick(table.now.applied)?.id ?? "" });
  const ownActor = guest.participant?.actor.startsWith("Actor.") === true;
  return hand.hand({ what: "remove", kind: chance.weighed([[1, "combatant"], [1, "token"], [ownActor ? 2 : 0, "actor"]] as const), id: guest.id });
}

/** Undo, redo, many of either, a player's request and what the GM says to it. */
export function turning(hand: Hand): Operation {
  const { chance } = hand;
  const { now, present, users, rough } = hand.table;
  const gm = hand.gm();
  const last = now.applied.at(-1);
  const players = PLAYERS.filter((seat) => present.includes(seat));
  const player = chance.pick(players.filter((seat) => now.applied.some(({ by }) => by === users[seat]))) ?? chance.pick(players);
  const own = player === undefined ? undefined : now.applied.filter(({ by }) => by === users[player]).at(-1);
  const recent = chance.pick(now.applied.slice(-6));
  const undo = (args: object, seat = gm): Operation => hand.wish("undo", args, null, seat);
  return chance.weighed<() => Operation>([
    [6, () => hand.press("back")],
    [6, () => undo({ ledger: chance.pick(now.undone.slice(-3)) ?? "nothing", redo: true })],
    [4, () => undo({ back: recent?.id ?? "nothing" })],
    [4, () => undo({ forward: chance.pick(now.undone) ?? "nothing" })],
    [2, () => undo({ ledger: (rough ? recent : last)?.id ?? "nothing" })],
    [1, () => undo({ ledger: chance.pick(now.undone) ?? "nothing", redo: true })],
    [7, () => undo({ ledger: (chance.happens(0.8) ? own : last)?.id ?? "nothing" }, player ?? gm)],
    [now.requests.length > 0 ? 40 : 1, () => undo(chance.happens(0.6) ? { accept: now.requests.at(-1) ?? "nothing" } : { refuse: now.requests.at(-1) ?? "nothing", reason: "Not now" })],
  ])();
}
