import { isRecord, textAt, valueAt, type JsonRecord } from "./packs";
import { ANSWERS, ATTACKS, CASES, FALLS, NO_ANSWERS, NO_ATTACKS, OUTCOMES, PROSE_CASES, PROSE_CELLS, REDIRECTED, ROLL_MODIFIERS, ROLL_TIMES, skillKey } from "./maneuver-words";
import { RowReader } from "./row-reader";
import type { ExpectedRow, Projection } from "./tables";

/** The TN of every fall, throw and hold whose row prints none (readings, E11). */
const OPEN_DAMAGE_TN = 5;
/** Dice of the one row that leaves its damage to "as normal" (readings, E11). */
const OPEN_POOLS: Readonly<Record<string, unknown>> = { "unarmed-trip-kick": [{ count: 4, value: 1 }, { count: 1, value: 3 }] };
/** The bonus of Gut whose number is missing (readings, D12). */
const OPEN_CASES: Readonly<Record<string, number>> = { atGrapple: 3 };
/** Ticks of the one row that gives none (readings, E9). */
const OPEN_TICKS: Readonly<Record<string, unknown>> = { "melee-charge": { kind: "special", base: "weapon", offset: 0, parts: ["weapon", "run ticks"] } };
/** Where the row says "Special" and gives no base offset, the shield's own ticks count. */
const ADDED_TICKS: Readonly<Record<string, JsonRecord>> = { "melee-shield-bash": { offset: 0 } };

const REDIRECT = "evasion-redirect";

/**
 * What the maneuver table demands of each document, every cell of it.
 * @param rows All rows: Redirect is told by the others what it is good against.
 */
export function maneuverRows(rows: readonly JsonRecord[]): ExpectedRow[] {
  return rows.map((row) => maneuverRow(row, rows));
}

function maneuverRow(row: JsonRecord, all: readonly JsonRecord[]): ExpectedRow {
  const reader = new RowReader(row);
  const key = reader.text("id");
  const name = reader.text("name");
  const table = reader.text("table");
  const values: JsonRecord = {
    group: table === "special-common" ? "free" : table,
    timings: reader.read("categories"),
    requisites: reader.records("requisites", ["skill", "level"]).map(({ skill, level }) => ({ skill: skillKey(String(skill)), level })),
    requisitePerShield: reader.read("perShield") === true && reader.texts("requisites").includes("perShield"),
    combatSize: reader.read("combatSize") ?? null,
    ticks: tickValues(key, reader),
    ...rollValues(reader),
    ...damageValues(key, table, reader),
  };
  const projections = [
    ...effectProjections(key, reader, all),
    ...caseProjections(reader),
    ...answerProjections(reader),
    ...tableProjections(reader),
    ...damageProjections(reader),
  ];
  const filled = isFilled(key, row);
  return {
    key,
    pack: "maneuvers",
    type: "maneuver",
    names: [name],
    values,
    projections: filled ? [...projections, markedProjection()] : projections,
    uncarried: reader.unread(PROSE_CELLS),
    required: true,
  };
}

/** A value that the table leaves open is marked as a reading where the document names its source. */
function markedProjection(): Projection {
  return { field: "source (marks what the table leaves open)", expected: true, actual: (system) => textAt(system, "source").includes("reading") };
}

function isFilled(key: string, row: JsonRecord): boolean {
  const openTn = isRecord(row.damage) && row.damage.tn === null;
  return openTn || Object.hasOwn(OPEN_TICKS, key) || key === "melee-gut" || key === "melee-disarm" || key === "ranged-marksman-shot";
}

function tickValues(key: string, reader: RowReader): unknown {
  const printed = reader.read("tickCost");
  if (Object.hasOwn(OPEN_TICKS, key)) return OPEN_TICKS[key];
  if (!isRecord(printed)) return printed;
  const ticks: JsonRecord = { ...Object.fromEntries(Object.entries(printed).filter(([cell]) => cell !== "text")), ...ADDED_TICKS[key] };
  const { options } = ticks;
  // A choice between two numbers has the least as its value.
  if (Array.isArray(options)) ticks.options = options.filter(isRecord).map((option) => ("value" in option ? option : { ...option, value: option.min }));
  return ticks;
}

