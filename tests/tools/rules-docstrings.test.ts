import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const FOLDER = new URL("../../src/rules/", import.meta.url).pathname;

/** The pages of the rules, and what stands beside them: the core that they build on, and how doubtful places are read. */
const PAGE = /\b(Dramatic Scenes|Environmental Scenes|Actions and Maneuvers|Powers|Armor|Weapons|core rules|readings|house table)\b/;

/** Exported functions of a file with their docstrings; a function is also a constant that holds one. */
function publicFunctions(file: string, source: string): { readonly name: string; readonly docstring: string }[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  const exported = (node: ts.Statement): boolean => ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const docstring = (node: ts.Node): string => ts.getJSDocCommentsAndTags(node).map((entry) => entry.getText(tree)).join("\n").replaceAll(/\s*\n\s*\*\s?/g, " ");
  return tree.statements.filter(exported).flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return [{ name: statement.name?.text ?? "default", docstring: docstring(statement) }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations
      .filter(({ initializer }) => initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
      .map((declaration) => ({ name: declaration.name.getText(tree), docstring: docstring(declaration) }));
  });
}

const lacking = (file: string, source: string): string[] => publicFunctions(file, source).filter(({ docstring }) => !PAGE.test(docstring)).map(({ name }) => `${file}: ${name}`);

describe("docstrings of the rules", () => {
  it("finds functions without one, and ones that name no page", () => {
    const source = [
      "/** Takes dice away (Dramatic Scenes,\n * Armor). */\nexport function demote(): void {}",
      "export function bare(): void {}",
      "/** Says nothing of where it is from. */\nexport const silent = (): number => 1;",
      "/** Initiative (core rules). */\nexport const placed = (): number => 1;",
      "/** No function. */\nexport const LIMIT = 3;",
      "function own(): void {}",
    ].join("\n");
    expect(lacking("a.ts", source)).toEqual(["a.ts: bare", "a.ts: silent"]);
  });

  it("every public function of src/rules says on which page of the rules it stands", () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")).sort();
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => lacking(file, readFileSync(path.join(FOLDER, file), "utf8")))).toEqual([]);
  });
});
