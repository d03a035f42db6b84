import { beforeAll, describe, expect, test } from "vitest";
import type { Participant, PublicRoll, PublicTarget, ResolutionStep } from "../../src/rules/exchange/types";
import { NO_ANSWER_REASONS } from "../../src/rules/exchange/types";
import { openModels } from "./model-table";

/* Every step that the rules tell of stands on the card, with the dice that were thrown for it. */

type Kind = ResolutionStep["kind"];
const nobody: Participant = { actor: "Actor.a", token: null, combatant: null };
const free = { grapple: null, ground: null, hold: null };

/** One step of every kind, by kind, so that a new kind without an example does not compile. */
const examples: { readonly [K in Kind]: Extract<ResolutionStep, { kind: K }> } = {
  attack: { kind: "attack", successes: 3, hits: true },
  answer: { kind: "answer", successes: 1, net: 2, evaded: false, cancels: false },
  promote: { kind: "promote", by: 2, barrier: 0, before: [{ count: 8, value: 1 }], after: [{ count: 6, value: 1 }] },
  shield: { kind: "shield", triggered: true, removed: [{ count: 2, value: 3 }], prevented: 6, energy: { before: 20, after: 14 }, after: [{ count: 6, value: 1 }] },
  deflect: { kind: "deflect", by: 2, type: "ballistic", after: [{ count: 4, value: 1 }] },
  damage: { kind: "damage", tn: 5, flat: 0, points: { ordinary: 5, penetrating: 1 } },
  parryDamage: { kind: "parryDamage", taken: 2, left: { ordinary: 3, penetrating: 1 } },
  absorb: { kind: "absorb", taken: 1, left: 5 },
  wounds: { kind: "wounds", points: 5, stun: false, placed: { temporary: 3, normal: 2, stun: 0, mortal: 0, converted: 0, lost: 0 }, who: "target" },
  bleeding: { kind: "bleeding", interval: 9, who: "target" },
  consciousness: { kind: "consciousness", successes: 2, stays: true, who: "target" },
  status: { kind: "status", status: "prone", active: true, who: "target" },
  area: { kind: "area", distance: 2, demotions: 4, reached: true },
  counter: { kind: "counter", successes: 3, net: 2, hits: true, steps: [{ kind: "wounds", points: 7, stun: false, placed: { temporary: 0, normal: 7, stun: 0, mortal: 0, converted: 0, lost: 0 }, who: "attacker" }] },
  engagement: { kind: "engagement", range: 3, positions: { ...free, grapple: { dominant: "attacker", level: 1 } } },
  moved: { kind: "moved", who: "target", metres: 2 },
  leap: { kind: "leap", successes: 2 },
  footing: { kind: "footing", successes: 1, stays: false, delay: 0, who: "attacker" },
  fall: { kind: "fall", points: 4, who: "target" },
  delay: { kind: "delay", ticks: 2, who: "attacker" },
  disarmed: { kind: "disarmed", weapon: "Rapier", who: "target" },
  drained: { kind: "drained", will: 1, who: "target" },
  redirected: { kind: "redirected", to: 1, net: 2 },
  stray: { kind: "stray", from: 1 },
  power: { kind: "power", name: "Tough", text: "FATEWALKER.Power.Did.Ignored", data: { points: 2, left: 3 }, who: "target", secret: true },
};

const roll = (id: string): PublicRoll => ({ id, roller: 0, kind: "pool", label: "", tn: 4, woundedTn: null, successes: 1, dice: [{ face: 3, wounded: false, success: true, value: 1, penetrating: false }] });
const target = (steps: readonly ResolutionStep[]): PublicTarget => ({ who: { participant: nobody, name: "Boris", img: "" }, answer: { kind: "reaction", name: "Dodge", img: "", ticks: null }, steps, outcome: "hit" });
const names = { attacker: "Anna", targets: ["Boris", "Clara"], escape: null };

type Rows = typeof import("../../src/chat/rows");
let rows: Rows;
beforeAll(async () => {
  await openModels({});
  rows = await import("../../src/chat/rows");
});

const shown = (step: ResolutionStep, rolls: readonly PublicRoll[] = []) => rows.targetRows(target([step]), rolls, 0, names);
const texts = (step: ResolutionStep): string => shown(step).map(({ label, text }) => `${label}|${text}`).join("\n");

