import { describe, expect, it } from "vitest";
import { expandPaths, mergeOptions } from "./plain";

// https://foundryvtt.com/api/v14/classes/foundry.applications.api.ApplicationV2.html#_initializeapplicationoptions
describe("options of a class and of its parent", () => {
  it("concatenate arrays, merge inner objects and replace the rest", () => {
    const handler = (): void => undefined;
    const merged = mergeOptions({ classes: ["sheet"], window: { title: "A", frame: true }, tag: "div", actions: { one: handler } }, { classes: ["mine"], window: { title: "B" }, tag: "form", actions: { two: handler } });
    expect(merged).toEqual({ classes: ["sheet", "mine"], window: { title: "B", frame: true }, tag: "form", actions: { one: handler, two: handler } });
  });

  it("keep instances of classes as they are", () => {
    class Actor {}
    const actor = new Actor();
    expect(mergeOptions({ document: null }, { document: actor }).document).toBe(actor);
  });

  it("leave what they merge from untouched", () => {
    const base = { classes: ["sheet"], position: { width: 100 } };
    mergeOptions(base, { classes: ["mine"], position: { width: 200 } });
    expect(base).toEqual({ classes: ["sheet"], position: { width: 100 } });
  });
});

describe("fields of a form", () => {
  it("become a nested object", () => {
    expect(expandPaths({ name: "x", "system.a.value": 1, "system.a.max": 2 })).toEqual({ name: "x", system: { a: { value: 1, max: 2 } } });
  });
});
