import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import type { HeadlessTable } from "../table/client/headless-table";
import { afresh, begin, clock, dice, fighter, gather, idOf, learn, react, settled, use, wish, type ActorLike, type Participant, type TableGlobals } from "./fight-table";
import { fightAfresh, openThree } from "./five-fighters";

/* What users of other systems complained of, sections D and F: effects and conditions, and what players must not see. A GM and two players. */

declare const game: TableGlobals;
declare const CONFIG: { statusEffects: Record<string, { id: string }> };
interface EffectLike {
  id: string;
  name: string;
  uuid: string;
  statuses: Set<string>;
}
interface Affected extends ActorLike {
  effects: { contents: EffectLike[] };
  reset(): void;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
}
interface Seen {
  visible: boolean;
  isContentVisible: boolean;
}

let table: HeadlessTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;
let brawler: Participant;
let duellist: Participant;
let enforcer: Participant;
let twin: Participant;
let ofBrawler: HeadlessClient;

beforeAll(async () => {
  ({ table, gm, anna, ben } = await openThree());
}, 60_000);
beforeEach(async () => {
  ({ brawler, duellist, enforcer, twin, ofBrawler } = await fightAfresh(gm, [anna, ben]));
  for (const who of [brawler, enforcer]) await learn(gm, who, "unarmed-strike", "evasion-dodge");
  await gather(gm, [brawler, duellist, enforcer, twin]);
  await dice(gm, 0.95);
});
afterEach(() => {
  expect([gm, anna, ben].flatMap((client) => client.problems.splice(0))).toEqual([]);
});
afterAll(() => table.close());

const phase = (client: HeadlessClient, wanted: string): Promise<unknown> =>
  client.until((name) => game.messages.contents.filter(({ type, system }) => type === "exchange" && system.phase !== "refused").at(-1)?.system.phase === name, wanted);
const change = (who: Participant, changes: object): Promise<void> =>
  gm.run(async ([id, data]) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update(data); }, [idOf(who), changes] as const);
const toggle = (who: Participant, status: string, active?: boolean): Promise<void> =>
  gm.run(async ([id, name, on]) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.toggleStatusEffect(name, on === null ? {} : { active: on }); }, [idOf(who), status, active ?? null] as const);
/** Statuses of a fighter as this client has them, one entry for each effect that gives one. */
const statuses = (client: HeadlessClient, who: Participant): Promise<string[]> =>
  client.run((id) => {
    const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as Affected | undefined;
    return actor?.effects.contents.flatMap((effect) => [...effect.statuses]).sort() ?? [];
  }, idOf(who));
const effectNames = (who: Participant): Promise<string[]> =>
  gm.run((id) => (game.combats.contents[0]?.combatants.get(id)?.actor as unknown as Affected).effects.contents.map(({ name }) => name).sort(), idOf(who));
const addEffect = (who: Participant, source: object): Promise<void> =>
  gm.run(async ([id, data]) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.createEmbeddedDocuments("ActiveEffect", [{ img: "icons/svg/aura.svg", ...data }]); }, [idOf(who), source] as const);
const clearEffects = (who: Participant): Promise<void> =>
  gm.run(async (id) => {
    const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as Affected;
    await actor.deleteEmbeddedDocuments("ActiveEffect", actor.effects.contents.map((effect) => effect.id));
  }, idOf(who));
const defeated = async (who: Participant): Promise<{ mark: boolean; dead: boolean }> => ({ mark: (await clock(gm)).rows[idOf(who)]?.defeated ?? false, dead: (await statuses(gm, who)).includes("dead") });
const prowess = (client: HeadlessClient, who: Participant): Promise<{ total: number; stored: number; rolled: number }> =>
  client.run(async (id) => {
    const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
    const api = game.system.api as unknown as { rollCheck(check: object, options: object): Promise<{ system: { pool: { normal: number; wounded: number } } }> };
    const { system } = await api.rollCheck({ attribute: "prowess", skill: "agility" }, { actor, fast: true });
    return { total: actor?.system.attributes["prowess"]?.value ?? -1, stored: (actor?.toObject() as ActorLike).system.attributes["prowess"]?.value ?? -1, rolled: system.pool.normal + system.pool.wounded };
  }, idOf(who));

