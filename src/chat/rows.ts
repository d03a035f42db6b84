import type { PublicRoll, PublicTarget, ResolutionStep } from "../rules/exchange/types";
import type { WoundPlacement } from "../rules/wounds/types";
import { fateRollId, supportRollId } from "../rules/exchange/altered";
import { CONSCIOUSNESS_SUCCESSES, HIT_SUCCESSES } from "../rules/exchange/thresholds";
import { statusName } from "../flows/commit/status";
import { find, row, type CardNames, type CardRow, type Step } from "./card-row";
import { deedRows, reachRows, sideName, type RowContext } from "./deed-rows";
import { say, sayCount, signed } from "../helpers/text";
import { diceText, listed } from "./words";

/** Dice more or less that the table agreed on, as a part of the roll's line. */
const customText = (roll: PublicRoll | undefined): string[] => (roll?.custom === undefined ? [] : [say("FATEWALKER.Chat.Custom", { dice: signed(roll.custom) })]);

/**
 * The attack roll, the same for all targets, and one for each further part of a combined maneuver; nothing for an act that rolls no dice and is aimed at nobody.
 * What is no attack but getting free is called by its name.
 */
export function attackRow(rolls: readonly PublicRoll[], targeted: boolean, escape: CardNames["escape"] = null): CardRow[] {
  return rolls
    .filter((roll) => /^attack(:\d+)?$/.test(roll.id) && (roll.dice.length > 0 || targeted))
    .flatMap((roll) => [...(targeted ? [] : besideRows(rolls, roll.id)), ...earlierRows(roll), row(escape ?? say("FATEWALKER.Chat.Row.Attack"), [sayCount("FATEWALKER.Chat.Successes", roll.successes), ...customText(roll)].join(" · "), roll)]);
}

/** Fate and support beside the roll of an act that is aimed at nobody: no target's steps tell of them. */
function besideRows(rolls: readonly PublicRoll[], id: string): CardRow[] {
  return rolls.filter((roll) => roll.id === fateRollId(id) || roll.id === supportRollId(id)).flatMap((roll) => [...earlierRows(roll), row(say(roll.label), sayCount("FATEWALKER.Chat.Successes", roll.successes), roll)]);
}

/** The throws that a power made be rolled again stay on the card, before the one that counts. */
function earlierRows(roll: PublicRoll): CardRow[] {
  const { earlier = [], ...last } = roll;
  return earlier.map(({ power, successes, dice }) => row(say("FATEWALKER.Chat.Row.Earlier"), say("FATEWALKER.Chat.Again", { roll: say(roll.label), power }), { ...last, successes, dice }));
}

/** What powers and support did, with the dice that were rolled for it. */
function powerRows(steps: readonly ResolutionStep[], { index, rollOf }: RowContext): CardRow[] {
  return steps.flatMap((step) => {
    if (step.kind !== "power") return [];
    const roll = rollOf(step.roll ?? fateRollId(step.who === "attacker" ? "attack" : `reaction:${index}`));
    return [...(roll === undefined ? [] : earlierRows(roll)), row(step.name, say(step.text, step.data), roll)];
  });
}

/** What happened to one target, line by line in the order of a hit. */
export function targetRows({ answer, steps, outcome }: PublicTarget, rolls: readonly PublicRoll[], index: number, names: CardNames): CardRow[] {
  const rollOf = (id: string): PublicRoll | undefined => rolls.find((roll) => roll.id === id);
  const context: RowContext = { names, index, rollOf };
  return [
    ...reachRows(steps, context),
    ...powerRows(steps, context),
    ...rolls.filter(({ id }) => id.split(":")[1] === String(index) && !id.startsWith("attack")).flatMap(earlierRows),
    ...answerRows(answer, steps, rollOf(`reaction:${index}`)),
    ...poolRows(steps),
    ...damageRows(steps, rollOf(`damage:${index}`), rollOf(`reactionDamage:${index}`)),
    ...outcomeRows(outcome, steps, names),
    ...screenRows(outcome, steps),
    ...steps.flatMap((step) => [...aftermathRows(step, context), ...counterRows(step, context), ...deedRows(step, context)]),
  ];
}

