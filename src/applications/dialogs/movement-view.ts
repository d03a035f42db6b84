import { say } from "../../helpers/text";
import { clockState, combatData } from "../../flows/clock";
import { participantOf } from "../../flows/clock/address";
import { gapBetween } from "../../flows/exchange/measure";
import { publicParticipant } from "../../flows/exchange/names";
import { allowedWay, BEGIN_TICKS, beginRefusal, BEGUN_PACES, freeDeedOf, movementNow, paceRate, runEndsAt, segmentEndsAt, segmentEventId, segmentOptions, stretchNow, waitsForLast, wayLeft, type BegunPace, type SegmentEnd } from "../../flows/movement";
import { arrivalPlanOf } from "../../flows/movement/plans";
import { arrival } from "../../rules/movement/distance";
import { FREE_METRES } from "../../rules/movement/pace";
import type { Participant } from "../../rules/exchange/types";

/** What a person has chosen so far in the window of movement. */
export interface MovementChoices {
  readonly pace: BegunPace;
  /** 0 to -4. */
  readonly terrain: number;
  readonly toward: boolean;
}

interface PaceRow {
  readonly key: BegunPace;
  readonly name: string;
  readonly metres: string;
  readonly there: string;
  readonly reason: string;
  readonly chosen: boolean;
  readonly disabled: boolean;
}

interface Choice {
  readonly key: string;
  readonly label: string;
  readonly chosen: boolean;
}

/** What the window shows: how to set out, or how it goes on. */
export interface MovementView {
  readonly title: string;
  readonly chips: readonly string[];
  readonly rest: null | {
    readonly paces: readonly PaceRow[];
    readonly terrain: readonly Choice[];
    readonly goal: null | { readonly distance: string; readonly label: string; readonly checked: boolean };
    readonly sum: string;
    readonly refusal: string;
  };
  readonly moving: null | {
    readonly line: string;
    readonly endsAt: string;
    readonly credits: string;
    readonly way: string;
    /** What it does on arrival, as this browser alone knows it; empty: nothing. */
    readonly plan: string;
    readonly next: readonly Choice[];
    readonly change: null | { readonly pace: string; readonly label: string };
    readonly stop: string;
    /** Why a change comes last in the tick; empty: it comes at once. */
    readonly lastHint: string;
    /** What waits for the end of the tick; empty: nothing. */
    readonly last: string;
  };
}

/** Everything about a combatant's movement, as its owner or the GM sees it. Null when its fight is gone. */
export function movementView(combatant: Combatant.Implementation, choices: MovementChoices, goal: Participant | null): MovementView | null {
  const { actor, combat } = combatant;
  const participant = participantOf(combatant);
  if (actor === null || combat === null || participant === null || combatant.id === null) return null;
  const head = { title: say("FATEWALKER.Move.Of", { name: combatant.name ?? "" }) };
  return movementNow(combatant) === null
    ? { ...head, chips: [say("FATEWALKER.Clock.AtTick", { tick: combat.round })], rest: restView({ combatant, actor, combat, id: combatant.id, participant }, choices, goal), moving: null }
    : { ...head, chips: [say("FATEWALKER.Clock.AtTick", { tick: combat.round })], rest: null, moving: movingView(combatant, combat, combatant.id) };
}

interface Mover {
  readonly combatant: Combatant.Implementation;
  readonly actor: Actor.Implementation;
  readonly combat: Combat.Implementation;
  readonly id: string;
  readonly participant: Participant;
}

