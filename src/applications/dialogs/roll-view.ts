import { say, sayCount, signed, sayOr } from "../../helpers/text";
import { MESSAGE_MODES, type MessageMode } from "../../compat/message-modes";
import { wholeNumber } from "../../helpers/numbers";
import { maySwitch, MOST_RUN_TICKS, MOST_TICKS, type Choices } from "../../flows/exchange/choices";
import type { SupportOffer } from "../../flows/checks/support";
import type { Offers } from "../../flows/exchange/shape";
import { chosenPower, type PowerOption } from "../../flows/powers/for-roll";
import { SUPPORT_KEY } from "../../rules/checks/support";
import type { Pool } from "../../rules/dice/types";
import type { Modifier } from "../../rules/modifiers/types";
import { powerRows, type PowerRow } from "./powers-view";
import { poolLine, supportView, type SupportView } from "./support-view";

/** Context of `templates/dialogs/roll.hbs`, shared by the declare and the check dialog. */
export interface RollView {
  readonly title: string;
  readonly chips: readonly string[];
  readonly dice: readonly { readonly tn: number; readonly classes: string; readonly title: string }[];
  readonly poolText: string;
  /** It takes time and no dice: there is nothing to add up. */
  readonly noRoll?: boolean;
  readonly modifiers: readonly ModifierRow[];
  /** Active powers, one of which may be put into the roll. */
  readonly powers: readonly PowerRow[];
  /** Skills that may support it; null or missing: none may. */
  readonly support?: SupportView | null;
  readonly weapons: readonly { readonly id: string; readonly name: string; readonly chosen: boolean }[];
  readonly selects: readonly SelectView[];
  /** Where an area is centred, for what covers one. */
  readonly area?: AreaView | null;
  /** Ticks of running up to it, where it is something to run up to. */
  readonly runTicks?: number | null;
  readonly runsUp?: boolean;
  /** Ticks that it takes, where that is the user's to say: what stands there now, and the limits in words. */
  readonly ticks?: { readonly value: number; readonly limits: string } | null;
  readonly custom: number | string;
  /** Why what stands in the field for custom dice cannot be taken. */
  readonly customProblem?: string;
  readonly odds: readonly OddsBar[];
  readonly sums: readonly SumCell[];
  readonly modes: readonly { readonly key: MessageMode; readonly label: string; readonly chosen: boolean }[];
  /** Who will see the roll, where that is not as everywhere; empty or missing: it is. */
  readonly audience?: string;
  readonly note: string;
  /** How one could get there first, where the target is out of reach. */
  readonly approaches?: readonly { readonly pace: string; readonly label: string }[];
  readonly confirm: string;
  /** Why confirming would be refused for certain; empty or missing: it may go through. */
  readonly refusal?: string;
}

/** The centre of an area in words, and what may be done about it. */
export interface AreaView {
  readonly centre: string;
  /** Name of the target that it may be centred on instead; empty: it is, or there is none. */
  readonly onTarget: string;
  readonly mayPick: boolean;
}

/** A choice that a maneuver leaves: its variant, its mode, what it is made together with. */
export interface SelectView {
  readonly choice: keyof Pick<Choices, "variant" | "mode" | "base" | "baseMode" | "newTarget">;
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly name: string; readonly chosen: boolean }[];
  /** What the one that is chosen means, where its printed name says little; missing: nothing to add. */
  readonly hint?: string;
}

/** The choices of a maneuver that leave more than one way to make it. */
export function selectViews({ variants, modes, bases, baseModes }: Offers): SelectView[] {
  const lists = [["variant", variants], ["base", bases], ["baseMode", baseModes], ["mode", modes]] as const;
  return lists.filter(([, list]) => list.length > 1).map(([choice, list]) => ({
    choice, label: say(`FATEWALKER.Dialog.Choice.${choice}`),
    options: list.map(({ key, name, chosen }) => ({ key, name: key === "" ? say(name) : name, chosen })),
    hint: choice === "mode" || choice === "baseMode" ? sayOr(`FATEWALKER.Dialog.ModeHint.${list.find(({ chosen }) => chosen)?.key ?? ""}`, "") : "",
  }));
}

/** The choices after one of them was made: another base has modes of its own. */
export function withChoice(choices: Choices, choice: string, value: string): Choices {
  switch (choice) {
    case "base":
      return { ...choices, base: value, baseMode: null };
    case "variant":
    case "mode":
    case "baseMode":
    case "newTarget":
      return { ...choices, [choice]: value };
    case "support":
      return { ...choices, support: value === "" ? null : value };
    case "runTicks":
      return { ...choices, runTicks: wholeNumber(value, { min: 0, max: MOST_RUN_TICKS }) };
    case "ticks":
      return { ...choices, ticks: wholeNumber(value, { min: 0, max: MOST_TICKS }) };
    default:
      return choices;
  }
}

export interface ModifierRow {
  readonly key: string;
  readonly name: string;
  readonly reason: string;
  readonly value: string;
  readonly tone: "" | "fw-plus" | "fw-minus";
  readonly checked: boolean;
  readonly fixed: boolean;
}

export interface OddsBar {
  readonly successes: string;
  readonly percent: string;
  /** Height, 0 to 100, of the highest bar. */
  readonly part: number;
  readonly counts: boolean;
}

