import { audience, currentMode, type MessageMode } from "../../compat/message-modes";
import { FatewalkerRoll } from "../../dice/roll";
import { say } from "../../helpers/text";
import { fateBeside } from "../../rules/checks/outcome";
import { checkPool, isAttributeTarget, type CheckTarget } from "../../rules/checks/pool";
import type { Pool } from "../../rules/dice/types";
import type { CheckMessageData, Participant } from "../../rules/exchange/types";
import type { Fighter } from "../../rules/fighter/types";
import type { AttributeKey, SkillKey } from "../../rules/keys";
import { checkModifiers } from "../../rules/modifiers/check";
import { targetNumber } from "../../rules/modifiers/sum";
import { situationRelief } from "../../rules/powers/modifiers";
import type { Modifier } from "../../rules/modifiers/types";
import { speakerOf } from "../exchange/card";
import { choose, noChoices, type Choices } from "../exchange/choices";
import { passivesOfActor } from "../events/body";
import { participantOf } from "../exchange/participants";
import { checkChoice, chosenPower, powerOptions, standingModifiers, usableCost, type PowerOption, type RollMoment } from "../powers/for-roll";
import { settleCheck } from "../powers/check";
import { isFighting } from "../powers/focus-cost";
import { trueMode } from "./audience";
import { checkSupportChoice, supportOffer, type SupportOffer } from "./support";

/** A roll of Attribute(Skill). */
export interface CheckRequest {
  readonly attribute: AttributeKey;
  /** Key of a branch, or of an attribute that stands for the TN, as in Prowess(Resilience); null: TN 0. */
  readonly skill: SkillKey | null;
  /** A fixed TN instead of a skill, as in Awareness(4). */
  readonly tn?: number;
  /** What the card is headed with; without, `Prowess (Agility)`. */
  readonly title?: string;
  /** Dice that come with what asked for the roll. */
  readonly modifier?: number;
  /** A Heal Wounds roll. */
  readonly healing?: boolean;
}

export interface CheckOptions {
  /** Straight on, without the dialog. */
  readonly fast?: boolean;
  /** Who sees it, where whoever asked for the roll has said so; else the person chooses. */
  readonly mode?: MessageMode;
  /** Flags of the message. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** Who rolls, where that was recorded: a later step never looks at selection or scene. */
  readonly participant?: Participant;
  /** The skill that supports it, where no dialog asks: `stamina:` with the id of a leaf, with Discipline also a branch alone. */
  readonly support?: string | null;
}

/** A check as it would be rolled now. */
export interface CheckSetup {
  readonly participant: Participant;
  readonly fighter: Fighter;
  readonly title: string;
  readonly modifiers: readonly Modifier[];
  readonly pool: Pool;
  /** What counts of it until the power in it is paid; null: no power is. */
  readonly unpaid: Pool | null;
  /** Active powers that may be put into it. */
  readonly powers: readonly PowerOption[];
  /** Support that it may have, with what is chosen of it. */
  readonly support: SupportOffer;
}

export interface CheckWindows {
  check(request: { actor: Actor.Implementation; check: CheckRequest; mode: MessageMode | null }): Promise<{ choices: Choices; mode: MessageMode } | null>;
}

let windows: CheckWindows | null = null;

export function useCheckWindows(given: CheckWindows): void {
  windows = given;
}

const targetOf = ({ skill, tn }: CheckRequest): CheckTarget => (tn === undefined ? { kind: "skill", skill } : { kind: "fixed", tn });

/** What a roll is called: its own title, else `Prowess (Agility)`. */
export function titleOf(check: CheckRequest): string {
  const { title, attribute, skill, tn } = check;
  if (title !== undefined) return title;
  const name = say(`FATEWALKER.Attribute.${attribute}`);
  if (tn !== undefined) return say("FATEWALKER.Dialog.CheckTitle", { attribute: name, skill: tn });
  if (skill === null) return name;
  const skillKey = `FATEWALKER.${isAttributeTarget(targetOf(check)) ? "Attribute" : "Skill"}.${skill}`;
  return say("FATEWALKER.Dialog.CheckTitle", { attribute: name, skill: game.i18n.has(skillKey) ? say(skillKey) : skill });
}

