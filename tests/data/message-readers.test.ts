import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { list } from "../../src/data/message/read";
import {
  readExchangeState, readLedgerDocument, readModifier, readNotice, readParticipant, readPublicRoll, readPublicTarget, readSpan, readStep,
} from "../../src/data/message/read-exchange";
import { readChoices } from "../../src/flows/exchange/choices";
import type { PublicRoll, ResolutionStep } from "../../src/rules/exchange/types";

const readers = { readExchangeState, readLedgerDocument, readModifier, readNotice, readParticipant, readPublicRoll, readPublicTarget, readSpan, readStep, readChoices };

/** Numbers at any depth. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

describe("readers of stored messages", () => {
  it.each(Object.entries(readers))("%s takes anything without failing", (_name, reader) => {
    fc.assert(fc.property(fc.anything(), (value) => {
      expect(() => reader(value)).not.toThrow();
    }));
  });

  it("keep every step as it was written", () => {
    const steps: ResolutionStep[] = [
      { kind: "attack", successes: 3, hits: true },
      { kind: "answer", successes: 1, net: 2, evaded: false, cancels: false },
      { kind: "promote", by: 2, barrier: 0, before: [{ count: 8, value: 1 }], after: [{ count: 6, value: 1 }, { count: 2, value: 3 }] },
      { kind: "shield", triggered: true, removed: [{ count: 2, value: 3 }], prevented: 6, energy: { before: 20, after: 14 }, after: [{ count: 6, value: 1 }] },
      { kind: "deflect", by: 2, type: "ballistic", after: [{ count: 4, value: 1 }] },
      { kind: "damage", tn: null, flat: 1, points: { ordinary: 5, penetrating: 1 } },
      { kind: "parryDamage", taken: 2, left: { ordinary: 3, penetrating: 1 } },
      { kind: "absorb", taken: 1, left: 5 },
      { kind: "wounds", points: 5, stun: false, placed: { temporary: 3, normal: 2, stun: -1, mortal: 0, converted: 1, lost: 0 }, who: "target" },
      { kind: "bleeding", interval: 9, who: "target" },
      { kind: "consciousness", successes: 2, stays: true, who: "attacker" },
      { kind: "status", status: "prone", active: true, who: "target" },
      { kind: "area", distance: 2.5, demotions: 5, reached: true },
      { kind: "counter", successes: 3, net: 2, hits: true, steps: [{ kind: "damage", tn: 4, flat: 0, points: { ordinary: 3, penetrating: 0 } }, { kind: "wounds", points: 3, stun: true, placed: { temporary: 0, normal: 0, stun: 3, mortal: 0, converted: 0, lost: 0 }, who: "attacker" }] },
      { kind: "engagement", range: 3, positions: { grapple: { dominant: "attacker", level: 1 }, ground: null, hold: { dominant: "target", level: 2 } } },
      { kind: "engagement", range: null, positions: { grapple: null, ground: null, hold: null } },
      { kind: "moved", who: "target", metres: 1.5 },
      { kind: "leap", successes: 2 },
      { kind: "footing", successes: 1, stays: true, delay: 3, who: "attacker" },
      { kind: "fall", points: 4, who: "target" },
      { kind: "delay", ticks: 2, who: "attacker" },
      { kind: "disarmed", weapon: "Rapier", who: "target" },
      { kind: "drained", will: 1, who: "target" },
      { kind: "redirected", to: 1, net: -1 },
      { kind: "stray", from: 0 },
    ];
    expect(list(readStep, JSON.parse(JSON.stringify(steps)))).toEqual(steps);
  });

  it("drop what cannot be read and heal what can", () => {
    expect(list(readStep, [null, "attack", { kind: "nonsense" }, { kind: "attack", successes: "3", hits: 1 }])).toEqual([{ kind: "attack", successes: 3, hits: false }]);
    expect(readSpan({ from: "6", to: 14 })).toEqual({ from: 6, to: 14 });
    expect(readSpan({ from: 6, to: "later" })).toBeNull();
    expect(readParticipant({ actor: "", token: "Scene.a.Token.b" })).toBeNull();
    expect(readPublicTarget({ who: null })).toBeNull();
    expect(readPublicTarget({ who: { participant: { actor: "Actor.a" } }, origin: "stray" })).toMatchObject({ origin: "stray" });
    expect(readPublicTarget({ who: { participant: { actor: "Actor.a" } }, origin: "aimed" })).not.toHaveProperty("origin");
  });

  it("never let a number through that is none", () => {
    fc.assert(fc.property(fc.record({ id: fc.string({ minLength: 1 }), successes: fc.anything(), tn: fc.anything(), dice: fc.array(fc.record({ face: fc.anything(), value: fc.anything() })) }), (source) => {
      const roll = readPublicRoll(source) as PublicRoll;
      expect(numbersIn(roll).every((number) => Number.isInteger(number) && number >= 0)).toBe(true);
      expect(roll.dice.every(({ face }) => face <= 9)).toBe(true);
    }));
  });

  it("keep a wish's choices within what a person may choose", () => {
    const none = { variant: null, mode: null, base: null, baseMode: null, runTicks: null, ticks: null, newTarget: null, centre: null, power: null, support: null };
    expect(readChoices({ weapon: 3, switched: { prone: false, other: "yes" }, custom: 999, mode: 7, runTicks: 1e9, ticks: 1e9 })).toEqual({ ...none, weapon: null, switched: { prone: false }, custom: 20, runTicks: 60, ticks: 600 });
    expect(readChoices({ variant: "standUp", mode: "mdk", base: "abc", baseMode: "limb", runTicks: -3, newTarget: "Actor.a" })).toEqual({ weapon: null, switched: {}, custom: 0, variant: "standUp", mode: "mdk", base: "abc", baseMode: "limb", runTicks: 0, ticks: null, newTarget: "Actor.a", centre: null, power: null, support: null });
    const power = { item: "abc", units: 99, named: "x", options: ["damage", "victory"] };
    expect(readChoices({ power }).power).toEqual({ item: "abc", units: 9, named: null, options: ["damage"], track: null });
    expect(readChoices({ power: { ...power, track: "luck" } }).power?.track).toBeNull();
    expect(readChoices({ power: { ...power, track: "fate" } }).power?.track).toBe("fate");
    expect(readChoices({ support: "stamina:running", onSelf: true })).toMatchObject({ support: "stamina:running", onSelf: true });
    // Nobody is set against himself by anything but a plain yes.
    expect(readChoices({ support: 4, onSelf: "yes" })).toEqual({ ...none, weapon: null, switched: {}, custom: 0 });
    expect(readChoices(null)).toEqual({ ...none, weapon: null, switched: {}, custom: 0 });
  });
});
