import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { BEGIN_TICKS, BEGUN_PACES, PRINTED_PACES } from "../../src/flows/movement/printed-paces";

interface Row {
  readonly system: { readonly ticks: { readonly value: number }; readonly tables: { readonly variants: readonly { readonly key: string; readonly effects: unknown }[] } };
}

describe("the printed paces", () => {
  const row = parse(readFileSync(new URL("../../packs/_source/maneuvers/common/common-begin-movement.yml", import.meta.url), "utf8")) as Row;

  it.each(BEGUN_PACES)("%s is what Begin Movement of the pack says", (kind) => {
    expect(PRINTED_PACES[kind].effects).toEqual(row.system.tables.variants.find(({ key }) => key === kind)?.effects);
  });

  it("are all that it has, for its ticks", () => {
    expect(row.system.tables.variants.map(({ key }) => key).sort()).toEqual([...BEGUN_PACES].sort());
    expect(row.system.ticks.value).toBe(BEGIN_TICKS);
  });
});
