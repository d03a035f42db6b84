import type { PublicRoll, ResolutionStep } from "../rules/exchange/types";
import type { Positions } from "../rules/modifiers/types";
import { say, sayCount } from "../helpers/text";
import { row, type CardNames, type CardRow, type Step } from "./card-row";
import { listed } from "./words";

/** What a row needs beside its step. */
export interface RowContext {
  readonly names: CardNames;
  /** Index of the target whose part it is. */
  readonly index: number;
  /** A roll of the card by the first part of its id, such as `footing` and for whom: `footing:0:target`. */
  readonly rollOf: (id: string) => PublicRoll | undefined;
}

/** The name of one of the two sides of a target's part. */
export const sideName = ({ names, index }: RowContext, who: "target" | "attacker"): string => (who === "attacker" ? names.attacker : (names.targets[index] ?? ""));

/** What a maneuver did beside its damage, one line a step; nothing for steps that other rows show (Actions and Maneuvers). */
export function deedRows(step: ResolutionStep, context: RowContext): CardRow[] {
  const { names, index, rollOf } = context;
  const label = (key: string): string => say(`FATEWALKER.Chat.Row.${key}`);
  switch (step.kind) {
    case "engagement":
      return [row(label("Engagement"), engagementText(step, context))];
    case "moved":
      return [row("", say("FATEWALKER.Chat.Deed.Moved", { name: sideName(context, step.who), metres: step.metres }))];
    case "leap":
      return [row(label("Leap"), sayCount("FATEWALKER.Chat.Successes", step.successes), rollOf(`leap:${index}`))];
    case "footing":
      return [row(label("Footing"), footingText(step, context), rollOf(`footing:${index}:${step.who}`) ?? rollOf(`landing:${index}`))];
    case "fall":
      return [row(label("Fall"), say("FATEWALKER.Chat.Deed.Fall", { name: sideName(context, step.who), points: step.points }), rollOf(`fallDamage:${index}:${step.who}`))];
    case "delay":
      return [row("", say(step.ticks < 0 ? "FATEWALKER.Chat.Deed.Sooner" : "FATEWALKER.Chat.Deed.Delay", { name: sideName(context, step.who), ticks: Math.abs(step.ticks) }))];
    case "disarmed":
      return [row("", say("FATEWALKER.Chat.Deed.Disarmed", { name: sideName(context, step.who), weapon: step.weapon }))];
    case "drained":
      return [row("", say("FATEWALKER.Chat.Deed.Drained", { name: sideName(context, step.who), will: step.will }))];
    case "redirected":
      return [row(label("Redirected"), say("FATEWALKER.Chat.Deed.Redirected", { name: names.targets[step.to] ?? "", net: step.net }), rollOf(`newAttack:${step.to}`))];
    default:
      return [];
  }
}

function footingText(step: Step<"footing">, context: RowContext): string {
  const data = { name: sideName(context, step.who), successes: step.successes, ticks: step.delay };
  if (!step.stays) return say("FATEWALKER.Chat.Deed.FootingLost", data);
  return say(step.delay > 0 ? "FATEWALKER.Chat.Deed.FootingStumbles" : "FATEWALKER.Chat.Deed.FootingKept", data);
}

function engagementText({ range, positions }: Step<"engagement">, context: RowContext): string {
  const melee = range === null ? say("FATEWALKER.Chat.Deed.Apart") : say("FATEWALKER.Chat.Deed.Range", { range: say(`FATEWALKER.Dialog.Engagement.${range}`), value: range });
  return listed([melee, ...gripTexts(positions, context)]);
}

function gripTexts(positions: Positions, context: RowContext): string[] {
  const kinds = [["Grapple", positions.grapple], ["Ground", positions.ground], ["Hold", positions.hold]] as const;
  return kinds.flatMap(([key, position]) => (position === null ? [] : [say(`FATEWALKER.Chat.Deed.${key}`, { name: sideName(context, position.dominant), level: position.level })]));
}

/** Where somebody stands to an area, and for whom a stray shot was meant: what comes before everything else. */
export function reachRows(steps: readonly ResolutionStep[], { names }: RowContext): CardRow[] {
  return steps.flatMap((step): CardRow[] => {
    if (step.kind === "stray") return [row(say("FATEWALKER.Chat.Row.Stray"), say("FATEWALKER.Chat.Deed.Stray", { name: names.targets[step.from] ?? "" }))];
    if (step.kind !== "area") return [];
    return [row(say("FATEWALKER.Chat.Row.Area"), areaText(step))];
  });
}

function areaText({ reached, distance, demotions }: Step<"area">): string {
  if (!reached) return say("FATEWALKER.Chat.Deed.AreaOutside", { metres: distance });
  return say(demotions === 0 ? "FATEWALKER.Chat.Deed.AreaCentre" : "FATEWALKER.Chat.Deed.AreaInside", { metres: distance, count: demotions });
}