export interface SumCell {
  readonly label: string;
  readonly value: string;
  readonly now: boolean;
}

export const percent = (chance: number): string => `${Math.round(chance * 100)}%`;

/** More dice than this are counted in words only, so that the window stays in sight. */
const MOST_DICE = 24;

/** The dice of a pool as shields that carry their TN: normal ones first. */
export function poolDice({ normal, wounded, tn, woundedTn }: Pool): RollView["dice"] {
  const die = (target: number, classes: string, key: string) => ({ tn: target, classes, title: say(key, { tn: target }) });
  return [
    ...Array.from({ length: normal }, () => die(tn, "fw-die hit", "FATEWALKER.Dialog.Die.Normal")),
    ...Array.from({ length: wounded }, () => die(woundedTn, "fw-die wounded", "FATEWALKER.Dialog.Die.Wounded")),
  ].slice(0, MOST_DICE);
}

/**
 * Every modifier with its switch, and the wounds, which are none but belong to the sum. What the maneuver prints bears its name.
 * @param all  what the dice are made of, where more than the rows shows elsewhere
 */
export function modifierRows(modifiers: readonly Modifier[], { normal, wounded }: Pool, maneuver: string | null = null, all = modifiers): ModifierRow[] {
  const isGM = game.user?.isGM === true;
  const rows = modifiers.filter(({ key }) => key !== "custom").map((modifier): ModifierRow => ({
    key: modifier.key,
    name: modifier.key === "maneuver" && maneuver !== null ? maneuver : say(modifier.label, modifier.data ?? {}),
    reason: reasonOf(modifier),
    value: modifier.source === "attribute" ? String(modifier.value) : signed(modifier.value),
    tone: modifier.source === "attribute" || modifier.value === 0 ? "" : modifier.value > 0 ? "fw-plus" : "fw-minus",
    checked: modifier.enabled,
    fixed: !maySwitch(modifier, isGM),
  }));
  if (wounded === 0) return rows;
  // Where every die is wounded, each further penalty takes one away (Dramatic Scenes, Wound Penalties and Wounded Dice).
  const gone = normal > 0 ? 0 : Math.max(0, all.reduce((sum, { enabled, value }) => sum + (enabled ? value : 0), 0) - wounded);
  const reason = gone === 0 ? sayCount("FATEWALKER.Dialog.WoundsReason", wounded) : say("FATEWALKER.Dialog.WoundsGone", { count: wounded, gone });
  return [...rows, { key: "", name: say("FATEWALKER.Dialog.Wounds"), reason, value: String(wounded + gone), tone: "fw-minus", checked: true, fixed: true }];
}

function reasonOf({ source, cost }: Modifier): string {
  const will = cost?.will ?? 0;
  const fate = cost?.fate ?? 0;
  if (will > 0) return say("FATEWALKER.Dialog.CostsWill", { points: will });
  if (fate > 0) return say("FATEWALKER.Dialog.CostsFate", { points: fate });
  return say(`FATEWALKER.Dialog.Source.${source}`);
}

/** The last bar gathers what is too unlikely to be told apart. */
const MOST_BARS = 8;

/** Exact chances by successes; from `needed` on they count. */
export function oddsBars(successes: readonly number[], needed: number): OddsBar[] {
  const shown = successes.slice(0, MOST_BARS);
  const rest = successes.slice(MOST_BARS).reduce((sum, chance) => sum + chance, 0);
  const bars = rest > 0 ? [...shown.slice(0, -1), (shown.at(-1) ?? 0) + rest] : shown;
  const highest = Math.max(...bars, 0.0001);
  return bars.map((chance, count) => ({
    successes: rest > 0 && count === bars.length - 1 ? `${count}+` : String(count),
    percent: percent(chance),
    part: Math.round((chance / highest) * 100),
    counts: count >= needed,
  }));
}

export const modeOptions = (chosen: MessageMode, possible: readonly MessageMode[] = MESSAGE_MODES): RollView["modes"] => possible.map((key) => ({ key, label: say(`FATEWALKER.Dialog.Mode.${key}`), chosen: key === chosen }));

/** The modifiers without the power and the support that are chosen: these stand in lists of their own. */
export function withoutChosen(modifiers: readonly Modifier[], powers: readonly PowerOption[]): Modifier[] {
  const own = [chosenPower(powers)?.modifier?.key, SUPPORT_KEY];
  return modifiers.filter(({ key }) => !own.includes(key));
}

/** What is common to all roll dialogs. */
export function commonView(pool: Pool, modifiers: readonly Modifier[], choices: Choices, mode: MessageMode, { maneuver = null, powers = [], support }: { readonly maneuver?: string | null; readonly powers?: readonly PowerOption[]; readonly support: SupportOffer }): Pick<RollView, "dice" | "poolText" | "modifiers" | "powers" | "support" | "custom" | "modes"> {
  return { dice: poolDice(pool), poolText: poolLine(pool, support), modifiers: modifierRows(withoutChosen(modifiers, powers), pool, maneuver, modifiers), powers: powerRows(powers), support: supportView(support), custom: choices.custom, modes: modeOptions(mode) };
}

