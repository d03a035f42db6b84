import type { Power, PowerEffect } from "../fighter/types";
import { woundPenalty } from "../wounds/penalty";
import type { WoundChart } from "../wounds/types";

export type EffectOf<Kind extends PowerEffect["kind"]> = Extract<PowerEffect, { kind: Kind }>;
export type WaivedCost = EffectOf<"waives">["costs"][number];

/** What the powers that somebody has change all the time, without a cost (Powers). */
export interface Passives {
  /** Boxes more on a track; never part of the rating. */
  readonly willBoxes: number;
  readonly fateBoxes: number;
  /** Recovered points that turn a mark back; null: the track may not go on in this mark. */
  readonly fatigue: number | null;
  readonly exhaustion: number | null;
  readonly apathy: number | null;
  /** Points that erase an Apathy completely in place of turning it back; null: not so. */
  readonly apathyErased: number | null;
  /** Costs that take no Will. */
  readonly waived: readonly WaivedCost[];
  /** Wound penalty that does not count. */
  readonly woundRelief: number;
  /** Penalty dice of surroundings that do not count outside a fight. */
  readonly situationRelief: number;
  readonly willPerDay: number;
  readonly fatePerSession: number;
  /** Will that a night awake costs; null: the rule's 2. */
  readonly nightAwake: number | null;
  readonly freeWillPerScene: number;
  readonly freeFatePerScene: number;
  /** Fate won in place of a Story Point award; 0: no such choice. */
  readonly fateInsteadOfAward: number;
  /** Dice of every hostile action against this one, 0 or less. */
  readonly hostileDice: number;
  /** Branches may support. */
  readonly branchSupport: boolean;
  readonly berserk: EffectOf<"berserk"> | null;
  readonly learning: EffectOf<"learning"> | null;
  readonly growth: EffectOf<"growth"> | null;
  readonly rootDots: EffectOf<"rootDots"> | null;
}

/** What holds for somebody without any power. */
export const NO_PASSIVES: Passives = {
  willBoxes: 0, fateBoxes: 0, fatigue: null, exhaustion: null, apathy: null, apathyErased: null, waived: [],
  woundRelief: 0, situationRelief: 0, willPerDay: 0, fatePerSession: 0, nightAwake: null, freeWillPerScene: 0, freeFatePerScene: 0,
  fateInsteadOfAward: 0, hostileDice: 0, branchSupport: false, berserk: null, learning: null, growth: null, rootDots: null,
};

/** Effects of a power that need no payment (Powers, Overview). */
function passiveEffects(power: Power): readonly PowerEffect[] {
  return power.effects.filter((effect) => !effect.paid);
}

/** Effects of a power that its cost buys (Powers, Overview). */
export function paidEffects(power: Power): readonly PowerEffect[] {
  return power.effects.filter((effect) => effect.paid);
}

/** First effect of a kind; null where there is none (Powers, Overview). */
export function effectOf<Kind extends PowerEffect["kind"]>(effects: readonly PowerEffect[], kind: Kind): EffectOf<Kind> | null {
  return effects.find((effect): effect is EffectOf<Kind> => effect.kind === kind) ?? null;
}

/** Everything that the powers change by themselves, added up; a power that somebody has twice counts once (Powers, Will and Fate). */
export function passivesOf(powers: readonly Power[]): Passives {
  const unique = powers.filter((power, index) => power.key === "" || powers.findIndex(({ key }) => key === power.key) === index);
  const effects = unique.flatMap(passiveEffects);
  const all = <Kind extends PowerEffect["kind"]>(kind: Kind): EffectOf<Kind>[] => effects.filter((effect): effect is EffectOf<Kind> => effect.kind === kind);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const least = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values));
  const mark = (name: EffectOf<"marks">["mark"]): number | null => least(all("marks").filter((entry) => entry.mark === name).map((entry) => entry.recovery));
  const boxes = (track: "will" | "fate"): number => sum(all("trackBoxes").filter((entry) => entry.track === track).map((entry) => entry.boxes));
  const recovery = (track: "will" | "fate", per: "day" | "session"): number => sum(all("recovery").filter((entry) => entry.track === track && entry.per === per).map((entry) => entry.points));
  const free = (track: "will" | "fate"): number => sum(all("freePoints").filter((entry) => entry.track === track).map((entry) => entry.points));
  const relief = (of: "wounds" | "situation"): number => sum(all("ignorePenalty").filter((entry) => entry.of === of && entry.lasts === "always").map((entry) => (entry.points === "all" ? Number.POSITIVE_INFINITY : entry.points)));
  return {
    willBoxes: boxes("will"), fateBoxes: boxes("fate"),
    fatigue: mark("fatigue"), exhaustion: mark("exhaustion"), apathy: mark("apathy"), apathyErased: least(all("apathyRecovery").map(({ points }) => points)),
    waived: [...new Set(all("waives").flatMap(({ costs }) => costs))],
    woundRelief: relief("wounds"), situationRelief: relief("situation"),
    willPerDay: recovery("will", "day"), fatePerSession: recovery("fate", "session"),
    nightAwake: least(all("nightAwake").map(({ will }) => will)),
    freeWillPerScene: free("will"), freeFatePerScene: free("fate"),
    fateInsteadOfAward: Math.max(0, ...all("insteadOfAward").map(({ points }) => points)),
    hostileDice: sum(all("hostileActions").map(({ dice }) => dice)),
    branchSupport: all("branchSupport").length > 0,
    berserk: all("berserk")[0] ?? null, learning: all("learning")[0] ?? null, growth: all("growth")[0] ?? null, rootDots: all("rootDots")[0] ?? null,
  };
}

/** Ennui counts like four wound penalties, and nothing reduces it (Powers, Fate). */
const ENNUI_PENALTY = 4;

/**
 * Wound penalty in force with what the powers take off it, 0 or more: Painless two always, and all of it for the one action it is
 * paid for; never any of Ennui's four (Powers, Will Abilities and Fate).
 * @param ignored the action's user paid to ignore wounds
 */
export function penaltyWithPowers(chart: WoundChart, { passives, ennui, ignored = false }: { readonly passives: Passives; readonly ennui: boolean; readonly ignored?: boolean }): number {
  const wounds = ignored ? 0 : Math.max(0, woundPenalty(chart) - passives.woundRelief);
  return wounds + (ennui ? ENNUI_PENALTY : 0);
}
