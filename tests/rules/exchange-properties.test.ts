import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patchesOf } from "../../src/rules/exchange/patches";
import { nextRolls, resolveWith, supply } from "../../src/rules/exchange/resolve";
import type { ExchangePatch, ExchangeState } from "../../src/rules/exchange/types";
import type { Face } from "../../src/rules/dice/types";
import type { Fighter, Weapon } from "../../src/rules/fighter/types";
import { filled, normalBoxes, tidyChart } from "../../src/rules/wounds/penalty";
import { bout, chart, fighter, gun, handShield, packManeuver, situation, throwingAxe, weapon } from "./fixtures";

const anyFighter = fc.record({
  prowess: fc.nat(9), resilience: fc.nat(6), skill: fc.nat(8), penalty: fc.nat(12), absorb: fc.nat(6), deflection: fc.nat(8), helmet: fc.nat(3), bracers: fc.boolean(), brute: fc.nat(2),
  temporary: fc.nat(8), normal: fc.nat(24), stun: fc.nat(24), mortal: fc.nat(5), shield: fc.option(fc.nat(20)),
}).map((given): Fighter => fighter({
  attributes: { prowess: given.prowess, resilience: given.resilience },
  skills: { melee: given.skill, unarmed: given.skill, ranged: given.skill, agility: given.skill },
  woundPenalty: given.penalty,
  protection: { absorb: given.absorb, deflection: { physical: given.deflection, ballistic: given.deflection, energy: 0 } },
  helmet: given.helmet,
  bracers: given.bracers,
  brute: given.brute,
  handShield: handShield(),
  wounds: tidyChart(chart(given)),
  energyShield: given.shield === null ? null : { id: "shield", name: "Battle", minActivation: 6, maxAbsorb: 20, energy: given.shield, reserve: 20 },
}));

const ATTACKS: readonly (readonly [string, Weapon | null])[] = [
  ["unarmed-strike", null], ["unarmed-headbutt", null], ["unarmed-spinning-kick", null], ["melee-attack", weapon()], ["melee-spin-slash", weapon()], ["melee-throw", throwingAxe()], ["ranged-shoot", gun()],
];
const anyAttack = fc.constantFrom(...ATTACKS);
const ANSWERS = { "melee-throw": ["evasion-sidestep"], "ranged-shoot": [], "unarmed-headbutt": ["evasion-dodge"] } as const;
const OTHERS = ["evasion-dodge", "evasion-sidestep", "unarmed-block", "melee-parry", "melee-shield-block"] as const;

const anyBout = fc.record({ attacker: anyFighter, defender: anyFighter, attack: anyAttack, reaction: fc.option(fc.nat(4)), barrier: fc.nat(4), through: fc.boolean(), rule: fc.constantFrom("literal" as const, "charges" as const) })
  .map(({ attacker, defender, attack: [attack, arms], reaction, barrier, through, rule }): ExchangeState => {
    const options: readonly string[] = attack in ANSWERS ? ANSWERS[attack as keyof typeof ANSWERS] : OTHERS;
    const chosen = reaction === null ? null : (options[reaction % Math.max(1, options.length)] ?? null);
    return bout({ attacker, defender, attack, weapon: arms, reaction: chosen, reactionWeapon: chosen === "melee-parry" ? weapon() : null, situation: situation({ barrier, shotThroughCover: through }), shieldRule: rule });
  });

/** A source of dice that repeats itself: the same seed throws the same dice whatever the grouping. */
const facesFor = (seed: number) => (id: string, count: number): Face[] => Array.from({ length: count }, (_, index) => hash(`${seed}/${id}/${index}`) % 10);
function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16777619) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
const diceOf = (request: ReturnType<typeof nextRolls>[number]): number =>
  request.roll.kind === "pool" ? request.roll.pool.normal + request.roll.pool.wounded : request.roll.pool.dice.reduce((sum, { count }) => sum + count, 0);

function play(start: ExchangeState, seed: number, between: (state: ExchangeState) => ExchangeState = (state) => state, oneByOne = false): ExchangeState {
  const throwFor = facesFor(seed);
  let state = between(start);
  for (let requests = nextRolls(state); requests.length > 0; requests = nextRolls(state)) {
    const wanted = oneByOne ? requests.slice(-1) : requests;
    state = between(supply(state, Object.fromEntries(wanted.map((request) => [request.id, throwFor(request.id, diceOf(request))]))));
  }
  return state;
}

const key = ({ participant, document, path }: ExchangePatch): string => `${participant.actor}/${JSON.stringify(document)}/${path}`;

