import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HeadlessClient } from "../table/client/headless";
import { back, begin, cards, dice, GENERATIONS, idOf, itemOf, learn, openExchanges, react, refusals, secret, settled, status, use, wish, type Participant } from "./fight-table";
import { FOR_BEN, FOR_GMS, MARKERS, OPEN_POWER, SecretTable, type SecretGlobals } from "./secret-table";

/* A whole fight in which the GM has secrets, searched after each step for words and numbers that no player may have. */

declare const game: SecretGlobals;
declare const CONFIG: { Dice: { randomUniform: () => number } };
declare const ui: { readonly notifications: { readonly messages: readonly { readonly message: string }[] } };
declare const ChatMessage: { implementation: { create(source: object): Promise<unknown> } };

let table: SecretTable;
let gm: HeadlessClient;
let anna: HeadlessClient;
let ben: HeadlessClient;
let ofBrawler: HeadlessClient;
let ofDuellist: HeadlessClient;

const leaks = (): Promise<string[]> => table.leaks();
const due = (who: Participant): Promise<unknown> => gm.until((id) => game.combats.contents[0]?.system.active === id, idOf(who));
/** Cards of a maneuver or power that a client has: what each says, and what there is of it. */
const said = (client: HeadlessClient, name: string): Promise<{ notice: string | null; phase: string; all: string }[]> =>
  client.run((wanted) => game.messages.contents.filter(({ type, visible }) => type === "exchange" && visible).map((message) => message.toObject().system).filter(({ maneuver }) => maneuver?.name === wanted).map((system) => ({ notice: system.notice?.key ?? null, phase: system.phase ?? "", all: JSON.stringify(system) })), name);
const exchanges = (client: HeadlessClient): Promise<number> => client.run(() => game.messages.contents.filter(({ type, visible }) => type === "exchange" && visible).length);

