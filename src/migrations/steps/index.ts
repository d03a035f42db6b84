import type { MigrationStep } from "../types";
import { woundBoxes } from "./0001-wound-boxes";
import { skillNames } from "./0002-skill-names";
import { costsAndLogs } from "./0003-costs-and-logs";

/** All steps, in their order. */
export const STEPS: readonly MigrationStep[] = [woundBoxes, skillNames, costsAndLogs];

/** The shape that this version of the system stores. */
export const CURRENT_VERSION = STEPS.length;
