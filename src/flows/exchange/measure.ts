import type { Participant } from "../../rules/exchange/types";
import type { Situation } from "../../rules/modifiers/types";
import { isOutOfIt, neutralSituation, situationBetween, WIDEST_GRAPPLE } from "../../rules/modifiers/situation";
import { attackerMovement } from "../../rules/movement/pace";
import type { Darkness } from "../../rules/sight/visibility";
import { oneOf } from "../../data/message/read";
import { metresPerUnit } from "../../helpers/units";
import { findActor, findToken } from "../commit/write";
import { engagementBetween, engagementsOf, isGripped, positionsFrom } from "../engagement/read";
import { evasiveNow, movementNow } from "../movement/read";
import { PACES } from "../movement/printed-paces";
import { combatantOf } from "./participants";
import { combatantData } from "../clock/state";

/** A spot on a scene, in metres. */
export interface Spot {
  readonly scene: Scene.Implementation;
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
}

interface Place extends Spot {
  /** From the centre to the edge, in metres. */
  readonly half: number;
}

/** Metres that a pixel of a scene stands for. */
export const metresPerPixel = ({ grid: { size, distance, units } }: Scene.Implementation): number => (distance / size) * metresPerUnit(units);

/** A point of a scene in pixels, at a height in metres, as a spot. */
export function spotAt(scene: Scene.Implementation, { x, y }: { readonly x: number; readonly y: number }, elevation: number): Spot {
  const scale = metresPerPixel(scene);
  return { scene, x: x * scale, y: y * scale, elevation };
}

/** Metres between two spots, height included, to one decimal; null on different scenes. */
export function metresBetween(a: Spot, b: Spot): number | null {
  return a.scene === b.scene ? Math.round(Math.hypot(a.x - b.x, a.y - b.y, a.elevation - b.elevation) * 10) / 10 : null;
}

/** Where the middle of a participant's token is; null without a token on a scene. */
export const spotOf = (participant: Participant): Spot | null => placeOf(participant);

function placeOf(participant: Participant): Place | null {
  const token = findToken(participant.token);
  const scene = token?.parent ?? null;
  if (!token || !scene) return null;
  const { distance, units } = scene.grid;
  const metres = metresPerUnit(units);
  // A token's middle is the grid's business: on hexes a space is not as high as it is wide.
  return { ...spotAt(scene, token.getCenterPoint(), token.elevation * metres), half: ((token.width ?? 1) * distance * metres) / 2 };
}

/** Metres between the centres of two tokens, height included, to one decimal; null without two tokens on one scene. */
export function distanceBetween(one: Participant, other: Participant): number | null {
  const a = placeOf(one);
  const b = placeOf(other);
  return a && b ? metresBetween(a, b) : null;
}

/** Metres between the edges of two tokens, to one decimal: the way to somebody's side. Null without two tokens on one scene. */
export function gapBetween(one: Participant, other: Participant): number | null {
  const distance = distanceBetween(one, other);
  const halves = (placeOf(one)?.half ?? 0) + (placeOf(other)?.half ?? 0);
  return distance === null ? null : Math.round(Math.max(0, distance - halves) * 10) / 10;
}

/**
 * How dark it is where somebody's token stands: the scene's own darkness, in quarters. Fog and rain are the table's to say.
 * https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.SceneEnvironmentData.html
 */
function darknessAround(participant: Participant): Darkness {
  const level = findToken(participant.token)?.parent?.environment.darknessLevel ?? 0;
  if (level >= 0.75) return "darkNight";
  if (level >= 0.5) return "brightNight";
  return level >= 0.25 ? "lowLight" : "none";
}

/** How somebody moves now: what the combatant's movement says, in the words of the tables. */
function movementOf(participant: Participant): { readonly own: Situation["attacker"]["movement"]; readonly moving: number; readonly leaping: boolean; readonly evasive: number | null } {
  const combatant = combatantOf(participant);
  const movement = combatant === null ? null : movementNow(combatant);
  if (combatant === null || movement === null) return { own: "none", moving: 0, leaping: false, evasive: null };
  const leaping = movement.kind === "leap" || movement.kind === "jump";
  return { own: attackerMovement(oneOf(PACES, movement.kind)), moving: Math.trunc(movement.metres), leaping, evasive: evasiveNow(combatant) };
}

/**
 * Everything about place and moment between an attacker and a target: what their statuses and loads say, and what tokens
 * and the fight add to it.
 */
export function measureSituation(attacker: Participant, target: Participant | null): Situation {
  const attackerFighter = findActor(attacker.actor)?.toFighter();
  if (attackerFighter === undefined) return neutralSituation();
  const targetFighter = (target && findActor(target.actor)?.toFighter()) ?? null;
  const distance = target === null ? null : distanceBetween(attacker, target);
  const plain = situationBetween(attackerFighter, targetFighter, { distance, darkness: darknessAround(target ?? attacker) });
  const attackerSide = { ...plain.attacker, movement: movementOf(attacker).own };
  if (target === null || targetFighter === null) return { ...plain, attacker: attackerSide };

  // Nobody is in the own way.
  if (target.actor === attacker.actor) return { ...plain, attacker: attackerSide };
  const movement = movementOf(target);
  const here = placeOf(attacker);
  const there = placeOf(target);
  const sameScene = here !== null && there !== null && here.scene === there.scene;
  const combat = combatantOf(target)?.combat ?? null;
  const between = engagementBetween(combat, attacker.combatant, target.combatant);
  const melees = engagementsOf(combat).filter(({ ids }) => ids.includes(target.combatant ?? ""));
  return {
    ...plain,
    height: sameScene ? Math.round((here.elevation - there.elevation) * 10) / 10 : 0,
    engagement: between?.record.range ?? null,
    // Nothing is known of those who are not in one fight.
    ...(combat !== null && combat === combatantOf(attacker)?.combat ? { positions: positionsFrom(between?.record ?? null, attacker.combatant) } : {}),
    attacker: attackerSide,
    target: {
      ...plain.target,
      moving: movement.moving,
      leaping: movement.leaping,
      inMelee: melees.some((entry) => entry.record.range > WIDEST_GRAPPLE && !isGripped(entry)),
      inGrapple: plain.target.inGrapple || melees.some((entry) => entry.record.range <= WIDEST_GRAPPLE || isGripped(entry)),
      evasive: movement.evasive,
    },
  };
}

/**
 * Does this one notice an attack in time to answer it? Not when surprised, unconscious or dead. Dying alone only means marked
 * Mortal boxes: who is still awake answers like everyone else (core rules, Wounds).
 * @param attacker combatant whose attack it is: the surprised answer those whom they have noticed
 */
export function isAware(participant: Participant, attacker: string | null = null): boolean {
  const statuses = findActor(participant.actor)?.toFighter().statuses ?? [];
  if (isOutOfIt(statuses)) return false;
  return !statuses.includes("surprised") || (attacker !== null && awareOf(participant).includes(attacker));
}

/** Ids of the combatants whom a surprised one has noticed all the same (contract, Combat and Combatant). */
function awareOf(participant: Participant): readonly string[] {
  const combatant = combatantOf(participant);
  return combatant === null ? [] : (combatantData(combatant)?.awareOf ?? []);
}
