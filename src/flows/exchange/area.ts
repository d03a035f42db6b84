import { isShot, isThrow } from "../../rules/maneuvers/tags";
import type { Area, Maneuver, Weapon } from "../../rules/fighter/types";
import type { Participant } from "../../rules/exchange/types";
import { metresBetween, metresPerPixel, spotAt, spotOf, type Spot } from "./measure";
import { isUnseen, participantOfToken } from "./participants";

/** A point of the attacker's scene, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Somebody whom an area reaches, with the metres from its centre. */
export interface Reached {
  readonly participant: Participant;
  readonly metres: number;
}

/** Where an area will strike, and whom. */
export interface Blast {
  readonly area: Area;
  /** Where on the attacker's scene, in pixels, and how far it reaches there; null without places. */
  readonly circle: { readonly scene: string; readonly centre: Point; readonly radius: number } | null;
  /** Metres from the attacker to the centre; null without places. */
  readonly distance: number | null;
  readonly reached: readonly Reached[];
  /** Names of those inside whom players do not see, where players read the card: they are the GM's to deal with, and in no message. */
  readonly unseen: readonly string[];
}

/** The area that a maneuver with this weapon covers; null: it strikes whom it is aimed at. */
export function areaOf(maneuver: Maneuver, weapon: Weapon | null): Area | null {
  return weapon !== null && (isShot(maneuver) || isThrow(maneuver, weapon)) ? (weapon.area ?? null) : null;
}

/**
 * Everybody inside an area: all tokens of the attacker's scene within its radius of the centre, friends and the attacker
 * included, the dead left out, the nearest first. Centred on a point where one was chosen, else on the first target;
 * without places it strikes the targets themselves, each at its centre (core rules, House defaults).
 * @param point  where it is centred; null: on the first target
 * @param forGMs GMs alone read its card: it strikes those as well whom players do not see
 */
export function blastOf(attacker: Participant, area: Area, targets: readonly Participant[], { point, forGMs }: { readonly point: Point | null; readonly forGMs: boolean }): Blast {
  const from = spotOf(attacker);
  const centre = from === null ? null : centreOf(from, targets[0], point);
  if (from === null || centre === null) return { area, circle: null, distance: null, reached: targets.map((participant) => ({ participant, metres: 0 })), unseen: [] };
  const scale = metresPerPixel(from.scene);
  const inside = from.scene.tokens.contents.flatMap((token) => {
    const found = standing(token);
    const metres = found === null ? null : metresBetween(centre, found.spot);
    if (found === null || metres === null || metres > area.radius || token.actor?.statuses.has("dead") === true) return [];
    return [{ participant: found.participant, metres, hidden: !forGMs && isUnseen(found.participant), name: token.name }];
  });
  return {
    area,
    circle: { scene: from.scene.id ?? "", centre: { x: centre.x / scale, y: centre.y / scale }, radius: area.radius / scale },
    distance: metresBetween(from, centre),
    reached: nearestOfEach(inside.filter(({ hidden }) => !hidden)),
    unseen: inside.filter(({ hidden }) => hidden).map(({ name }) => name),
  };
}

function standing(token: TokenDocument.Implementation): { readonly participant: Participant; readonly spot: Spot } | null {
  const participant = participantOfToken(token);
  const spot = participant === null ? null : spotOf(participant);
  return participant === null || spot === null ? null : { participant, spot };
}

function centreOf(from: Spot, first: Participant | undefined, point: Point | null): Spot | null {
  if (point !== null) return groundAt(from, point);
  const aimed = first === undefined ? null : spotOf(first);
  return aimed?.scene === from.scene ? aimed : null;
}

/** A point has no height of its own: it lies as high as whoever stands nearest to it. */
function groundAt({ scene, elevation }: Spot, point: Point): Spot {
  const flat = spotAt(scene, point, elevation);
  const aside = ({ x, y }: Spot): number => Math.hypot(x - flat.x, y - flat.y);
  const spots = scene.tokens.contents.flatMap((token) => standing(token)?.spot ?? []);
  const near = spots.reduce<Spot | null>((best, spot) => (best === null || aside(spot) < aside(best) ? spot : best), null);
  return { ...flat, elevation: near?.elevation ?? elevation };
}

/** Two tokens of one actor are struck once, where it is worse. */
function nearestOfEach(inside: readonly Reached[]): Reached[] {
  const byActor = new Map<string, Reached>();
  for (const { participant, metres } of [...inside].sort((one, other) => one.metres - other.metres)) {
    if (!byActor.has(participant.actor)) byActor.set(participant.actor, { participant, metres });
  }
  return [...byActor.values()];
}
