import type { PublicRoll, ResolutionStep } from "../rules/exchange/types";
import { diceView, type DieView } from "./dice-view";

/** One line of a card: what it is about, dice where there are any, and what came of it. */
export interface CardRow {
  readonly label: string;
  readonly dice: readonly DieView[];
  readonly text: string;
}

export type Step<Kind extends ResolutionStep["kind"]> = Extract<ResolutionStep, { kind: Kind }>;

export const row = (label: string, text: string, roll?: PublicRoll): CardRow => ({ label, text, dice: roll ? diceView(roll) : [] });

/** The first step of a kind. */
export const find = <Kind extends ResolutionStep["kind"]>(steps: readonly ResolutionStep[], kind: Kind): Step<Kind> | undefined =>
  steps.find((step): step is Step<Kind> => step.kind === kind);

/** Everyone of an exchange by the names on its card. */
export interface CardNames {
  readonly attacker: string;
  readonly targets: readonly string[];
  /** The maneuver, where it is no attack but getting free; null: any other. */
  readonly escape: string | null;
}