/** A modifier printed as "Special" is 0: what it stands for is in `cases`, `base`, `modes` or `effects`. */
function rollValues(reader: RowReader): JsonRecord {
  if (!reader.has("roll")) return { roll: null };
  const key = (printed: string): string | null => (printed === "" ? null : printed);
  const modifier = reader.read("roll.modifier");
  const base = reader.read("roll.base");
  const shield = reader.read("roll.formula") === "shield Deflection + shield Absorb";
  return {
    "roll.attribute": key(reader.text("roll.attribute").toLowerCase()),
    "roll.skill": key(skillKey(reader.text("roll.skill"))),
    "roll.modifier": typeof modifier === "number" ? modifier : (reader.read("roll.baseModifier") ?? 0),
    "roll.base": shield ? "shield" : base === undefined ? null : "component",
  };
}

function damageValues(key: string, table: string, reader: RowReader): JsonRecord {
  const answersOnly = reader.texts("categories").every((category) => category === "reaction");
  if (!reader.has("damage")) {
    const shoots = table === "ranged" && reader.has("roll") && reader.text("roll.skill") === "Ranged";
    return shoots ? { "damage.source": "weapon", "damage.bonus": 0, "damage.tnBonus": 0, "damage.cancels": false } : { damage: null };
  }
  const source = reader.read("damage.source") ?? "own";
  const pools = reader.records("damage.pools", ["count", "value"]).filter(({ count }) => typeof count === "number");
  const bonus = reader.read("damage.bonus");
  const own = source === "own";
  return {
    "damage.source": source === "combined attack" ? "component" : source,
    "damage.pools": OPEN_POOLS[key] ?? pools,
    "damage.tn": reader.read("damage.tn") ?? (own ? OPEN_DAMAGE_TN : null),
    "damage.bonus": typeof bonus === "number" ? bonus : 0,
    "damage.tnBonus": reader.read("damage.tnBonus") ?? 0,
    "damage.stun": reader.read("damage.type") === "stun",
    // Dramatic Scenes, Parry and Block: what a block or parry rolls is taken off the attack's damage.
    "damage.cancels": reader.read("damage.use") === "cancels incoming damage" || answersOnly,
  };
}

const list = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const sorted = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort();

/** All effects of one kind are exactly the ones that the table gives, whatever their order. */
function effectsOf(kind: string, expected: readonly JsonRecord[]): Projection {
  return {
    field: `effects of the kind ${kind}`,
    expected: sorted(expected.map((effect) => ({ kind, ...effect }))),
    actual: (system) => sorted(list(valueAt(system, "effects")).filter((effect) => effect.kind === kind)),
  };
}

function effectProjections(key: string, reader: RowReader, all: readonly JsonRecord[]): Projection[] {
  const modifiers = reader.records("defenderModifiers", ["kind", "value"]).filter(({ kind }) => !String(kind).startsWith("Redirect"));
  const aims = reader.records("modes", ["toHitNext", "stackLimit"]).filter((mode) => "toHitNext" in mode);
  const rounds = reader.read("rounds");
  const sizes = reader.read("sizes");
  const components = reader.read("roll.components");
  const modified = reader.read("modifies");
  const half = reader.texts("defendsAgainst").includes("melee attacks (half)");
  return [
    effectsOf("defenderModifier", modifiers.map(({ kind, value }) => ({ against: String(kind).startsWith("any") ? "any" : kind, value }))),
    effectsOf("burst", rounds === undefined ? [] : [{ rounds, aimLimit: reader.read("maxAimBonus") ?? null }]),
    effectsOf("aim", aims.map(({ toHitNext, stackLimit }) => ({ bonus: toHitNext, limit: stackLimit === "Observe skill" ? "observe" : stackLimit }))),
    effectsOf("weaponSizes", sizes === undefined ? [] : [{ sizes }]),
    effectsOf("modifies", modified === undefined ? [] : [{ maneuvers: modified }]),
    effectsOf("movingTarget", half ? [{ offset: -1, meleeShare: 0.5 }] : []),
    { field: "effects: components", expected: components === undefined ? [] : [components], actual: (system) => list(valueAt(system, "effects")).filter(({ kind }) => kind === "combined").map((effect) => effect.components) },
    ...versusProjections(key, reader, all),
  ];
}

