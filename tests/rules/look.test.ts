import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fighter, Optic } from "../../src/rules/fighter/types";
import { rangedModifiers } from "../../src/rules/modifiers/ranged";
import { situationBetween } from "../../src/rules/modifiers/situation";
import { look } from "../../src/rules/sight/look";
import type { Darkness } from "../../src/rules/sight/visibility";
import { fighter, gun } from "./fixtures";

const GLASSES: Optic = { name: "Binoculars (x4)", magnification: 4, infrared: false };
const GOGGLES: Optic = { name: "IR Goggles", magnification: 1, infrared: true };
/** Its own ranges limit nothing here. */
const RIFLE = gun({ group: "rifle", range: { short: 1000, medium: 2000, long: 4000 } });

const shot = (distance: number, { shooter = {}, target = {}, darkness = "none" }: { shooter?: Partial<Fighter>; target?: Partial<Fighter>; darkness?: Darkness } = {}) =>
  rangedModifiers(RIFLE, situationBetween(fighter({ visibleRange: 60, ...shooter }), fighter(target), { distance, darkness })).map(({ key, value }) => `${key} ${value}`);

describe("what one looks through", () => {
  test("R062 at four times the distance, magnification 4 sees as the naked eye does", () => {
    const bare = fighter({ visibleRange: 60 });
    const aided = fighter({ visibleRange: 60, optics: [GLASSES] });
    expect([look(bare, fighter()).aided, look(aided, fighter()).aided]).toEqual([60, 240]);
    // The glasses change how far one sees, and nothing else of the situation.
    const [without, through] = [situationBetween(bare, fighter()), situationBetween(aided, fighter())];
    expect([without.visibleRange, without.look, through.visibleRange]).toEqual([60, undefined, 240]);
    expect(through.look).toMatchObject({ bare: 60, unaided: 60, aided: 240, optic: GLASSES });
    expect({ ...through, visibleRange: 60, look: undefined }).toEqual({ ...without, look: undefined });
    expect(through.target).toMatchObject({ prone: false, immobile: false, cover: "none", inGrapple: false });
    expect(situationBetween(aided, fighter({ statuses: ["cover50"] })).target.cover).toBe("cover50");
    for (const distance of [60, 61, 120, 300, 600, 601]) {
      const plain = situationBetween(bare, fighter(), { distance });
      const far = situationBetween(aided, fighter(), { distance: 4 * distance });
      const dice = (situation: typeof plain) => rangedModifiers(RIFLE, situation).reduce((sum, { value }) => sum + value, 0);
      expect(dice({ ...far, distance: 4 * distance })).toBe(dice(plain));
    }
  });

  test("its gain stands under its own name, beside the range to the naked eye", () => {
    // 200 m at Visible Range 60: long (-2); through x4 it is within 240: short (+1), which is three dice more.
    expect(shot(200, { shooter: { optics: [GLASSES] } })).toEqual(["range-long -2", "sight-optic 3"]);
    expect(shot(200)).toEqual(["range-long -2"]);
    const [, optic] = rangedModifiers(RIFLE, situationBetween(fighter({ visibleRange: 60, optics: [GLASSES] }), fighter(), { distance: 200 }));
    expect(optic?.data).toEqual({ optic: "Binoculars (x4)", metres: 240 });
  });

  test("the weapon's own range stays as it is", () => {
    const pistol = gun({ range: { short: 10, medium: 20, long: 40 } });
    const modifiers = rangedModifiers(pistol, situationBetween(fighter({ visibleRange: 10, optics: [GLASSES] }), fighter(), { distance: 35 }));
    expect(modifiers.map(({ key, value }) => `${key} ${value}`)).toEqual(["range-long -2"]);
  });

  test("darkness takes dice, a light and infrared give them back", () => {
    // Dark night leaves a quarter: 15 m, so that 40 m are long (-2) in place of short (+1).
    expect(shot(40, { darkness: "darkNight" })).toEqual(["range-short 1", "sight-darkness -3"]);
    // Infrared leaves three quarters: 45 m.
    expect(shot(40, { darkness: "darkNight", shooter: { optics: [GOGGLES] } })).toEqual(["range-short 1", "sight-darkness -3", "sight-optic 3"]);
    expect(shot(40, { darkness: "darkNight", shooter: { light: 80 } })).toEqual(["range-short 1"]);
    expect(shot(40, { darkness: "darkNight", shooter: { light: 39 } })).toEqual(["range-short 1", "sight-darkness -3"]);
    expect(shot(40, { darkness: "darkNight", target: { light: 5 } })).toEqual(["range-short 1"]);
  });

  test("infrared is no use by day, and of two optics the better one is used, never both", () => {
    expect(look(fighter({ optics: [GOGGLES] }), fighter()).optic).toBeNull();
    expect(look(fighter({ visibleRange: 100, optics: [GOGGLES, GLASSES] }), fighter(), { darkness: "darkNight" })).toMatchObject({ unaided: 25, aided: 100, optic: GLASSES });
    expect(look(fighter({ visibleRange: 100, optics: [GOGGLES, { ...GLASSES, magnification: 2 }] }), fighter(), { darkness: "darkNight" })).toMatchObject({ aided: 75, optic: GOGGLES });
  });

  test("R070 the target's size counts: 3 leaves half", () => {
    expect(look(fighter({ visibleRange: 60 }), fighter({ size: 3 })).bare).toBe(30);
    expect(shot(40, { target: { size: 3 } })).toEqual([]);
  });

  test("an optic never makes anybody see less, nor a light", () => {
    const optics = fc.array(fc.record({ name: fc.constant("Glass"), magnification: fc.integer({ min: 1, max: 12 }), infrared: fc.boolean() }), { maxLength: 3 });
    const darkness = fc.constantFrom<Darkness>("none", "lowLight", "brightNight", "darkNight");
    fc.assert(fc.property(optics, darkness, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 500 }), (held, dark, light, distance) => {
      const bare = look(fighter(), fighter(), { darkness: dark, distance });
      const equipped = look(fighter({ optics: held, light }), fighter(), { darkness: dark, distance });
      expect(equipped.aided).toBeGreaterThanOrEqual(bare.aided);
      expect(equipped.unaided).toBeGreaterThanOrEqual(bare.unaided);
      expect(equipped.bare).toBe(bare.bare);
    }));
  });
});
