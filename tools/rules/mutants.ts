import MagicString from "magic-string";
import ts from "typescript";

/** One way to break a file: the text from `start` to `end` becomes `replacement`. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  /** The expression whose evaluation means that this place was run. */
  readonly expression: { readonly start: number; readonly end: number };
}

const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "+"],
  [ts.SyntaxKind.SlashToken, "*"],
  [ts.SyntaxKind.LessThanToken, ">="],
  [ts.SyntaxKind.LessThanEqualsToken, ">"],
  [ts.SyntaxKind.GreaterThanToken, "<="],
  [ts.SyntaxKind.GreaterThanEqualsToken, "<"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
]);

const METHODS: Readonly<Record<string, string>> = { min: "max", max: "min", floor: "ceil", ceil: "floor" };

/** All ways in which the tool breaks a file: numbers one higher, operators turned round, min for max, true for false. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  const mutants: Mutant[] = [];
  const add = (node: ts.Node, replacement: string, expression: ts.Node = node): void => {
    const start = node.getStart(tree);
    mutants.push({
      file, start, replacement,
      end: node.getEnd(),
      line: tree.getLineAndCharacterOfPosition(start).line + 1,
      original: node.getText(tree),
      expression: { start: expression.getStart(tree), end: expression.getEnd() },
    });
  };
  const visit = (node: ts.Node): void => {
    // Types hold no behaviour, and a number that names a property is no value.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isNumericLiteral(node)) {
      if (!(ts.isPropertyAssignment(node.parent) && node.parent.name === node)) add(node, String(Number(node.text) + 1));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    else if (ts.isBinaryExpression(node)) {
      const replacement = OPERATORS.get(node.operatorToken.kind);
      if (replacement !== undefined) add(node.operatorToken, replacement, node);
    } else if (ts.isPropertyAccessExpression(node) && node.expression.getText(tree) === "Math") {
      const replacement = METHODS[node.name.text];
      if (replacement !== undefined) add(node.name, replacement, node.expression);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutants;
}

/** The file with the mutant in it. */
export const breakSource = (source: string, { start, end, replacement }: Pick<Mutant, "start" | "end" | "replacement">): string => source.slice(0, start) + replacement + source.slice(end);

/** The file as it is, telling `globalThis.rulesSite` each place (by its index in `mutantsOf`) that is run. */
export function watchSource(file: string, source: string): string {
  const text = new MagicString(source);
  for (const [index, { expression }] of mutantsOf(file, source).entries()) {
    text.appendRight(expression.start, `(globalThis.rulesSite?.(${JSON.stringify(file)}, ${index}), `).prependLeft(expression.end, ")");
  }
  return text.toString();
}
