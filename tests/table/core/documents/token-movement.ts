import type { Document } from "./document";
import { movementIn, type Waypoint } from "./token-course";
import type { TokenDocument } from "./token-document";
import { Hooks } from "../hooks";
import { documentConfig, host } from "../host";
import { deepClone } from "../utils/objects";
import { randomID } from "../utils/text";
import type { Data } from "../types";
import { isObject } from "../types";

/**
 * Movements of tokens, which the hooks `preMoveToken` and `moveToken` tell of.
 * https://foundryvtt.com/api/functions/hookEvents.preMoveToken.html, https://foundryvtt.com/api/functions/hookEvents.moveToken.html,
 * https://foundryvtt.com/api/interfaces/foundry.documents.types.TokenMovementData.html (V13),
 * https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.TokenMovementData.html
 */

/** How the asking code wants one token of an update to move. */
interface Instruction {
  id?: string;
  method?: string;
  autoRotate?: boolean;
  showRuler?: boolean;
  /** What it passes, the destination included; alone the destination where nothing else is said. */
  waypoints?: Waypoint[];
  /** Where it goes on to afterwards. */
  pending?: Waypoint[];
  /** Ids of the movements that this one goes on from. */
  chain?: string[];
}

/** What a hook may still decide; nothing else of a movement can be changed. */
const WRITABLE = new Set(["autoRotate", "showRuler"]);

function placeFields(): string[] {
  return host().generation >= 14 ? ["x", "y", "elevation", "width", "height", "depth", "shape", "level"] : ["x", "y", "elevation", "width", "height", "shape"];
}

function isMoved(token: TokenDocument, change: Data): boolean {
  const fields = host().generation >= 14 ? ["x", "y", "elevation", "level"] : ["x", "y", "elevation"];
  return fields.some((field) => field in change && change[field] !== token._source[field]);
}

function positionOf(token: TokenDocument, change: Data = {}): Data {
  return Object.fromEntries(placeFields().map((field) => [field, change[field] ?? token._source[field] ?? null]));
}

/** A stretch of way: its measures, and where it leads, without its start. */
function section(token: TokenDocument, start: Data, places: readonly Data[], marks: Data): Data {
  if (places.length === 0) return { waypoints: [], distance: 0, cost: 0, spaces: 0, diagonals: 0 };
  const measured = token.measureMovementPath([start, ...places]);
  const { distance, cost, spaces, diagonals } = measured;
  const action = token._source["movementAction"] ?? (documentConfig("Token")["movement"] as Data)["defaultAction"];
  const waypoints = places.map((place, index) => {
    const at = positionOf(token, place);
    const snapped = token.getSnappedPosition(at);
    const step = measured.waypoints[index + 1]?.backward?.cost ?? 0;
    const { explicit = true, checkpoint = true } = place;
    return { ...at, action: place["action"] ?? action, terrain: null, snapped: place["snapped"] ?? (snapped.x === at["x"] && snapped.y === at["y"]), explicit, checkpoint, intermediate: false, cost: step, ...marks };
  });
  return { waypoints, distance, cost, spaces, diagonals };
}

function joined(one: Data, other: Data): Data {
  return Object.fromEntries(["distance", "cost", "spaces", "diagonals"].map((measure) => [measure, Number(one[measure]) + Number(other[measure])]));
}

function movementOf(token: TokenDocument, change: Data, { id = randomID(), method = "api", autoRotate = false, showRuler, waypoints, pending = [], chain = [] }: Instruction): Data {
  const isLater = host().generation >= 14;
  const marks = { userId: host().world.userId, movementId: id, ...(isLater ? { subpathId: id } : {}) };
  const [origin, destination] = [positionOf(token), positionOf(token, change)];
  const [first, ...gone] = token.movementHistory.map((place) => ({ ...place }));
  const recorded = section(token, first ?? origin, gone, { userId: null, movementId: null });
  const unrecorded = section(token, origin, [], marks);
  return {
    id, chain, method, origin, destination,
    passed: section(token, origin, waypoints?.map((place) => ({ ...place })) ?? [destination], marks), pending: section(token, destination, pending.map((place) => ({ ...place })), marks),
    history: { recorded, unrecorded, ...joined(recorded, unrecorded) },
    recorded: token.isMovementRecorded, constrained: false, constrainOptions: {}, autoRotate, showRuler: showRuler ?? token.isMovementRecorded,
    ...(isLater ? { split: false, subpathId: id, measureOptions: {}, terrainOptions: {} } : {}),
  };
}

/** The movement of a token that has not moved since this client knows of it: none, and done. */
export function movementAtRest(token: TokenDocument): Data {
  const here = positionOf(token);
  const { passed, ...rest } = movementOf(token, {}, { id: token.id ?? randomID() });
  void passed;
  return { ...rest, origin: here, destination: here, passed: section(token, here, [], {}), user: host().game["user"], updateOptions: {}, state: "completed" };
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || value instanceof Promise || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

/** As a hook gets it that may refuse it. */
function sealed(movement: Data): Data {
  for (const [key, value] of Object.entries(movement)) if (!WRITABLE.has(key)) Object.defineProperty(movement, key, { value: frozen(value), writable: false, enumerable: true, configurable: false });
  return Object.preventExtensions(movement);
}

/**
 * Works out the movements of an update and asks `preMoveToken` about each. A token whose movement is refused is left out of the update.
 * @returns false when no token is left
 */
export function prepareMovements(tokens: Document[], operation: Data): false | void {
  const updates = operation["updates"] as Data[];
  const instructions = isObject(operation["movement"]) ? operation["movement"] : {};
  const movements: Data = {};
  for (const [index, token] of [...(tokens as TokenDocument[]).entries()].reverse()) {
    const change = updates[index] ?? {};
    if (!isMoved(token, change)) continue;
    const id = token.id ?? "";
    const movement = sealed(movementOf(token, change, (instructions[id] ?? {}) as Instruction));
    if (operation["noHook"] !== true && Hooks.call("preMoveToken", token, movement, operation) === false) {
      tokens.splice(index, 1);
      updates.splice(index, 1);
    } else movements[id] = movement;
  }
  if (Object.keys(movements).length > 0) operation["_movement"] = movements;
  return updates.length === 0 ? false : undefined;
}

/** Tells, on every client, of the movements that an update brought. */
export function tellMovements(tokens: Document[], operation: Data, user: unknown): void {
  if (operation["noHook"] === true) return;
  for (const token of tokens as TokenDocument[]) {
    const told = movementIn(operation, token);
    if (!told) continue;
    // Nothing is drawn on its way here: a token is where it goes at once.
    const course = host().generation >= 14 ? { animation: { started: Promise.resolve(), ended: Promise.resolve(), duration: 0 }, finished: Promise.resolve(true) } : {};
    Hooks.callAll("moveToken", token, frozen({ ...deepClone(told), ...course }), operation, user);
  }
}
