import { beforeAll, describe, expect, test } from "vitest";
import { openModels, type Json, type ModelTable } from "./model-table";

/* What healing and Ennui remember came after the first worlds: actors of before load whole, and junk becomes nothing. */

let models: ModelTable;
beforeAll(async () => {
  models = await openModels();
});

const stored = (system: Json): Json => {
  const { documentClass } = models.config("Actor");
  return new documentClass({ _id: "HealingFields000", name: "Patient", type: "character", system }).toObject().system;
};

describe("what healing remembers", () => {
  test("an actor of before has no surgery, no extended roll and no Ennui, and keeps all the rest", () => {
    const system = stored({ healing: { firstAid: 2, caretaking: -1, lastNewWound: 7200 }, fate: { rating: 4, spent: 1, apathy: 2 } });
    expect(system["healing"]).toEqual({ firstAid: 2, caretaking: -1, lastNewWound: 7200, operated: false, stabilizing: null, surgery: null });
    expect(system["fate"]).toEqual({ rating: 4, spent: 1, apathy: 2, ennui: false });
  });

  test("an extended roll keeps its total and its rolls", () => {
    const system = stored({ healing: { operated: true, stabilizing: { total: 3, rolls: 2 }, surgery: { total: "4", rolls: -1 } } });
    expect(system["healing"]).toMatchObject({ operated: true, stabilizing: { total: 3, rolls: 2 }, surgery: { total: 4, rolls: 0 } });
  });

  test("First Aid that is used up (0) is not the same as none (null)", () => {
    expect(stored({ healing: { firstAid: 0 } })["healing"]).toMatchObject({ firstAid: 0 });
    expect(stored({ healing: { firstAid: null } })["healing"]).toMatchObject({ firstAid: null });
    expect(stored({ healing: { firstAid: "junk" } })["healing"]).toMatchObject({ firstAid: null });
  });
});
