import { describe, expect, it } from "vitest";
import { Localization } from "./localization";

// https://foundryvtt.com/api/classes/foundry.helpers.Localization.html
describe("a language beside English", () => {
  const i18n = new Localization("de");
  i18n.translations = { CLOCK: { Now: "jetzt", In: "in {ticks} Ticks" } };
  i18n._fallback = { CLOCK: { Now: "now", In: "in {ticks} ticks", Later: "later, on {tick}" } };

  it("says what it has itself, and in English what it lacks", () => {
    expect([i18n.localize("CLOCK.Now"), i18n.format("CLOCK.In", { ticks: 3 }), i18n.format("CLOCK.Later", { tick: 9 })]).toEqual(["jetzt", "in 3 Ticks", "later, on 9"]);
  });

  it("tells a key that only English has from one that it has itself, and gives back one that nobody has", () => {
    expect([i18n.has("CLOCK.Later"), i18n.has("CLOCK.Later", false), i18n.has("CLOCK.Now", false), i18n.has("CLOCK.Never")]).toEqual([true, false, true, false]);
    expect(i18n.localize("CLOCK.Never")).toBe("CLOCK.Never");
  });
});
