import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { RULES, runRuleTests } from "./checklist";
import { MUTANT_VARIABLE, SITES_VARIABLE } from "./mutant-plugin";
import { mutantsOf, type Mutant } from "./mutants";

/**
 * `npm run rules:mutate`: breaks the code behind each rule in turn and expects a test of that rule to fail. The code
 * behind a rule is what its tests run; places that the fewest rules run are broken first, up to `TRIES` a rule.
 * `--sample 60 --seed 1` tries that many rules, drawn by the seed. Fails when the tests of a rule let every break pass.
 */
const TRIES = 8;
const AT_ONCE = 2;

/** Places (`file#index of mutantsOf`) that the tests of each rule run, those of module constants kept apart. */
interface Sites {
  readonly run: Set<string>;
  readonly loaded: Set<string>;
}

/** Runs the tests of one rule. @returns whether they passed; false too when none ran to the end */
function testRule(rule: string, files: readonly string[], mutant: Mutant): Promise<boolean> {
  const { file, start, end, replacement } = mutant;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project", "rules", "--project", "packs", ...files, "-t", `\\b${rule}\\b`], {
      stdio: "ignore",
      env: { ...process.env, [MUTANT_VARIABLE]: JSON.stringify({ file, start, end, replacement }) },
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

async function watch(): Promise<{ passing: ReadonlyMap<string, ReadonlySet<string>>; sites: ReadonlyMap<string, Sites> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "rule-sites-"));
  const target = path.join(folder, "sites.jsonl");
  try {
    const { passing } = runRuleTests({ env: { [SITES_VARIABLE]: target } });
    const sites = new Map<string, Sites>();
    for (const line of (await readFile(target, "utf8")).split("\n").filter((text) => text !== "")) {
      const { rules, run, loaded } = JSON.parse(line) as { rules: string[]; run: string[]; loaded: string[] };
      for (const rule of rules) {
        const known = sites.get(rule) ?? { run: new Set<string>(), loaded: new Set<string>() };
        for (const site of run) known.run.add(site);
        for (const site of loaded) known.loaded.add(site);
        sites.set(rule, known);
      }
    }
    return { passing, sites };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function draw(rules: readonly string[], sample: number, seed: number): string[] {
  let state = seed >>> 0;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  return [...rules]
    .map((rule) => ({ rule, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, sample)
    .map(({ rule }) => rule)
    .sort();
}

const { values } = parseArgs({ options: { sample: { type: "string" }, seed: { type: "string", default: "1" } } });
const { passing, sites } = await watch();
const proven = RULES.filter((rule) => passing.has(rule));
const chosen = values.sample === undefined ? proven : draw(proven, Number(values.sample), Number(values.seed));
console.log(`${proven.length} of ${RULES.length} rules have a passing test; breaking the code behind ${chosen.length} of them.`);

/** How many rules run a place: few means that it belongs to this one. */
const users = new Map<string, number>();
for (const { run } of sites.values()) for (const site of run) users.set(site, (users.get(site) ?? 0) + 1);

const known = new Map<string, readonly Mutant[]>();
async function mutantAt(site: string): Promise<Mutant | undefined> {
  const [file = "", index = ""] = site.split("#");
  const mutants = known.get(file) ?? mutantsOf(file, await readFile(file, "utf8"));
  known.set(file, mutants);
  return mutants[Number(index)];
}

/** Places to break for a rule: its own code from the least shared on, then constants of the files that its code is in. */
function placesOf({ run, loaded }: Sites): string[] {
  const files = new Set([...run].map((site) => site.split("#")[0]));
  const own = [...run].sort((a, b) => (users.get(a) ?? 0) - (users.get(b) ?? 0));
  const constants = [...loaded].filter((site) => files.has(site.split("#")[0]));
  const first = own.slice(0, Math.ceil(TRIES / 2));
  return [...first, ...constants.slice(0, TRIES / 2), ...own.slice(first.length)].slice(0, TRIES);
}

let caught = 0;
const survived: string[] = [];
const dataOnly: string[] = [];
const queue = [...chosen];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let rule = queue.shift(); rule !== undefined; rule = queue.shift()) await breakRule(rule);
  }),
);

async function breakRule(rule: string): Promise<void> {
  const places = placesOf(sites.get(rule) ?? { run: new Set(), loaded: new Set() });
  if (places.length === 0) {
    dataOnly.push(rule);
    return;
  }
  for (const place of places) {
    const mutant = await mutantAt(place);
    if (mutant !== undefined && !(await testRule(rule, [...(passing.get(rule) ?? [])], mutant))) {
      caught += 1;
      return;
    }
  }
  const first = await mutantAt(places[0] ?? "");
  survived.push(first === undefined ? rule : `${rule}  ${path.relative(process.cwd(), first.file)}:${first.line}  ${first.original} -> ${first.replacement}`);
}

console.log(`${caught} rules caught a break of their code.`);
if (dataOnly.length > 0) console.log(`Proven on data, no code of src/rules behind them: ${dataOnly.sort().join(" ")}`);
for (const line of survived.sort()) console.log(`survived  ${line}`);
process.exitCode = survived.length > 0 ? 1 : 0;
