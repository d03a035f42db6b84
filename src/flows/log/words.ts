import { exchangeOf } from "../../data/message";
import { say, sayOr, shortList } from "../../helpers/text";
import { secondsOf } from "../../rules/clock/time";
import type { ExchangeMessageData } from "../../rules/exchange/types";
import { shownName } from "../clock/refusals";
import type { Step } from "./history";
import { nameOfLeft } from "./left";

/** What the GM does to the clock where nobody else need know of it. */
const OF_GMS: readonly string[] = ["schedule", "unschedule", "events"];

const cardOf = ({ ledger }: Step): ChatMessage.Implementation | null => game.messages?.get(ledger?.data.exchange ?? "") ?? null;

/** May players know of this one? Whoever is gone from the fight was seen to leave it, or stays hidden. */
function isShown(combat: Combat.Implementation, id: string): boolean {
  const combatant = combat.combatants.get(id);
  return combatant === undefined ? nameOfLeft(combat, id) !== null : !combatant.hidden;
}

/** Combatants of a step that this person may know of. */
const shownIds = (combat: Combat.Implementation, { ids }: Step): string[] => (game.user?.isGM === true ? [...ids] : ids.filter((id) => isShown(combat, id)));

/** What this person may call a combatant, also once it is gone. */
function nameOf(combat: Combat.Implementation, id: string): string {
  const combatant = combat.combatants.get(id);
  return (combatant === undefined ? nameOfLeft(combat, id) : null) ?? shownName(combatant, game.user?.isGM === true);
}

/**
 * May this person read that it happened? A GM everything; players what is on a card that they see, nothing that only
 * hidden combatants did, and nothing of what the GM has put on the clock.
 */
export function mayReadStep(combat: Combat.Implementation, step: Step): boolean {
  if (game.user?.isGM === true) return true;
  if (OF_GMS.includes(step.kind)) return false;
  const card = cardOf(step);
  if (card !== null && !card.visible) return false;
  // Without its card nobody can tell whether an exchange was for all to see.
  if ((step.kind === "exchange" || step.kind === "amend") && card === null) return false;
  // An ambush is laid before anybody knows of it but those whom it surprises.
  return (step.ids.length === 0 && step.kind !== "ambush") || shownIds(combat, step).length > 0;
}

function exchangeWords({ attacker, maneuver, targets }: ExchangeMessageData): string {
  const names = shortList([...new Set(targets.filter(({ origin }) => origin === undefined).map(({ who }) => who.name))]);
  return names === "" ? say("FATEWALKER.Log.Exchange", { attacker: attacker.name, maneuver: maneuver.name }) : say("FATEWALKER.Log.ExchangeAt", { attacker: attacker.name, maneuver: maneuver.name, targets: names });
}

/** What a kind of commit is called; one that the language does not know goes by a general word. */
export const kindWords = (kind: string): string => sayOr(`FATEWALKER.Log.Kind.${kind}`, sayOr(`FATEWALKER.Healing.Procedure.${kind}`, say("FATEWALKER.Log.Kind.other")));

/** Who did it or whom it concerns, as far as this person may know. */
export function whoWords(combat: Combat.Implementation, step: Step): string {
  return [...new Set(shownIds(combat, step).map((id) => nameOf(combat, id)))].join(", ");
}

/** A step in one line, without its time: `Duellist: Martial Kick at Enforcer`, `Brawler: Hold`. */
export function stepWords(combat: Combat.Implementation, step: Step): string {
  const card = exchangeOf(cardOf(step));
  if (step.kind === "exchange" && card !== null) return exchangeWords(card);
  if (step.kind === "amend" && card !== null) return say("FATEWALKER.Log.Deed", { who: kindWords(step.kind), what: exchangeWords(card) });
  const who = whoWords(combat, step);
  // Everybody is in a beginning, and whom an ambush surprises has not laid it.
  if (step.kind === "begin") return kindWords(step.kind);
  if (step.kind === "ambush" && who !== "") return say("FATEWALKER.Log.Deed", { who: kindWords(step.kind), what: who });
  return who === "" ? kindWords(step.kind) : say("FATEWALKER.Log.Deed", { who, what: kindWords(step.kind) });
}

/** What became of a step, where it does not simply stand. */
export const stateWords = ({ state }: Pick<Step, "state">): string => (state === "applied" ? "" : say(`FATEWALKER.Log.State.${state}`));

/** `12`, or `12 → 19` where time went on. */
export function tickWords({ ticks }: Pick<Step, "ticks">): string {
  if (ticks === null) return "–";
  return ticks.from === ticks.to ? String(ticks.to) : say("FATEWALKER.Log.Ticks", { from: ticks.from, to: ticks.to });
}

/** How the targets of an exchange fared: `Enforcer: Block, hit`. */
function outcomes(card: ExchangeMessageData): string[] {
  return card.targets.filter(({ outcome }) => outcome !== null).map(({ who, answer, outcome }) => {
    const given = answer?.kind === "reaction" ? answer.name : "";
    return say("FATEWALKER.Log.Outcome", { name: who.name, parts: [given, say(`FATEWALKER.Log.Fared.${outcome ?? "missed"}`)].filter((part) => part !== "").join(", ") });
  });
}

/**
 * The log as a text that a person can read, the oldest step first: times in ticks and seconds, what was done, how it
 * came out, and what was taken back. It holds what this person may see.
 */
export function logText(combat: Combat.Implementation, steps: readonly Step[]): string {
  const lines = steps.filter((step) => mayReadStep(combat, step)).map((step) => {
    const time = step.ticks === null ? say("FATEWALKER.Log.TextNoTime") : say("FATEWALKER.Log.TextTime", { tick: tickWords(step), seconds: secondsOf(step.ticks.from).toFixed(1) });
    const card = exchangeOf(cardOf(step));
    const came = card === null ? [] : outcomes(card);
    const state = stateWords(step);
    return [time, [stepWords(combat, step), ...came].join(" — "), ...(state === "" ? [] : [`(${state})`])].join("  ");
  });
  const title = say("FATEWALKER.Log.TextTitle", { tick: combat.round, seconds: secondsOf(Math.max(0, combat.round)).toFixed(1) });
  return `${[title, "", ...lines].join("\n")}\n`;
}
