import { beforeAll, describe, expect, test } from "vitest";
import { packManeuver, throwingAxe, weapon } from "../rules/fixtures";
import { openModels } from "./model-table";

/* A blow at somebody far away is allowed, but never without a word. */

let isOutOfReach: typeof import("../../src/flows/exchange/warnings").isOutOfReach;
beforeAll(async () => {
  await openModels({ documents: {} });
  ({ isOutOfReach } = await import("../../src/flows/exchange/warnings"));
});

describe("who is out of reach", () => {
  test("a fist reaches over the free metre, and no further", () => {
    expect([0, 1, 1.1, 22].map((gap) => isOutOfReach(packManeuver("unarmed-martial-kick"), null, gap))).toEqual([false, false, true, true]);
  });

  test("a weapon reaches its length further", () => {
    const spear = weapon({ length: 2 });
    expect([3, 3.1].map((gap) => isOutOfReach(packManeuver("melee-thrust"), spear, gap))).toEqual([false, true]);
  });

  test("throws, shots, charges, leaps and answers bring their own way; an unknown distance warns of nothing", () => {
    expect(isOutOfReach(packManeuver("melee-throw"), throwingAxe(), 12)).toBe(false);
    expect(isOutOfReach(packManeuver("melee-charge"), weapon(), 12)).toBe(false);
    expect(isOutOfReach(packManeuver("unarmed-leap-kick"), null, 12)).toBe(false);
    expect(isOutOfReach(packManeuver("evasion-dodge"), null, 12)).toBe(false);
    expect(isOutOfReach(packManeuver("unarmed-strike"), null, null)).toBe(false);
  });
});