/** A counterblow with the steps of its own hit. Its sides are those of the exchange: it strikes the attacker. */
function counterRows(step: ResolutionStep, context: RowContext): CardRow[] {
  if (step.kind !== "counter") return [];
  const { index, rollOf } = context;
  const text = say(step.hits ? "FATEWALKER.Chat.Deed.CounterHits" : "FATEWALKER.Chat.Deed.CounterMisses", { name: sideName(context, "target"), successes: step.successes, net: step.net < 0 ? signed(step.net) : step.net });
  return [
    row(say("FATEWALKER.Chat.Row.Counter"), text, rollOf(`riposte:${index}`)),
    ...poolRows(step.steps),
    ...damageRows(step.steps, rollOf(`counterDamage:${index}`), undefined),
    ...step.steps.flatMap((inner) => [...aftermathRows(inner, context), ...deedRows(inner, context)]),
  ];
}

function answerRows(answer: PublicTarget["answer"], steps: readonly ResolutionStep[], roll: PublicRoll | undefined): CardRow[] {
  const label = say("FATEWALKER.Chat.Row.Answer");
  switch (answer?.kind) {
    case "pending":
      return [row(label, say("FATEWALKER.Chat.Answer.Pending"))];
    case "unaware":
      return [row(label, say(`FATEWALKER.Chat.NoAnswer.${answer.why ?? "unaware"}`))];
    case "none":
      // Whoever chose to give none needs no line.
      return answer.why === undefined ? [] : [row(label, say(`FATEWALKER.Chat.NoAnswer.${answer.why}`))];
    case "reaction": {
      const settled = find(steps, "answer");
      const net = settled ? netText(settled) : "";
      const ticks = answer.ticks ? say("FATEWALKER.Chat.Answer.Ticks", answer.ticks) : "";
      return [row(answer.name, [net, ...customText(roll), ticks].filter((part) => part !== "").join(" · "), roll)];
    }
    default:
      return [];
  }
}

function netText({ cancels, successes, net }: Step<"answer">): string {
  if (cancels) return sayCount("FATEWALKER.Chat.Successes", successes);
  return say("FATEWALKER.Chat.Answer.Net", { count: successes, net: net < 0 ? signed(net) : net });
}

function outcomeRows(outcome: PublicTarget["outcome"], steps: readonly ResolutionStep[], { escape }: CardNames): CardRow[] {
  if (outcome === null || outcome === "hit") return [];
  if (escape !== null) return [row(say("FATEWALKER.Chat.Row.Outcome"), say("FATEWALKER.Chat.Outcome.StillHeld"))];
  const attack = find(steps, "attack");
  if (outcome === "missed" && attack && !attack.hits && attack.successes > 0) return [row(say("FATEWALKER.Chat.Row.Outcome"), say("FATEWALKER.Chat.Outcome.TooFew", { needed: HIT_SUCCESSES }))];
  const key = { missed: "FATEWALKER.Chat.Outcome.Missed", evaded: "FATEWALKER.Chat.Outcome.Evaded", noDamage: "FATEWALKER.Chat.Outcome.NoDamage" }[outcome];
  return [row(say("FATEWALKER.Chat.Row.Outcome"), say(key))];
}

/** A hit whose damage players are not told of. */
function screenRows(outcome: PublicTarget["outcome"], steps: readonly ResolutionStep[]): CardRow[] {
  const kept = outcome === "hit" && find(steps, "promote") !== undefined && find(steps, "damage") === undefined;
  return kept ? [row("", say("FATEWALKER.Chat.BehindTheScreen"))] : [];
}

