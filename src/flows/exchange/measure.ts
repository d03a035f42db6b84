import type { Participant } from "../../rules/exchange/types";
import type { EngagementRange, Situation } from "../../rules/modifiers/types";
import { isOutOfIt, neutralSituation, situationBetween, WIDEST_GRAPPLE } from "../../rules/modifiers/situation";
import { isRecord, record, text, whole } from "../../data/message/read";
import { findActor, findToken } from "../commit/write";
import { combatantOf } from "./participants";

/** Metres in one unit of a scene's grid, by the names that scenes use for it. */
const METRES: Readonly<Record<string, number>> = { m: 1, meter: 1, meters: 1, metre: 1, metres: 1, km: 1000, ft: 0.3048, feet: 0.3048, foot: 0.3048, "'": 0.3048, yd: 0.9144, yards: 0.9144, mi: 1609.344 };

const metresPerUnit = (units: string | null | undefined): number => METRES[(units ?? "").trim().toLowerCase().replace(/\.$/, "")] ?? 1;

interface Place {
  readonly scene: Scene.Implementation;
  /** Metres. */
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
}

function placeOf(participant: Participant): Place | null {
  const token = findToken(participant.token);
  const scene = token?.parent ?? null;
  if (!token || !scene) return null;
  const { size, distance, units } = scene.grid;
  const metres = metresPerUnit(units);
  const perPixel = (distance / size) * metres;
  const centre = (corner: number, squares: number | null): number => (corner + ((squares ?? 1) * size) / 2) * perPixel;
  return { scene, x: centre(token.x, token.width), y: centre(token.y, token.height), elevation: token.elevation * metres };
}

/** Metres between the centres of two tokens, height included, to one decimal; null without two tokens on one scene. */
export function distanceBetween(one: Participant, other: Participant): number | null {
  const a = placeOf(one);
  const b = placeOf(other);
  if (!a || !b || a.scene !== b.scene) return null;
  return Math.round(Math.hypot(a.x - b.x, a.y - b.y, a.elevation - b.elevation) * 10) / 10;
}

interface Engagement {
  readonly ids: readonly string[];
  readonly range: EngagementRange;
  readonly grappling: boolean;
}

function engagementsOf(combat: Combat.Implementation | null): Engagement[] {
  const system: unknown = combat?.system;
  return Object.entries(record(record(system).engagements)).flatMap(([pair, value]) => {
    const entry = record(value);
    const range = whole(entry.range, 5);
    if (range < 1 || range > 6) return [];
    return [{ ids: pair.split("_"), range: range as EngagementRange, grappling: ["grapple", "ground", "hold"].some((kind) => isRecord(entry[kind])) }];
  });
}

/** How fast somebody moves now: what the combatant's movement says, in the words of the tables. */
function movementOf(participant: Participant): { kind: "none" | "walk" | "run"; moving: number; leaping: boolean } {
  const system: unknown = combatantOf(participant)?.system;
  const movement = record(record(system).movement);
  const kind = text(movement.kind);
  if (kind === "") return { kind: "none", moving: 0, leaping: false };
  return { kind: kind === "run" || kind === "sprint" ? "run" : "walk", moving: Math.max(0, whole(movement.metres)), leaping: kind === "leap" || kind === "jump" };
}

/**
 * Everything about place and moment between an attacker and a target: what their statuses and loads say, and what tokens
 * and the fight add to it.
 */
export function measureSituation(attacker: Participant, target: Participant | null): Situation {
  const attackerFighter = findActor(attacker.actor)?.toFighter();
  if (attackerFighter === undefined) return neutralSituation();
  const targetFighter = (target && findActor(target.actor)?.toFighter()) ?? null;
  const plain = situationBetween(attackerFighter, targetFighter);
  const attackerSide = { ...plain.attacker, movement: movementOf(attacker).kind };
  if (target === null || targetFighter === null) return { ...plain, attacker: attackerSide };

  const movement = movementOf(target);
  const here = placeOf(attacker);
  const there = placeOf(target);
  const sameScene = here !== null && there !== null && here.scene === there.scene;
  const engagements = engagementsOf(combatantOf(target)?.combat ?? null);
  const between = engagements.find(({ ids }) => ids.includes(attacker.combatant ?? "") && ids.includes(target.combatant ?? ""));
  const others = engagements.filter((entry) => entry !== between && entry.ids.includes(target.combatant ?? ""));
  return {
    ...plain,
    distance: distanceBetween(attacker, target),
    height: sameScene ? Math.round((here.elevation - there.elevation) * 10) / 10 : 0,
    engagement: between?.range ?? null,
    attacker: attackerSide,
    target: {
      ...plain.target,
      moving: movement.moving,
      leaping: movement.leaping,
      inMelee: others.some(({ range, grappling }) => range > WIDEST_GRAPPLE && !grappling),
      inGrapple: plain.target.inGrapple || others.some(({ range, grappling }) => range <= WIDEST_GRAPPLE || grappling),
    },
  };
}

/**
 * Does this one notice an attack in time to answer it? Not when surprised, unconscious or dead. Dying alone only means marked
 * Mortal boxes: who is still awake answers like everyone else (core rules, Wounds).
 */
export function isAware(participant: Participant): boolean {
  const statuses = findActor(participant.actor)?.toFighter().statuses ?? [];
  return !statuses.includes("surprised") && !isOutOfIt(statuses);
}
