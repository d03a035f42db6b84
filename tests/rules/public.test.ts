import { describe, expect, test } from "vitest";
import { publicRolls, publicSteps } from "../../src/rules/exchange/public";
import { patchesOf } from "../../src/rules/exchange/patches";
import { nextRolls, resolveWith, supply } from "../../src/rules/exchange/resolve";
import { rollerOf } from "../../src/rules/exchange/rollers";
import type { ExchangeSide, ExchangeState, Participant } from "../../src/rules/exchange/types";
import { fight } from "./combat/bouts";
import { bout, chart, faces, fighter, packManeuver, side, step, thrown, weapon } from "./fixtures";

const nobody = () => false;
const everybody = () => true;
const only = (name: string) => ({ actor }: Participant) => actor === `Actor.${name}`;

/** A parried sword blow on an armored, shielded, dazed creature. */
const state = thrown(
  bout({
    attack: "melee-attack",
    weapon: weapon({ damage: { ...weapon().damage, formula: "8x3", stun: true } }),
    attacker: fighter({ woundPenalty: 2 }),
    defender: fighter({
      protection: { absorb: 1, deflection: { physical: 1, ballistic: 0, energy: 0 } },
      energyShield: { id: "shield", name: "Standard", minActivation: 6, maxAbsorb: 20, energy: 7, reserve: 7 },
      wounds: chart({ temporary: 8, normal: 20, stun: 3 }),
    }),
    reaction: "melee-parry",
    reactionWeapon: weapon(),
  }),
  { attack: faces(2, 6), "reaction:0": faces(2, 6), "damage:0": faces(3, 7), "reactionDamage:0": [0, 9, 9, 9, 9, 9], "consciousness:0": faces(0, 6) },
);

describe("rolls on a card", () => {
  test("everything, where nobody hides", () => {
    const rolls = publicRolls(state, nobody);
    expect(rolls.map(({ id, roller, tn, woundedTn, successes }) => [id, roller, tn, woundedTn, successes])).toEqual([
      ["attack", "attacker", 6, 3, 2], ["reaction:0", 0, 6, null, 2], ["damage:0", "attacker", 5, null, 3], ["reactionDamage:0", 0, 5, null, 1], ["consciousness:0", 0, 4, null, 0],
    ]);
    expect(rolls[0]?.dice[0]).toEqual({ face: 1, wounded: false, success: true, value: 1, penetrating: false });
    expect(rolls[0]?.dice[5]).toMatchObject({ wounded: true });
    expect(rolls[3]?.dice[0]).toEqual({ face: 0, wounded: false, success: true, value: 1, penetrating: true });
    expect(rolls[0]?.label).toBe("FATEWALKER.Modifier.Roll.Attack");
  });

  test("of a hidden creature: faces and successes, no TN, no wounded dice, no consciousness, no dice that its armor has changed", () => {
    const target = publicRolls(state, only("defender"));
    expect(target.map(({ id, tn }) => [id, tn])).toEqual([["attack", 6], ["reaction:0", null]]);
    const attacker = publicRolls(state, only("attacker"));
    expect(attacker[0]).toMatchObject({ tn: null, woundedTn: null, successes: 2 });
    expect(attacker[0]?.dice.some((die) => die.wounded)).toBe(false);
    expect(attacker.map(({ tn }) => tn)).toEqual([null, 6, null, 5, 4]);
  });

  test("of a hidden attacker who is struck back: no dice of the counterblow, which its armor has changed", () => {
    const part = (key: string) => [packManeuver(key), weapon()] as const;
    const struck = resolveWith(
      fight({ attack: packManeuver("melee-attack"), weapon: weapon(), reaction: packManeuver("melee-parry-riposte"), reactionWeapon: weapon(), reactionParts: [part("melee-parry"), part("melee-attack")], attacker: fighter({ woundPenalty: 4 }) }),
      (count) => faces(count, count),
    );
    const shown = (hide: (participant: Participant) => boolean): string[] => publicRolls(struck, hide).map(({ id }) => id);
    expect(shown(nobody)).toContain("counterDamage:0");
    expect(shown(only("attacker"))).not.toContain("counterDamage:0");
    expect(shown(only("defender"))).toContain("counterDamage:0");
  });

  test("only what was thrown", () => {
    const asked = bout({ attack: "unarmed-strike" });
    expect(publicRolls(asked, nobody)).toEqual([]);
    expect(publicRolls(supply(asked, { attack: faces(3, 6) }), nobody).map(({ id }) => id)).toEqual(["attack"]);
  });
});

