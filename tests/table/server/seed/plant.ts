import { createHash } from "node:crypto";
import type { Source } from "../../core/protocol";
import { idOf, isSource, textOf, valueAt } from "../json";
import type { Manifest } from "../manifest";
import { ROLES } from "../roles";
import type { FighterPlan, Place, ScenePlan, UserPlan, WorldPlan } from "./plan";

const OWNER = 3;
const FRIENDLY = 1;
const HOSTILE = -1;

/** What a prototype says about making tokens and no token carries. */
const PROTOTYPE_ONLY = new Set(["appendNumber", "prependAdjective", "randomImg"]);

export interface PlannedDocument {
  documentName: string;
  source: Source;
}

/** The part of a world that seeding reads. */
export interface PackReader {
  packSources(collection: string): Source[];
}

/** An actor with the squares on which its tokens stand. */
interface Fighter {
  actor: Source;
  places: Place[];
  /** The player of a hero; null for adversaries. */
  player: UserPlan | null;
}

/** A stable id for a document of the starting world, so that tests can name it. */
export function plannedId(name: string): string {
  return createHash("sha256").update(name).digest("base64").replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 16);
}

/**
 * Works out the documents of a starting world: users, actors imported from the built pack, one scene with their tokens
 * and a fight that has not begun. Whatever the pack does not hold is left out.
 */
export function planWorld(plan: WorldPlan, manifest: Manifest, packs: PackReader): PlannedDocument[] {
  const actors = packActors(plan, manifest, packs);
  const fighters = [...heroes(plan, actors), ...adversaries(plan.fighters, actors)];
  const stats = statsOf(plan, manifest);
  const tokens = fighters.flatMap((fighter) => fighter.places.map((place, copy) => token(fighter, place, copy, plan.scene)));
  const scene = sceneSource(plan.scene, tokens);
  return [
    ...plan.users.map((user) => ({ documentName: "User", source: userSource(user, fighters) })),
    ...fighters.map((fighter) => ({ documentName: "Actor", source: actorSource(fighter, manifest, plan.fighters.pack, stats) })),
    { documentName: "Scene", source: scene },
    ...(tokens.length === 0 ? [] : [{ documentName: "Combat", source: combatSource(scene, tokens) }]),
  ].map(({ documentName, source }, index) => ({ documentName, source: { ...source, _stats: createdAfter(isSource(source["_stats"]) ? source["_stats"] : stats, index) } }));
}

/** Actors of the pack in the order in which it shows them; none when the pack is not built. */
function packActors(plan: WorldPlan, manifest: Manifest, packs: PackReader): Source[] {
  const sortOf = (actor: Source): number => Number(actor["sort"] ?? 0);
  return packs.packSources(`${manifest.id}.${plan.fighters.pack}`).sort((left, right) => sortOf(left) - sortOf(right) || keyOf(left).localeCompare(keyOf(right), "en"));
}

function keyOf(actor: Source): string {
  const key = valueAt(actor, "system.key");
  return typeof key === "string" ? key : idOf(actor);
}

function heroes(plan: WorldPlan, actors: readonly Source[]): Fighter[] {
  const players = plan.users.filter((user) => user.plays === true);
  return actors
    .filter((actor) => actor["type"] === "character")
    .slice(0, plan.fighters.heroes.length)
    .map((actor, index) => ({ actor, places: plan.fighters.heroes.slice(index, index + 1), player: players.at(index) ?? null }));
}

function adversaries(plan: FighterPlan, actors: readonly Source[]): Fighter[] {
  return actors
    .filter((actor) => actor["type"] === "npc")
    .map((actor, index): Fighter => ({ actor, places: plan.adversaries.filter((place) => place.number === index), player: null }))
    .filter((fighter) => fighter.places.length > 0);
}

function statsOf(plan: WorldPlan, manifest: Manifest): Source {
  const owner = plan.users.find((user) => user.role >= ROLES.gamemaster);
  const now = Date.now();
  return { systemId: manifest.id, systemVersion: manifest.version, createdTime: now, modifiedTime: now, lastModifiedBy: owner?.id ?? null, compendiumSource: null, duplicateSource: null };
}

