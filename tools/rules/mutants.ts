import MagicString from "magic-string";
import ts from "typescript";

/** One way to break a file: the place, and what it does in place of the original. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

/** A mutant and how its place is written so that a switch breaks it while tests run. */
interface Place extends Mutant {
  readonly rewrite: (text: MagicString, id: number) => void;
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

/** Operators that run their right side only sometimes, so that it has to stay unrun until asked for. */
const LAZY: ReadonlySet<string> = new Set(["&&", "||"]);

const METHODS: Readonly<Record<string, string>> = { min: "max", max: "min", floor: "ceil", ceil: "floor" };

/** The global by which rewritten code asks whether its place is broken now: see `Switchboard`. */
export const SWITCHBOARD = "rulesSwitchboard";

/** All ways in which the tool breaks a file: numbers one higher, operators and conditions turned round, min for max, true for false. */
export function mutantsOf(file: string, source: string): Mutant[] {
  return places(file, ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true)).map(({ line, original, replacement }) => ({ file, line, original, replacement }));
}

/**
 * The file with every place of `mutantsOf` under a switch: it behaves as before while the switchboard breaks nothing.
 * Bodies of loops report too, so that one that a break makes endless can be stopped.
 * @param firstId  number of the file's first mutant; the others count on from it
 */
export function switchable(file: string, source: string, firstId: number): string {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  const text = new MagicString(source);
  for (const [index, { rewrite }] of places(file, tree).entries()) rewrite(text, firstId + index);
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false) && ts.isBlock(node.statement)) text.appendRight(node.statement.getStart(tree) + 1, ` ${SWITCHBOARD}.turn();`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return text.toString();
}

function places(file: string, tree: ts.SourceFile): Place[] {
  const found: Place[] = [];
  const add = (node: ts.Node, replacement: string, rewrite: Place["rewrite"]): void => {
    found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, original: node.getText(tree), replacement, rewrite });
  };
  /** The text of a place, or another one while its switch is on. */
  const swap = (node: ts.Node, replacement: string): void => {
    const { start, end } = spanOf(node, tree);
    add(node, replacement, (text, id) => text.appendRight(start, `(${SWITCHBOARD}.broken(${id}) ? ${replacement} : `).prependLeft(end, ")"));
  };
  const negate = (condition: ts.Expression): void => {
    const { start, end } = spanOf(condition, tree);
    add(condition, `not ${condition.getText(tree)}`, (text, id) => text.appendRight(start, `${SWITCHBOARD}.condition(${id}, `).prependLeft(end, ")"));
  };
  const operate = (node: ts.BinaryExpression, replacement: string): void => {
    const { start, end } = spanOf(node, tree);
    const operator = node.operatorToken.getText(tree);
    const token = spanOf(node.operatorToken, tree);
    add(node.operatorToken, replacement, (text, id) => {
      const [between, closing] = LAZY.has(operator) ? [", () => (", "))"] : [",", ")"];
      text.appendRight(start, `${SWITCHBOARD}.operation(${id}, ${JSON.stringify(operator)}, ${JSON.stringify(replacement)}, `);
      text.overwrite(token.start, token.end, between).prependLeft(end, closing);
    });
  };
  const visit = (node: ts.Node): void => {
    // Types hold no behaviour, and a number that names a property is no value.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isNumericLiteral(node)) {
      if (!(ts.isPropertyAssignment(node.parent) && node.parent.name === node)) swap(node, String(Number(node.text) + 1));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) swap(node, "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) swap(node, "true");
    else if (ts.isBinaryExpression(node)) {
      const replacement = OPERATORS.get(node.operatorToken.kind);
      if (replacement !== undefined && !(LAZY.has(node.operatorToken.getText(tree)) && waits(node.right))) operate(node, replacement);
    } else if (ts.isPropertyAccessExpression(node) && node.expression.getText(tree) === "Math") {
      const replacement = METHODS[node.name.text];
      if (replacement !== undefined) swap(node, `Math.${replacement}`);
    } else if (ts.isIfStatement(node)) {
      if (!ts.isBinaryExpression(node.expression)) negate(node.expression);
    } else if (ts.isConditionalExpression(node)) {
      if (!ts.isBinaryExpression(node.condition)) negate(node.condition);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** True for what cannot be put off into a function of its own: it yields or awaits. */
function waits(node: ts.Node): boolean {
  if (ts.isYieldExpression(node) || ts.isAwaitExpression(node)) return true;
  return !ts.isFunctionLike(node) && (ts.forEachChild(node, waits) ?? false);
}

const spanOf = (node: ts.Node, tree: ts.SourceFile): { readonly start: number; readonly end: number } => ({ start: node.getStart(tree), end: node.getEnd() });
