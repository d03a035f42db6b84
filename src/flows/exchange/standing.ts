import type { ExchangeState, Part, Participant } from "../../rules/exchange/types";
import type { Fighter, Maneuver } from "../../rules/fighter/types";
import { attackOn } from "../../rules/exchange/attacks";
import { renewedModifiers } from "../../rules/exchange/renew";
import { isCounter, isOffensive } from "../../rules/maneuvers/kind";
import { tnFor } from "../../rules/modifiers/sum";
import type { Modifier } from "../../rules/modifiers/types";
import { findActor } from "../commit/write";
import { standingModifiers, type RollMoment } from "../powers/for-roll";
import { hidesNumbers } from "./card";

interface Roller {
  readonly actor: Actor.Implementation;
  readonly participant: Participant;
  readonly fighter: Fighter;
}

/** The roll of a maneuver as powers look for it. @param target whom it is aimed at; null: nobody */
export function actMoment({ actor, participant, fighter }: Roller, maneuver: Maneuver, target: Participant | null): RollMoment {
  return {
    actor, participant, kind: isOffensive(maneuver) ? "attack" : "act", opponent: target?.actor ?? null,
    skill: maneuver.roll?.skill ?? null, tn: tnFor(fighter, maneuver), penalty: fighter.woundPenalty,
  };
}

/** Dice that are gone with the next action: the first roll of it has them. */
const ONE_ACTION: ReadonlySet<string> = new Set(["berserk", "boon"]);

/** What stands by itself for one roll of a maneuver, as far as this person may know it. @param part which of the maneuvers that it is made of */
export function standingOn(roller: Roller, maneuver: Maneuver, target: Participant | null, part: number): Modifier[] {
  const standing = standingModifiers(actMoment(roller, maneuver, target), { blind: game.user?.isGM !== true && target !== null && hidesNumbers(target) });
  return standing.filter(({ key }) => part === 0 || !ONE_ACTION.has(key));
}

/**
 * What stands by itself for an answer, as far as this person may know it. A counterattack is an answer of its user and a hostile action
 * against whom it strikes (docs/readings.md, Powers).
 * @param place of the maneuver in a combined one: what comes second strikes back, and is no defence
 */
export function answerStanding({ actor, participant }: Omit<Roller, "fighter">, maneuver: Maneuver, attacker: Participant, place: number): Modifier[] {
  const standing = standingModifiers(
    { actor, participant, kind: "answer", opponent: attacker.actor, skill: null, tn: 0, penalty: 0, strikesBack: place > 0 || isCounter(maneuver) },
    { blind: game.user?.isGM !== true && hidesNumbers(attacker) },
  );
  return standing.filter((entry) => place === 0 || !ONE_ACTION.has(entry.key));
}

/** Keys of what stands by itself, beside the Fate that is rolled with every attack on one whose end is sworn. */
const STANDING: ReadonlySet<string> = new Set([...ONE_ACTION, "hostile"]);

/** Does it stand by itself: neither chosen nor paid for? */
const isStanding = ({ key, change, cost }: Modifier): boolean => STANDING.has(key) || (change?.kind === "fateRoll" && cost === undefined);

/** What stands by itself is on, until somebody switches it off or has another power in the roll. */
const anew = (modifiers: readonly Modifier[], now: readonly Modifier[]): Modifier[] =>
  renewedModifiers(modifiers, modifiers.filter(isStanding).map((entry) => ({ ...entry, enabled: true })), now);

/** An exchange with what stands by itself for its rolls as it is now: rage that a blow has roused, an end that is sworn no longer (Powers, Berserker and Fate's End). */
export function withStanding(state: ExchangeState): ExchangeState {
  const { attacker: { participant, fighter }, declaration } = state;
  const actor = findActor(participant.actor);
  const first = (part: number): Participant | null => state.targets.find(({ origin, part: of = 0 }) => origin === undefined && of === part)?.side.participant ?? null;
  const attack = (modifiers: readonly Modifier[], maneuver: Maneuver, target: Participant | null, part: number): Modifier[] =>
    actor === null || maneuver.roll === null ? [...modifiers] : anew(modifiers, standingOn({ actor, participant, fighter }, maneuver, target, part));
  return {
    ...state,
    declaration: {
      ...declaration,
      modifiers: attack(declaration.modifiers, declaration.parts?.[0]?.maneuver ?? declaration.maneuver, first(0), 0),
      ...(declaration.parts === undefined ? {} : { parts: declaration.parts.map((part, place) => ({ ...part, modifiers: attack(part.modifiers, part.maneuver, first(place), place) })) }),
    },
    targets: state.targets.map((target) => {
      const own = target.modifiers === undefined ? {} : { modifiers: attack(target.modifiers, attackOn(state, target).maneuver, target.side.participant, target.part ?? 0) };
      return { ...target, ...own, answer: answerNow(state, target) };
    }),
  };
}

function answerNow(state: ExchangeState, { answer, side: { participant } }: ExchangeState["targets"][number]): ExchangeState["targets"][number]["answer"] {
  const actor = findActor(participant.actor);
  if (answer?.kind !== "reaction" || actor === null) return answer;
  const now = (part: Part, place: number): readonly Modifier[] => anew(part.modifiers, answerStanding({ actor, participant }, part.maneuver, state.attacker.participant, place));
  const parts = answer.parts?.map((part, place) => ({ ...part, modifiers: now(part, place) }));
  return { ...answer, modifiers: parts?.[0]?.modifiers ?? now(answer, 0), ...(parts === undefined ? {} : { parts }) };
}
