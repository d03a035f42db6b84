import type { Participant } from "./globals";
import type { Chance } from "./random";
import type { Fighter, Situation } from "./scripts";

/** Who sits at the table. */
export const GMS = ["gamemaster", "assistant"] as const;
export const PLAYERS = ["anna", "ben"] as const;
export type Seat = (typeof GMS)[number] | (typeof PLAYERS)[number];
export const SEATS: readonly Seat[] = [...GMS, ...PLAYERS];

/** One thing that happens in a soak; plain data, so that a failure can be printed and played again. */
export type Operation =
  | { readonly kind: "wish"; readonly seat: Seat; readonly op: string; readonly participant: Participant | null; readonly args: object; readonly times: number }
  | { readonly kind: "press"; readonly seat: Seat; readonly button: "next" | "back" | "begin" | "adjust"; readonly id: string; readonly value: number }
  | { readonly kind: "tamper"; readonly seat: Seat; readonly id: string }
  | { readonly kind: "setting"; readonly seat: Seat; readonly key: string; readonly value: boolean }
  | { readonly kind: "fault"; readonly seat: Seat; readonly fault: "drop" | "reload" | "kill" | "leave" | "delay" };

/** What the one who draws knows of the table. */
export interface Table {
  readonly present: readonly Seat[];
  /** Ids of the users. */
  readonly users: Readonly<Record<Seat, string>>;
  readonly fighters: readonly Fighter[];
  readonly now: Situation;
  /** May a step be taken back while later ones stand? What that cannot give back exactly stays as it is. */
  readonly rough: boolean;
}

const NO_CHOICES = {};
const PACES = ["walk", "run", "sprint", "crawl", "fly"];

const isGm = (seat: Seat): boolean => GMS.some((gm) => gm === seat);

function ownerOf({ present, users }: Table, fighter: Fighter, chance: Chance): Seat | undefined {
  const players = PLAYERS.filter((seat) => present.includes(seat) && fighter.owners.includes(users[seat]));
  return players.length > 0 && chance.happens(0.85) ? chance.pick(players) : chance.pick(present.filter(isGm));
}

/** Draws what happens next: mostly what the one who is due may do, else anything by anybody. */
export function drawOperation(table: Table, chance: Chance): Operation {
  const { fighters, now, present } = table;
  const active = fighters.find(({ id }) => id === now.active);
  const anyone = chance.pick(fighters);
  const fighter = active !== undefined && chance.happens(0.75) ? active : (anyone ?? fighters[0]);
  if (fighter === undefined) throw new Error("Nobody fights.");
  const anybody = chance.pick(present) ?? "gamemaster";
  const gm = chance.pick(present.filter(isGm)) ?? anybody;
  const seat = chance.happens(0.9) ? (ownerOf(table, fighter, chance) ?? anybody) : anybody;
  const times = chance.happens(0.05) ? 2 : 1;
  const wish = (op: string, args: object, participant: Participant | null = fighter.participant, by: Seat = seat): Operation => ({ kind: "wish", seat: by, op, participant, args, times });
  const press = (button: "next" | "back" | "begin" | "adjust", value = 0): Operation => ({ kind: "press", seat: gm, button, id: fighter.id, value });

  if (now.round < 1) return chance.happens(0.7) ? press("begin") : wish("hold", {});
  if (now.asked.length > 0 && chance.happens(0.7)) return answer(table, chance, times);
  if (now.resolved.length > 0 && chance.happens(0.6)) return wish("react", { exchange: chance.pick(now.resolved), do: chance.weighed([[8, "apply"], [1, "cancel"]]) }, null, gm);

  const draw = chance.weighed<() => Operation>([
    [30, () => declaration(table, fighter, chance, wish)],
    [10, () => wish("act", { cost: chance.weighed<unknown>([[10, chance.whole(1, 12)], [1, 0], [1, -3], [1, "much"], [1, 1.5]]) })],
    [7, () => wish("hold", {})],
    [5, () => wish("release", {})],
    [12, () => (chance.happens(0.5) ? press("next") : wish("advance", { combat: combatOf(table) }, null, chance.pick(present) ?? gm))],
    [6, () => wish("move", { deed: chance.pick(["begin", "change", "stop", "next"]), pace: chance.pick(PACES), next: chance.pick(["continue", "stop", "run"]) })],
    [4, () => wish("move", engagement(table, chance), null, gm)],
    [5, () => wish("spend", { item: chance.pick(fighter.powers) ?? "nothing" })],
    [4, () => press("adjust", chance.whole(-3, now.round + 30))],
    [4, () => wish("advance", { combat: combatOf(table), ...clockWork(table, fighter, chance) }, null, gm)],
    [12, () => turning(table, chance, wish, gm)],
    [3, () => ({ kind: "setting", seat: "gamemaster", key: chance.pick(["autoAdvance", "autoApply"]) ?? "autoApply", value: chance.happens(0.7) })],
    [2, () => ({ kind: "tamper", seat: chance.pick(PLAYERS.filter((player) => present.includes(player))) ?? gm, id: fighter.id })],
    [3, () => wish(chance.pick(["preempt", "react", "undo", "declare", "nonsense"]) ?? "undo", { exchange: chance.pick(now.cards), target: chance.whole(-1, 4), reaction: null, ledger: "nothing" }, fighter.participant, anybody)],
    [5, () => ({ kind: "fault", seat: anybody, fault: chance.weighed([[3, "drop"], [3, "reload"], [2, "kill"], [2, "leave"], [2, "delay"]]) })],
  ]);
  const drawn = draw();
  // A setting is the Gamemaster's; without one at the table somebody else does something.
  return drawn.kind === "setting" && !present.includes("gamemaster") ? press("next") : drawn;
}

