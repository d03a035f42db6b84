import { describe, expect, it } from "vitest";
import { PATHS, isRecord, textAt, valueAt, type JsonRecord } from "../../tools/packs/packs";
import { keyOf, readPackSources } from "../../tools/packs/source";

const actors = readPackSources(PATHS.source)
  .documents.filter(({ documentName }) => documentName === "Actor")
  .map((document) => [keyOf(document), document.data] as const);

/** Core rules, Prices: character points for each successive dot. */
const PRIMARY = { root: [5, 10], branch: [3, 5, 8], leaf: [1, 3] };
const SECONDARY = { root: [3, 5], branch: [2, 3, 5], leaf: [1, 2] };
const TRAIT = [2, 3, 6, 8];
const STARTING_ATTRIBUTE = 4;

const values = (record: unknown): JsonRecord[] => (isRecord(record) ? Object.values(record).filter(isRecord) : []);

function priceOf(dots: unknown, prices: readonly number[]): number {
  if (typeof dots !== "number" || dots > prices.length) throw new Error(`${String(dots)} dots cannot be bought`);
  return prices.slice(0, dots).reduce((sum, price) => sum + price, 0);
}

function priceOfSkills(actor: JsonRecord): number {
  let sum = 0;
  for (const tree of values(valueAt(actor, "system.skills"))) {
    const prices = tree.primary === true ? PRIMARY : SECONDARY;
    sum += priceOf(tree.value, prices.root);
    for (const branch of values(tree.branches)) {
      sum += priceOf(branch.value, prices.branch);
      for (const leaf of values(branch.leaves)) sum += priceOf(leaf.value, prices.leaf);
    }
  }
  return sum;
}

/** Each step of an attribute costs the rating before it plus 1, of Grit twice that rating plus 1. */
function priceOfAttributes(actor: JsonRecord): number {
  let sum = 0;
  const attributes = valueAt(actor, "system.attributes");
  for (const [key, attribute] of Object.entries(isRecord(attributes) ? attributes : {})) {
    const rating = Number(valueAt(attribute, "value"));
    expect(rating).toBeGreaterThanOrEqual(STARTING_ATTRIBUTE);
    for (let step = STARTING_ATTRIBUTE; step < rating; step += 1) sum += key === "grit" ? 2 * step + 1 : step + 1;
  }
  return sum;
}

function items(actor: JsonRecord): JsonRecord[] {
  return Array.isArray(actor.items) ? actor.items.filter(isRecord) : [];
}

/** Root, branch and the best leaf: what a requisite is measured by. */
function targetNumber(actor: JsonRecord, skill: string): number {
  for (const tree of values(valueAt(actor, "system.skills"))) {
    const branch = valueAt(tree.branches, skill);
    if (isRecord(branch)) return Number(tree.value) + Number(branch.value) + Math.max(0, ...values(branch.leaves).map(({ value }) => Number(value)));
  }
  return 0;
}

describe("ready-made characters and adversaries", () => {
  it("are eight characters and six adversaries", () => {
    const keys = (type: string): string[] => actors.filter(([, data]) => data.type === type).map(([key]) => key.replace("pregen-", "")).sort();
    expect(keys("character")).toEqual(["brawler", "duellist", "engineer", "gunslinger", "knight", "physician", "scout", "shadow"]);
    expect(keys("npc")).toEqual(["cutthroat", "enforcer", "marksman", "officer", "reaver", "soldier"]);
  });

  it.each(actors)("%s costs what the notes say, and its kind all the same", (_key, actor) => {
    const traits = items(actor).filter(({ type }) => type === "trait");
    const price = priceOfSkills(actor) + priceOfAttributes(actor) + traits.reduce((sum, trait) => sum + priceOf(valueAt(trait, "system.rating"), TRAIT), 0);
    expect(price).toBe(actor.type === "character" ? 110 : 75);
    expect(textAt(actor, "system.gmNotes")).toContain(`Built with ${price} character points.`);
  });

  it.each(actors)("%s wears one armor at most and fills each hand once", (_key, actor) => {
    const worn = items(actor).filter((item) => item.type === "armor" && valueAt(item, "system.carried") === "worn");
    expect(worn).toHaveLength(1);
    const hands = items(actor).map((item) => valueAt(item, "system.hand")).filter((hand) => hand !== null && hand !== undefined);
    expect(new Set(hands).size).toBe(hands.length);
  });

  it("let the duelling shield work: it is on, over armor that allows it", () => {
    const duellist = actors.find(([key]) => key === "pregen-duellist")?.[1] ?? {};
    const worn = items(duellist).filter((item) => valueAt(item, "system.carried") === "worn");
    expect(worn.map((item) => textAt(item, "system.key")).sort()).toEqual(["shield-duelling", "synthsilk"]);
    expect(worn.every((item) => valueAt(item, "system.underShield") !== false && valueAt(item, "system.on") !== false)).toBe(true);
  });

  it("link the tokens of characters and leave those of adversaries unlinked", () => {
    for (const [, actor] of actors) {
      const pc = actor.type === "character";
      expect(actor.prototypeToken).toMatchObject({ actorLink: pc, disposition: pc ? 1 : -1, bar1: { attribute: "health" }, bar2: { attribute: "will" } });
    }
  });

  it("each have a face and a token of their own", () => {
    const pictures = actors.flatMap(([, actor]) => [textAt(actor, "img"), textAt(actor, "prototypeToken.texture.src")]);
    expect(new Set(pictures).size).toBe(2 * actors.length);
  });

  it.each(actors)("%s can wait, dodge, look, strike and do at least eight things that its kind is good at", (_key, actor) => {
    const keys = items(actor).filter(({ type }) => type === "maneuver").map((item) => textAt(item, "system.key"));
    expect(keys).toEqual(expect.arrayContaining(["common-hold-action", "evasion-dodge", "common-look-search-observe", "unarmed-strike"]));
    expect(keys.length).toBeGreaterThanOrEqual(12);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(actors)("%s has what its maneuvers ask for, one or two lessons aside", (_key, actor) => {
    const short = items(actor).flatMap((item) => {
      const requisites = valueAt(item, "system.requisites");
      return (item.type === "maneuver" && Array.isArray(requisites) ? requisites : []).filter((requisite) => targetNumber(actor, textAt(requisite, "skill")) < Number(valueAt(requisite, "level")));
    });
    expect(short.length).toBeLessThanOrEqual(2);
  });

  it.each(actors)("%s carries ammunition for what it shoots with, and a weapon or two fists ready", (_key, actor) => {
    const carried = items(actor);
    const boxes = carried.filter((item) => valueAt(item, "system.kind") === "ammunition").map((item) => textAt(item, "name"));
    for (const weapon of carried.filter(({ type }) => type === "weapon")) {
      const wanted = textAt(weapon, "system.ammunition");
      if (wanted !== "" && valueAt(weapon, "system.carried") === "hand") expect([wanted, boxes.some((name) => name.startsWith(wanted))]).toEqual([wanted, true]);
    }
    const fists = carried.some((item) => textAt(item, "system.key") === "unarmed-martial-strike");
    expect(fists || carried.some((item) => item.type === "weapon" && valueAt(item, "system.carried") === "hand")).toBe(true);
  });

  it.each(actors)("%s tells its story and how to play it", (_key, actor) => {
    for (const field of ["system.biography", "system.gmNotes"]) expect(textAt(actor, field).match(/<p>/g)?.length).toBe(2);
    expect(textAt(actor, "system.profile.concept")).not.toBe("");
  });
});