/** An effect that adds to a value of the actor. */
const adds = (key: string, value: number): object => ({ name: `More ${key}`, system: { changes: [{ key, type: "add", value: String(value) }] } });

describe("effects and conditions", () => {
  test("L-D01 L-D02 an effect on an attribute changes total and pool, whatever else is edited; what is stored stays what was typed", async () => {
    const before = await prowess(gm, brawler);
    await addEffect(brawler, adds("system.attributes.prowess.value", 2));
    for (let count = 0; count < 5; count += 1) await change(brawler, { system: { attributes: { grit: { value: 3 + count } } } });
    expect(await prowess(gm, brawler)).toEqual({ total: before.total + 2, stored: before.stored, rolled: before.rolled + 2 });
    await change(brawler, { system: { attributes: { prowess: { value: before.stored + 1 } } } });
    await ofBrawler.reload();
    expect(await prowess(ofBrawler, brawler)).toEqual({ total: before.total + 3, stored: before.stored + 1, rolled: before.rolled + 3 });
    await change(brawler, { system: { attributes: { prowess: { value: before.stored } } } });
    await clearEffects(brawler);
    expect(await prowess(gm, brawler)).toEqual(before);
  });

  test("L-D02 every value that an effect may add to takes it, in the total that is shown", async () => {
    const KEYS = ["attributes.focus.value", "attributes.awareness.value", "attributes.resilience.value", "attributes.grit.value", "speed.base", "will.bonus", "fate.rating", "will.rating", "visibleRange"];
    for (const key of KEYS) {
      const read = (): Promise<number> => gm.run(([id, path]) => {
        let value: unknown = game.combats.contents[0]?.combatants.get(id)?.actor?.system;
        for (const part of path.split(".")) value = (value as Record<string, unknown>)[part];
        return Number(value);
      }, [idOf(brawler), key] as const);
      const before = await read();
      await addEffect(brawler, adds(`system.${key}`, 1));
      expect([key, await read()]).toEqual([key, before + 1]);
      await clearEffects(brawler);
      expect([key, await read()]).toEqual([key, before]);
    }
  });

  test("L-D03 a bonus that comes with an item counts once, for two owners, prepared twice, after a reload, and for an unlinked token", async () => {
    for (const who of [brawler, enforcer]) {
      const before = await prowess(gm, who);
      const item = await gm.run(async ({ id, uuids }) => {
        const actor = game.combats.contents[0]?.combatants.get(id)?.actor as unknown as Affected & { createEmbeddedDocuments(name: string, sources: object[]): Promise<{ id: string }[]> };
        const base = game.actors.contents.find(({ uuid }) => uuid === actor.uuid);
        await base?.update({ ownership: Object.fromEntries(uuids.map((user) => [user, 3])) });
        const effect = { name: "Servos", img: "icons/svg/aura.svg", transfer: true, system: { changes: [{ key: "system.attributes.prowess.value", type: "add", value: "1" }] } };
        const [made] = (await actor.createEmbeddedDocuments("Item", [{ name: "Servo Harness", type: "armor", system: { carried: "worn" }, effects: [effect] }])) as { id: string }[];
        actor.reset();
        actor.reset();
        return made?.id ?? "";
      }, { id: idOf(who), uuids: who === brawler ? [anna.userId, ben.userId] : [] });
      expect((await prowess(gm, who)).total).toBe(before.total + 1);
      await ben.reload();
      expect(await ben.run((id) => game.combats.contents[0]?.combatants.get(id)?.actor?.system.attributes["prowess"]?.value, idOf(who))).toBe(before.total + 1);
      await gm.run(async ([id, gone]) => { await (game.combats.contents[0]?.combatants.get(id)?.actor as unknown as Affected).deleteEmbeddedDocuments("Item", [gone]); }, [idOf(who), item] as const);
      expect(await prowess(gm, who)).toEqual(before);
    }
    const owner = ofBrawler.userId;
    await gm.run(async ([uuid, users, keep]) => { await game.actors.contents.find((actor) => actor.uuid === uuid)?.update({ ownership: Object.fromEntries(users.map((user) => [user, user === keep ? 3 : 0])) }); }, [brawler.actor, [anna.userId, ben.userId], owner] as const);
  });

  test("L-D04 with the fight go the marks of a fight alone: posture, cover and effects of their own stay", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    for (const status of ["prone", "cover50", "blind", "holding", "aiming", "grappled"]) await toggle(brawler, status, true);
    await addEffect(brawler, { name: "Cursed" });
    await gm.run(async () => { await game.combats.contents[0]?.delete(); });
    const left = (): Promise<string[]> => gm.run((uuid) => {
      const actor = game.actors.contents.find((entry) => entry.uuid === uuid) as unknown as Affected;
      return actor.effects.contents.flatMap(({ name, statuses: given }) => (given.size > 0 ? [...given] : [name])).sort();
    }, brawler.actor);
    await expect.poll(left).toEqual(["Cursed", "blind", "cover50", "prone"]);
    await gm.run(async (uuid) => {
      const actor = game.actors.contents.find((entry) => entry.uuid === uuid) as unknown as Affected;
      await actor.deleteEmbeddedDocuments("ActiveEffect", actor.effects.contents.map((effect) => effect.id));
    }, brawler.actor);
  });

  test("L-D05 six ticks on another end on their tick, though the order changes, that one is delayed and whoever gave them is gone; a second use lasts as long", async () => {
    const six = { name: "Dazzled", duration: { value: 6, units: "rounds" } };
    const spend = async (who: Participant, cost: number): Promise<void> => {
      await wish(gm, "act", who, { cost });
      await settled(gm);
    };
    await begin(gm, { [idOf(brawler)]: 10, [idOf(duellist)]: 12, [idOf(enforcer)]: 14, [idOf(twin)]: 40 });
    const endsAt = (): Promise<number[]> => gm.run(() => Object.values(game.combats.contents[0]?.system.schedule ?? {}).filter(({ kind }) => kind === "effect").map(({ tick }) => tick));
    await addEffect(enforcer, six);
    await spend(brawler, 3);
    expect(await endsAt()).toEqual([16]);
    await gm.run(async ([target, giver]) => {
      await game.combats.contents[0]?.setInitiative(target, 30);
      await game.combats.contents[0]?.combatants.get(giver)?.delete();
    }, [idOf(enforcer), idOf(brawler)] as const);
    expect(await endsAt()).toEqual([16]);
    await spend(duellist, 3);
    expect(await effectNames(enforcer)).toContain("Dazzled");
    await spend(duellist, 10);
    expect((await clock(gm)).tick).toBeGreaterThanOrEqual(16);
    expect(await effectNames(enforcer)).not.toContain("Dazzled");
    const { tick } = await clock(gm);
    await addEffect(twin, six);
    const [due] = await gm.run(() => game.combats.contents[0]?.turns.map(({ id }) => id) ?? []);
    await spend({ ...duellist, combatant: (await clock(gm)).active ?? due ?? "" }, 2);
    expect(await endsAt()).toEqual([tick + 6]);
  });

  test("L-D06 what a token chose for itself stays when the actor behind it is toggled and the token is wounded", async () => {
    const base = (active: boolean): Promise<void> => gm.run(async (on) => { await game.actors.contents.find(({ system }) => system.key === "pregen-enforcer")?.toggleStatusEffect("prone", { active: on }); }, active);
    await toggle(enforcer, "prone", true);
    await base(true);
    await base(false);
    await change(enforcer, { system: { wounds: { normal: { value: 1 } } } });
    expect(await statuses(gm, enforcer)).toEqual(["prone"]);
    await toggle(enforcer, "prone", false);
    await base(true);
    await toggle(enforcer, "prone", false);
    await change(enforcer, { system: { wounds: { normal: { value: 2 } } } });
    for (const client of [gm, anna]) await expect.poll(() => statuses(client, enforcer)).toEqual([]);
    await base(false);
  });

  test("L-D07 every condition, set on the token or by the rules, is one effect that all clients see, on linked and unlinked ones, and is gone again", async () => {
    const all = await gm.run(() => Object.values(CONFIG.statusEffects).map(({ id }) => id));
    expect(all.length).toBeGreaterThan(10);
    for (const who of [brawler, enforcer]) {
      for (const status of all) await toggle(who, status, true);
      for (const client of [gm, anna]) await expect.poll(() => statuses(client, who)).toEqual([...all].sort());
      expect(await gm.run((id) => [...(game.combats.contents[0]?.combatants.get(id)?.actor?.statuses ?? [])].sort(), idOf(who))).toEqual([...all].sort());
      for (const status of all) await toggle(who, status, false);
      for (const client of [gm, anna]) await expect.poll(() => statuses(client, who)).toEqual([]);
    }
    await begin(gm, { [idOf(brawler)]: 1 });
    await change(enforcer, { system: { wounds: { temporary: { value: 99 }, normal: { value: 99 } } } });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, null);
    await phase(gm, "applied");
    for (const client of [gm, anna]) await expect.poll(() => statuses(client, enforcer)).toEqual(expect.arrayContaining([expect.stringMatching(/dying|dead/)]));
  });

  test("L-D08 a condition toggled on and off, slowly or six times at once, leaves none, and changes nothing else", async () => {
    const source = (): Promise<string> => gm.run((id) => JSON.stringify((game.combats.contents[0]?.combatants.get(id)?.actor?.toObject() as { system: object }).system), idOf(enforcer));
    const before = await source();
    for (let count = 0; count < 4; count += 1) await toggle(enforcer, "prone");
    expect(await statuses(gm, enforcer)).toEqual([]);
    const six = (times: number): Promise<void> => gm.run(async ([id, count]) => {
      const actor = game.combats.contents[0]?.combatants.get(id)?.actor;
      await Promise.all(Array.from({ length: count }, () => actor?.toggleStatusEffect("prone")));
    }, [idOf(enforcer), times] as const);
    await six(6);
    expect(await statuses(gm, enforcer)).toEqual([]);
    await six(5);
    expect(await statuses(gm, enforcer)).toEqual(["prone"]);
    await six(1);
    expect(await source()).toBe(before);
  });

  test("L-D09 the mark of the defeated comes and goes with death, in the tracker and on the token of an unlinked one; taken off by hand, the next wound sets it again", async () => {
    await begin(gm, { [idOf(brawler)]: 1 });
    const points = (amount: number, deed: "applyDamage" | "healBoxes"): Promise<void> => gm.run(async ([id, count, what]) => {
      const api = game.system.api as unknown as Record<string, (amount: number, options: object) => Promise<void>>;
      await api[what]?.(count, { targets: [game.combats.contents[0]?.combatants.get(id)?.actor], skipTemporary: true });
    }, [idOf(enforcer), amount, deed] as const).then(async () => void (await settled(gm)));
    await points(99, "applyDamage");
    await expect.poll(() => defeated(enforcer)).toEqual({ mark: true, dead: true });
    await toggle(enforcer, "dead", false);
    await expect.poll(() => defeated(enforcer)).toEqual({ mark: false, dead: false });
    expect((await clock(gm)).rows[idOf(enforcer)]?.state).toBe("ready");
    await points(1, "applyDamage");
    await expect.poll(() => defeated(enforcer)).toEqual({ mark: true, dead: true });
    await change(enforcer, { system: { wounds: { normal: { value: 0, stun: 0 }, mortal: { value: 0 } } } });
    await toggle(enforcer, "dead", false);
    await expect.poll(() => defeated(enforcer)).toEqual({ mark: false, dead: false });
    expect(await defeated(twin)).toEqual({ mark: false, dead: false });
    // Of the dead the clock awaits nothing: neither bleeding nor the end of Temporary Wounds; and they aim at nobody.
    await change(enforcer, { system: { wounds: { temporary: { value: 3 } } } });
    await gm.run(async (id) => {
      const combatant = game.combats.contents[0]?.combatants.get(id);
      await combatant?.update({ system: { aim: { bonus: 1, target: null, kind: "aim" } } });
      await combatant?.actor?.toggleStatusEffect("aiming", { active: true });
    }, idOf(enforcer));
    await points(99, "applyDamage");
    const aims = (): Promise<unknown> => gm.run((id) => {
      const combatant = game.combats.contents[0]?.combatants.get(id);
      return [(combatant?.system as unknown as { aim: object | null }).aim, combatant?.actor?.statuses.has("aiming")];
    }, idOf(enforcer));
    expect(await aims()).toEqual([null, false]);
    const awaited = await gm.run((id) => Object.values(game.combats.contents[0]?.system.schedule ?? {}).filter((event) => (event as unknown as { target: string }).target === id).map(({ kind }) => kind), idOf(enforcer));
    expect(awaited).toEqual([]);
  });
});