const combatOf = ({ now }: Table): string => now.combat;

type Wish = (op: string, args: object, participant?: Participant | null, by?: Seat) => Operation;

function declaration({ fighters }: Table, fighter: Fighter, chance: Chance, wish: Wish): Operation {
  const maneuver = chance.pick(fighter.maneuvers.filter(({ timings }) => timings.includes("action") || chance.happens(0.1)));
  const others = fighters.flatMap(({ id, participant }) => (participant !== null && id !== fighter.id ? [participant] : []));
  const targets = Array.from({ length: chance.weighed([[1, 0], [12, 1], [3, 2]]) }, () => chance.pick(others)).filter((target) => target !== undefined);
  return wish("declare", { maneuver: maneuver?.uuid ?? "Item.nothing", targets, choices: NO_CHOICES, mode: "public" });
}

/** Somebody who is asked answers; sometimes somebody else does, or the GM goes on without. */
function answer(table: Table, chance: Chance, times: number): Operation {
  const { fighters, now, present } = table;
  const asked = chance.pick(now.asked);
  const fighter = fighters.find(({ participant }) => participant?.actor === asked?.actor);
  const gm = chance.pick(present.filter(isGm)) ?? chance.pick(present) ?? "gamemaster";
  if (asked === undefined || fighter === undefined || chance.happens(0.15)) {
    return { kind: "wish", seat: chance.happens(0.9) ? gm : (chance.pick(present) ?? gm), op: "react", participant: null, args: { exchange: asked?.card ?? "", do: chance.weighed([[6, "resolve"], [1, "cancel"]]) }, times };
  }
  const seat = chance.happens(0.93) ? (ownerOf(table, fighter, chance) ?? gm) : (chance.pick(present) ?? gm);
  const reactions = fighter.maneuvers.filter(({ timings }) => timings.includes("reaction") || timings.includes("counterattack"));
  const reaction = chance.happens(0.3) ? null : (chance.pick(reactions)?.id ?? null);
  return { kind: "wish", seat, op: "react", participant: fighter.participant, args: { exchange: asked.card, target: asked.target, reaction, choices: NO_CHOICES }, times };
}

function engagement(table: Table, chance: Chance): object {
  const ids = [chance.pick(table.fighters)?.id ?? "", chance.pick(table.fighters)?.id ?? ""].sort();
  const record = chance.happens(0.2) ? null : { range: chance.whole(0, 7), grapple: chance.happens(0.2) ? { dominant: ids[0], level: chance.whole(0, 4) } : null, ground: null, hold: null };
  return { deed: "engagement", combat: combatOf(table), pair: ids.join("_"), record };
}

function clockWork({ now }: Table, fighter: Fighter, chance: Chance): { kind: string; operations: object[] } {
  const eventId = `event${chance.whole(1, 6)}`;
  const operation = chance.weighed<object>([
    [3, { kind: "schedule", eventId, event: { tick: now.round + chance.whole(-2, 40), every: chance.happens(0.3) ? chance.whole(1, 9) : null, left: chance.whole(0, 3), kind: chance.pick(["note", "reinforcements"]), target: null, data: { text: "Something", public: true } } }],
    [2, { kind: "unschedule", eventId }],
    [1, { kind: "defeat", id: fighter.id }],
    [2, { kind: "revive", id: fighter.id, cost: chance.whole(-1, 6) }],
    [1, { kind: "advance", to: now.round + chance.whole(-5, 60) }],
    [1, { kind: "leap", id: fighter.id }],
  ]);
  return { kind: String((operation as { kind: string }).kind), operations: [operation] };
}

/** Undo, redo, many of either, a player's request and what the GM says to it. */
function turning({ now, present, users, rough }: Table, chance: Chance, wish: Wish, gm: Seat): Operation {
  const last = now.applied.at(-1);
  const player = chance.pick(PLAYERS.filter((seat) => present.includes(seat)));
  const own = player === undefined ? undefined : now.applied.filter(({ by }) => by === users[player]).at(-1);
  const recent = chance.pick(now.applied.slice(-6));
  return chance.weighed<() => Operation>([
    [6, () => ({ kind: "press", seat: gm, button: "back", id: "", value: 0 })],
    [6, () => wish("undo", { ledger: now.undone[0] ?? "nothing", redo: true }, null, gm)],
    [4, () => wish("undo", { back: recent?.id ?? "nothing" }, null, gm)],
    [4, () => wish("undo", { forward: chance.pick(now.undone) ?? "nothing" }, null, gm)],
    [2, () => wish("undo", { ledger: (rough ? recent : last)?.id ?? "nothing" }, null, gm)],
    [1, () => wish("undo", { ledger: chance.pick(now.undone) ?? "nothing", redo: true }, null, gm)],
    [4, () => wish("undo", { ledger: (chance.happens(0.8) ? own : last)?.id ?? "nothing" }, null, player ?? gm)],
    [now.requests.length > 0 ? 10 : 1, () => wish("undo", chance.happens(0.6) ? { accept: now.requests[0] ?? "nothing" } : { refuse: now.requests[0] ?? "nothing", reason: "Not now" }, null, gm)],
  ])();
}
