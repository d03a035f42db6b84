import { describe, expect, it } from "vitest";
import { RULES, rulesIn, tally } from "../../tools/rules/checklist";

describe("the count of proven rules", () => {
  it("knows 299 rules and finds their numbers in names", () => {
    expect(RULES).toHaveLength(299);
    expect([RULES[0], RULES.at(-1)]).toEqual(["R001", "R299"]);
    expect(rulesIn("Ties > R005 R010 next 9, Dodge 8; R005 again, but neither R1 nor XR011")).toEqual(["R005", "R010"]);
  });

  it("counts a rule by its passing test, and never one whose tests were skipped or failed", () => {
    const { passing, failing } = tally({
      testResults: [
        {
          name: "a.test.ts",
          assertionResults: [
            { fullName: "R001 holds", status: "passed" },
            { fullName: "R002 is skipped", status: "skipped" },
            { fullName: "R003 fails", status: "failed" },
          ],
        },
        { name: "b.test.ts", assertionResults: [{ fullName: "R001 and R004", status: "passed" }] },
      ],
    });
    expect([...passing.keys()]).toEqual(["R001", "R004"]);
    expect(passing.get("R001")).toEqual(new Set(["a.test.ts", "b.test.ts"]));
    expect([...failing]).toEqual(["R003"]);
  });
});
