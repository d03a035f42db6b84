import { createHash } from "node:crypto";
import type { Source } from "../../core/protocol";
import { idOf, isSource, textOf, valueAt } from "../json";
import type { Manifest } from "../manifest";
import { ROLES } from "../roles";
import { gridOf, type BaseGrid } from "../../core/grid";
import { CONST } from "../../core/constants";
import type { Formation, Place, ScenePlan, UserPlan, WorldPlan } from "./plan";

const OWNER = 3;
const OBSERVER = 2;
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

/** An actor of the world, and where it comes from. */
interface Fighter {
  actor: Source;
  /** The how manieth hero or adversary. */
  number: number;
  isHero: boolean;
  /** UUID in the compendium; null for an actor that was made for this world. */
  origin: string | null;
  /** The player of a hero; null for adversaries. */
  player: UserPlan | null;
}

/** A stable id for a document of the starting world, so that tests can name it. */
export function plannedId(name: string): string {
  return createHash("sha256").update(name).digest("base64").replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 16);
}

/**
 * Works out the documents of a starting world: users, actors imported from the built pack, scenes with their tokens
 * and a fight on the first of them that has not begun. Whatever the pack does not hold is left out.
 */
export function planWorld(plan: WorldPlan, manifest: Manifest, packs: PackReader): PlannedDocument[] {
  const fighters = fightersOf(plan, companyOf(plan, manifest, packs), manifest);
  const stats = statsOf(plan, manifest);
  const tokens = tokensOn(plan.scene, plan.fighters, fighters, manifest, "");
  const scene = sceneSource({ ...plan.scene, ...gridWish(manifest) }, tokens, { active: true, navOrder: 0 });
  const further = plan.furtherScenes.map((entry, index) => sceneSource(entry, tokensOn(entry, entry.formation, fighters, manifest, `${entry.name}:`), { active: false, navOrder: (index + 1) * 10 }));
  return [
    ...Object.entries(plan.settings).map(([key, value]) => ({ documentName: "Setting", source: { _id: plannedId(`Setting:${key}`), key, value: JSON.stringify(value), user: null } })),
    ...plan.users.map((user) => ({ documentName: "User", source: userSource(user, fighters) })),
    ...fighters.map((fighter) => ({ documentName: "Actor", source: actorSource(fighter, stats) })),
    ...[scene, ...further].map((source) => ({ documentName: "Scene", source })),
    ...(plan.welcome === null ? [] : [{ documentName: "JournalEntry", source: welcomeSource(plan.welcome) }]),
    ...(tokens.length === 0 ? [] : [{ documentName: "Combat", source: combatSource(scene, tokens) }]),
  ].map(({ documentName, source }: { documentName: string; source: Source }, index) => ({ documentName, source: { ...source, _stats: createdAfter(isSource(source["_stats"]) ? source["_stats"] : stats, index) } }));
}

/** Who takes part: characters for the players, adversaries, and the pack they come from. */
interface Company {
  heroes: Source[];
  adversaries: Source[];
  /** Null for actors that were made for this world. */
  pack: string | null;
}

/** Actors of the planned pack in the order in which it shows them; none when it is declared and not built. */
function companyOf(plan: WorldPlan, manifest: Manifest, packs: PackReader): Company {
  const { pack } = plan.fighters;
  if (!manifest.packs.some(({ name }) => name === pack)) return strangers(plan, manifest, packs);
  const sortOf = (actor: Source): number => Number(actor["sort"] ?? 0);
  const actors = packs.packSources(`${manifest.id}.${pack}`).sort((left, right) => sortOf(left) - sortOf(right) || keyOf(left).localeCompare(keyOf(right), "en"));
  return { heroes: actors.filter((actor) => actor["type"] === "character"), adversaries: actors.filter((actor) => actor["type"] === "npc"), pack };
}

/**
 * For a system that the world was not made for: an actor of its first type for each player, and two adversaries, from its
 * first pack of actors where it has one.
 */
