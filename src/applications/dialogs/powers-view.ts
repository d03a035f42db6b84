import { say, signed } from "../../helpers/text";
import { PAID_FROM, type PowerChoice } from "../../flows/powers/choice";
import type { PowerOption } from "../../flows/powers/for-roll";
import type { Choices } from "../../flows/exchange/choices";
import { RuleError } from "../../rules/errors";
import type { PowerCost, PowerPayment } from "../../rules/powers/use";

/** The part of a window in which powers are put into a roll: `powers` rows, and a `prefix` for the ids of its fields. */
export const POWERS_TEMPLATE = "systems/fatewalker/templates/dialogs/powers.hbs";

interface Chosen {
  readonly value: number;
  readonly chosen: boolean;
}

/** A power that may be put into a roll, as both dialogs show it. */
export interface PowerRow {
  readonly item: string;
  readonly name: string;
  /** What it does, or why it cannot be used. */
  readonly text: string;
  readonly cost: string;
  readonly chosen: boolean;
  readonly refused: boolean;
  readonly disabled: boolean;
  /** How many times; empty where it is used once. */
  readonly units: readonly Chosen[];
  /** Successes that may be named; empty where none are. */
  readonly names: readonly Chosen[];
  readonly options: readonly { readonly key: string; readonly label: string; readonly taken: boolean }[];
  /** Tracks of which one pays all of it; empty where there is nothing to choose. */
  readonly tracks: readonly { readonly key: string; readonly label: string; readonly taken: boolean }[];
  /** What a person decides about it; empty: nothing. */
  readonly decision: string;
}

/** A cost in words: `1 Will`, `2 Fate + 2 Will`. */
export function costText({ will, fate }: PowerCost): string {
  const parts = [...(will > 0 ? [say("FATEWALKER.Dialog.CostsWill", { points: will })] : []), ...(fate > 0 ? [say("FATEWALKER.Dialog.CostsFate", { points: fate })] : [])];
  return parts.length === 0 ? say("FATEWALKER.Dialog.Power.Free") : parts.join(" + ");
}

/** How a cost is paid, in words, by the boxes that it marks: `5 Will, 3 Fatigue`, `2 Will + 2 Fate`, `1 free this scene`. */
export function paymentText({ will, fate }: PowerPayment): string {
  const tracks: readonly (readonly (readonly [string, number])[])[] = [
    [["CostsFree", will.free], ["CostsWill", will.marks.spent], ["CostsFatigue", will.marks.fatigue], ["CostsExhaustion", will.marks.exhaustion]],
    [["CostsFree", fate.free], ["CostsFate", fate.marks.spent], ["CostsApathy", fate.marks.apathy]],
  ];
  const parts = tracks.map((sources) => sources.filter(([, points]) => points > 0).map(([key, points]) => say(`FATEWALKER.Dialog.${key}`, { points })).join(", ")).filter((part) => part !== "");
  const paid = parts.length === 0 ? say("FATEWALKER.Dialog.Power.Free") : parts.join(" + ");
  return fate.entersEnnui ? `${paid} · ${say("FATEWALKER.Dialog.Power.Mark.ennui")}` : paid;
}

/** What a use costs, by the boxes that it marks; as printed where it cannot be paid. */
export const priceText = ({ cost, payment }: { readonly cost: PowerCost; readonly payment: PowerPayment | null }): string => (payment === null ? costText(cost) : paymentText(payment));

/** The active powers of a roll, one of which may be chosen; those that cannot be say why (Powers, Overview: one for each test). */
export function powerRows(options: readonly PowerOption[]): PowerRow[] {
  const taken = options.find(({ chosen }) => chosen)?.name ?? null;
  return options.map((option) => powerRow(option, taken));
}

/** @param taken name of the power that is in the roll already */
function powerRow(option: PowerOption, taken: string | null): PowerRow {
  const { item, name, chosen, repeats, units, names, decisions } = option;
  const refusal = option.refusal ?? (taken === null || chosen ? null : new RuleError("FATEWALKER.PowerUse.OneChosen", { name: taken }));
  const range = (most: number, picked: number): Chosen[] => Array.from({ length: most }, (_, index) => ({ value: index + 1, chosen: index + 1 === picked }));
  return {
    item, name, chosen,
    text: refusal === null ? effectText(option) : say(refusal.key, refusal.data),
    cost: priceText(option),
    refused: refusal !== null,
    // A choice that cannot stand any more can be taken back.
    disabled: refusal !== null && !chosen,
    units: chosen && repeats ? range(Math.max(option.mostUnits, units), units) : [],
    names: chosen && names !== null ? range(names.most, names.named) : [],
    options: chosen && option.options !== null ? option.options.map(({ key, taken }) => ({ key, taken, label: say(`FATEWALKER.Dialog.Power.Strike.${key}`) })) : [],
    tracks: chosen && option.tracks !== null ? option.tracks.map(({ key, taken }) => ({ key, taken, label: say(`FATEWALKER.Dialog.Power.PaidFrom.${key}`) })) : [],
    decision: chosen && decisions[0] !== undefined ? say(decisions[0]) : "",
  };
}

/** What it does to this very roll. */
function effectText({ modifier }: PowerOption): string {
  const text = (key: string, data: Readonly<Record<string, string | number>> = {}): string => say(`FATEWALKER.Dialog.Power.${key}`, data);
  const change = modifier?.change;
  switch (change?.kind) {
    case "targetNumber":
      return text("Raises", { bonus: signed(change.bonus), most: change.most });
    case "ignoreWounds":
      return text("IgnoresWounds");
    case "predestined":
      return text("Names", { named: change.named });
    case "fateRoll":
      return text("RollsFate", { dice: change.dice, tn: change.tn });
    case "strike":
      return text("Strikes");
    default:
      return text("Dice", { dice: signed(modifier?.value ?? 0) });
  }
}

/** The choices after something in the list of powers was changed; null for every other field. */
export function withPowerField(choices: Choices, field: EventTarget | null): Choices | null {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return null;
  const { power, powerUnits, powerNamed, powerOption, powerTrack } = field.dataset;
  if (power !== undefined && field instanceof HTMLInputElement) return { ...choices, power: field.checked ? { item: power, units: 1, named: null, options: [] } : null };
  const chosen = choices.power;
  if (chosen === null) return null;
  if (powerUnits !== undefined) return { ...choices, power: { ...chosen, units: Number(field.value) } };
  if (powerNamed !== undefined) return { ...choices, power: { ...chosen, named: Number(field.value) } };
  if (powerTrack !== undefined) return { ...choices, power: { ...chosen, track: PAID_FROM.find((track) => track === field.value) ?? null } };
  if (powerOption !== undefined && field instanceof HTMLInputElement) return { ...choices, power: withOption(chosen, powerOption, field.checked) };
  return null;
}

function withOption(choice: PowerChoice, key: string, taken: boolean): PowerChoice {
  const before: readonly string[] = choice.options.length === 0 ? ["successes"] : choice.options;
  const after = (["successes", "cancelsDefense", "damage"] as const).filter((option) => (option === key ? taken : before.includes(option)));
  return { ...choice, options: after };
}