/** Redirect is good against four attacks; its own row and theirs both say so. */
function versusProjections(key: string, reader: RowReader, all: readonly JsonRecord[]): Projection[] {
  const versus = ([against = "", variant]: string[], value: unknown): JsonRecord => ({ against, variant: variant ?? null, value });
  const own = reader.records("versus", ["against", "bonus"]).flatMap(({ against, bonus }) => (REDIRECTED[String(against)] ?? [String(against)]).map((attack) => versus(attack.split(":"), bonus)));
  if (key !== REDIRECT) return [effectsOf("versus", own)];
  const others = all.flatMap((row) =>
    list(row.defenderModifiers)
      .filter(({ kind }) => String(kind).startsWith("Redirect"))
      .map(({ kind, value }) => versus(kind === "Redirect (vs Engage)" ? [textAt(row, "id"), "engage"] : [textAt(row, "id")], value)),
  );
  return [effectsOf("versus", own), effectsOf("versus", others)];
}

/** The cases of the roll, from three kinds of cells; those of the prose alone are left aside. */
function caseProjections(reader: RowReader): Projection[] {
  const by = { ...asRecord(reader.read("roll.by")), ...asRecord(reader.read("roll.bySize")) };
  const bracketed = reader.texts("defendsAgainst").flatMap((words) => {
    const [, attack = "", value = ""] = /^(.+) \((-\d+)\)$/.exec(words) ?? [];
    return attack === "" ? [] : [[attack, Number(value)] as const];
  });
  // What Block suffers, its like suffers too.
  const likeBlock = reader.texts("defendsAgainst").includes("as Block") ? [["weapons", -2] as const] : [];
  const expected = new Map<string, unknown>();
  for (const [word, value] of [...Object.entries(by), ...bracketed, ...likeBlock]) {
    const when = CASES[word] ?? `unknown case "${word}"`;
    expected.set(when, value ?? OPEN_CASES[when]);
  }
  return [
    {
      field: "roll.cases",
      expected: sorted([...expected].map(([when, modifier]) => ({ when, modifier }))),
      actual: (system) => sorted(list(valueAt(system, "roll.cases")).filter(({ when }) => !PROSE_CASES.includes(String(when)))),
    },
  ];
}

function asRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

const withoutBracket = (words: string): string => words.replace(/ \(.*\)/, "");
const stringsAt = (system: unknown, field: string): string[] => {
  const value = valueAt(system, field);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
};

function answerProjections(reader: RowReader): Projection[] {
  const against = reader.texts("defendsAgainst").filter((words) => words !== "melee attacks (half)");
  const answers = [
    ...against.flatMap((words) => ATTACKS[withoutBracket(words).replace(/^unarmed attacks$/, "unarmed")] ?? [`unknown attack "${words}"`]),
    ...reader.texts("cannotDefendAgainst").flatMap((words) => NO_ATTACKS[withoutBracket(words)] ?? [`unknown attack "${words}"`]),
  ];
  const by = reader.texts("defendedBy").map((words) => ANSWERS[withoutBracket(words)] ?? `unknown answer "${words}"`);
  const never = reader.texts("cannotBe").map((words) => NO_ANSWERS[words] ?? `unknown answer "${words}"`);
  const projections: Projection[] = [];
  if (answers.length > 0) projections.push({ field: "answers", expected: [...new Set(answers)].sort(), actual: (system) => stringsAt(system, "answers").sort() });
  projections.push(
    { field: "answeredBy (what must be able to answer)", expected: [], actual: (system) => by.filter((word) => !mayAnswer(system, word)) },
    { field: "answeredBy (what must not answer)", expected: [], actual: (system) => never.filter((word) => mayAnswer(system, word)) },
  );
  return projections;
}

