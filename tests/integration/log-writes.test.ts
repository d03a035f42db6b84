import { afterEach, describe, expect, test } from "vitest";
import { exchangeWrites, type Writes } from "./soak/writes";

/* How many requests the GM's client makes for one exchange: a blow that hurts, with an answer, in a fight. */

let written: Writes | null = null;

afterEach(async () => {
  const problems = await written?.close();
  written = null;
  expect(problems).toEqual([]);
});

describe("writes of an exchange", () => {
  test("V14: one batch for the declaration, one for everything that comes of it", async () => {
    written = await exchangeWrites(14);
    expect(written.declared).toBe(1);
    expect(written.resolved).toBe(1);
  });

  test("V13: the ledger before and after, the card, the fight, its combatants, and one for each kind of document at each actor", async () => {
    written = await exchangeWrites(13);
    // The ledger, the fight, the card.
    expect(written.declared).toBe(3);
    const { documents, resolved } = written;
    const places = new Set(documents.map(({ action, uuid }) => [action, ...uuid.split(".").slice(0, -1)].join(".")));
    expect(resolved).toBe(places.size + 3);
    expect(resolved).toBeLessThanOrEqual(8);
  });
});
