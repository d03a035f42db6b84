import { describe, expect, it } from "vitest";
import { breakSource, mutantsOf, watchSource } from "../../tools/rules/mutants";

describe("breaking a rule's code", () => {
  const source = "interface Row { value: 1 }\nexport const hits = (net: number): boolean => net >= 2 && Math.min(net, 3) > 0;\n";

  it("finds every number and operator that behaves, and none in types", () => {
    expect(mutantsOf("a.ts", source).map(({ line, original, replacement }) => [line, original, replacement])).toEqual([
      [2, "&&", "||"],
      [2, ">=", "<"],
      [2, "2", "3"],
      [2, ">", "<="],
      [2, "min", "max"],
      [2, "3", "4"],
      [2, "0", "1"],
    ]);
  });

  it("breaks one place and nothing else", () => {
    const [, comparison] = mutantsOf("a.ts", source);
    expect(comparison && breakSource(source, comparison)).toBe(source.replace(">= 2", "< 2"));
  });

  it("watches every place without changing what the code does", () => {
    const code = "const hits = (net) => net >= 2 && Math.min(net, 3) > 0;";
    const run: number[] = [];
    Reflect.set(globalThis, "rulesSite", (_file: string, index: number) => run.push(index));
    const watched = new Function(`${watchSource("a.ts", code)} return hits(1) === false && hits(5) === true;`) as () => boolean;
    expect(watched()).toBe(true);
    expect(new Set(run)).toEqual(new Set(mutantsOf("a.ts", code).keys()));
    Reflect.deleteProperty(globalThis, "rulesSite");
  });
});