/** Whether a list lets such an answer through; one that only takes out starts from everything. */
function mayAnswer(system: unknown, word: string): boolean {
  if (valueAt(system, "answeredBy") === null) return true;
  const words = stringsAt(system, "answeredBy");
  if (words.includes(`!${word}`)) return false;
  const named = words.filter((entry) => !entry.startsWith("!"));
  return (named.length === 0 && words.length > 0) || named.includes(word) || named.includes("any");
}

function tableProjections(reader: RowReader): Projection[] {
  const modes = reader.records("modes", ["name", "toHit", "damageBonus", "tnBonus", "distance", "preemptive", "durationTicks"]).filter((mode) => "toHit" in mode);
  const variants = reader.texts("variants").map((name) => name.toLowerCase());
  const labels = list(valueAt(reader.read("tickCost"), "options")).map(({ label }) => label);
  const rolls = reader.records("rolls", ["variant", "attribute", "skill", "modifier"]);
  const results = reader.records("successTable", ["variant", "min", "max", "ticks", "result"]);
  const secondary = reader.records("secondaryRolls", ["who", "when", "attribute", "skill", "modifier", "required", "onFail", "delayTicks"]);
  const recovery = reader.has("tickCost.recovery");
  const variantsOf = (system: unknown): JsonRecord[] => list(valueAt(system, "tables.variants"));
  return [
    { field: "tables.modes", expected: modes.map(expectedMode), actual: (system) => list(valueAt(system, "tables.modes")).map(actualMode) },
    ...(variants.length === 0 ? [] : [{ field: "tables.variants (names)", expected: variants, actual: (system: unknown) => variantsOf(system).map(({ name }) => String(name).toLowerCase()) }]),
    { field: "tables.variants (options of ticks)", expected: labels, actual: (system) => variantsOf(system).map(({ option }) => option).filter((option) => option !== null) },
    {
      field: "tables.variants (rolls)",
      expected: rolls.map(({ variant, attribute, skill, modifier }) => ({ name: variant, attribute: String(attribute).toLowerCase(), skill: skillKey(String(skill)), modifier })),
      actual: (system) => variantsOf(system).filter(({ roll }) => roll !== null).map(({ name, roll }) => ({ name, ...asRecord(roll) })),
    },
    {
      field: "tables.results",
      expected: results.map(({ variant, min, max, ticks, result }) => ({ variant: variant ?? null, min, max, outcome: outcomeOf(result, ticks), ticks: ticks ?? null })),
      actual: (system) => {
        const names = new Map(variantsOf(system).map(({ key, name }) => [key, name]));
        return list(valueAt(system, "tables.results")).map(({ variant, min, max, outcome, ticks }) => ({ variant: names.get(variant) ?? variant, min, max, outcome, ticks }));
      },
    },
    { field: "tables.rolls", expected: secondary.map(expectedRoll), actual: (system) => list(valueAt(system, "tables.rolls")).map(({ key: _key, ...roll }) => roll) },
    ...(recovery ? [{ field: "tables.rolls (delay)", expected: [5, 5], actual: (system: unknown) => list(valueAt(system, "tables.rolls")).map(({ delay }) => delay) }] : []),
  ];
}

function outcomeOf(result: unknown, ticks: unknown): string {
  if (typeof ticks === "number") return "ticks";
  return OUTCOMES.find(([beginning]) => String(result).startsWith(beginning))?.[1] ?? `unknown outcome "${String(result)}"`;
}

