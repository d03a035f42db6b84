/** Documents as version 0 stored them, and what they are now. */
interface Fixture {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export const EARLIER_ITEMS: readonly Fixture[] = [
  {
    before: { _id: "EarlierWeapon000", name: "Sabre", type: "weapon", system: { group: "melee", cost: { value: 9, unit: "crest" }, weight: 2 } },
    after: { _id: "EarlierWeapon000", name: "Sabre", type: "weapon", system: { group: "melee", cost: 4.5, weight: 2 } },
  },
  {
    before: { _id: "EarlierManeuver0", name: "Low Sweep", type: "maneuver", system: { group: "unarmed", requisites: { fight: 3 }, roll: "prowess(fight)" } },
    after: {
      _id: "EarlierManeuver0", name: "Low Sweep", type: "maneuver",
      system: { group: "unarmed", requisites: [{ skill: "unarmed", level: 3 }], roll: { attribute: "prowess", skill: "unarmed", modifier: 0, cases: [], base: null } },
    },
  },
  {
    before: { _id: "EarlierPower0000", name: "Second Breath", type: "power", system: { track: "will", cost: 2 } },
    after: { _id: "EarlierPower0000", name: "Second Breath", type: "power", system: { track: "will", cost: { will: 2, fate: 0 } } },
  },
];

export const EARLIER_ACTOR: Fixture = {
  before: {
    _id: "EarlierActor0000", name: "Old Hand", type: "character", flags: { world: { note: "kept" } },
    system: {
      attributes: { prowess: { value: 6 } },
      will: 9,
      wounds: { temporary: { filled: 2 }, normal: { rows: 3, columns: 8, filled: 7, slashes: 3 }, mortal: { filled: 1 } },
      skills: { weaponry: { label: "", primary: true, value: 1, branches: { weaponry: { label: "", value: 3, leaves: {} }, fight: { label: "", value: 2, leaves: {} }, ranged: { label: "", value: 0, leaves: {} } } } },
      learning: { physick: 4 },
    },
    items: EARLIER_ITEMS.map(({ before }) => before),
  },
  after: {
    _id: "EarlierActor0000", name: "Old Hand", type: "character", flags: { world: { note: "kept" } },
    system: {
      attributes: { prowess: { value: 6 } },
      will: { rating: 9 },
      wounds: { temporary: { value: 2 }, normal: { rows: 3, columns: 8, value: 4, stun: 3 }, mortal: { value: 1 } },
      skills: { weaponry: { label: "", primary: true, value: 1, branches: { melee: { label: "", value: 3, leaves: {} }, unarmed: { label: "", value: 2, leaves: {} }, ranged: { label: "", value: 0, leaves: {} } } } },
      learning: { medical: 4 },
    },
    items: EARLIER_ITEMS.map(({ after }) => after),
  },
};

export const EARLIER_COMBAT: Fixture = {
  before: { _id: "EarlierCombat000", type: "base", system: { kind: "fight", log: [{ kind: "act", ids: ["a"], ledger: "b" }] } },
  after: { _id: "EarlierCombat000", type: "base", system: { kind: "fight", log: { "00000001": { kind: "act", ids: ["a"], ledger: "b" } } } },
};
