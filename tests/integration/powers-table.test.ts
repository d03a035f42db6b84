import { readFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { tableOfThree } from "./three-players";
import { AFTER_DICE } from "./powers/cases-after-dice";
import { ALONE } from "./powers/cases-alone";
import { IN_ROLLS } from "./powers/cases-in-rolls";
import { PASSIVE } from "./powers/cases-passive";
import { provePassive, proveSpend } from "./powers/runner";
import { PowerSeats } from "./powers/seats";

/* Every row of the table of powers that is not the table's own to decide, used by a GM and three players where the rules tie it to. */

const TABLE = (JSON.parse(readFileSync(new URL("../rules/tables/powers.json", import.meta.url), "utf8")) as { powers: readonly { id: string; active: boolean }[] }).powers;
/** What a person decides and nothing computes. */
const MANUAL = ["power-fate-destroyer-rage", "power-fate-judicar-honor", "power-fate-judicar-truth"];
const SPENDING = { ...IN_ROLLS, ...AFTER_DICE, ...ALONE };

const shared = tableOfThree();
afterEach(async ({ task }) => { expect(await shared.finish(task.result?.state === "fail")).toEqual([]); });
afterAll(() => shared.close());
const open = (): Promise<PowerSeats> => PowerSeats.open(shared);

test("every row of the table has a case: those with a cost are spent, the others work by themselves, and those that the table decides are no third kind", async () => {
  const t = await open();
  const automation = await t.automation();
  expect(Object.keys(automation).sort()).toEqual(TABLE.map(({ id }) => id).sort());
  const of = (kind: string): string[] => Object.entries(automation).filter(([, value]) => value === kind).map(([key]) => key).sort();
  expect([Object.keys(SPENDING).sort(), Object.keys(PASSIVE).sort(), MANUAL]).toEqual([of("spend"), of("passive"), of("manual")]);
  expect(TABLE.filter(({ id, active }) => active && !MANUAL.includes(id)).map(({ id }) => id).sort()).toEqual(of("spend"));
});

describe.each(Object.entries(SPENDING))("%s", (key, given) => { proveSpend(key, given, open); });
describe.each(Object.entries(PASSIVE))("%s", (key, given) => { provePassive(key, given, open); });
