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

/** A square of the scene, counted from 0. */
export interface Place {
  column: number;
  row: number;
}

export interface ScenePlan {
  name: string;
  /** Squares. */
  columns: number;
  /** Squares. */
  rows: number;
  /** Side of a square in pixels. */
  pixels: number;
  /** Side of a square in `units`. */
  distance: number;
  units: string;
  background: string;
}

export interface FighterPlan {
  /** Name of the pack of the system that they come from. */
  pack: string;
  heroes: Place[];
  /** `number` counts the adversaries of the pack from 0. */
  adversaries: (Place & { number: number })[];
}

/** The starting world as `world.yml` describes it. */
export interface WorldPlan {
  id: string;
  /** The system whose world this is; for another one the table makes a world of the same people, with what that system has. */
  system: string;
  title: string;
  users: UserPlan[];
  scene: ScenePlan;
  fighters: FighterPlan;
}

/** The plan for a system: the world as described for its own one, else a trial world for any other. */
export function planFor(plan: WorldPlan, systemId: string): WorldPlan {
  if (plan.system === systemId) return plan;
  const id = `trial-of-${systemId}`;
  return { ...plan, id, title: `Trial of ${systemId}`, system: systemId, scene: { ...plan.scene, name: "Trial ground", background: plan.scene.background.replace(plan.id, id) } };
}

/** Reads `world.yml` of a folder. */
export async function readWorldPlan(folder: string): Promise<WorldPlan> {
  return parse(await readFile(join(folder, "world.yml"), "utf8")) as WorldPlan;
}
