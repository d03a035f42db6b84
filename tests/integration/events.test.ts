import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { SharedTable } from "./shared-table";
import { tracker } from "./tracker-view";

/* What the scripts below use of a client's globals. */
interface ActorLike {
  uuid: string;
  statuses: Set<string>;
  items: { contents: { id: string; type: string; system: { on: boolean; energy: { value: number; max: number } } }[] };
  effects: { contents: { id: string; name: string }[] };
  toObject(): { system: { will: { spent: number } } };
  system: {
    attributes: { prowess: { value: number }; resilience: { value: number } };
    will: { rating: number; spent: number };
    wounds: { temporary: { value: number }; normal: { value: number }; mortal: { value: number }; bleeding: { tick: number } | null; stabilized: boolean };
  };
  update(changes: object): Promise<unknown>;
  toggleStatusEffect(id: string, options: { active: boolean }): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]>;
}
interface CombatLike {
  id: string;
  round: number;
  combatants: { contents: { id: string; name: string; initiative: number | null; hidden: boolean; isDefeated: boolean; isOwner: boolean; actor: ActorLike | null; update(changes: object): Promise<unknown> }[] };
  system: { active: string | null; kind: string; schedule: Record<string, { tick: number; kind: string }>; log: Record<string, { kind: string; ledger: string }> };
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  rollAll(): Promise<unknown>;
  rollInitiative(ids: string[]): Promise<unknown>;
  setInitiative(id: string, value: number): Promise<unknown>;
  update(changes: object): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]>;
}
declare const game: {
  combats: { contents: CombatLike[] };
  messages: { contents: { id: string; type: string; content: string; whisper: string[]; system: { kind?: string; state?: string } }[] };
  scenes: { contents: { id: string; createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]> }[] };
  settings: { set(scope: string, key: string, value: unknown): Promise<unknown> };
};
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };
declare const Hooks: { on(name: string, handler: (combat: unknown, event: { eventId: string; tick: number }) => void): number };
declare const foundry: { utils: { randomID(): string } };

const shared = new SharedTable("anna");
let gm: HeadlessClient;
let anna: HeadlessClient;

/** What the tests compare: the clock, and the body of one fighter by its place in the fight. */
interface Picture {
  readonly round: number;
  readonly ticks: readonly (number | null)[];
  readonly will: readonly number[];
  readonly temporary: number;
  readonly normal: number;
  readonly mortal: number;
  readonly bleeding: number | null;
  readonly schedule: Readonly<Record<string, number>>;
  readonly defeated: boolean;
  readonly statuses: readonly string[];
  /** Cards that tell of events: for all, and for GMs. */
  readonly cards: readonly [number, number];
}

const picture = (client: HeadlessClient = gm, index = 0): Promise<Picture> =>
  client.run((place) => {
    const combat = game.combats.contents[0];
    const combatant = combat?.combatants.contents[place];
    const actor = combatant?.actor;
    if (!combat || !actor) throw new Error("There is no such fighter.");
    const told = game.messages.contents.filter(({ content }) => content.includes("fw-event-card"));
    return {
      round: combat.round,
      ticks: combat.combatants.contents.map(({ initiative }) => initiative),
      will: combat.combatants.contents.map((entry) => entry.actor?.toObject().system.will.spent ?? 0),
      temporary: actor.system.wounds.temporary.value,
      normal: actor.system.wounds.normal.value,
      mortal: actor.system.wounds.mortal.value,
      bleeding: actor.system.wounds.bleeding?.tick ?? null,
      schedule: Object.fromEntries(Object.entries(combat.system.schedule).map(([id, { tick, kind }]) => [`${kind}:${id}`, tick])),
      defeated: combatant.isDefeated,
      statuses: [...actor.statuses].sort(),
      cards: [told.filter(({ whisper }) => whisper.length === 0).length, told.filter(({ whisper }) => whisper.length > 0).length] as const,
    };
  }, index);

/** Sets initiative by hand, in the order of the combatants, and begins. */
const begin = (...ticks: number[]): Promise<void> =>
  gm.run(async (wanted) => {
    const combat = game.combats.contents[0];
    if (!combat) throw new Error("There is no fight.");
    for (const [index, combatant] of combat.combatants.contents.entries()) await combat.setInitiative(combatant.id, wanted[index] ?? 5000 + index);
    await combat.startCombat();
  }, ticks);