function expectedMode({ name, toHit, damageBonus, tnBonus, distance, preemptive, durationTicks }: JsonRecord): JsonRecord {
  const runs = damageBonus === "+1 per 2 ticks of running";
  const [, divisor] = /^Speed \/ (\d+)$/.exec(String(distance)) ?? [];
  return {
    name: String(name).toLowerCase(),
    toHit,
    damageBonus: typeof damageBonus === "number" || (damageBonus !== undefined && !runs) ? damageBonus : 0,
    tnBonus: tnBonus ?? 0,
    effects: sorted([
      ...(divisor === undefined ? [] : [{ kind: "reach", divisor: Number(divisor), weaponLength: false }]),
      ...(runs ? [{ kind: "runDamage", points: 1, perTicks: 2, most: null }] : []),
      ...(preemptive === true ? [{ kind: "overwatch", ticks: durationTicks }] : []),
    ]),
  };
}

function actualMode({ name, toHit, damageBonus, tnBonus, effects }: JsonRecord): JsonRecord {
  return { name: String(name).toLowerCase(), toHit, damageBonus, tnBonus, effects: sorted(list(effects)) };
}

function expectedRoll({ who, when, attribute, skill, modifier, required, onFail, delayTicks }: JsonRecord): JsonRecord {
  const [minus, plus] = typeof modifier === "string" ? (ROLL_MODIFIERS[modifier] ?? [`unknown modifier "${modifier}"`, null]) : [null, null];
  const [, delay] = /^(\d+) - successes$/.exec(String(delayTicks)) ?? [];
  const falls = onFail === undefined ? undefined : FALLS[String(onFail)];
  return {
    who: who === undefined || who === "attacker" ? "user" : "target",
    when: ROLL_TIMES[String(when ?? who)] ?? `unknown time "${String(when ?? who)}"`,
    attribute: String(attribute).toLowerCase(),
    skill: skillKey(String(skill)),
    modifier: typeof modifier === "number" ? modifier : 0,
    minus,
    plus,
    // What the row does not state is one success (readings, E11).
    required: required === "not stated" ? 1 : (required ?? null),
    delay: delay === undefined ? null : Number(delay),
    failure: onFail === undefined ? null : { prone: true, damage: falls === true ? { value: 1, tn: OPEN_DAMAGE_TN } : falls === false ? null : `unknown failure "${String(onFail)}"` },
  };
}

/** Damage that is no fixed number stands among the effects. */
function damageProjections(reader: RowReader): Projection[] {
  const bonus = asRecord(reader.read("damage.bonus"));
  const counted = reader.records("damage.pools", ["count", "value"]).filter(({ count }) => typeof count === "string");
  const maximum = reader.read("damage.maximum");
  const inProse = /\+1 damage per run tick action, at most \+(\d+)/.exec(reader.text("damage.formula"));
  const run = "per" in bonus ? { points: bonus.value, perTicks: 2, most: bonus.max } : inProse === null ? null : { points: 1, perTicks: 2, most: Number(inProse[1]) };
  const halved = reader.text("damage.formula").includes("Deflection halved");
  const projections = [
    effectsOf("runDamage", run === null ? [] : [run]),
    effectsOf("chargeBonus", "equals" in bonus ? [{}] : []),
    effectsOf("deflectionShare", halved ? [{ share: 0.5 }] : []),
    effectsOf("netDamage", counted.map(({ count, value }) => ({ offset: count === "net successes - 2" ? -2 : count === "net successes" ? 0 : count, value, tn: reader.read("damage.tn") }))),
  ];
  if (maximum !== undefined) {
    projections.push({
      field: "damage (its maximum)",
      expected: maximum,
      actual: (system) => list(valueAt(system, "damage.pools")).reduce((sum, { count, value }) => sum + Number(count) * Number(value), 0),
    });
  }
  return projections;
}