function strangers(plan: WorldPlan, manifest: Manifest, packs: PackReader): Company {
  const types = manifest.typesOf("Actor");
  const [first] = types;
  const last = types.at(-1);
  if (first === undefined || last === undefined) return { heroes: [], adversaries: [], pack: null };
  const bare = (name: string, type: string): Source => ({ _id: plannedId(`Actor:${name}`), name, type, img: "icons/svg/mystery-man.svg", system: {}, items: [], effects: [], flags: {} });
  const heroes = plan.users.filter((user) => user.plays === true).map((user) => bare(`${user.name}'s hero`, first));
  const pack = manifest.packs.find(({ type }) => type === "Actor")?.name ?? null;
  const packed = pack === null ? [] : packs.packSources(`${manifest.id}.${pack}`).slice(0, 2);
  return packed.length > 0 ? { heroes, adversaries: packed, pack } : { heroes, adversaries: [bare("Adversary", last), bare("Second adversary", last)], pack: null };
}

function keyOf(actor: Source): string {
  const key = valueAt(actor, "system.key");
  return typeof key === "string" ? key : idOf(actor);
}

function fightersOf(plan: WorldPlan, company: Company, manifest: Manifest): Fighter[] {
  const players = plan.users.filter((user) => user.plays === true);
  const origin = (actor: Source): string | null => (company.pack === null ? null : `Compendium.${manifest.id}.${company.pack}.Actor.${idOf(actor)}`);
  const heroes = company.heroes.slice(0, plan.fighters.heroes.length).map(
    (actor, index): Fighter => ({ actor, number: index, isHero: true, player: players.at(index) ?? null, origin: company.pack === plan.fighters.pack ? origin(actor) : null }),
  );
  const adversaries = company.adversaries.map((actor, index): Fighter => ({ actor, number: index, isHero: false, player: null, origin: origin(actor) }));
  return [...heroes, ...adversaries.filter((fighter) => placesOf(fighter, plan.fighters).length > 0)];
}

/** Where somebody stands in a formation: a hero once, an adversary as often as it is named. */
function placesOf({ isHero, number }: Fighter, { heroes, adversaries }: Formation): Place[] {
  return isHero ? heroes.slice(number, number + 1) : adversaries.filter((place) => place.number === number);
}

function tokensOn(scene: ScenePlan, formation: Formation, fighters: readonly Fighter[], manifest: Manifest, prefix: string): Source[] {
  const grid = gridOfScene(scene);
  return fighters.flatMap((fighter) => {
    const places = placesOf(fighter, formation);
    return places.map((place, copy) => token(fighter, { ...place, copy, of: places.length }, { grid, prefix }, manifest));
  });
}

function gridOfScene(scene: ScenePlan): BaseGrid {
  return gridOf(CONST.GRID_TYPES[scene.grid ?? "SQUARE"], { size: scene.pixels, distance: scene.distance, units: scene.units });
}

