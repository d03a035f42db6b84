import { beginAt, clearDuel, isSettled, makeDuel, readClock, spendTicks, type Duel } from "./steps";

/** The part of Quench's API that the batch uses. https://github.com/Ethaks/FVTT-Quench/blob/master/README.md */
export interface QuenchContext {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => Promise<void>): void;
  before(body: () => Promise<void>): void;
  after(body: () => Promise<void>): void;
  assert: { equal(actual: unknown, expected: unknown, message?: string): void; deepEqual(actual: unknown, expected: unknown, message?: string): void; isTrue(value: unknown, message?: string): void };
}
export interface Quench {
  registerBatch(key: string, body: (context: QuenchContext) => void, options: { displayName: string; preSelected?: boolean }): void;
}

async function settled(): Promise<void> {
  for (let attempt = 0; !isSettled(); attempt += 1) {
    if (attempt > 500) throw new Error("A wish was not settled in five seconds: is the GM's client at work?");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Registers the system's key scenarios; to be run by a GM, in a world where a fight may be made and taken away. */
export function registerScenarios(quench: Quench): void {
  quench.registerBatch(
    "fatewalker.clock",
    ({ describe, it, before, after, assert }) => {
      describe("a duel on the clock", () => {
        let duel: Duel;
        let first = "";
        let second = "";

        before(async () => {
          duel = await makeDuel(["Quench One", "Quench Two"]);
          [first = "", second = ""] = duel.combatants;
        });
        after(async () => clearDuel(duel));

        it("begins on the tick of the first", async () => {
          await beginAt({ combat: duel.combat, ticks: { [first]: 3, [second]: 5 } });
          assert.deepEqual(readClock(duel.combat), { tick: 3, due: first, ticks: { [first]: 3, [second]: 5 } });
        });

        it("moves the one who spends ticks, and goes on by itself to the next who is due", async () => {
          await spendTicks({ combat: duel.combat, combatant: first, ticks: 7 });
          await settled();
          assert.deepEqual(readClock(duel.combat), { tick: 5, due: second, ticks: { [first]: 10, [second]: 5 } });
        });
      });
    },
    { displayName: "Fatewalker: the clock" },
  );
}