function restView(mover: Mover, choices: MovementChoices, goal: Participant | null): NonNullable<MovementView["rest"]> {
  const now = clockState(mover.combat).tick;
  const way = goal === null ? null : gapBetween(mover.participant, goal);
  const paces = BEGUN_PACES.map((key): PaceRow => {
    const refusal = beginRefusal(mover, key);
    const rate = paceRate(mover.actor, key, choices.terrain);
    return {
      key, name: say(`FATEWALKER.Move.Pace.${key}`), metres: say("FATEWALKER.Move.PerSegment", { metres: rate }),
      there: way === null || rate <= 0 ? "" : thereAt(arrival({ now, metres: way, rate })),
      reason: refusal !== null ? say(refusal.key, refusal.data) : key === "climb" ? say("FATEWALKER.Move.ClimbHint") : "",
      chosen: key === choices.pace, disabled: refusal !== null || rate <= 0,
    };
  });
  const chosen = paces.find(({ chosen: own }) => own);
  return {
    paces,
    terrain: [0, -1, -2, -3, -4].map((level) => ({ key: String(level), label: say(`FATEWALKER.Move.TerrainLevel.${-level}`), chosen: level === choices.terrain })),
    goal: goal === null || way === null ? null : { distance: say(way <= FREE_METRES ? "FATEWALKER.Move.ThereFree" : "FATEWALKER.Move.There", { name: publicParticipant(goal).name, metres: way }), label: say("FATEWALKER.Move.Toward", { name: publicParticipant(goal).name }), checked: choices.toward },
    sum: `${now} → ${now + BEGIN_TICKS}`,
    refusal: chosen?.disabled === true ? (chosen.reason === "" ? say("FATEWALKER.Movement.NoSpeed") : chosen.reason) : "",
  };
}

/** Whoever is there with the free metre is so at every pace: that is said once, with the way. */
const thereAt = ({ ticks, tick }: { readonly ticks: number; readonly tick: number }): string => (ticks === 0 ? "" : say("FATEWALKER.Move.ThereAt", { tick }));

function planText(id: string): string {
  const plan = arrivalPlanOf(id);
  return plan === null ? "" : say("FATEWALKER.Move.Plan", { tick: plan.tick, maneuver: plan.name, name: publicParticipant(plan.target).name });
}

/** What somebody has said that it does at the end of the tick. */
export function lastText(combat: Combat.Implementation, id: string): string {
  const said = freeDeedOf(clockState(combat), id);
  return said === null ? "" : say(`FATEWALKER.Move.LastSaid.${said.deed === "stop" ? "stop" : said.pace}`, { tick: said.tick });
}

function movingView(combatant: Combatant.Implementation, combat: Combat.Implementation, id: string): MovementView["moving"] {
  const movement = movementNow(combatant);
  if (movement === null) return null;
  const end = segmentEndsAt(combatant);
  const { next } = segmentOptions(combatData(combat)?.schedule[segmentEventId(id)]?.data);
  const isLast = end === null || end === runEndsAt(combatant);
  const ends: readonly SegmentEnd[] = movement.kind === "walk" ? ["continue", "run", "stop"] : movement.kind === "run" ? ["continue", "walk", "stop"] : isLast ? ["stop"] : ["continue", "stop"];
  const other = movement.kind === "walk" ? "run" : movement.kind === "run" ? "walk" : null;
  const waits = combat.round >= 1 && waitsForLast(combat, id, movement);
  const when = waits ? "Last" : "Now";
  return {
    line: say("FATEWALKER.Move.Moving", { pace: say(`FATEWALKER.Move.Pace.${movement.kind}`), since: movement.startedAt }),
    endsAt: say("FATEWALKER.Move.AtTick", { tick: end ?? "–" }),
    credits: say("FATEWALKER.Move.Metres", { metres: stretchNow(combatant)?.metres ?? 0 }),
    way: say("FATEWALKER.Move.MetresAndFree", { metres: Math.round((allowedWay(wayLeft(combatant), stretchNow(combatant)) - FREE_METRES) * 10) / 10, free: FREE_METRES }),
    plan: planText(id),
    next: ends.map((key) => ({ key, label: say(`FATEWALKER.Move.Next.${key}`), chosen: key === next || ends.length === 1 })),
    change: other === null ? null : { pace: other, label: say(`FATEWALKER.Move.Change${when}.${other}`) },
    stop: say(`FATEWALKER.Move.Stop${when}`),
    lastHint: waits ? say("FATEWALKER.Move.LastHint", { tick: combat.round }) : "",
    last: lastText(combat, id),
  };
}
