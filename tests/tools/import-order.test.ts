import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const eslint = new ESLint();

/** Rules that bite when `code` stands in `filePath`. */
async function biting(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? "syntax");
}

describe("import order", () => {
  it.each([
    ["src/rules/dice/probe.ts", "../../helpers/numbers"],
    ["src/rules/dice/probe.ts", "../../data/fields"],
    ["src/rules/probe.ts", "some-package"],
    ["src/helpers/probe.ts", "../data/fields"],
    ["src/data/item/probe.ts", "../../documents/actor"],
    ["src/migrations/probe.ts", "../data/fields"],
    ["src/flows/probe.ts", "../documents/actor"],
    ["src/documents/probe.ts", "../applications/base"],
    ["src/applications/probe.ts", "../fatewalker"],
  ])("refuses that %s imports %s", async (file, source) => {
    expect(await biting(file, `export * from "${source}";\n`)).toContain("fatewalker/import-order");
  });

  it.each([
    ["src/rules/dice/probe.ts", "../keys"],
    ["src/rules/probe.ts", "./dice/types"],
    ["src/helpers/probe.ts", "../config/defaults"],
    ["src/flows/probe.ts", "../data/fields"],
    ["src/documents/probe.ts", "../migrations/migrate"],
    ["src/applications/sheets/probe.ts", "../../documents/actor"],
    ["src/fatewalker.ts", "./applications/base"],
  ])("lets %s import %s", async (file, source) => {
    expect(await biting(file, `export * from "${source}";\n`)).not.toContain("fatewalker/import-order");
  });

  it("keeps hosts, clocks and chance out of the rules", async () => {
    expect(await biting("src/rules/probe.ts", "export const now = Date.now();\nexport const chance = Math.random();\nexport const user = game.user;\n")).toEqual(
      expect.arrayContaining(["no-restricted-globals", "no-restricted-properties"]),
    );
  });
});