describe("what players must not see", () => {
  const seen = (client: HeadlessClient): Promise<Seen> =>
    client.run(() => {
      const message = game.messages.contents.filter(({ type }) => type === "check").at(-1) as unknown as Seen | undefined;
      return { visible: message?.visible ?? false, isContentVisible: message?.isContentVisible ?? false };
    });

  test("L-F02 a check of each mode, by the GM and by a player, is seen by those whom it is for", async () => {
    const wanted = {
      public: { own: true, other: true }, gm: { own: true, other: false }, blind: { own: false, other: false }, self: { own: true, other: false },
    } as const;
    for (const client of [gm, anna, ben]) {
      // The choice that a person makes in the chat log, which headless clients have not.
      await client.run(() => (game.settings as unknown as { register(scope: string, key: string, data: object): void }).register("core", "messageMode", { scope: "client", config: false, type: String, default: "public" }));
    }
    for (const roller of [gm, ofBrawler]) {
      const other = ofBrawler === anna ? ben : anna;
      for (const mode of ["public", "gm", "blind", "self"] as const) {
        await gm.run(async () => { for (const message of [...game.messages.contents]) await message.delete(); });
        await roller.run(async ([id, chosen]) => {
          await game.settings.set("core", "messageMode", chosen);
          const api = game.system.api as unknown as { rollCheck(check: object, options: object): Promise<unknown> };
          await api.rollCheck({ attribute: "prowess", skill: "agility" }, { actor: game.combats.contents[0]?.combatants.get(id)?.actor, fast: true });
          await game.settings.set("core", "messageMode", "public");
        }, [idOf(brawler), mode] as const);
        for (const client of [gm, anna, ben]) await client.until(() => game.messages.contents.some(({ type }) => type === "check"));
        const isGM = roller === gm;
        const expected = wanted[mode];
        const contents = { own: await seen(roller), gm: await seen(gm), other: await seen(other) };
        expect([mode, isGM, contents.other.isContentVisible]).toEqual([mode, isGM, expected.other]);
        // Whether a GM sees what a player rolls for himself alone is the host's to decide.
        if (isGM || mode !== "self") expect([mode, isGM, contents.gm.isContentVisible]).toEqual([mode, isGM, true]);
        if (!isGM) expect([mode, contents.own.isContentVisible]).toEqual([mode, expected.own]);
        if (!expected.other) expect([mode, contents.other.visible]).toEqual([mode, false]);
      }
    }
  });

  test("L-F03 a token under another name is that name in everything that players get: attack, answer, wound, delay, power, request, initiative", async () => {
    const NAME = "Baron Secretus";
    const PORTRAIT = "icons/svg/secret-portrait.svg";
    const before = await gm.run(async ([id, name, img]) => {
      const { actor } = game.combats.contents[0]?.combatants.get(id) ?? {};
      const old = actor?.toObject() as { name: string; img: string };
      await actor?.update({ name, img });
      return { name: old.name, img: old.img };
    }, [idOf(enforcer), NAME, PORTRAIT] as const);
    await begin(gm, { [idOf(brawler)]: 1, [idOf(enforcer)]: 4 });
    await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
    await react(gm, enforcer, brawler, "evasion-dodge");
    await phase(gm, "applied");
    await gm.run(async (id) => {
      const combat = game.combats.contents[0];
      const actor = combat?.combatants.get(id)?.actor;
      const api = game.system.api as unknown as Record<string, (first: unknown, options: object) => Promise<unknown>>;
      await api["applyDamage"]?.(3, { targets: [actor] });
      await api["rollCheck"]?.({ attribute: "awareness", skill: "observe" }, { actor, fast: true });
      await api["rest"]?.("night", { actors: [actor] });
      await (api["requestRoll"] as unknown as (asked: object) => Promise<unknown>)({ actors: [actor], check: { attribute: "awareness", skill: "observe" } });
      await combat?.setInitiative(id, (combat.round ?? 1) + 1);
      await actor?.toggleStatusEffect("unconscious", { active: true });
      await actor?.toggleStatusEffect("unconscious", { active: false });
    }, idOf(enforcer));
    await settled(gm);
    await gm.run(async (id) => {
      const combat = game.combats.contents[0];
      await (combat as unknown as { resetAll(): Promise<unknown> }).resetAll();
      await combat?.rollInitiative([id]);
    }, idOf(enforcer));
    const told = await anna.run(([name, img]) => {
      const messages = (game.messages.contents as unknown as { visible: boolean; toObject(): object; type: string }[]).filter(({ visible }) => visible);
      const texts = messages.map((message) => `${message.type} ${JSON.stringify(message.toObject())}`);
      const rows = (game.combats.contents[0]?.combatants.contents ?? []).map((combatant) => `combatant ${combatant.name} ${(combatant as unknown as { img: string }).img}`);
      return { count: messages.length, leaks: [...texts, ...rows].filter((text) => text.includes(name) || text.includes(img)).map((text) => text.slice(0, 160)) };
    }, [NAME, PORTRAIT] as const);
    expect(told.count).toBeGreaterThan(4);
    expect(told.leaks).toEqual([]);
    await change(enforcer, before);
  });

  test("L-F04 with NPC numbers hidden a player sees who attacks and may answer, without a TN; with them shown everybody sees all", async () => {
    for (const hidden of [true, false]) {
      await gm.run(async (hide) => { await game.settings.set("fatewalker", "hideNpcNumbers", hide); }, hidden);
      await afresh(gm, [anna, ben]);
      const [npc, hero] = await Promise.all([fighter(gm, "enforcer"), fighter(gm, "brawler")]);
      await begin(gm, { [idOf(npc)]: 1 });
      await use(gm, npc, "unarmed-strike", [hero]);
      await phase(ofBrawler, "answering");
      const open = await ofBrawler.run(() => {
        const card = game.messages.contents.filter(({ type }) => type === "exchange").at(-1);
        return { by: card?.system.attacker.name, asked: card?.system.targets[0]?.answer?.kind, rolls: card?.system.rolls.length };
      });
      expect(open).toEqual({ by: expect.stringContaining("Enforcer"), asked: "pending", rolls: 0 });
      await react(ofBrawler, hero, npc, "evasion-dodge");
      await phase(ofBrawler, "applied");
      const rolls = await ofBrawler.run(() => (game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.system.rolls as unknown as { id: string; tn: number | null }[]).map(({ id, tn }) => [id, tn === null]));
      expect(Object.fromEntries(rolls)).toMatchObject({ attack: hidden, "reaction:0": false });
    }
    await gm.run(async () => { await game.settings.set("fatewalker", "hideNpcNumbers", true); });
  });
});
