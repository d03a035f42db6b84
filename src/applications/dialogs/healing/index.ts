import { currentTargets } from "../../../flows/exchange";
import { plainHand, type HandChoices } from "../../../flows/healing/by-hand";
import type { RestKind } from "../../../flows/healing/rest";
import { RuleError } from "../../../rules/errors";
import { say } from "../../../helpers/text";
import type { Participant } from "../../../rules/exchange/types";
import { DamageWindow } from "./damage-window";
import { RestWindow } from "./rest-window";
import { TreatWindow, type TreatRequest } from "./treat-window";

/** One window of each kind at a time: a new one takes the place of the one before. */
const open: Record<string, foundry.applications.api.ApplicationV2> = {};

async function show(kind: string, make: () => foundry.applications.api.ApplicationV2): Promise<void> {
  try {
    await open[kind]?.close();
    const window = make();
    open[kind] = window;
    await window.render({ force: true });
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    ui.notifications?.warn(say(error.key, error.data));
  }
}

/** Damage and healing by hand, for GMs. @param given for whom; null: whoever is targeted or selected */
export async function openDamage(given: readonly Participant[] | null = null, choices: Partial<HandChoices> = {}): Promise<void> {
  if (game.user?.isGM !== true) return void ui.notifications?.warn(say("FATEWALKER.Error.OnlyGM"));
  await show("damage", () => new DamageWindow(given, { ...plainHand(), ...choices }));
}

export const openTreat = (request: TreatRequest): Promise<void> => show("treat", () => new TreatWindow(request));

/** The same from somebody's own place, such as its sheet: it treats whoever is targeted, else whoever is hurt is treated, by another where there is one. */
export function openTreatOf(who: Participant, isHurt: boolean): Promise<void> {
  const target = currentTargets().find(({ actor }) => actor !== who.actor) ?? null;
  return openTreat(target === null && isHurt ? { healer: null, patient: who } : { healer: who, patient: target });
}

/** @param given for whom; empty: whoever is selected, else for a GM all characters of players */
export const openRest = (given: readonly Participant[] = [], kind?: RestKind): Promise<void> => show("rest", () => new RestWindow(given, kind));
