import { beforeAll, describe, expect, test } from "vitest";
import { PATHS, isRecord } from "../../tools/packs/packs";
import { readPackSources, type SourceDocument } from "../../tools/packs/source";
import { openModels, type Json, type ModelTable } from "./model-table";

/* What the packs hold is what the models hold: nothing is filled in, cut or dropped on the way into a world. */

let models: ModelTable;
beforeAll(async () => {
  models = await openModels();
});

const documents = readPackSources(PATHS.source).documents.filter(({ data }) => isRecord(data["system"]) && typeof data["type"] === "string");
const cases = documents
  .filter((document): document is SourceDocument & { documentName: "Actor" | "Item" } => document.documentName === "Actor" || document.documentName === "Item")
  .map((document) => [document.file, document] as const);

describe("documents of the packs", () => {
  test("there are some of every pack with models", () => {
    expect([...new Set(cases.map(([, { pack }]) => pack))].sort()).toEqual(expect.arrayContaining(["armor", "gear", "maneuvers", "powers", "pregens", "weapons"]));
  });

  test.each([
    ["weapon", { damage: { formula: 7, tn: "x", type: "magic" } }],
    ["gear", { rating: 1.5 }],
    ["gear", { kind: "spaceship" }],
    ["armor", { colour: "red" }],
  ])("a %s that its model would change is noticed: %j", (type, system) => {
    const { documentClass } = models.config("Item");
    const made = new documentClass({ name: "Spoiled", type, system: structuredClone(system) });
    expect(made.toObject().system).not.toEqual(expect.objectContaining(system));
  });

  test.each(cases)("%s passes through its model unchanged, at once and when stored again", (_file, { documentName, data }) => {
    const { _id, name, type, img, system } = data as Json & { system: Json };
    const { documentClass } = models.config(documentName);
    const made = new documentClass({ _id, name, type, img, system: structuredClone(system) });
    expect(made.toObject().system).toEqual(system);
    expect(documentClass.fromSource(JSON.parse(JSON.stringify(made.toObject())) as Json).toObject()).toEqual(made.toObject());
  });
});
