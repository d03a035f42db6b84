import { isRecord, numeric, withEntry } from "../records";
import type { MigrationStep, Source } from "../types";

/** Firebirds that one coin is worth. */
const COINS: Readonly<Record<string, number>> = { firebird: 1, crest: 0.5, wing: 0.25 };

/** `{ value: 3, unit: "crest" }` becomes firebirds. */
function firebirds(cost: unknown): unknown {
  if (!isRecord(cost) || !Object.hasOwn(cost, "value")) return cost;
  const value = numeric(cost["value"]);
  const coin = COINS[typeof cost["unit"] === "string" ? cost["unit"] : "firebird"] ?? 1;
  // A price within a price comes to its number in this one step.
  return Number.isFinite(value) ? value * coin : firebirds(cost["value"]);
}

/** A power's `cost: 2` was of its own track. */
function powerCost(system: Source): unknown {
  const { cost, track } = system;
  if (typeof cost !== "number") return cost;
  return track === "fate" ? { will: 0, fate: cost } : { will: cost, fate: 0 };
}

/** A list of the fight's log becomes a record with the numbers of its entries as keys, from 00000001 on. */
function logRecord(log: unknown): unknown {
  if (!Array.isArray(log)) return log;
  return Object.fromEntries(log.filter(isRecord).map((entry, index) => [String(index + 1).padStart(8, "0"), entry]));
}

/** Money in firebirds, costs of powers by track, logs of fights by number. */
export const costsAndLogs: MigrationStep = {
  version: 3,
  item(system, type) {
    if (!Object.hasOwn(system, "cost")) return system;
    return withEntry(system, "cost", type === "power" ? powerCost(system) : firebirds(system["cost"]));
  },
  combat(system) {
    return Object.hasOwn(system, "log") ? withEntry(system, "log", logRecord(system["log"])) : system;
  },
};