/** Each document a millisecond after the one before it, since a world is loaded in the order of creation. */
function createdAfter(stats: Source, index: number): Source {
  return { ...stats, createdTime: Number(stats["createdTime"]) + index };
}

function userSource(user: UserPlan, fighters: readonly Fighter[]): Source {
  const own = fighters.find((fighter) => fighter.player === user);
  return { _id: user.id, name: user.name, role: user.role, color: user.color, character: own === undefined ? null : idOf(own.actor), hotbar: {}, permissions: {}, flags: {} };
}

function actorSource(fighter: Fighter, manifest: Manifest, pack: string, stats: Source): Source {
  const { actor, player } = fighter;
  const prototype = isSource(actor["prototypeToken"]) ? actor["prototypeToken"] : {};
  return {
    ...actor,
    folder: null,
    ownership: { default: 0, ...(player === null ? {} : { [player.id]: OWNER }) },
    prototypeToken: { ...prototype, actorLink: actor["type"] === "character", disposition: actor["type"] === "character" ? FRIENDLY : HOSTILE },
    _stats: { ...stats, compendiumSource: `Compendium.${manifest.id}.${pack}.Actor.${idOf(actor)}` },
  };
}

function token(fighter: Fighter, place: Place, copy: number, scene: ScenePlan): Source {
  const { actor } = fighter;
  const prototype = isSource(actor["prototypeToken"]) ? actor["prototypeToken"] : {};
  const isHero = actor["type"] === "character";
  const id = plannedId(`Token:${idOf(actor)}:${copy}`);
  const texture = isSource(prototype["texture"]) ? prototype["texture"] : {};
  const name = textOf(prototype, "name") ?? textOf(actor, "name") ?? "";
  return {
    width: 1, height: 1, rotation: 0, elevation: 0, hidden: false, displayName: 30, displayBars: 20, bar1: { attribute: "health" }, bar2: { attribute: "will" }, flags: {},
    ...Object.fromEntries(Object.entries(prototype).filter(([key]) => !PROTOTYPE_ONLY.has(key))),
    texture: { ...texture, src: textOf(texture, "src") ?? textOf(actor, "img") },
    _id: id,
    name: fighter.places.length > 1 ? `${name} (${copy + 1})` : name,
    actorId: idOf(actor), actorLink: isHero, disposition: isHero ? FRIENDLY : HOSTILE,
    x: place.column * scene.pixels, y: place.row * scene.pixels,
    delta: isHero ? null : { _id: id, system: {}, items: [], effects: [], flags: {} },
  };
}

function sceneSource(scene: ScenePlan, tokens: Source[]): Source {
  return {
    _id: plannedId(`Scene:${scene.name}`), name: scene.name, active: true, navigation: true, ownership: { default: 0 }, flags: {},
    width: scene.columns * scene.pixels, height: scene.rows * scene.pixels, padding: 0, backgroundColor: "#17181c",
    background: { src: scene.background }, grid: { type: 1, size: scene.pixels, distance: scene.distance, units: scene.units },
    tokenVision: false, fog: { exploration: false }, initial: { x: null, y: null, scale: null },
    tokens, walls: [], lights: [], sounds: [], notes: [], drawings: [], tiles: [], regions: [],
  };
}

function combatSource(scene: Source, tokens: readonly Source[]): Source {
  const combatants = tokens.map((entry): Source => ({
    _id: plannedId(`Combatant:${idOf(entry)}`), type: "base", system: {}, flags: {}, name: null, img: null,
    tokenId: idOf(entry), sceneId: idOf(scene), actorId: entry["actorId"] ?? null, initiative: null, hidden: false, defeated: false, group: null,
  }));
  return { _id: plannedId(`Combat:${idOf(scene)}`), type: "base", system: {}, flags: {}, scene: idOf(scene), active: true, round: 0, turn: null, sort: 0, combatants, groups: [] };
}
