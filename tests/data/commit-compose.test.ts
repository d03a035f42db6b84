import { describe, expect, test } from "vitest";
import { composed } from "../../src/flows/commit/compose";
import { ABSENT } from "../../src/flows/commit/patches";
import type { LedgerDocument } from "../../src/rules/exchange/types";

const update = (uuid: string, ...patches: readonly (readonly [string, unknown, unknown])[]): LedgerDocument => ({ uuid, action: "update", patches: patches.map(([path, before, after]) => ({ path, before, after })) });
const EFFECT = "Actor.a.ActiveEffect.prone00000000000";
const made = (source: object): LedgerDocument => ({ uuid: EFFECT, action: "create", patches: [{ path: "ActiveEffect", before: "Actor.a", after: source }] });
const gone = (source: object): LedgerDocument => ({ uuid: EFFECT, action: "delete", patches: [{ path: "ActiveEffect", before: source, after: "Actor.a" }] });

describe("two lists of writes as one", () => {
  test("each path once, from before the first to after the last; what ends where it began has never been", () => {
    const first = [update("Actor.a", ["wounds", 4, 0], ["will", 1, 0]), update("Combat.c", ["round", 14, 12])];
    const second = [update("Actor.a", ["wounds", 0, 3], ["fate", 2, 1]), update("Combat.c", ["round", 12, 14]), update("Actor.b", ["wounds", 0, 1])];
    expect(composed(first, second)).toEqual([update("Actor.a", ["wounds", 4, 3], ["will", 1, 0], ["fate", 2, 1]), update("Actor.b", ["wounds", 0, 1])]);
  });

  test("null is a value: what was used up comes back with nothing, and what never was there does not either", () => {
    const [aim, bleeding] = [{ bonus: 3 }, { tick: 8 }];
    expect(composed([update("Combatant.c", ["system.aim", null, aim])], [update("Combatant.c", ["system.aim", aim, null])])).toEqual([]);
    expect(composed([update("Actor.a", ["system.wounds.bleeding", null, bleeding])], [update("Actor.a", ["system.wounds.bleeding", bleeding, null], ["wounds", 3, 0])])).toEqual([update("Actor.a", ["wounds", 3, 0])]);
    expect(composed([update("Actor.a", ["flags.x", ABSENT, 1])], [update("Actor.a", ["flags.x", 1, null])])).toEqual([update("Actor.a", ["flags.x", ABSENT, null])]);
    expect(composed([gone({ origin: null, name: "Prone" })], [made({ origin: "Actor.b", name: "Prone" })])).toEqual([update(EFFECT, ["origin", null, "Actor.b"])]);
  });

  test("a mark that is taken away and set again stays; one that is made and taken away has never been", () => {
    expect(composed([gone({ _id: "prone00000000000", statuses: ["prone"], _stats: { modifiedTime: 1 } })], [made({ _id: "prone00000000000", statuses: ["prone"] })])).toEqual([]);
    expect(composed([made({ statuses: ["prone"] })], [gone({ statuses: ["prone"] })])).toEqual([]);
    expect(composed([gone({ statuses: ["prone"], name: "Prone" })], [made({ statuses: ["prone"], name: "Down" })])).toEqual([update(EFFECT, ["name", "Prone", "Down"])]);
  });

  test("what is made and then changed is made as it is in the end; what is changed and then deleted comes back as it was at first", () => {
    expect(composed([made({ system: { left: 1 } })], [update(EFFECT, ["system.left", 1, 2], ["flags.x", ABSENT, true])])).toEqual([made({ system: { left: 2 }, flags: { x: true } })]);
    expect(composed([update(EFFECT, ["system.left", 3, 1], ["flags.x", ABSENT, true])], [gone({ system: { left: 1 }, flags: { x: true } })])).toEqual([gone({ system: { left: 3 }, flags: {} })]);
  });
});