describe("the card of an exchange", () => {
  // The attack's own line stands above all targets.
  test.each((Object.keys(examples) as Kind[]).filter((kind) => kind !== "attack"))("has a line for the step %s, in words", (kind) => {
    const without = rows.targetRows(target([]), [], 0, names).map(({ label, text }) => `${label}|${text}`).join("\n");
    expect(texts(examples[kind])).not.toBe(without);
    expect(texts(examples[kind])).not.toMatch(/FATEWALKER|[{}]/);
  });

  test("names who is meant, on either side", () => {
    expect(texts(examples.engagement)).toContain("Anna grapples (level 1)");
    expect(texts(examples.disarmed)).toContain("Boris drops Rapier");
    expect(texts(examples.redirected)).toContain("Clara");
    expect(texts(examples.stray)).toContain("meant for Clara");
  });

  test("shows the wounds of a counterblow as the attacker's own, below it", () => {
    const lines = shown(examples.counter, [roll("riposte:0")]);
    const counter = lines.findIndex(({ text }) => text.includes("hits back"));
    expect(lines[counter]?.dice).toHaveLength(1);
    expect(lines[counter + 1]).toMatchObject({ label: "Own wounds" });
  });

  test("puts the dice of a footing roll, a fall and a second attack where they belong", () => {
    expect(shown(examples.footing, [roll("footing:0:attacker")]).some(({ dice }) => dice.length === 1)).toBe(true);
    expect(shown(examples.footing, [roll("footing:0:target")]).some(({ dice }) => dice.length === 1)).toBe(false);
    expect(shown(examples.fall, [roll("fallDamage:0:target")]).some(({ dice }) => dice.length === 1)).toBe(true);
    expect(rows.attackRow([roll("attack"), roll("attack:1"), roll("reaction:0")], true)).toHaveLength(2);
  });

  test("puts the dice of a support roll, and those it was made with before, on the line that says what it is worth; and beside the roll where nobody is aimed at", () => {
    const support: PublicRoll = { ...roll("support:attack"), label: "FATEWALKER.Modifier.Roll.Support", earlier: [{ power: "Intrepid", successes: 0, dice: [] }] };
    const step: ResolutionStep = { kind: "power", name: "Running", text: "FATEWALKER.Power.Did.Supported", data: { successes: 1 }, who: "attacker", secret: false, roll: "support:attack" };
    const lines = shown(step, [support, roll("fate:attack")]);
    const at = lines.findIndex(({ label }) => label === "Running");
    expect([lines[at]?.text, lines[at]?.dice.length, lines[at - 1]?.text]).toEqual(["Support roll: +1", 1, "Support, made again by Intrepid"]);
    expect(rows.attackRow([support, roll("attack")], false).map(({ label }) => label)).toEqual(["First", "Support", "Attack"]);
    expect(rows.attackRow([support, roll("attack")], true).map(({ label }) => label)).toEqual(["Attack"]);
  });

  test("says why a single success misses, and that the rest of a hit stays with the GM where players are not told", () => {
    const said = (steps: readonly ResolutionStep[], outcome: PublicTarget["outcome"]): string => rows.targetRows({ ...target(steps), outcome }, [], 0, names).map(({ text }) => text).join("\n");
    expect(said([{ kind: "attack", successes: 1, hits: false }], "missed")).toContain("a hit takes 2 successes");
    expect(said([{ kind: "attack", successes: 0, hits: false }], "missed")).not.toContain("2 successes");
    expect(said([examples.attack, examples.promote], "hit")).toContain("stays with the GM");
    expect(said([examples.attack, examples.promote, examples.damage], "hit")).not.toContain("stays with the GM");
  });

  test("says whose status it is that changes, on either side", () => {
    expect(texts({ ...examples.status, status: "grappling", who: "attacker" })).toContain("Anna: grappling");
    expect(texts({ ...examples.status, status: "grappled" })).toContain("Boris: grappled");
    expect(texts({ ...examples.status, active: false })).toContain("Boris: no longer Prone");
  });

  test("calls a Slip by its name and says that it holds no more or still, not that an attack misses", () => {
    const failed = (outcome: PublicTarget["outcome"]): string[] => rows.targetRows({ ...target([{ kind: "attack", successes: 0, hits: false }]), answer: null, outcome }, [], 0, { ...names, escape: "Slip" }).map(({ text }) => text);
    expect([failed("missed"), failed("evaded"), failed("hit")]).toEqual([["still held"], ["still held"], []]);
    expect(rows.attackRow([{ ...roll("attack"), successes: 0 }], true, "Slip").map(({ label, text }) => `${label}: ${text}`)).toEqual(["Slip: 0 successes"]);
  });

  test("counts in words: one point, two successes", () => {
    const points = (count: number): string => texts({ ...examples.damage, points: { ordinary: count, penetrating: 0 } });
    expect(points(1)).toMatch(/\b1 point$/m);
    expect(points(2)).toContain("2 points");
  });

  test("says why somebody was not asked for an answer, each reason in words of its own, and nothing of one who chose to give none", () => {
    const said = (answer: PublicTarget["answer"]): string[] => rows.targetRows({ ...target([]), answer, outcome: null }, [], 0, names).map(({ text }) => text);
    const all = NO_ANSWER_REASONS.map((why) => said({ kind: "none", why }).join());
    expect(new Set(all).size).toBe(NO_ANSWER_REASONS.length);
    for (const text of all) expect(text).not.toMatch(/FATEWALKER|^$/);
    expect([said({ kind: "none" }), said({ kind: "unaware" }), said({ kind: "unaware", why: "surprised" })]).toEqual([[], ["not aware of it"], ["not asked: taken by surprise"]]);
  });
});
