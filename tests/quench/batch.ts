import { beginAt, clearDuel, declareAt, isSettled, learnManeuver, makeDuel, readClock, readExchange, sleepOff, spendTicks, takeBack, takeWhatComes, type Duel } from "./steps";

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

/** Waits for the newest exchange of somebody to come to a phase. */
async function comesTo(combatant: string, phase: string): Promise<NonNullable<ReturnType<typeof readExchange>>> {
  for (let attempt = 0; attempt <= 500; attempt += 1) {
    const card = readExchange(combatant);
    if (card?.phase === phase) return card;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The exchange stays ${readExchange(combatant)?.phase ?? "unmade"} instead of ${phase}.`);
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
  quench.registerBatch(
    "fatewalker.exchange",
    ({ describe, it, before, after, assert }) => {
      describe("a blow", () => {
        let duel: Duel;
        let first = "";
        let second = "";
        let ledger = "";

        before(async () => {
          duel = await makeDuel(["Quench Three", "Quench Four"]);
          [first = "", second = ""] = duel.combatants;
          await learnManeuver({ actors: duel.actors, key: "unarmed-strike" });
          // Nobody is asked who knows no answer.
          await learnManeuver({ actors: duel.actors, key: "evasion-dodge" });
          await beginAt({ combat: duel.combat, ticks: { [first]: 1, [second]: 9 } });
        });
        after(async () => clearDuel(duel));

        it("is declared, and asks the other one", async () => {
          await declareAt({ combat: duel.combat, combatant: first, target: second, key: "unarmed-strike" });
          const card = await comesTo(first, "answering");
          assert.equal(card.asked, 0);
        });

        it("is answered, rolled and applied, and costs its ticks", async () => {
          const card = readExchange(first);
          await takeWhatComes(card?.id ?? "");
          ledger = (await comesTo(first, "applied")).ledger ?? "";
          await settled();
          assert.isTrue((readClock(duel.combat).ticks[first] ?? 0) > 1);
        });

        it("is taken back, with its ticks", async () => {
          await takeBack({ ledger, redo: false });
          await comesTo(first, "undone");
          await settled();
          assert.deepEqual(readClock(duel.combat), { tick: 1, due: first, ticks: { [first]: 1, [second]: 9 } });
        });
      });
    },
    { displayName: "Fatewalker: an exchange" },
  );
  quench.registerBatch(
    "fatewalker.rest",
    ({ describe, it, before, after, assert }) => {
      describe("a night's rest", () => {
        let duel: Duel;
        before(async () => {
          duel = await makeDuel(["Quench Five", "Quench Six"]);
        });
        after(async () => clearDuel(duel));

        it("gives Will back", async () => {
          const { before: tired, after: rested } = await sleepOff({ actor: duel.actors[0] ?? "", spent: 2 });
          assert.equal(tired, 2);
          assert.isTrue(rested < tired);
        });
      });
    },
    { displayName: "Fatewalker: rest" },
  );
}