/** From the printed dice to those that are thrown: promotions, the energy shield, Deflection. */
function poolRows(steps: readonly ResolutionStep[]): CardRow[] {
  const promote = find(steps, "promote");
  const shield = find(steps, "shield");
  const deflect = find(steps, "deflect");
  if (!promote && !shield && !deflect) return [];
  const changes = [
    ...(promote && promote.by !== 0 ? [say(promote.by > 0 ? "FATEWALKER.Chat.Pool.Promote" : "FATEWALKER.Chat.Pool.Demote", { count: Math.abs(promote.by) })] : []),
    ...(promote && promote.barrier > 0 ? [say("FATEWALKER.Chat.Pool.Barrier", { count: promote.barrier })] : []),
    ...(shield?.triggered ? [say("FATEWALKER.Chat.Pool.Shield", { dice: diceText(shield.removed), before: shield.energy.before, after: shield.energy.after })] : []),
    ...(deflect && deflect.by > 0 ? [say("FATEWALKER.Chat.Pool.Deflect", { count: deflect.by })] : []),
  ];
  const last = deflect?.after ?? shield?.after ?? promote?.after ?? [];
  const text = promote && changes.length > 0 ? `${diceText(promote.before)} → ${listed(changes)} → ${diceText(last)}` : diceText(last);
  return [row(say("FATEWALKER.Chat.Row.Damage"), text)];
}

function damageRows(steps: readonly ResolutionStep[], roll: PublicRoll | undefined, parried: PublicRoll | undefined): CardRow[] {
  const damage = find(steps, "damage");
  const parry = find(steps, "parryDamage");
  const rows: CardRow[] = [];
  if (damage) {
    const { ordinary, penetrating } = damage.points;
    const parts = [sayCount("FATEWALKER.Chat.Points", ordinary + penetrating)];
    if (penetrating > 0) parts.push(say("FATEWALKER.Chat.Penetrating", { count: penetrating }));
    if (damage.flat !== 0) parts.push(say("FATEWALKER.Chat.Flat", { count: signed(damage.flat) }));
    rows.push(row("", listed(parts), roll));
  }
  if (parry) rows.push(row(say("FATEWALKER.Chat.Row.Parry"), say("FATEWALKER.Chat.Parried", { count: parry.taken, left: parry.left.ordinary + parry.left.penetrating }), parried));
  const absorbed = find(steps, "absorb");
  if (absorbed && absorbed.taken > 0) rows.push(row(say("FATEWALKER.Chat.Row.Armor"), say("FATEWALKER.Chat.Absorbed", { before: absorbed.taken + absorbed.left, taken: absorbed.taken, left: absorbed.left })));
  return rows;
}

function aftermathRows(step: ResolutionStep, context: RowContext): CardRow[] {
  const { index, rollOf } = context;
  switch (step.kind) {
    case "wounds":
      return [row(say(step.who === "attacker" ? "FATEWALKER.Chat.Row.WoundsBack" : "FATEWALKER.Chat.Row.Wounds"), say("FATEWALKER.Chat.Placed.Line", { points: sayCount("FATEWALKER.Chat.Points", step.points), boxes: placementText(step.placed) }))];
    case "bleeding":
      return [row("", say("FATEWALKER.Chat.Bleeding", { interval: step.interval }))];
    case "consciousness":
      return [row(say("FATEWALKER.Chat.Row.Consciousness"), say(step.stays ? "FATEWALKER.Chat.StaysConscious" : "FATEWALKER.Chat.BlacksOut", { count: step.successes, needed: CONSCIOUSNESS_SUCCESSES }), rollOf(`consciousness:${step.who === "target" ? index : "attacker"}`))];
    case "status":
      return [row("", say(step.active ? "FATEWALKER.Chat.StatusSet" : "FATEWALKER.Chat.StatusCleared", { name: sideName(context, step.who), status: statusName(step.status) }))];
    default:
      return [];
  }
}

function placementText({ temporary, normal, stun, mortal, lost }: WoundPlacement): string {
  const entries: readonly (readonly [string, number])[] = [["Temporary", temporary], ["Normal", normal], ["Stun", stun], ["Mortal", mortal], ["Lost", lost]];
  const parts = entries.filter(([, count]) => count !== 0).map(([name, count]) => say(`FATEWALKER.Chat.Placed.${name}`, { count: signed(count).replace("+", "") }));
  return parts.length > 0 ? listed(parts) : say("FATEWALKER.Chat.Placed.Nothing");
}
