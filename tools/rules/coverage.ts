import { RULES, runRuleTests } from "./checklist";

/** `npm run rules:coverage`: how many rules of the checklist have a passing test; fails below all of them. */
const { passing, failing } = await runRuleTests();
const proven = RULES.filter((rule) => passing.has(rule) && !failing.has(rule));
const missing = RULES.filter((rule) => !proven.includes(rule));

console.log(`${proven.length} of ${RULES.length} rules have a passing test.`);
if (missing.length > 0) console.log(`Without one: ${missing.join(" ")}`);
if (failing.size > 0) console.log(`Failing: ${[...failing].sort().join(" ")}`);
process.exitCode = missing.length > 0 ? 1 : 0;
