import type { Fighter } from "./gather";
import type { Participant } from "./globals";
import { NO_CHOICES, type Hand, type Operation } from "./table-view";

/* What people answer who are asked: attacks, holders who may step in, dice that lie there. */

const near = (hand: Hand, fighter: Fighter): Participant[] => hand.others(fighter.id).flatMap(({ participant }) => participant ?? []);

/** Something waits for somebody: it is answered, mostly by whoever is asked. Null: nothing waits. */
export function drawAnswer(hand: Hand): Operation | null {
  const { asked, watching, offers, idle } = hand.table.now;
  return hand.chance.weighed<() => Operation | null>([
    [asked.length > 0 ? 10 : 0, () => attack(hand)],
    [watching.length > 0 ? 10 : 0, () => stepIn(hand)],
    [offers.length > 0 ? 14 : 0, () => offered(hand)],
    [idle.length > 0 ? 4 : 0, () => carryOn(hand, hand.chance.pick(idle) ?? "")],
    [0.001, () => null],
  ])();
}

/** Somebody is joined to an attack that waits, or put in another's place; what came of one is corrected. */
export function amending(hand: Hand): Operation {
  const { chance, table } = hand;
  const wanted = chance.pick(["answering", "applied", "resolved"]);
  const exchange = chance.pick(table.now.exchanges.filter(({ phase }) => phase === wanted)) ?? chance.pick(table.now.exchanges);
  const attacker = exchange === undefined ? undefined : hand.byActor(exchange.by);
  const other = chance.pick(table.fighters.filter(({ participant }) => participant !== null && participant.actor !== exchange?.by && exchange?.targets.includes(participant.actor) !== true))?.participant ?? null;
  const target = chance.whole(0, Math.max(0, (exchange?.targets.length ?? 1) - 1));
  const amend = (args: object, seat = hand.gm()): Operation => hand.wish("amend", { exchange: exchange?.id ?? "", ...args }, attacker?.participant ?? null, seat);
  if (exchange?.phase === "answering") {
    return chance.weighed<() => Operation>([
      [8, () => amend({ do: "join", target: other }, attacker === undefined ? hand.gm() : hand.owner(attacker))],
      [exchange.targets.length === 0 ? 4 : 0.5, () => amend({ do: "alone" })],
      [4, () => amend({ do: "change", target, from: exchange.targets[target] ?? "", to: other })],
    ])();
  }
  return amend({ do: "correct", ledger: exchange?.ledger ?? "", targets: [{ target, ...(chance.happens(0.5) ? { successes: chance.whole(0, 6) } : { points: chance.whole(0, 5) }), ...(chance.happens(0.3) ? { to: other } : {}) }] });
}

/** The GM goes on without waiting for anybody, or calls it off. */
const carryOn = (hand: Hand, exchange: string): Operation =>
  hand.wish("react", { exchange, do: hand.chance.weighed([[8, "resolve"], [1, "cancel"]]) }, null, hand.chance.happens(0.9) ? hand.gm() : hand.anybody());

/** Somebody who is attacked answers; sometimes somebody else does, or the GM goes on without. */
function attack(hand: Hand): Operation {
  const { chance } = hand;
  const asked = chance.pick(hand.table.now.asked);
  const fighter = asked === undefined ? undefined : hand.byActor(asked.actor);
  if (asked === undefined || fighter === undefined || chance.happens(0.12)) return carryOn(hand, asked?.card ?? "");
  const seat = chance.happens(0.95) ? hand.owner(fighter) : hand.anybody();
  const reactions = fighter.maneuvers.filter(({ timings }) => timings.includes("reaction") || timings.includes("counterattack"));
  const reaction = chance.happens(0.3) ? null : chance.happens(0.6) ? (reactions.find(({ key }) => key === "evasion-dodge")?.id ?? null) : (chance.pick(reactions)?.id ?? null);
  return hand.wish("react", { exchange: asked.card, target: asked.target, reaction, choices: NO_CHOICES }, fighter.participant, seat);
}

/** A holder steps in, or somebody who covers the place fires; or lets it be. */
function stepIn(hand: Hand): Operation {
  const { chance } = hand;
  const watcher = chance.pick(hand.table.now.watching);
  const fighter = watcher === undefined ? undefined : hand.byId(watcher.id);
  const participant = fighter?.participant ?? null;
  if (watcher === undefined || fighter === undefined || participant === null || chance.happens(0.1)) return carryOn(hand, watcher?.card ?? "");
  const seat = hand.owner(fighter);
  if (chance.happens(0.4)) return hand.wish("preempt", { exchange: watcher.card, do: "letBe" }, participant, seat);
  const trigger = hand.byId(watcher.by)?.participant ?? null;
  const target = trigger !== null && chance.happens(0.8) ? trigger : chance.pick(near(hand, fighter));
  const targets = target === undefined ? [] : [target];
  const maneuver = fighter.maneuvers.find(({ key }) => key === (watcher.free ? "ranged-shoot" : "unarmed-strike")) ?? chance.pick(fighter.maneuvers);
  // From the sheet it goes before what waits by itself.
  if (!watcher.free && chance.happens(0.3)) return { kind: "use", seat, who: participant, key: maneuver?.key ?? "", targets };
  return hand.wish("preempt", { exchange: watcher.card, maneuver: maneuver?.uuid ?? "", targets, choices: NO_CHOICES, mode: "public" }, participant, seat);
}

/** Somebody is asked whether a power shall change the dice or the damage: yes, no, or nobody says anything and the GM goes on. */
function offered(hand: Hand): Operation {
  const { chance } = hand;
  const offer = chance.pick(hand.table.now.offers);
  const fighter = offer === undefined ? undefined : hand.byActor(offer.actor);
  if (offer === undefined || fighter === undefined || chance.happens(0.15)) return carryOn(hand, offer?.card ?? "");
  const { card: exchange, moment, rolls, sources, guarded } = offer;
  const seat = chance.happens(0.95) ? hand.owner(fighter) : hand.anybody();
  const answer = (args: object): Operation => hand.wish("spend", { exchange, moment: chance.happens(0.95) ? moment : "long ago", ...args }, fighter.participant, seat);
  if (chance.happens(0.35)) return answer({ keep: true });
  const holds = (key: string): string | undefined => fighter.powers.find((power) => power.key === key)?.id;
  // The moment tells what is asked: damage carries a `!`, a companion's harm a `+`, else the name of a roll.
  const [, kind = "", named = ""] = /^[^|]+\|([!+]?)([^|]*)/.exec(moment) ?? [];
  if (kind === "!") return answer({ item: holds("power-will-tough") ?? "none", source: named === "" ? (chance.pick(sources) ?? "") : named, uses: chance.whole(1, 2) });
  if (kind === "+") return answer({ item: holds("power-fate-protector-divine-intervention") ?? "none", guarded });
  return answer({ item: holds("power-fate-intrepid") ?? "none", roll: named === "" ? (chance.pick(rolls) ?? "") : named });
}