describe.each(GENERATIONS)("secrets on V%i", (generation) => {
  beforeAll(async () => {
    table = await SecretTable.open(generation);
    ({ gm, anna, ben, ofBrawler, ofDuellist } = table);
  }, 90_000);
  afterAll(() => table.close());

  describe.sequential("a fight in which the GM has secrets", () => {
    test("L-F01 initiative and the beginning tell nothing of who hides", async () => {
      const { brawler, duellist, enforcer, twin, marksman } = table.people;
      await gm.run(async (ids) => {
        await game.combats.contents[0]?.rollInitiative(ids);
      }, [idOf(marksman), idOf(enforcer)]);
      expect(await leaks()).toEqual([]);
      await begin(gm, { [idOf(brawler)]: 1, [idOf(marksman)]: 1, [idOf(enforcer)]: 9, [idOf(twin)]: 10, [idOf(duellist)]: 12 }, { [idOf(brawler)]: 6, [idOf(marksman)]: 5 });
      expect(await leaks()).toEqual([]);
    });

    test("an attack on a creature whose armor stops everything, and its answer, tell nothing of either", async () => {
      const { brawler, enforcer } = table.people;
      await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
      expect(await leaks()).toEqual([]);
      await react(gm, enforcer, brawler, "evasion-dodge");
      await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
      expect(await leaks()).toEqual([]);
    });

    test("who hides acts, holds and attacks: nobody learns its name", async () => {
      const { duellist, marksman } = table.people;
      await due(marksman);
      await use(gm, marksman, "unarmed-strike", [duellist]);
      expect(await leaks()).toEqual([]);
      // Nobody is asked who does not see the attack come.
      await expect.poll(async () => (await cards(gm)).at(-1)?.phase).toBe("applied");
      expect(await leaks()).toEqual([]);
      expect(await table.telling(ofDuellist, [marksman])).toEqual([]);
    });

    test("a creature is wounded by hand and by a blow, strikes wounded, is treated and healed", async () => {
      const { brawler, enforcer, twin, marksman } = table.people;
      await table.call("applyDamage", 3, { targets: [twin] });
      await status(gm, enforcer, "unconscious");
      await status(gm, enforcer, "unconscious", false);
      expect(await leaks()).toEqual([]);
      const hurt = (who: Participant): Promise<void> => gm.run(async (id) => {
        await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { wounds: { normal: { value: 5 } }, healing: { firstAid: null } } });
      }, idOf(who));
      await hurt(twin);
      await table.call("treat", null, { healer: brawler, patient: twin }, { procedure: "firstAid", treatment: { minutes: 1, medkit: "none" } });
      await table.call("healBoxes", 1, { targets: [twin] });
      await table.call("rest", "night", { actors: [enforcer, twin, marksman] });
      expect(await leaks()).toEqual([]);
      // Of what befalls who hides nothing is said at all.
      const before = await anna.run(() => game.messages.contents.filter(({ visible }) => visible).length);
      await hurt(marksman);
      await table.call("healBoxes", 1, { targets: [marksman] });
      await table.call("applyDamage", 2, { targets: [marksman] });
      expect(await leaks()).toEqual([]);
      expect(await anna.run(() => game.messages.contents.filter(({ visible }) => visible).length)).toBe(before);
      expect(await refusals(gm)).toEqual([]);
    });

    test("what a creature's power costs is the GM's; who hides uses one unseen, and what is bought is nobody's business", async () => {
      const { enforcer, marksman } = table.people;
      await wish(gm, "spend", enforcer, { item: (await itemOf(gm, enforcer, OPEN_POWER.key)).id, targets: [], mode: "public" });
      expect(await leaks()).toEqual([]);
      for (const client of [anna, ben]) {
        const read = await said(client, OPEN_POWER.name);
        expect(read).toMatchObject([{ notice: "FATEWALKER.PowerUse.Used", phase: "applied" }]);
        expect(read[0]?.all).not.toMatch(new RegExp(`\\b${OPEN_POWER.will}\\b`));
      }
      const told = await gm.run(() => game.messages.contents.filter(({ type }) => type === "ledger").map((message) => (message.flags.fatewalker as { told?: { key: string; data: object } } | undefined)?.told ?? null).filter((notice) => notice !== null));
      expect(told).toEqual([{ key: "FATEWALKER.PowerUse.SpentWill", data: { will: OPEN_POWER.will } }]);
      const before = await exchanges(anna);
      await wish(gm, "spend", marksman, { item: (await itemOf(gm, marksman, OPEN_POWER.key)).id, targets: [], mode: "public" });
      await wish(gm, "spend", enforcer, { advance: { kind: "trade" } });
      expect(await leaks()).toEqual([]);
      expect(await exchanges(anna)).toBe(before);
      expect(await exchanges(gm)).toBeGreaterThan(before + 1);
      for (let step = 0; step < 3; step += 1) await back(gm);
      expect(await leaks()).toEqual([]);
    });

    test("checks of every mode, whispers and requests are read by those whom they are for", async () => {
      const { brawler, enforcer, marksman } = table.people;
      // The choice that a person makes in the chat log, which headless clients have not; V13 calls it otherwise.
      const choice = generation === 14 ? ({ key: "messageMode", public: "public", gm: "gm", blind: "blind", self: "self" } as const) : ({ key: "rollMode", public: "publicroll", gm: "gmroll", blind: "blindroll", self: "selfroll" } as const);
      for (const client of new Set([gm, ofBrawler])) {
        await client.run(([key, value]) => (game.settings as unknown as { register(scope: string, key: string, data: object): void }).register("core", key, { scope: "client", config: false, type: String, default: value }), [choice.key, choice.public] as const);
      }
      for (const mode of ["public", "gm", "blind", "self"] as const) {
        for (const [client, who] of [[gm, enforcer], [gm, marksman], [ofBrawler, brawler]] as const) {
          await client.run(async ([id, key, chosen]) => {
            await game.settings.set("core", key, chosen);
            await game.system.api.rollCheck({ attribute: "awareness", skill: "observe" }, { actor: game.combats.contents[0]?.combatants.get(id)?.actor, fast: true });
          }, [idOf(who), choice.key, choice[mode]] as const);
        }
      }
      for (const client of new Set([gm, ofBrawler])) await client.run(([key, mode]) => game.settings.set("core", key, mode).then(() => null), [choice.key, choice.public] as const);
      await gm.run(async ([user, forBen, forGMs]) => {
        await ChatMessage.implementation.create({ content: forBen, whisper: [user] });
        await ChatMessage.implementation.create({ content: forGMs, whisper: game.users.contents.filter(({ isGM }) => isGM).map(({ id }) => id) });
      }, [ben.userId, FOR_BEN, FOR_GMS] as const);
      for (const mode of ["public", "blind"]) {
        await gm.run(async ([ids, chosen]) => {
          const actors = ids.map((id) => game.combats.contents[0]?.combatants.get(id)?.actor as object);
          const asked = await game.system.api.requestRoll({ actors, check: { attribute: "awareness", skill: "observe" }, mode: chosen });
          for (const index of [0, 1]) await game.system.api.answerRequest(asked?.id ?? "", index, { fast: true });
        }, [[idOf(enforcer), idOf(marksman), idOf(brawler)], mode] as const);
      }
      expect(await leaks()).toEqual([]);
      // A check carries its pool and its Target Number: one of a creature of the GM's is nobody else's, however it was meant to be rolled.
      for (const client of [anna, ben]) {
        const rollers = await client.run(() => game.messages.contents.filter(({ type, whisper }) => type === "check" && (whisper.length === 0 || whisper.includes(game.user.id))).map((message) => (message.toObject().system as unknown as { participant: Participant }).participant.combatant));
        expect(rollers.filter((id) => id !== brawler.combatant)).toEqual([]);
      }
      // What was whispered to Ben has reached him.
      expect(await ben.run((text) => game.messages.contents.some((message) => message.visible && JSON.stringify(message.toObject()).includes(text)), FOR_BEN)).toBe(true);
    });

    test("what is taken back leaves nothing behind that tells more than what was done", async () => {
      for (let step = 0; step < 4; step += 1) await back(gm);
      expect(await leaks()).toEqual([]);
    });
  });

  describe.sequential("secret declarations, ambush, cover and preemption", () => {
    test("neither the group of one tick nor who steps in gives anybody away", async () => {
      await table.fightAnew();
      const { brawler: hero, duellist: other, enforcer: foe, marksman: hider } = table.people;
      await begin(gm, { [idOf(hero)]: 1, [idOf(hider)]: 1, [idOf(foe)]: 4, [idOf(other)]: 30 }, { [idOf(hero)]: 6, [idOf(hider)]: 6, [idOf(foe)]: 3 });
      await use(ofBrawler, hero, "common-hold-action");
      await settled(gm);
      await use(gm, hider, "common-hold-action");
      await due(foe);
      expect(await leaks()).toEqual([]);
      await use(gm, foe, "unarmed-strike", [other]);
      await openExchanges(gm, 1);
      expect(await leaks()).toEqual([]);
      await use(gm, hider, "unarmed-strike", [foe]);
      await react(ofDuellist, other, foe, "evasion-dodge");
      const trigger = (await cards(gm)).find(({ by }) => by === idOf(foe))?.id;
      await wish(ofBrawler, "preempt", hero, { exchange: trigger, do: "letBe" });
      await expect.poll(async () => (await cards(gm)).filter(({ by }) => [idOf(foe), idOf(hider)].includes(by)).every(({ phase }) => phase === "applied")).toBe(true);
      expect(await leaks()).toEqual([]);
      expect(await table.telling(ofDuellist, [foe, hider])).toEqual([]);
      for (let step = 0; step < 2; step += 1) await back(gm);
      expect(await leaks()).toEqual([]);
    });

    test("players and creatures declare in secret for one moment: nothing is told before all are in, and nothing of the creatures after", async () => {
      await table.fightAnew();
      const { brawler, duellist, enforcer, marksman } = table.people;
      const all = [brawler, duellist, enforcer, marksman];
      const before = (await cards(gm)).length;
      await begin(gm, Object.fromEntries(all.map((who) => [idOf(who), 1])), Object.fromEntries(all.map((who) => [idOf(who), 6])));
      await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
      await use(gm, enforcer, "unarmed-strike", [brawler]);
      await use(ofDuellist, duellist, "unarmed-strike", [enforcer]);
      await settled(gm);
      for (const client of [anna, ben]) await expect.poll(async () => (await secret(client)).sealed.length).toBe(3);
      expect(await leaks()).toEqual([]);
      expect((await cards(anna)).length).toBe((await cards(ben)).length);
      expect((await cards(gm)).length).toBe(before);
      await use(gm, marksman, "unarmed-strike", [duellist]);
      await expect.poll(async () => (await cards(gm)).slice(before).map(({ phase }) => phase)).toEqual(["applied", "applied", "applied", "applied"]);
      expect(await leaks()).toEqual([]);
      // The blows of three are there for all; of who hides there is none.
      for (const client of [anna, ben]) {
        const seen = await client.run(() => game.messages.contents.filter(({ type, visible }) => type === "exchange" && visible).map((message) => message.toObject().system.attacker?.participant.combatant));
        expect([brawler, duellist, enforcer, marksman].map((who) => seen.includes(idOf(who)))).toEqual([true, true, true, false]);
        expect(await table.telling(client, [enforcer, marksman])).toEqual([]);
      }
    });

    test("an ambush that lies there is in no player's log, nor who springs it in any message", async () => {
      await table.fightAnew();
      const { brawler, marksman } = table.people;
      const lay = (plan: object): Promise<void> => gm.run(async (given) => {
        const combat = game.combats.contents[0];
        if (combat) await game.system.api.layAmbush(combat, given);
      }, plan);
      await lay({ surprised: [], noticed: {}, penalty: 10, free: idOf(marksman) });
      expect(await leaks()).toEqual([]);
      const logs = async (): Promise<boolean[]> => Promise.all([gm, anna, ben].map((client) => client.run(() => Promise.resolve(game.system.api.fightText(game.combats.contents[0] ?? {})).then((text) => /ambush/i.test(text)))));
      expect(await logs()).toEqual([true, false, false]);
      await lay({ surprised: [idOf(brawler)], noticed: {}, penalty: 10, free: idOf(marksman) });
      await use(gm, marksman, "unarmed-strike", [brawler]);
      await expect.poll(async () => (await cards(gm)).at(-1)).toMatchObject({ by: idOf(marksman), phase: "applied" });
      expect(await leaks()).toEqual([]);
    });

    test("whoever is hurt from where nobody is seen hears that, on the own screen alone, and nothing of who it was", async () => {
      await table.fightAnew();
      const { duellist, marksman } = table.people;
      await begin(gm, { [idOf(marksman)]: 1, [idOf(duellist)]: 20 });
      const words = (client: HeadlessClient): Promise<string[]> => client.run(() => ui.notifications.messages.map(({ message }) => message).filter((message) => message.includes("unseen")));
      const before = await Promise.all([ofDuellist, gm, ofBrawler].map(words));
      await gm.run(() => { CONFIG.Dice.randomUniform = () => 0.01; });
      await use(gm, marksman, "unarmed-strike", [duellist]);
      await expect.poll(async () => (await cards(gm)).at(-1)).toMatchObject({ by: idOf(marksman), phase: "applied" });
      await dice(gm, 0.95);
      await expect.poll(() => words(ofDuellist)).toEqual([...(before[0] ?? []), expect.stringMatching(/ is hurt by somebody unseen: look at the wounds\.$/)]);
      expect(await Promise.all([gm, ofBrawler].map(words))).toEqual(before.slice(1));
      expect(await leaks()).toEqual([]);
    });

    test("who covers the place unseen is named to nobody, before the free shot and after it", async () => {
      await table.fightAnew();
      const { brawler, enforcer, twin, marksman } = table.people;
      await begin(gm, { [idOf(brawler)]: 1 });
      await gm.run(async (ids) => {
        const combat = game.combats.contents[0] as unknown as { update(changes: object): Promise<unknown> };
        await combat.update({ system: { schedule: Object.fromEntries(ids.map((id) => [`overwatch-${id}`, { tick: 20, every: null, left: null, kind: "overwatch", target: id, data: {} }])) } });
      }, [idOf(marksman), idOf(twin)]);
      await use(ofBrawler, brawler, "unarmed-strike", [enforcer]);
      await expect.poll(async () => (await cards(gm)).at(-1)).toMatchObject({ by: idOf(brawler), phase: "answering" });
      expect(await leaks()).toEqual([]);
      const card = (await cards(gm)).at(-1)?.id;
      await wish(gm, "preempt", marksman, { exchange: card, maneuver: (await itemOf(gm, marksman, "unarmed-strike")).uuid, targets: [brawler], choices: {}, mode: "public" });
      await settled(gm);
      await wish(gm, "preempt", twin, { exchange: card, do: "letBe" });
      await react(gm, enforcer, brawler, null);
      await expect.poll(async () => (await cards(gm)).filter(({ id }) => id === card)[0]?.phase).toBe("applied");
      expect(await leaks()).toEqual([]);
    });

    test("what dice ask of a creature's powers is on no player's card", async () => {
      await table.fightAnew();
      const { brawler, enforcer } = table.people;
      await gm.run(async (id) => {
        await game.settings.set("fatewalker", "askForPowers", true);
        const intrepid = (await game.packs.get("fatewalker.powers")?.getDocuments())?.find(({ system }) => system.key === "power-fate-intrepid");
        await game.combats.contents[0]?.combatants.get(id)?.actor?.createEmbeddedDocuments("Item", intrepid ? [intrepid.toObject()] : []);
      }, idOf(enforcer));
      await learn(gm, brawler, "evasion-dodge");
      await begin(gm, { [idOf(enforcer)]: 1, [idOf(brawler)]: 9 });
      await use(gm, enforcer, "unarmed-strike", [brawler]);
      await react(ofBrawler, brawler, enforcer, null);
      await expect.poll(async () => (await cards(gm)).at(-1)).toMatchObject({ by: idOf(enforcer), phase: "answering", answers: ["none"] });
      expect(await leaks()).toEqual([]);
      for (const client of [gm, anna, ben]) expect(await client.run(() => game.messages.contents.filter(({ type }) => type === "exchange").at(-1)?.toObject().system.offers)).toEqual([]);
      // Whoever is hit may be asked as well: the GM waits for nobody.
      await expect.poll(async () => {
        await wish(gm, "react", null, { exchange: (await cards(gm)).at(-1)?.id, do: "resolve" });
        await settled(gm);
        return (await cards(gm)).at(-1)?.phase;
      }).toBe("applied");
      expect(await leaks()).toEqual([]);
    });

    test("who hides stands on no card of players: not beside a target, not as one, nor as who is waited for; whom nobody sees come is not answered", async () => {
      await table.fightAnew();
      const { brawler, duellist, enforcer, twin, marksman } = table.people;
      await learn(gm, brawler, "ranged-shoot");
      await gm.run(async (id) => {
        await game.settings.set("fatewalker", "askForPowers", false);
        const pistol = (await game.packs.get("fatewalker.weapons")?.getDocuments())?.find(({ system }) => system.key === "weapon-medium-autopistol")?.toObject() as { system: object };
        await game.combats.contents[0]?.combatants.get(id)?.actor?.createEmbeddedDocuments("Item", [{ ...pistol, system: { ...pistol.system, carried: "hand", hand: "main", magazine: { value: 9, max: 9, kind: "" } } }]);
      }, idOf(brawler));
      await begin(gm, { [idOf(duellist)]: 1, [idOf(brawler)]: 2, [idOf(enforcer)]: 30, [idOf(twin)]: 31 });
      await use(ofDuellist, duellist, "common-hold-action");
      await settled(gm);
      await wish(gm, "move", null, { deed: "engagement", combat: await gm.run(() => game.combats.contents[0]?.id), pair: [idOf(marksman), idOf(enforcer)].sort().join("_"), record: { range: 6, grapple: null, ground: null, hold: null } });
      await settled(gm);
      const newest = async (): Promise<(string | null)[] | undefined> => (await cards(gm)).at(-1)?.answers;
      const seen = await exchanges(ofDuellist);
      await use(ofBrawler, brawler, "ranged-shoot", [enforcer]);
      await expect.poll(async () => (await cards(gm)).at(-1)).toMatchObject({ by: idOf(brawler), phase: "applied", answers: ["none"] });
      expect(await leaks()).toEqual([]);

      // A player knows nobody there; what the GM's own do to such a one is the GM's.
      const due = (who: Participant): Promise<unknown> => gm.run(async ([id, others]) => {
        const [combat] = game.combats.contents;
        for (const other of others) await combat?.setInitiative(other, 50 + others.indexOf(other));
        await combat?.setInitiative(id, combat.round);
      }, [idOf(who), [brawler, enforcer, twin].filter((one) => one !== who).map(idOf)] as const);
      await due(brawler);
      await use(ofBrawler, brawler, "unarmed-strike", [marksman]);
      await expect.poll(() => refusals(ofBrawler)).toEqual(["FATEWALKER.Amend.NotThere"]);
      await due(enforcer);
      await use(gm, enforcer, "unarmed-strike", [marksman, brawler]);
      await expect.poll(newest).toEqual(["pending", "pending"]);
      expect(await leaks()).toEqual([]);
      expect(await exchanges(ofDuellist)).toBe(seen + 1);
      // Nobody steps in, answers or hears of what is not for players to know; the GM is asked for the answer instead.
      const askedFor = (): Promise<string[]> => gm.run(() => (game.combats.contents[0]?.flags.fatewalker?.moment?.exchanges ?? []).flatMap(({ asked }) => asked));
      expect(await askedFor()).toEqual([]);
      await use(ofBrawler, brawler, "evasion-dodge");
      await expect.poll(() => refusals(ofBrawler)).toEqual(["FATEWALKER.Amend.NotThere", "FATEWALKER.Exchange.SomethingOpen"]);
      expect(await newest()).toEqual(["pending", "pending"]);
      await react(gm, marksman, enforcer, null);
      await react(gm, brawler, enforcer, null);
      await expect.poll(async () => (await cards(gm)).at(-1)).toMatchObject({ by: idOf(enforcer), phase: "applied" });
      expect(await leaks()).toEqual([]);
      expect(await exchanges(ofDuellist)).toBe(seen + 1);

      // A combatant that the tracker hides, with its token in sight, is not seen to come either.
      const hide = (hidden: boolean): Promise<unknown> => gm.run(async ([id, value]) => { await game.combats.contents[0]?.combatants.get(id)?.update({ hidden: value }); }, [idOf(twin), hidden] as const);
      await hide(true);
      await due(twin);
      await use(gm, twin, "unarmed-strike", [brawler]);
      await expect.poll(async () => (await cards(gm)).at(-1)).toMatchObject({ by: idOf(twin), phase: "applied", answers: ["unaware"] });
      expect(await exchanges(ofDuellist)).toBe(seen + 1);
      // Whoever aims at the token reads alone what comes of it.
      await due(brawler);
      await use(ofBrawler, brawler, "unarmed-strike", [twin]);
      await expect.poll(newest).toEqual(["pending"]);
      await react(gm, twin, brawler, null);
      await expect.poll(async () => (await cards(ofBrawler)).at(-1)).toMatchObject({ by: idOf(brawler), phase: "applied" });
      expect(await exchanges(ofDuellist)).toBe(seen + 1);
      await hide(false);

      // Whoever sets out for one who hides goes to somebody.
      await due(twin);
      await gm.run(async (id) => {
        const token = game.combats.contents[0]?.combatants.get(id)?.token;
        await token?.update({ x: token.x + 3000 });
      }, idOf(marksman));
      await wish(gm, "move", twin, { deed: "begin", pace: "walk", toward: marksman });
      await settled(gm);
      expect(await leaks()).toEqual([]);
      // Who holds may step in before that.
      await wish(gm, "react", null, { exchange: (await cards(gm)).at(-1)?.id, do: "resolve" });
      await settled(gm);
      expect(await leaks()).toEqual([]);
      expect(await gm.run((id) => (game.combats.contents[0]?.system.schedule[`arrival-${id}`] as unknown as { data: object } | undefined)?.data, idOf(twin))).toMatchObject({ to: "Someone" });
    });

    test("a power that helps or strikes one who hides names nobody but those in sight, where numbers are open as well; the dice are there", async () => {
      await table.fightAnew();
      const { brawler, enforcer, twin, marksman } = table.people;
      const name = await gm.run(async ([creature, hero, other]) => {
        await game.settings.set("fatewalker", "hideNpcNumbers", false);
        const powers = await game.packs.get("fatewalker.powers")?.getDocuments();
        const combatants = game.combats.contents[0]?.combatants;
        for (const [id, keys] of [[creature, ["power-fate-protector-boon", "power-fate-destroyer-fates-end"]], [hero, ["power-fate-destroyer-fates-end"]]] as const) {
          const actor = combatants?.get(id)?.actor;
          await actor?.createEmbeddedDocuments("Item", (powers ?? []).filter(({ system }) => (keys as readonly string[]).includes(system.key)).map((power) => power.toObject()));
          await actor?.update({ system: { fate: { rating: 5, spent: 0 }, theme: id === creature ? "protector" : "destroyer" } });
        }
        return combatants?.get(other)?.name ?? "";
      }, [idOf(enforcer), idOf(brawler), idOf(twin)] as const);
      await begin(gm, { [idOf(enforcer)]: 1, [idOf(brawler)]: 9 });
      const spend = async (client: HeadlessClient, who: Participant, key: string, targets: readonly Participant[] = []): Promise<void> => {
        await wish(client, "spend", who, { item: (await itemOf(client, who, key)).id, targets, mode: "public" });
        await settled(gm);
      };
      const memory = (who: Participant): Promise<Record<string, unknown>> => gm.run((id) => ((game.combats.contents[0]?.combatants.get(id) as unknown as { flags: { fatewalker?: { powers?: Record<string, unknown> } } }).flags.fatewalker?.powers ?? {}), idOf(who));
      const notice = (): Promise<unknown> => ben.run(() => game.messages.contents.filter(({ type, visible }) => type === "exchange" && visible).at(-1)?.toObject().system.notice);
      await spend(gm, enforcer, "power-fate-protector-boon");
      expect(await leaks()).toEqual([]);
      expect(await notice()).toMatchObject({ key: "FATEWALKER.PowerUse.BoonGiven", data: { names: name } });
      for (const who of [twin, marksman]) expect(await memory(who)).toMatchObject({ boon: { dice: expect.any(Number) as number } });
      // It costs the whole rating.
      await gm.run(async (id) => { await game.combats.contents[0]?.combatants.get(id)?.actor?.update({ system: { fate: { spent: 0 } } }); }, idOf(enforcer));
      await spend(gm, enforcer, "power-fate-destroyer-fates-end", [marksman]);
      expect(await leaks()).toEqual([]);
      expect(await memory(enforcer)).toMatchObject({ fatesEnd: marksman.actor });
      await spend(ofBrawler, brawler, "power-fate-destroyer-fates-end", [marksman]);
      await expect.poll(async () => (await refusals(ofBrawler)).at(-1)).toBe("FATEWALKER.Amend.NotThere");
      expect(await leaks()).toEqual([]);
      await gm.run(async () => { await game.settings.set("fatewalker", "hideNpcNumbers", true); });
    });

    test("nothing of it has gone wrong on any client, and the search finds what is there", async () => {
      expect(table.problems).toEqual([]);
      expect(await table.lost()).toEqual([]);
      // A search that finds nothing anywhere proves nothing: the GM's messages hold the words.
      const all = await gm.run(() => JSON.stringify(game.messages.contents.map((message) => message.toObject())));
      expect(MARKERS.filter((word) => all.includes(word)).length).toBeGreaterThan(3);
    });
  });
});