/** What the system wants of a new scene's grid. */
function gridWish(manifest: Manifest): Partial<ScenePlan> {
  const grid = isSource(manifest.source["grid"]) ? manifest.source["grid"] : {};
  const units = textOf(grid, "units");
  return { ...(typeof grid["distance"] === "number" ? { distance: grid["distance"] } : {}), ...(units === null ? {} : { units }) };
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

function actorSource(fighter: Fighter, stats: Source): Source {
  const { actor, player, isHero } = fighter;
  const prototype = isSource(actor["prototypeToken"]) ? actor["prototypeToken"] : {};
  return {
    ...actor,
    folder: null,
    ownership: { default: 0, ...(player === null ? {} : { [player.id]: OWNER }) },
    prototypeToken: { ...prototype, actorLink: isHero, disposition: isHero ? FRIENDLY : HOSTILE },
    _stats: { ...stats, compendiumSource: fighter.origin },
  };
}

function token(fighter: Fighter, { column, row, copy, of }: Place & { copy: number; of: number }, { grid, prefix }: { grid: BaseGrid; prefix: string }, manifest: Manifest): Source {
  const { actor, isHero } = fighter;
  const prototype = isSource(actor["prototypeToken"]) ? actor["prototypeToken"] : {};
  const id = plannedId(`Token:${prefix}${idOf(actor)}:${copy}`);
  const { x, y } = grid.isGridless ? { x: column * grid.size, y: row * grid.size } : grid.getTopLeftPoint({ i: row, j: column });
  const texture = isSource(prototype["texture"]) ? prototype["texture"] : {};
  const name = textOf(prototype, "name") ?? textOf(actor, "name") ?? "";
  return {
    width: 1, height: 1, rotation: 0, elevation: 0, hidden: false, displayName: 30, displayBars: 20, bar1: { attribute: textOf(manifest.source, "primaryTokenAttribute") }, bar2: { attribute: textOf(manifest.source, "secondaryTokenAttribute") }, flags: {},
    ...Object.fromEntries(Object.entries(prototype).filter(([key]) => !PROTOTYPE_ONLY.has(key))),
    texture: { ...texture, src: textOf(texture, "src") ?? textOf(actor, "img") },
    _id: id,
    name: of > 1 ? `${name} (${copy + 1})` : name,
    actorId: idOf(actor), actorLink: isHero, disposition: isHero ? FRIENDLY : HOSTILE,
    x: Math.round(x), y: Math.round(y),
    delta: isHero ? null : { _id: id, system: {}, items: [], effects: [], flags: {} },
  };
}

function sceneSource(scene: ScenePlan, tokens: Source[], { active, navOrder }: { active: boolean; navOrder: number }): Source {
  return {
    _id: plannedId(`Scene:${scene.name}`), name: scene.name, active, navigation: true, navOrder, ownership: { default: 0 }, flags: {},
    width: scene.columns * scene.pixels, height: scene.rows * scene.pixels, padding: 0, backgroundColor: "#17181c",
    background: { src: scene.background }, grid: { type: CONST.GRID_TYPES[scene.grid ?? "SQUARE"], size: scene.pixels, distance: scene.distance, units: scene.units },
    tokenVision: false, fog: { exploration: false }, initial: { x: null, y: null, scale: null },
    tokens, walls: [], lights: [], sounds: [], notes: [], drawings: [], tiles: [], regions: [],
  };
}

/** A journal of two pages, which the page of the table finds by its flags. */
function welcomeSource({ name, gamemaster, player }: NonNullable<WorldPlan["welcome"]>): Source {
  const page = (title: string, content: string, audience: string, sort: number): Source => ({
    _id: plannedId(`JournalEntryPage:${audience}`), name: title, type: "text", sort, title: { show: true, level: 1 }, text: { format: 1, content }, system: {}, ownership: { default: -1 }, flags: { table: { audience } },
  });
  return {
    _id: plannedId(`JournalEntry:${name}`), name, folder: null, sort: 0, ownership: { default: OBSERVER }, flags: { table: { welcome: true } }, categories: [],
    pages: [page("For the Gamemaster", gamemaster, "gamemaster", 0), page("For a player", player, "player", 100000)],
  };
}

function combatSource(scene: Source, tokens: readonly Source[]): Source {
  const combatants = tokens.map((entry): Source => ({
    _id: plannedId(`Combatant:${idOf(entry)}`), type: "base", system: {}, flags: {}, name: null, img: null,
    tokenId: idOf(entry), sceneId: idOf(scene), actorId: entry["actorId"] ?? null, initiative: null, hidden: false, defeated: false, group: null,
  }));
  return { _id: plannedId(`Combat:${idOf(scene)}`), type: "base", system: {}, flags: {}, scene: idOf(scene), active: true, round: 0, turn: null, sort: 0, combatants, groups: [] };
}
