import { describe, expect, it } from "vitest";
import { changeAt } from "../../src/applications/sheets/form-change";

describe("the update for one field", () => {
  it("is nested objects, never a dotted key", () => {
    expect(changeAt({ system: { will: { rating: 8 } } }, "system.will.rating", 9)).toEqual({ system: { will: { rating: 9 } } });
    expect(changeAt({}, "name", "Knight")).toEqual({ name: "Knight" });
  });

  it("writes a list on the way whole, and leaves the source as it was", () => {
    const source = { system: { goals: [{ name: "one", done: false }, { name: "two", done: false }], money: 3 } };
    expect(changeAt(source, "system.goals.1.done", true)).toEqual({ system: { goals: [{ name: "one", done: false }, { name: "two", done: true }] } });
    expect(source.system.goals[1]).toEqual({ name: "two", done: false });
  });

  it("keeps the neighbours inside a list's entry", () => {
    const source = { system: { effects: [{ kind: "a", inner: { x: 1, y: 2 } }] } };
    expect(changeAt(source, "system.effects.0.inner.x", 5)).toEqual({ system: { effects: [{ kind: "a", inner: { x: 5, y: 2 } }] } });
  });

  it("writes a record whole where the data model reads it as one value", () => {
    const source = { system: { ticks: { kind: "choice", options: [{ label: "a", value: 1 }, { label: "b", value: 2 }] } } };
    expect(changeAt(source, "system.ticks.options.1.value", 9, ["system.ticks"])).toEqual({
      system: { ticks: { kind: "choice", options: [{ label: "a", value: 1 }, { label: "b", value: 9 }] } },
    });
  });
});