/** Lets the fighter at a place spend ticks. */
const spend = async (index: number, cost: number): Promise<void> => {
  await gm.run(async ([place, ticks]) => {
    const combatant = game.combats.contents[0]?.combatants.contents[place];
    const participant = { actor: combatant?.actor?.uuid ?? "", token: null, combatant: combatant?.id };
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "act", participant, args: { cost: ticks }, nonce: foundry.utils.randomID() } });
  }, [index, cost] as const);
  await settled();
};

const settled = (): Promise<unknown> => gm.until(() => !game.messages.contents.some(({ type }) => type === "intent"));

const back = async (): Promise<void> => {
  await gm.run(() => game.combats.contents[0]?.previousTurn().then(() => null));
  await settled();
};

/** Takes the undone commit of a kind up again. */
const redo = async (kind: string): Promise<void> => {
  await gm.run(async (wanted) => {
    const ledger = game.messages.contents.filter(({ type, system }) => type === "ledger" && system.kind === wanted && system.state === "undone").at(-1)?.id;
    await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "undo", participant: null, args: { ledger, redo: true }, nonce: foundry.utils.randomID() } });
  }, kind);
  await settled();
};

const change = (index: number, changes: object): Promise<null> =>
  gm.run(([place, update]) => game.combats.contents[0]?.combatants.contents[place]?.actor?.update(update).then(() => null) ?? Promise.resolve(null), [index, changes] as const);

const schedule = (events: object): Promise<null> => gm.run((entries) => game.combats.contents[0]?.update({ system: { schedule: entries } }).then(() => null) ?? Promise.resolve(null), events);

const event = (tick: number, kind: string, target: string | null, data: object = {}, every: number | null = null) => ({ tick, every, left: null, kind, target, data });

const idOf = (index: number): Promise<string> => gm.run((place) => game.combats.contents[0]?.combatants.contents[place]?.id ?? "", index);