/** Works a check out: the one function behind dialog, fast roll and macro. */
export function prepareCheck(actor: Actor.Implementation, check: CheckRequest, choices: Choices): CheckSetup {
  const fighter = actor.toFighter();
  const given = check.modifier ?? 0;
  const offered = checkModifiers({ fighter, attribute: check.attribute, skill: check.skill });
  const asked: Modifier[] = given === 0 ? [] : [{ key: "asked", source: "situation", label: "FATEWALKER.Modifier.Asked", value: given, enabled: true, optional: true }];
  const participant = participantOf(actor);
  const moment = checkMoment(actor, check, participant);
  const powers = powerOptions(moment, choices.power);
  const chosen = chosenPower(powers)?.modifier ?? null;
  const isGM = game.user?.isGM === true;
  const usual = choose([...offered, ...asked, ...(chosen === null ? [] : [chosen]), ...standingModifiers(moment)], choices, isGM);
  const relief = situationRelief(usual, passivesOfActor(actor), { combat: isFighting(participant) });
  const modifiers = relief === null ? usual : [...usual, relief];
  const poolOf = (counted: readonly Modifier[]): Pool => checkPool({ fighter, target: targetOf(check), modifiers: counted });
  const unpaid = chosen === null ? null : poolOf(modifiers.map((modifier) => (modifier.key === chosen.key ? { ...modifier, enabled: false } : modifier)));
  const support = supportOffer({ actor, participant, ...check }, choices.support ?? null, usableCost(powers));
  return { participant, fighter, title: titleOf(check), modifiers, powers, pool: poolOf(modifiers), unpaid, support };
}

/** The roll as powers see it. */
export function checkMoment(actor: Actor.Implementation, check: Pick<CheckRequest, "skill" | "tn" | "healing">, participant: Participant): RollMoment {
  const fighter = actor.toFighter();
  const target = targetOf({ attribute: "prowess", ...check });
  return {
    actor, participant, kind: "check", opponent: null, skill: check.skill,
    tn: check.tn ?? targetNumber(fighter, check.skill), penalty: isAttributeTarget(target) ? 0 : fighter.woundPenalty,
    healing: check.healing === true, fixed: target.kind === "fixed",
  };
}

/**
 * Rolls a check on this person's own client: no exchange, no ticks, no wish (contract, Messages).
 * @returns the message, or null when the dialog was cancelled
 */
export async function rollCheck(actor: Actor.Implementation, check: CheckRequest, { fast = false, mode, flags, participant: recorded, support: wanted = null }: CheckOptions = {}): Promise<ChatMessage.Implementation | null> {
  const answer = fast || windows === null ? { choices: { ...noChoices(), support: wanted }, mode: currentMode() } : await windows.check({ actor, check, mode: mode ?? null });
  if (answer === null) return null;
  const { participant: own, title, modifiers, pool, unpaid, powers, support: offer } = prepareCheck(actor, check, answer.choices);
  checkChoice(powers, answer.choices.power);
  checkSupportChoice(offer, answer.choices.support ?? null);
  const participant = recorded ?? own;
  const seenIn = trueMode(mode ?? answer.mode, participant);
  // The support roll falls first, and stands last in the message (core rules, Dice).
  const supporting = offer.chosen === null ? null : FatewalkerRoll.fromPool(offer.chosen.pool);
  await supporting?.evaluate();
  const roll = FatewalkerRoll.fromPool(pool);
  await roll.evaluate();
  const beside = fateBeside(modifiers);
  const fate = beside === null ? null : FatewalkerRoll.fromPool(beside);
  await fate?.evaluate();
  const system: CheckMessageData = { participant, title, attribute: check.attribute, skill: check.skill, pool, modifiers, ticks: null, unpaid, support: offer.chosen === null ? null : { key: offer.chosen.key, name: offer.chosen.name, pool: offer.chosen.pool } };
  const source = { type: "check", speaker: speakerOf(participant), content: "", rolls: [roll, fate, supporting].filter((entry) => entry !== null), sound: CONFIG.sounds.dice, system, ...(flags === undefined ? {} : { flags: { fatewalker: flags } }), ...audience(seenIn, game.user?.id ?? "") };
  const message = ((await ChatMessage.implementation.create(source as never)) as ChatMessage.Implementation | undefined) ?? null;
  if (message?.id) await settleCheck(actor, { message: message.id, check: { ...system, healing: check.healing === true, tn: check.tn ?? null }, faces: roll.faces, power: answer.choices.power, mode: seenIn });
  return message;
}
