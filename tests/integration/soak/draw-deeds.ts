import type { Fighter } from "./gather";
import type { Participant } from "./globals";
import { NO_CHOICES, type Hand, type Operation, type Seat } from "./table-view";

/* What those who fight do of their own: declare, hold, move, spend. */

const PACES = ["walk", "run", "crawl"];

/** Somebody declares: mostly something that can be done, from the sheet or by a macro's wish. */
export function declaration(hand: Hand, fighter: Fighter, seat: Seat): Operation {
  const { chance } = hand;
  const { participant, maneuvers } = fighter;
  const possible = maneuvers.filter(({ timings, group }) => timings.includes("action") && group !== "common");
  const strike = maneuvers.find(({ key }) => key === "unarmed-strike");
  const maneuver = chance.weighed([[6, strike], [4, chance.pick(possible)], [1, chance.pick(maneuvers)]]);
  const others = hand.others(fighter.id).flatMap((other) => other.participant ?? []);
  const targets = Array.from({ length: chance.weighed([[0.4, 0], [12, 1], [1.5, 2]]) }, () => chance.pick(others)).filter((target): target is Participant => target !== undefined);
  if (participant !== null && maneuver !== undefined && chance.happens(0.35)) return { kind: "use", seat, who: participant, key: maneuver.key, targets };
  const driven = fighter.powers.find(({ key }) => key === "power-will-driven");
  const choices = driven !== undefined && chance.happens(0.15) ? { power: { item: driven.id, units: 1, named: null, options: [] } } : NO_CHOICES;
  return hand.wish("declare", { maneuver: maneuver?.uuid ?? "Item.nothing", targets, choices, mode: "public" }, participant, seat);
}

/** Somebody covers the place with fire. */
export function cover(hand: Hand, fighter: Fighter, seat: Seat): Operation {
  const maneuver = fighter.maneuvers.find(({ key }) => key === "ranged-full-auto");
  return hand.wish("declare", { maneuver: maneuver?.uuid ?? "Item.nothing", targets: [], choices: { mode: "cover" }, mode: "public" }, fighter.participant, seat);
}

/** Somebody takes up steps for later dodges, prone or up again, aim: acts that are aimed at nobody. */
export function unaimed(hand: Hand, fighter: Fighter, seat: Seat): Operation {
  const maneuver = hand.chance.pick(fighter.maneuvers.filter(({ key }) => key === "evasion-footwork" || key === "common-take-cover" || key === "ranged-basic-aim"));
  return hand.wish("declare", { maneuver: maneuver?.uuid ?? "Item.nothing", targets: [], choices: NO_CHOICES, mode: "public" }, fighter.participant, seat);
}

/** Sets out, or changes how it goes on: mostly what can be done now. */
export function movement(hand: Hand, fighter: Fighter): Operation {
  const { chance } = hand;
  const { moving } = hand.table.now;
  const mover = chance.happens(0.75) ? (chance.pick(moving.flatMap((id) => hand.byId(id) ?? [])) ?? fighter) : fighter;
  const seat = hand.owner(mover);
  const isMoving = moving.includes(mover.id);
  const deed = isMoving ? chance.weighed([[6, "next"], [2, "change"], [2, "stop"], [2, "arrive"], [1, "begin"]]) : chance.weighed([[8, "begin"], [1, "next"], [1, "stop"]]);
  const toward = chance.happens(deed === "arrive" ? 1 : 0.2) ? (chance.pick(hand.others(mover.id))?.participant ?? null) : null;
  return hand.wish("move", { deed, pace: chance.pick(PACES), terrain: 0, toward, act: toward !== null && chance.happens(0.5), next: chance.weighed([[1, "continue"], [1, "stop"], [1, "walk"], [2, "run"]]) }, mover.participant, seat);
}

/** A power is used by itself, or on a check that lies there. */
export function spending(hand: Hand, fighter: Fighter, seat: Seat): Operation {
  const { chance } = hand;
  const { checks } = hand.table.now;
  // Only on what somebody rolled last can a power still be used.
  const check = chance.happens(0.8) ? checks.at(-1) : chance.pick(checks);
  if (check !== undefined && chance.happens(0.6)) {
    const roller = hand.byActor(check.actor);
    const again = roller?.powers.find(({ key }) => key === "power-fate-intrepid");
    const companions = hand.table.fighters.filter(({ id, owners }) => id !== roller?.id && owners.length > 0 === (roller?.owners ?? []).length > 0);
    const saviour = chance.pick(companions.filter(({ powers }) => powers.some(({ key }) => key === "power-fate-protector-divine-intervention")));
    const saves = saviour?.powers.find(({ key }) => key === "power-fate-protector-divine-intervention");
    if (roller !== undefined && again !== undefined && chance.happens(0.5)) return hand.wish("spend", { check: check.id, item: again.id, mode: "public" }, roller.participant, hand.owner(roller));
    if (saviour !== undefined && saves !== undefined && chance.happens(0.8)) return hand.wish("spend", { check: check.id, item: saves.id, mode: "public" }, saviour.participant, hand.owner(saviour));
    return hand.wish("spend", { check: check.id, power: null }, roller?.participant ?? null, seat);
  }
  const own = fighter.powers.find(({ key }) => key === "power-fate-protector-boon") ?? chance.pick(fighter.powers);
  return hand.wish("spend", { item: own?.id ?? "nothing", targets: hand.others(fighter.id).slice(0, 1).flatMap(({ participant }) => participant ?? []), mode: "public" }, fighter.participant, seat);
}

/** Rolls that are no exchange: asked for, answered, made of one's own accord with and without support. */
export function rolling(hand: Hand, fighter: Fighter): Operation {
  const { chance } = hand;
  const wanted = chance.pick(hand.table.now.rolls);
  const asked = wanted === undefined ? undefined : hand.byActor(wanted.actor);
  if (wanted !== undefined && asked !== undefined && chance.happens(0.6)) return hand.hand({ what: "answer", message: wanted.message, index: wanted.index }, hand.owner(asked));
  if (chance.happens(0.5)) return hand.hand({ what: "check", id: fighter.id, support: chance.happens(0.5) ? "stamina:running" : null }, hand.owner(fighter));
  const ids = [fighter, chance.pick(hand.table.fighters)].flatMap((one) => one?.id ?? []);
  return hand.hand({ what: "request", ids, mode: chance.pick(["public", "gm", "blind"]) ?? "public" });
}