describe.each([14, 13] as const)("generation %i", (generation) => {
  beforeEach(async () => {
    const seats = await shared.open(generation);
    gm = seats.gm;
    anna = seats.player("anna");
  });

  afterEach(async ({ task }) => {
    expect(await shared.finish(task.result?.state === "fail")).toEqual([]);
  });
  afterAll(() => shared.close());

  test("after an act time goes on to whoever is due, in the same commit: one step back takes both", async () => {
    await begin(4, 9, 20, 21, 22);
    const before = await picture();
    await spend(0, 7);
    expect(await picture()).toMatchObject({ round: 9, ticks: [11, 9, 20, 21, 22] });
    await back();
    expect(await picture()).toEqual(before);
  });

  test("with the setting off time stands still after an act", async () => {
    await gm.run(() => game.settings.set("fatewalker", "autoAdvance", false).then(() => null));
    await begin(4, 9, 20, 21, 22);
    await spend(0, 7);
    expect((await picture()).round).toBe(4);
  });

  test("bleeding takes a point every (Prowess + Will rating) ticks, Temporary first, and undo and redo fire nothing twice", async () => {
    await change(0, { system: { attributes: { prowess: { value: 4 }, resilience: { value: 2 } }, will: { rating: 5 }, wounds: { mortal: { value: 1 }, normal: { value: 24 } } } });
    await begin(1, 40, 41, 42, 43);
    const start = await picture();
    // Prowess 4 and Will 5: every 9 ticks, counted from the tick on which the clock first sees the wound.
    expect(start.bleeding).toBe(10);
    await gm.run(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { bled: seen });
      Hooks.on("fatewalker.clockEvent", (_combat, { eventId, tick }) => void (eventId.startsWith("bleeding") && seen.push(tick)));
    });
    await spend(0, 34);
    const after = await picture();
    expect(after).toMatchObject({ round: 35, temporary: 3, normal: 24, mortal: 1, bleeding: 37 });
    expect(await gm.run(() => (globalThis as unknown as { bled: number[] }).bled)).toEqual([10, 19, 28]);
    expect(after.cards[0] + after.cards[1]).toBe(start.cards[0] + start.cards[1] + 1);
    await back();
    expect(await picture()).toEqual(start);
    await redo("act");
    expect(await picture()).toEqual(after);
    expect(await gm.run(() => (globalThis as unknown as { bled: number[] }).bled)).toEqual([10, 19, 28]);
  });

  test("the last Mortal box kills on its tick, and time goes on without the dead", async () => {
    await change(0, { system: { attributes: { prowess: { value: 4 } }, will: { rating: 5 }, wounds: { mortal: { value: 5 }, normal: { value: 24 }, temporary: { max: 0 } } } });
    await begin(1, 40, 41, 42, 43);
    await spend(0, 30);
    const after = await picture();
    expect(after).toMatchObject({ round: 40, mortal: 6, defeated: true, bleeding: null });
    expect(after.statuses).toContain("dead");
    expect(Object.keys(after.schedule).filter((key) => key.startsWith("bleeding"))).toEqual([]);
    await back();
    expect(await picture()).toMatchObject({ round: 1, mortal: 5, defeated: false, bleeding: 10 });
  });

  test("who is stabilized bleeds no longer", async () => {
    await change(0, { system: { attributes: { prowess: { value: 4 } }, will: { rating: 5 }, wounds: { mortal: { value: 2 }, normal: { value: 24 } } } });
    await begin(1, 40, 41, 42, 43);
    await change(0, { system: { wounds: { stabilized: true } } });
    await spend(0, 34);
    expect(await picture()).toMatchObject({ temporary: 0, mortal: 2, bleeding: null });
  });

  test("shields that are on regain energy on ticks 7, 13, 19, never above their reserve; one that is off regains nothing", async () => {
    await gm.run(async () => {
      const actor = game.combats.contents[0]?.combatants.contents[0]?.actor;
      const shield = (on: boolean) => ({ name: on ? "On" : "Off", type: "energyShield", system: { on, recharge: 2, energy: { value: 5, max: 10 } } });
      await actor?.createEmbeddedDocuments("Item", [shield(true), shield(false)]);
    });
    const energy = (): Promise<number[]> =>
      gm.run(() => game.combats.contents[0]?.combatants.contents[0]?.actor?.items.contents.filter(({ type, system }) => type === "energyShield" && system.energy.max === 10).map(({ system }) => system.energy.value) ?? []);
    await begin(1, 300, 301, 302, 303);
    await spend(0, 6);
    expect([(await picture()).round, await energy()]).toEqual([7, [7, 5]]);
    await spend(0, 7);
    expect([(await picture()).round, await energy()]).toEqual([14, [9, 5]]);
    await spend(0, 100);
    expect(await energy()).toEqual([10, 5]);
    await back();
    expect(await energy()).toEqual([9, 5]);
  });

  test("Temporary Wounds are gone after 600 ticks, and those of later blows later", async () => {
    await change(0, { system: { wounds: { temporary: { value: 2 } } } });
    await begin(1, 5000, 5001, 5002, 5003);
    await spend(0, 99);
    await change(0, { system: { wounds: { temporary: { value: 3 } } } });
    await spend(0, 10);
    expect(await picture()).toMatchObject({ round: 110, temporary: 3 });
    await spend(0, 491);
    expect(await picture()).toMatchObject({ round: 601, temporary: 1 });
    await spend(0, 200);
    expect(await picture()).toMatchObject({ round: 801, temporary: 0 });
  });

  test("an effect that lasts a number of ticks ends on its tick, and is back after a step back", async () => {
    const effects = (): Promise<string[]> => gm.run(() => game.combats.contents[0]?.combatants.contents[0]?.actor?.effects.contents.map(({ name }) => name) ?? []);
    await begin(1, 300, 301, 302, 303);
    await gm.run(async (v14) => {
      const duration = v14 ? { value: 10, units: "rounds" } : { rounds: 10, startRound: 1 };
      await game.combats.contents[0]?.combatants.contents[0]?.actor?.createEmbeddedDocuments("ActiveEffect", [{ name: "Dazzled", img: "icons/svg/aura.svg", duration }]);
    }, generation === 14);
    await spend(0, 5);
    expect(await effects()).toContain("Dazzled");
    await spend(0, 20);
    expect(await effects()).not.toContain("Dazzled");
    await back();
    expect(await effects()).toContain("Dazzled");
  });

  test("an effect that an unlinked copy has from its actor ends for both at once, and is back for both", async () => {
    const dazzled = (): Promise<number[]> => gm.run(() => game.combats.contents[0]?.combatants.contents.filter(({ name }) => name === "Hero" || name === "Copy").map(({ actor }) => actor?.effects.contents.filter((effect) => effect.name === "Dazzled").length ?? 0) ?? []);
    await gm.run(async () => {
      const [combat, scene] = [game.combats.contents[0], game.scenes.contents[0]];
      const hero = combat?.combatants.contents[0]?.actor;
      const [copy] = (await scene?.createEmbeddedDocuments("Token", [{ actorId: hero?.uuid.split(".").at(-1), actorLink: false, name: "Copy", x: 100, y: 100 }])) ?? [];
      await combat?.combatants.contents[0]?.update({ name: "Hero" });
      await combat?.createEmbeddedDocuments("Combatant", [{ name: "Copy", sceneId: scene?.id, tokenId: copy?.id, initiative: 305 }]);
    });
    await begin(1, 300, 301, 302, 303, 304);
    await gm.run(async (v14) => {
      const duration = v14 ? { value: 10, units: "rounds" } : { rounds: 10, startRound: 1 };
      await game.combats.contents[0]?.combatants.contents[0]?.actor?.createEmbeddedDocuments("ActiveEffect", [{ name: "Dazzled", img: "icons/svg/aura.svg", duration }]);
    }, generation === 14);
    expect(await dazzled()).toEqual([1, 1]);
    await spend(0, 20);
    expect(await dazzled()).toEqual([0, 0]);
    await back();
    expect(await dazzled()).toEqual([1, 1]);
  });

  test("effects of one id at two fighters end each on its own tick, also in a fight that was saved with one place for both", async () => {
    const ID = "poison0000000000";
    const poisoned = (): Promise<number[]> => gm.run((id) => game.combats.contents[0]?.combatants.contents.slice(0, 2).map(({ actor }) => actor?.effects.contents.filter((effect) => effect.id === id).length ?? 0) ?? [], ID);
    await begin(1, 300, 301, 302, 303);
    await gm.run(async ([id, v14]) => {
      for (const [place, rounds] of [100, 20].entries()) {
        const duration = v14 ? { value: rounds, units: "rounds" } : { rounds, startRound: 1 };
        const actor = game.combats.contents[0]?.combatants.contents[place]?.actor as unknown as { createEmbeddedDocuments(name: string, sources: object[], options: object): Promise<unknown> } | null | undefined;
        await actor?.createEmbeddedDocuments("ActiveEffect", [{ _id: id, name: "Poison", img: "icons/svg/aura.svg", duration }], { keepId: true });
      }
    }, [ID, generation === 14] as const);
    await schedule({ [`effect-${ID}`]: event(101, "effect", await idOf(0), { effect: ID, name: "Poison" }) });
    await spend(0, 5);
    expect(Object.values((await picture()).schedule).filter((tick) => tick === 101 || tick === 21)).toEqual([101, 21]);
    await spend(0, 20);
    expect(await poisoned()).toEqual([1, 0]);
    await spend(0, 100);
    expect(await poisoned()).toEqual([0, 0]);
    for (let steps = 0; steps < 2; steps += 1) await back();
    expect(await poisoned()).toEqual([1, 1]);
  });

  test("damage over time comes in order with everything else, and armor counts only where it says so", async () => {
    const id = await idOf(0);
    await change(0, { system: { attributes: { resilience: { value: 9 } } } });
    await begin(1, 300, 301, 302, 303);
    await schedule({ acid: event(5, "damage", id, { damage: "2", text: "acid" }, 5), slip: event(6, "damage", id, { damage: "lots" }) });
    await spend(0, 16);
    expect(await picture()).toMatchObject({ round: 17, temporary: 6 });
  });

  test("R270 Tough is made ready for what comes on the clock: each Will ignores a point when it comes, bleeding to death as well; it goes back with its event, and is refused where nothing comes or nothing is left", async () => {
    await change(0, { system: { attributes: { prowess: { value: 4 } }, will: { rating: 5, bonus: 0, spent: 0, fatigue: 0, exhaustion: 0 }, wounds: { temporary: { value: 0, max: 0 } } } });
    // Everybody has it.
    const tough = await gm.run(() => (game.combats.contents[0]?.combatants.contents[0]?.actor as unknown as { items: { contents: { id: string; system: { key: string } }[] } }).items.contents.find(({ system }) => system.key === "power-will-tough")?.id ?? "");
    /** Uses it by itself, as from the sheet; what it was refused for. */
    const ready = async (): Promise<string | null> => {
      await gm.run(async (item) => {
        const combatant = game.combats.contents[0]?.combatants.contents[0];
        await ChatMessage.implementation.create({ type: "intent", content: "", system: { op: "spend", participant: { actor: combatant?.actor?.uuid ?? "", token: null, combatant: combatant?.id }, args: { item }, nonce: foundry.utils.randomID() } });
      }, tough);
      await settled();
      return gm.run(() => { const { phase, notice } = (game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system ?? {}) as { phase?: string; notice?: { key: string } }; return phase === "refused" ? (notice?.key ?? null) : null; });
    };
    const will = async (): Promise<number> => (await picture()).will[0] ?? -1;
    await begin(1, 400, 401, 402, 403);
    expect(await ready()).toBe("FATEWALKER.PowerUse.OnDamage");
    // A dose of three, two of which are paid off.
    await schedule({ acid: event(5, "damage", await idOf(0), { damage: "3" }) });
    expect([await ready(), await ready()]).toEqual([null, null]);
    // Entering cost one; what is ready is paid when it comes.
    const unhurt = await picture();
    expect([unhurt.will[0], unhurt.normal]).toEqual([1, 0]);
    expect((await tracker(gm)).rows[await idOf(0)]?.note).toContain("ready to ignore 2 points");
    await spend(0, 7);
    expect(await picture()).toMatchObject({ round: 8, normal: 1, will: [3, ...unhurt.will.slice(1)] });
    expect(await gm.run(() => game.messages.contents.some(({ content }) => /ignores 2 points \(Tough\)/.test(content)))).toBe(true);
    await back();
    expect(await picture()).toEqual(unhurt);
    await redo("act");
    expect(await picture()).toMatchObject({ normal: 1, will: [3, ...unhurt.will.slice(1)] });

    // One box is left, and a point of bleeding every nine ticks: the first is paid off, the second kills.
    await change(0, { system: { wounds: { normal: { value: 24 }, mortal: { value: 5 } } } });
    await spend(0, 1);
    const { bleeding } = await picture();
    expect(await ready()).toBeNull();
    await spend(0, (bleeding ?? 0) - 9);
    expect(await picture()).toMatchObject({ round: bleeding, mortal: 5, defeated: false, bleeding: (bleeding ?? 0) + 9 });
    expect(await will()).toBe(4);
    await ready();
    await change(0, { system: { will: { spent: 0, exhaustion: 5 } } });
    expect(await ready()).toBe("FATEWALKER.Error.NotEnoughWill");
    // What cannot be paid any more does not help.
    await spend(0, 9);
    expect(await picture()).toMatchObject({ mortal: 6, defeated: true });
    expect(await will()).toBe(0);
  });

  test("the unconscious roll every 120 ticks, with the same dice after redo", async () => {
    await gm.run(async () => {
      CONFIG.Dice.randomUniform = () => 0.05;
      const actor = game.combats.contents[0]?.combatants.contents[0]?.actor;
      await actor?.update({ system: { attributes: { prowess: { value: 4 }, resilience: { value: 5 } }, wounds: { normal: { value: 20 } } } });
      await actor?.toggleStatusEffect("unconscious", { active: true });
    });
    await begin(1, 1, 301, 302, 303);
    await gm.run(() => { CONFIG.Dice.randomUniform = () => 0.95; });
    await gm.run(async () => {
      const combat = game.combats.contents[0];
      await combat?.setInitiative(combat.combatants.contents[0]?.id ?? "", 400);
    });
    await spend(1, 119);
    expect((await picture()).statuses).toContain("unconscious");
    await spend(1, 1);
    const awake = await picture();
    expect(awake.round).toBe(121);
    expect(awake.statuses).not.toContain("unconscious");
    await back();
    expect((await picture()).statuses).toContain("unconscious");
    await gm.run(() => { CONFIG.Dice.randomUniform = () => 0.15; });
    await redo("act");
    expect(await picture()).toEqual(awake);
  });

  test("a note is for GMs, reinforcements show themselves and roll, each once", async () => {
    const late = await gm.run(async () => {
      const made = (await game.combats.contents[0]?.createEmbeddedDocuments("Combatant", [{ name: "Straggler", hidden: true }])) ?? [];
      return made[0]?.id ?? "";
    });
    await gm.run(async (id) => {
      const combat = game.combats.contents[0];
      for (const [index, combatant] of (combat?.combatants.contents ?? []).entries()) if (combatant.id !== id) await combat?.setInitiative(combatant.id, index === 0 ? 1 : 300 + index);
      const straggler = combat?.combatants.contents.find((combatant) => combatant.id === id);
      await combat?.startCombat();
      await straggler?.update({ initiative: null });
    }, late);
    const told = await picture();
    // What is meant for all, of somebody whom they do not see, is not.
    await schedule({ note: event(4, "note", null, { text: "The lights go out" }), lurks: event(4, "note", late, { text: "Somebody listens", public: true }), late: event(8, "reinforcements", late, { text: "From the crypt", public: true }) });
    await spend(0, 30);
    const after = await picture();
    expect(after.cards).toEqual([told.cards[0] + 1, told.cards[1] + 1]);
    const seen = await anna.until(() => game.messages.contents.find(({ content }) => content.includes("From the crypt"))?.content);
    expect(seen).not.toContain("The lights go out");
    expect(await gm.run(() => game.messages.contents.filter(({ content }) => content.includes("Somebody listens")).map(({ whisper }) => whisper.length > 0))).toEqual([true]);
    const straggler = await gm.run((id) => game.combats.contents[0]?.combatants.contents.filter((entry) => entry.id === id).map(({ hidden, initiative }) => [hidden, initiative])[0], late);
    // Without an actor there are no Awareness dice: 10 ticks after the one it came on.
    expect(straggler).toEqual([false, 18]);
  });

  test("a hand that is moved past events by another way lets them happen once", async () => {
    await begin(1, 300, 301, 302, 303);
    await schedule({ note: event(9, "note", null, { text: "Bells", public: true }) });
    await gm.run(() => game.combats.contents[0]?.update({ round: 40 }).then(() => null));
    await gm.until(() => game.messages.contents.some(({ content }) => content.includes("Bells")));
    // V13 writes the card before the fight.
    await gm.until(() => !Object.keys(game.combats.contents[0]?.system.schedule ?? {}).includes("note"));
    await gm.run(() => game.combats.contents[0]?.update({ round: 41 }).then(() => null));
    expect(await gm.run(() => game.messages.contents.filter(({ content }) => content.includes("Bells")).length)).toBe(1);
  });

  test("entering a fight costs each participant 1 Will, once, with the commit that begins it", async () => {
    const before = await picture();
    await begin(1, 30, 31, 32, 33);
    const after = await picture();
    expect(after.will).toEqual(before.will.map((spent) => spent + 1));
    await gm.run(() => game.combats.contents[0]?.rollAll().then(() => null));
    await spend(0, 3);
    expect((await picture()).will).toEqual(after.will);
    await back();
    await back();
    expect(await picture()).toMatchObject({ round: 0, will: before.will });
  });

  test("a scene costs no Will, and Hardened none either; without Will it is a Normal Wound that skips Temporary", async () => {
    await gm.run(async () => {
      const [first, second] = game.combats.contents[0]?.combatants.contents ?? [];
      await first?.actor?.update({ system: { will: { rating: 3, bonus: 0, spent: 0, fatigue: 0, exhaustion: 20 } } });
      await second?.actor?.createEmbeddedDocuments("Item", [{ name: "Hardened", type: "power", system: { key: "hardened", automation: "passive", effects: [{ kind: "waives", costs: ["combat", "sprint", "forcedMarch"], paid: false }] } }]);
    });
    const before = await picture();
    await gm.run(() => game.combats.contents[0]?.update({ system: { kind: "scene" } }).then(() => null));
    await begin(1, 30, 31, 32, 33);
    expect(await picture()).toMatchObject({ will: before.will, normal: before.normal });
    await back();
    await gm.run(() => game.combats.contents[0]?.update({ system: { kind: "fight" } }).then(() => null));
    await gm.run(() => game.combats.contents[0]?.startCombat().then(() => null));
    expect(await picture()).toMatchObject({ will: [0, before.will[1], ...before.will.slice(2).map((spent) => spent + 1)], normal: before.normal + 1, temporary: before.temporary });
  });

  test("a player who rolls in the middle of a fight has entered it and pays", async () => {
    const mine = await anna.run(() => game.combats.contents[0]?.combatants.contents.findIndex(({ isOwner }) => isOwner) ?? -1);
    const other = mine === 0 ? 1 : 0;
    await gm.run(async ([own, first]) => {
      const combat = game.combats.contents[0];
      for (const [index, combatant] of (combat?.combatants.contents ?? []).entries()) if (index !== own) await combat?.setInitiative(combatant.id, index === first ? 1 : 50 + index);
      await combat?.startCombat();
      await combat?.combatants.contents[own]?.update({ initiative: null, flags: { fatewalker: { entered: false } } });
      await combat?.combatants.contents[own]?.actor?.update({ system: { will: { spent: 0 } } });
    }, [mine, other] as const);
    await anna.run((own) => {
      const combat = game.combats.contents[0];
      return combat?.rollInitiative([combat.combatants.contents[own]?.id ?? ""]).then(() => null);
    }, mine);
    expect(await gm.until((own) => game.combats.contents[0]?.combatants.contents[own]?.actor?.toObject().system.will.spent === 1, mine)).toBe(true);
  });
});