describe("steps on a card", () => {
  const kinds = (hide: (participant: Participant) => boolean): string[] => publicSteps(state, 0, hide).map(({ kind }) => kind);

  test("everything, where nobody hides", () => {
    expect(kinds(nobody)).toEqual(["attack", "answer", "promote", "shield", "deflect", "damage", "parryDamage", "absorb", "wounds", "bleeding", "status", "consciousness", "status", "status"]);
    expect(publicSteps(state, 0, nobody)).toEqual(state.targets[0]?.steps);
  });

  test("a hidden target keeps armor, shield, points, wounds and rolls to itself; that it falls is seen, on the card as on its token", () => {
    expect(kinds(only("defender"))).toEqual(["attack", "answer", "promote", "status", "status", "status"]);
    expect(publicSteps(state, 0, only("defender")).filter((entry) => entry.kind === "status").map((entry) => (entry.kind === "status" ? entry.status : ""))).toEqual(["dying", "unconscious", "prone"]);
  });

  test("a hidden attacker keeps the damage TN", () => {
    expect(publicSteps(state, 0, only("attacker")).find((entry) => entry.kind === "damage")).toMatchObject({ tn: null });
    expect(step(state, "damage").tn).toBe(5);
    expect(kinds(only("attacker"))).toEqual(kinds(nobody));
  });

  test("wounds of a hidden attacker who hurts himself are left out", () => {
    const butt = thrown(bout({ attack: "unarmed-headbutt" }), { attack: faces(2, 4), "damage:0": faces(5, 5) });
    expect(publicSteps(butt, 0, only("attacker")).filter((entry) => entry.kind === "wounds")).toHaveLength(1);
    expect(publicSteps(butt, 0, everybody).filter((entry) => entry.kind === "wounds")).toHaveLength(0);
    expect(publicSteps(butt, 0, nobody).filter((entry) => entry.kind === "wounds")).toHaveLength(2);
  });

  test("of no target there are none", () => {
    expect(publicSteps(state, 4, nobody)).toEqual([]);
  });
});

describe("R123 R285 whoever is bound to the fate of somebody who is stunned", () => {
  // Half of the Normal chart is marked, so that all stun asks for a roll to stay awake.
  const dazed = fighter({ attributes: { resilience: 0 }, wounds: chart({ stun: 12 }) });
  const struck = (bound: ExchangeSide, attacker = fighter()): ExchangeState => {
    const open = bout({ attack: "unarmed-strike", attacker, defender: fighter({ attributes: { resilience: 0 } }) });
    return { ...open, shared: [{ of: open.targets[0]?.side.participant ?? bound.participant, with: bound, name: "Balance" }] };
  };
  const dice = { attack: faces(2, 6), "damage:0": faces(3, 5) };
  const statuses = (state: ExchangeState, who: string): unknown[] => patchesOf(state).patches.filter(({ participant, document }) => participant.actor === `Actor.${who}` && document.kind === "status").map(({ document, after }) => [document.kind === "status" ? document.status : "", after]);

  test("rolls to stay awake as the attacker", () => {
    const state = struck(side("attacker", dazed), dazed);
    expect(nextRolls(supply(supply(state, dice), dice)).map(({ id, roller }) => [id, roller])).toEqual([["consciousness:attacker", "attacker"]]);
    expect(statuses(thrown(state, { ...dice, "consciousness:attacker": faces(1, 6) }), "attacker")).toEqual([["unconscious", true], ["prone", true]]);
    expect(statuses(thrown(state, { ...dice, "consciousness:attacker": [0, 0, 9, 9, 9, 9] }), "attacker")).toEqual([]);
  });

  test("rolls to stay awake as one who is bound to the attacker, and not as the target", () => {
    const outsider = side("outsider", { ...dazed, wounds: chart({ stun: 12, temporaryMax: 0 }) });
    const open = bout({ attack: "unarmed-headbutt", attacker: fighter({ attributes: { resilience: 0 } }), defender: fighter({ attributes: { resilience: 0 } }) });
    const state = { ...open, shared: [{ of: open.attacker.participant, with: outsider, name: "Balance" }] };
    const butted = supply(supply(state, { attack: faces(2, 4) }), { "damage:0": faces(5, 5) });
    const asked = nextRolls(butted).filter(({ id }) => id.includes("bound"));
    expect(asked.map((request) => [request.roller, rollerOf(butted, request).actor])).toEqual([["attacker", "Actor.outsider"]]);
  });

  test("rolls to stay awake as an outsider, whose numbers stay hidden", () => {
    const outsider = side("outsider", { ...dazed, attributes: { ...dazed.attributes, resilience: 1 }, wounds: chart({ stun: 12, temporaryMax: 0 }) });
    const state = struck(outsider);
    const open = nextRolls(supply(supply(state, dice), dice));
    expect(open.map(({ id, roll }) => [id, roll.kind === "pool" ? [roll.pool.normal, roll.pool.tn] : null])).toEqual([["consciousness:0:bound", [6, 1]]]);
    const fallen = thrown(state, { ...dice, "consciousness:0:bound": faces(1, 6) });
    expect(statuses(fallen, "outsider")).toEqual([["unconscious", true], ["prone", true]]);
    expect(fallen.targets[0]?.steps.flatMap((entry) => (entry.kind === "power" ? [entry.text] : []))).toEqual(["FATEWALKER.Power.Did.Shared", "FATEWALKER.Power.Did.SharedBlackout"]);
    expect(publicRolls(fallen, only("outsider")).map(({ id }) => id)).toEqual(["attack", "damage:0"]);
    expect(publicRolls(fallen, nobody).map(({ id }) => id)).toEqual(["attack", "damage:0", "consciousness:0:bound"]);
    expect(statuses(thrown(state, { ...dice, "consciousness:0:bound": faces(2, 6) }), "outsider")).toEqual([]);
  });
});
