import type { Weapon } from "../../rules/fighter/types";
import type { Point } from "./area";
import type { Modifier, ModifierSource } from "../../rules/modifiers/types";
import { isRecord, list, nullableCount, nullableText, oneOf, record, text, whole } from "../../data/message/read";
import { MOST_UNITS, PAID_FROM, STRIKE_OPTIONS, type PowerChoice } from "../powers/choice";

/** What a person chose in a dialog: sent with the wish, and applied to modifiers that are computed anew. */
export interface Choices {
  /** Id of the weapon; null for none or the first that fits. */
  readonly weapon: string | null;
  /** Modifiers that were switched, by key. */
  readonly switched: Readonly<Record<string, boolean>>;
  /** Dice that the table agreed on. */
  readonly custom: number;
  /** Key of the variant and of the mode; null: the first that makes sense. */
  readonly variant: string | null;
  readonly mode: string | null;
  /** Id of the maneuver that it is made together with, and its mode; null: none, or the first where it needs one. */
  readonly base: string | null;
  readonly baseMode: string | null;
  /** Ticks of running up to it; null: as many as the way takes. */
  readonly runTicks: number | null;
  /** Ticks that it shall take, where that is the user's to say; null: as few as it takes. */
  readonly ticks: number | null;
  /** UUID of the actor on whom a Friendly Fire shall turn the attack; null: nobody. */
  readonly newTarget: string | null;
  /** Centre of an area, in pixels of the attacker's scene; null: the first target. */
  readonly centre: Point | null;
  /** The active power that is put into the roll; null: none. */
  readonly power: PowerChoice | null;
  /** Key of the skill that supports the roll, as `SupportSkill` has it; null or missing: none. */
  readonly support?: string | null;
  /** The attacker is a target on purpose; missing: its own token among the targets is a slip of the hand. */
  readonly onSelf?: boolean;
}

export const noChoices = (): Choices => ({ weapon: null, switched: {}, custom: 0, variant: null, mode: null, base: null, baseMode: null, runTicks: null, ticks: null, newTarget: null, centre: null, power: null });

/** Most dice that a table may add to a roll or take from it. */
export const CUSTOM_LIMIT = 20;
/** Nobody runs up for longer than this. */
export const MOST_RUN_TICKS = 60;
/** Nothing takes longer than five minutes of a fight. */
export const MOST_TICKS = 600;

export function readChoices(value: unknown): Choices {
  const source = record(value);
  const switched = isRecord(source.switched) ? source.switched : {};
  return {
    weapon: nullableText(source.weapon),
    switched: Object.fromEntries(Object.entries(switched).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")),
    custom: Math.max(-CUSTOM_LIMIT, Math.min(CUSTOM_LIMIT, whole(source.custom))),
    variant: nullableText(source.variant),
    mode: nullableText(source.mode),
    base: nullableText(source.base),
    baseMode: nullableText(source.baseMode),
    runTicks: optionalTicks(source.runTicks, MOST_RUN_TICKS),
    ticks: optionalTicks(source.ticks, MOST_TICKS),
    newTarget: nullableText(source.newTarget),
    centre: readPoint(source.centre),
    power: readPowerChoice(source.power),
    ...(source.onSelf === true ? { onSelf: true } : {}),
    support: nullableText(source.support),
  };
}

function readPoint(value: unknown): Point | null {
  const { x, y } = record(value);
  return typeof x === "number" && typeof y === "number" && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null;
}

function readPowerChoice(value: unknown): PowerChoice | null {
  const source = record(value);
  const item = text(source.item);
  if (item === "") return null;
  const named = nullableCount(source.named);
  return {
    item, named,
    units: Math.max(1, Math.min(MOST_UNITS, whole(source.units, 1))),
    options: list((option) => oneOf(STRIKE_OPTIONS, option), source.options),
    track: oneOf(PAID_FROM, source.track),
  };
}

function optionalTicks(value: unknown, most: number): number | null {
  const ticks = nullableCount(value);
  return ticks === null ? null : Math.min(most, ticks);
}

/** Sources of which only one counts in a roll (core rules, Dice: at most one Trait, one support roll; Powers: one power). */
const ONLY_ONE: readonly ModifierSource[] = ["trait", "power", "support"];

/** May this person switch it? The GM overrules everything but the attribute itself. */
export const maySwitch = ({ optional, source }: Modifier, isGM: boolean): boolean => optional || (isGM && source !== "attribute");

/** Modifiers as the person wants them: switches that are allowed, one trait at most, one power, though that more than once; the custom dice last. */
export function choose(modifiers: readonly Modifier[], { switched, custom }: Choices, isGM: boolean): Modifier[] {
  const isWanted = (modifier: Modifier): boolean => (maySwitch(modifier, isGM) ? (switched[modifier.key] ?? modifier.enabled) : modifier.enabled);
  // What is in the roll of itself comes before what somebody puts in.
  const taken = new Map(modifiers.filter((modifier) => !modifier.optional && ONLY_ONE.includes(modifier.source) && isWanted(modifier)).map(({ source, key }): [ModifierSource, string] => [source, key]));
  const chosen = modifiers.map((modifier): Modifier => {
    const wanted = isWanted(modifier);
    const rival = ONLY_ONE.includes(modifier.source) ? (taken.get(modifier.source) ?? modifier.key) : modifier.key;
    const enabled = wanted && rival === modifier.key;
    if (enabled) taken.set(modifier.source, modifier.key);
    return { ...modifier, enabled };
  });
  if (custom !== 0) chosen.push({ key: "custom", source: "custom", label: "FATEWALKER.Modifier.Custom", value: custom, enabled: true, optional: true });
  return chosen;
}

/** The chosen weapon where it fits, else the first that does; null for bare hands. */
export const pickWeapon = (usable: readonly Weapon[], id: string | null): Weapon | null => usable.find((weapon) => weapon.id === id) ?? usable[0] ?? null;

/** Keys of the other modifiers of a kind of which a roll takes one only. */
export function rivalKeys(modifiers: readonly Modifier[], key: string): string[] {
  const source = modifiers.find((modifier) => modifier.key === key)?.source;
  return source !== undefined && ONLY_ONE.includes(source) ? modifiers.filter((modifier) => modifier.source === source && modifier.key !== key).map((modifier) => modifier.key) : [];
}
