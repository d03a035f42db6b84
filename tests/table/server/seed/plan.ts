import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

export interface UserPlan {
  id: string;
  name: string;
  role: number;
  color: string;
  /** Whether the user is given one of the pre-generated characters. */
  plays?: boolean;
}

/** A space of the scene, counted from 0; without a grid a step of the grid's size. */
export interface Place {
  column: number;
  row: number;
}

export interface ScenePlan {
  name: string;
  /** One of CONST.GRID_TYPES by its name; squares by default. */
  grid?: "GRIDLESS" | "SQUARE" | "HEXODDR" | "HEXEVENR" | "HEXODDQ" | "HEXEVENQ";
  /** Width in steps of `pixels`. */
  columns: number;
  /** Height in steps of `pixels`. */
  rows: number;
  /** Size of a space in pixels. */
  pixels: number;
  /** Size of a space in `units`. */
  distance: number;
  units: string;
  background: string;
}

/** Where everybody stands on a scene. */
export interface Formation {
  heroes: Place[];
  /** `number` counts the adversaries of the pack from 0. */
  adversaries: (Place & { number: number })[];
}

export interface FighterPlan extends Formation {
  /** Name of the pack of the system that they come from. */
  pack: string;
}

/** The starting world as `world.yml` describes it. */
export interface WorldPlan {
  id: string;
  /** The system whose world this is; for another one the table makes a world of the same people, with what that system has. */
  system: string;
  title: string;
  /** Settings of the world that differ from the system's own defaults, by their full key; none for other systems. */
  settings: Record<string, unknown>;
  users: UserPlan[];
  scene: ScenePlan;
  fighters: FighterPlan;
  /** First steps for a newcomer, in HTML; null for a system that nobody knows here. */
  welcome: { name: string; gamemaster: string; player: string } | null;
  /** Scenes beside the one where the fight waits, with the same people. */
  furtherScenes: (ScenePlan & { formation: Formation })[];
}

/** The plan for a system: the world as described for its own one, else a trial world for any other. */
export function planFor(plan: WorldPlan, systemId: string): WorldPlan {
  if (plan.system === systemId) return plan;
  const id = `trial-of-${systemId}`;
  return {
    ...plan, id, title: `Trial of ${systemId}`, system: systemId, settings: {}, welcome: null,
    scene: { ...plan.scene, name: "Trial ground", background: plan.scene.background.replace(plan.id, id) },
    furtherScenes: plan.furtherScenes.map((scene) => ({ ...scene, background: scene.background.replace(plan.id, id) })),
  };
}

/** Reads `world.yml` of a folder. */
export async function readWorldPlan(folder: string): Promise<WorldPlan> {
  return parse(await readFile(join(folder, "world.yml"), "utf8")) as WorldPlan;
}