describe("properties of an exchange", () => {
  test("it always comes to an end, resolved, with an outcome for every target", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      const end = play(start, seed);
      expect(end.phase).toBe("resolved");
      expect(end.targets.every(({ outcome }) => outcome !== null)).toBe(true);
    }));
  });

  test("a round trip through JSON at every phase, or dice one roll at a time, give the same end", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      const end = play(start, seed);
      expect(play(start, seed, (state) => JSON.parse(JSON.stringify(state)) as ExchangeState)).toEqual(end);
      const slow = play(start, seed, undefined, true);
      expect(slow.targets).toEqual(end.targets);
      expect(patchesOf(slow)).toEqual(patchesOf(end));
      expect(JSON.parse(JSON.stringify(end))).toEqual(end);
    }));
  });

  test("kept dice give the same end again", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      const end = play(start, seed);
      // Rolls follow on rolls: both sides of a headbutt may have to stay awake, one after the other.
      let again = start;
      for (let phase = 0; phase < 6 && again.phase !== "resolved"; phase += 1) again = supply(again, end.rolls);
      expect(again.targets).toEqual(end.targets);
      expect(again.phase).toBe("resolved");
    }));
  });

  test("supplying the same dice twice changes nothing", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      const end = play(start, seed, (state) => supply(supply(state, state.rolls), state.rolls));
      expect(end).toEqual(play(start, seed));
    }));
  });

  test("patches name each value once, change it, and can be taken back", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      const { patches } = patchesOf(play(start, seed));
      expect(new Set(patches.map(key)).size).toBe(patches.length);
      const before = new Map<string, ExchangePatch["before"]>(patches.map((patch) => [key(patch), patch.before]));
      const world = new Map(before);
      for (const patch of patches) {
        expect(patch.after).not.toBe(patch.before);
        world.set(key(patch), patch.after);
      }
      for (const patch of patches.toReversed()) {
        expect(world.get(key(patch))).toBe(patch.after);
        world.set(key(patch), patch.before);
      }
      expect(world).toEqual(before);
    }));
  });

  test("patches start from what the fighters had, and keep every chart inside its boxes", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      for (const { participant, path, before, after } of patchesOf(play(start, seed)).patches) {
        if (!path.startsWith("system.wounds.")) continue;
        const { wounds } = participant.actor === "Actor.attacker" ? start.attacker.fighter : (start.targets[0]?.side.fighter ?? start.attacker.fighter);
        const value = { "system.wounds.temporary.value": wounds.temporary.value, "system.wounds.normal.value": wounds.normal.value, "system.wounds.normal.stun": wounds.normal.stun, "system.wounds.mortal.value": wounds.mortal.value }[path];
        expect(before).toBe(value);
        expect(after).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(Math.max(wounds.temporary.max, normalBoxes(wounds), wounds.mortal.max));
      }
    }));
  });

  test("only a hit hurts the target", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      const end = play(start, seed);
      const hurt = end.targets[0]?.steps.some((entry) => entry.kind === "wounds" && entry.who === "target") ?? false;
      expect(hurt).toBe(end.targets[0]?.outcome === "hit");
    }));
  });

  test("one source of dice ends where dice by request end", () => {
    fc.assert(fc.property(anyBout, (start) => {
      const end = resolveWith(start, (count) => Array.from({ length: count }, () => 2));
      expect(end.phase).toBe("resolved");
      expect(Object.values(end.rolls).flat().every((face) => face === 2)).toBe(true);
    }));
  });

  test("the dead have a full chart", () => {
    fc.assert(fc.property(anyBout, fc.nat(), (start, seed) => {
      const end = play(start, seed);
      const target = end.targets[0]?.side;
      const dies = target !== undefined && patchesOf(end).patches.some(({ participant, document, after }) => participant.actor === target.participant.actor && document.kind === "status" && document.status === "dead" && after === true);
      if (!dies || target === undefined) return;
      const placed = end.targets[0]?.steps.find((entry) => entry.kind === "wounds" && entry.who === "target");
      expect(placed?.kind === "wounds" ? filled(target.fighter.wounds) + placed.placed.normal + placed.placed.stun : -1).toBe(normalBoxes(target.fighter.wounds));
    }));
  });
});

test("the pack's maneuvers of the first fight are all there", () => {
  for (const name of ["strike", "kick", "martial-strike", "martial-kick", "elbow-strike", "knee-strike", "headbutt", "lightning-strike", "power-strike", "spinning-kick", "block", "quick-block", "martial-block", "leg-check"]) expect(packManeuver(`unarmed-${name}`).group).toBe("unarmed");
  for (const name of ["attack", "throw", "careful-throw", "hack", "thrust", "spin-slash", "parry", "quick-parry", "power-parry", "shield-block"]) expect(packManeuver(`melee-${name}`).group).toBe("melee");
});
