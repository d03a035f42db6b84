import {
  askForRolls, beginAt, cancelDeclaring, clearDuel, countManeuvers, declareAt, dropManeuver, hasCanvas, holdAction, isSettled, learnManeuver, makeDuel, placeToken, readAnswers, readClock, readExchange, readState, readWill,
  removeToken, rollAsAsked, sleepOff, spendTicks, stepInBefore, takeBack, takeWhatComes, usePower, type Duel,
} from "./steps";

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

/** Waits up to five seconds for something to be so. */
async function until<T>(read: () => T | null | false | undefined, otherwise: () => string): Promise<T> {
  for (let attempt = 0; attempt <= 500; attempt += 1) {
    const value = read();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(otherwise());
}

const settled = (): Promise<boolean> => until(isSettled, () => "A wish was not settled in five seconds: is the GM's client at work?");

/** Waits for the newest exchange of somebody to come to a phase. */
const comesTo = (combatant: string, phase: string): Promise<NonNullable<ReturnType<typeof readExchange>>> =>
  until(() => {
    const card = readExchange(combatant);
    return card?.phase === phase ? card : null;
  }, () => `The exchange stays ${readExchange(combatant)?.phase ?? "unmade"} instead of ${phase}.`);

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
  quench.registerBatch(
    "fatewalker.preemption",
    ({ describe, it, before, after, assert }) => {
      describe("a held action", () => {
        let duel: Duel;
        let first = "";
        let second = "";

        before(async () => {
          duel = await makeDuel(["Quench Seven", "Quench Eight"]);
          [first = "", second = ""] = duel.combatants;
          for (const key of ["unarmed-strike", "evasion-dodge"]) await learnManeuver({ actors: duel.actors, key });
          await beginAt({ combat: duel.combat, ticks: { [first]: 1, [second]: 6 } });
        });
        after(async () => clearDuel(duel));

        it("is kept, and time goes on to the other one", async () => {
          await holdAction({ combat: duel.combat, combatant: first });
          await settled();
          assert.equal(readState({ combat: duel.combat, combatant: first }), "holding");
          await until(() => readClock(duel.combat).due === second, () => "The other one is not due.");
        });

        it("steps in before what the other one declares", async () => {
          await declareAt({ combat: duel.combat, combatant: second, target: first, key: "unarmed-strike" });
          const { id } = await comesTo(second, "answering");
          await stepInBefore({ combat: duel.combat, combatant: first, target: second, key: "unarmed-strike", card: id });
          const own = await comesTo(first, "answering");
          await takeWhatComes(own.id);
          await comesTo(first, "applied");
        });

        it("is over when the other one's action comes, for which it gets no answer", async () => {
          // Who preempts an action does not answer it as well; whoever was knocked out of it does not act any more.
          await until(() => ["applied", "refused"].includes(readExchange(second)?.phase ?? ""), () => `The other exchange stays ${readExchange(second)?.phase ?? "unmade"}.`);
          await settled();
          assert.isTrue(readState({ combat: duel.combat, combatant: first }) !== "holding");
        });
      });
    },
    { displayName: "Fatewalker: a held action" },
  );
  quench.registerBatch(
    "fatewalker.powers",
    ({ describe, it, before, after, assert }) => {
      describe("a power", () => {
        let duel: Duel;
        let first = "";

        before(async () => {
          duel = await makeDuel(["Quench Nine", "Quench Ten"]);
          [first = ""] = duel.combatants;
        });
        after(async () => clearDuel(duel));

        it("costs its Will once", async () => {
          await usePower({ combat: duel.combat, combatant: first });
          await settled();
          assert.equal(readWill(duel.actors[0] ?? ""), 1);
        });

        it("gives it back when it is taken back", async () => {
          const { ledger } = await comesTo(first, "applied");
          await takeBack({ ledger: ledger ?? "", redo: false });
          await comesTo(first, "undone");
          await settled();
          assert.equal(readWill(duel.actors[0] ?? ""), 0);
        });
      });
    },
    { displayName: "Fatewalker: powers" },
  );
  quench.registerBatch(
    "fatewalker.checks",
    ({ describe, it, before, after, assert }) => {
      describe("a roll that the GM asks for", () => {
        let duel: Duel;
        before(async () => {
          duel = await makeDuel(["Quench Eleven", "Quench Twelve"]);
        });
        after(async () => clearDuel(duel));

        it("is noted for whoever has rolled, once", async () => {
          const request = await askForRolls(duel.actors);
          assert.deepEqual(readAnswers(request), []);
          await rollAsAsked({ request, index: 1 });
          await until(() => readAnswers(request).length > 0, () => "The answer is not noted.");
          await rollAsAsked({ request, index: 1 });
          assert.deepEqual(readAnswers(request), ["1"]);
        });
      });
    },
    { displayName: "Fatewalker: checks" },
  );
  // Without a canvas there is nothing to drop on.
  if (hasCanvas()) {
    quench.registerBatch(
      "fatewalker.drop",
      ({ describe, it, before, after, assert }) => {
        describe("a maneuver dropped on a token", () => {
          const key = "unarmed-martial-kick";
          const other = "unarmed-lightning-strike";
          let duel: Duel;
          let actor = "";
          let token = "";

          before(async () => {
            duel = await makeDuel(["Quench Thirteen", "Quench Fourteen"]);
            [actor = ""] = duel.actors;
            token = await placeToken(actor);
          });
          after(async () => {
            await removeToken(token);
            await clearDuel(duel);
          });

          it("is given with Shift, and a second time makes no second row", async () => {
            assert.isTrue(await dropManeuver({ token, key, held: "shift" }), "the drop is taken");
            await until(() => countManeuvers({ actor, key }) === 1, () => "The maneuver is not given.");
            assert.isTrue(await dropManeuver({ token, key, held: "shift" }), "the second drop is taken");
            await settled();
            assert.equal(countManeuvers({ actor, key }), 1);
          });

          it("is performed with Alt, after the window that asks, and not given", async () => {
            assert.isTrue(await dropManeuver({ token, key: other, held: "alt" }), "the drop is taken");
            await until(cancelDeclaring, () => "No window asks.");
            assert.equal(countManeuvers({ actor, key: other }), 0);
          });
        });
      },
      { displayName: "Fatewalker: drops on tokens" },
    );
  }
}
