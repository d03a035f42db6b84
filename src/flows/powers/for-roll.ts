import { actorData } from "../../data/access";
import { RuleError } from "../../rules/errors";
import type { Participant } from "../../rules/exchange/types";
import type { Power } from "../../rules/fighter/power";
import type { Modifier, RollChange } from "../../rules/modifiers/types";
import { decisionsFor } from "../../rules/powers/decisions";
import { strikeGain, type StrikeOption } from "../../rules/powers/effects";
import { addsTo, hostileModifier, PLAIN_ROLL, powerDice, type PowerRoll } from "../../rules/powers/modifiers";
import { effectOf, paidEffects } from "../../rules/powers/passive";
import { checkNamed, mostPredestined, mostRaises } from "../../rules/powers/roll-changes";
import { berserkModifier, waitingModifier } from "../../rules/powers/timed";
import { checkOnePower, paidUses, powerCost, powerModifierKey, powersOn, usePower, type PowerCost, type PowerPayment, type PowerUse, type PowerUser } from "../../rules/powers/use";
import { findActor } from "../commit/write";
import { combatantOf, tickOf } from "../exchange/participants";
import { MOST_UNITS, PAID_FROM, STRIKE_OPTIONS, type PaidFrom, type PowerChoice } from "./choice";
import { bondOn } from "./bonds";
import { heldPowers, payerOf } from "./held";
import { memoryOf } from "./memory";

/** The roll that powers are looked for. */
export interface RollMoment {
  readonly actor: Actor.Implementation;
  readonly participant: Participant;
  readonly kind: "attack" | "answer" | "act" | "check";
  /** UUID of the one it is made against; null: nobody. */
  readonly opponent: string | null;
  /** UUIDs of all whom it is made against, where they may be several; missing: that one alone. */
  readonly opponents?: readonly string[];
  /** Key of the branch; null: none. */
  readonly skill: string | null;
  /** TN before any power; wound penalty in force. */
  readonly tn: number;
  readonly penalty: number;
  readonly healing?: boolean;
  /** It is an answer, or the half of one, that strikes or seizes the opponent in its turn. */
  readonly strikesBack?: boolean;
  /** What others have put into it already. */
  readonly aid?: readonly Modifier[];
  /** Wounds have no place in it: a fixed TN. */
  readonly fixed?: boolean;
}

/** An active power that fits a roll, as it would be with what is chosen. */
export interface PowerOption {
  readonly item: string;
  readonly name: string;
  readonly power: Power;
  readonly cost: PowerCost;
  readonly chosen: boolean;
  readonly units: number;
  /** It may be used several times at once. */
  readonly repeats: boolean;
  /** Numbers of successes that may be named; null: none are. */
  readonly names: { readonly most: number; readonly named: number } | null;
  /** What it may gain, with what is taken; null: nothing to choose. */
  readonly options: readonly { readonly key: StrikeOption; readonly taken: boolean }[] | null;
  /** Tracks of which either may pay all of it, with the one that does (Justice); null: nothing to choose. */
  readonly tracks: readonly { readonly key: PaidFrom; readonly taken: boolean }[] | null;
  /** Why it cannot be used now; null: it can. */
  readonly refusal: RuleError | null;
  /** What it does to this roll; null where it cannot be used. */
  readonly modifier: Modifier | null;
  /** How often it can be paid for at most; 0 where not even once. */
  readonly mostUnits: number;
  /** Where its points come from; null where it cannot be used. */
  readonly payment: PowerPayment | null;
  /** What a person decides about it, as localisation keys. */
  readonly decisions: readonly string[];
}

/** Is the skill one of a secondary tree (Powers, Insight; readings P5)? */
function isSecondary(actor: Actor.Implementation, skill: string | null): boolean {
  if (skill === null) return false;
  return Object.values(actorData(actor)?.skills ?? {}).some(({ primary, branches }) => !primary && Object.hasOwn(branches, skill));
}

function rollOf({ actor, kind, skill, healing }: RollMoment): PowerRoll {
  return { ...PLAIN_ROLL, defense: kind === "answer", healing: healing === true, secondary: isSecondary(actor, skill) };
}

/** What a power does to a roll; null: it has nothing to do with this one. */
type Gain = {
  readonly dice: number;
  readonly change: RollChange | null;
  readonly repeats: boolean;
  /** How often it does anything at most; missing: as often as it is paid for. */
  readonly uses?: number;
  /** Most successes that may be named, where a number is named. */
  readonly most?: number;
} | null;

function gainOf(power: Power, moment: RollMoment, user: PowerUser, choice: PowerChoice | null): Gain {
  const effects = paidEffects(power);
  const units = unitsOf(choice);
  const dice = effectOf(effects.filter((effect) => effect.kind !== "bonusDice" || addsTo(effect, rollOf(moment))), "bonusDice");
  if (dice !== null) return { dice: powerDice(dice.dice, user.fate.rating) * units, change: null, repeats: true };
  const raise = effectOf(effects, "targetNumber");
  if (raise !== null) {
    const uses = mostRaises(raise, moment.tn);
    return { dice: 0, change: { kind: "targetNumber", bonus: raise.bonus * Math.max(1, Math.min(uses, units)), most: raise.most }, repeats: true, uses };
  }
  const ignore = effects.find((effect) => effect.kind === "ignorePenalty" && effect.of === "wounds");
  if (ignore !== undefined && moment.fixed !== true) return { dice: 0, change: { kind: "ignoreWounds", keeps: user.fate.ennui ? ENNUI : 0 }, repeats: false };
  const fate = effectOf(effects, "fateRoll");
  if (fate?.on === "action") return { dice: 0, change: { kind: "fateRoll", dice: user.fate.rating, tn: fate.tn, damage: fate.damage, refundShare: fate.refundShare }, repeats: false };
  const named = effectOf(effects, "predestined");
  if (named !== null) {
    const most = mostPredestined(named, user.fate.rating);
    return { dice: 0, change: { kind: "predestined", named: choice?.named ?? most }, repeats: false, most };
  }
  const strike = effectOf(effects, "strikeOptions");
  if (strike !== null && moment.kind === "attack") return { dice: 0, change: { kind: "strike", ...strikeGain(strike, optionsOf(choice)) }, repeats: false };
  return null;
}

/** Ennui counts like four wound penalties, and nothing reduces it (Powers, Fate). */
const ENNUI = 4;
const unitsOf = (choice: PowerChoice | null): number => Math.max(1, Math.min(MOST_UNITS, choice?.units ?? 1));
const optionsOf = (choice: PowerChoice | null): readonly StrikeOption[] => (choice === null || choice.options.length === 0 ? ["successes"] : choice.options);

/** @throws RuleError why this power does nothing for this roll, cannot be paid, or is not the only one in it */
function checkUse(power: Power, moment: RollMoment, user: PowerUser, units: number, change: RollChange | null): void {
  checkOnePower(power.key, powersOn([...(moment.aid ?? []), ...sworn(moment)]));
  if (change?.kind === "targetNumber" && moment.tn >= change.most) throw new RuleError("FATEWALKER.PowerUse.NothingToRaise", { most: change.most });
  if (change?.kind === "ignoreWounds" && moment.penalty <= change.keeps) throw new RuleError("FATEWALKER.PowerUse.NoPenalty");
  // A check names nobody: against whom it goes is the table's.
  if ((change?.kind === "fateRoll" || change?.kind === "strike") && moment.opponent === null && moment.kind !== "check") throw new RuleError("FATEWALKER.PowerUse.NeedsOpponent");
  if (change?.kind === "predestined") {
    const effect = effectOf(paidEffects(power), "predestined");
    if (effect !== null && mostPredestined(effect, user.fate.rating) < 1) throw new RuleError("FATEWALKER.PowerUse.FateTooLow");
    if (effect !== null) checkNamed(effect, change.named, user.fate.rating);
  }
  usePower(power, user, { units });
}

/** Against the enemy on whom Justice lies Will may stand for Fate and Fate for Will (Powers, Justice). */
const mayExchange = ({ participant, opponent }: RollMoment): boolean => opponent !== null && bondOn(combatantOf(participant), "justice") === opponent;

/** Whoever pays, with the track that was chosen; without a choice the printed one, and the other where that one has not enough. */
function withExchange(user: PowerUser, power: Power, units: number, moment: RollMoment, track: PaidFrom | null): PowerUser {
  if (!mayExchange(moment)) return user;
  const paid = (from: PaidFrom): PowerUser => ({ ...user, exchange: from === "will" ? "willForFate" : "fateForWill" });
  if (track !== null) return paid(track);
  const other = paid(power.cost.will > 0 ? "fate" : "will");
  return RuleError.refusal(() => usePower(power, user, { units })) !== null && RuleError.refusal(() => usePower(power, other, { units })) === null ? other : user;
}

/**
 * The active powers that may be put into a roll before it is thrown, each with its cost, its effect, and why not where it cannot be;
 * one of them at most is chosen (Powers, Overview).
 */
export function powerOptions(moment: RollMoment, choice: PowerChoice | null): PowerOption[] {
  const payer = payerOf(moment.actor, moment.participant);
  return heldPowers(moment.actor).flatMap(({ item, name, power }): PowerOption[] => {
    if (!power.active || power.automation !== "spend") return [];
    const mine = choice?.item === item ? choice : null;
    const gain = gainOf(power, moment, payer, mine);
    if (gain === null) return [];
    const taken = optionsOf(mine);
    const uses = Math.min(MOST_UNITS, gain.uses ?? MOST_UNITS);
    const units = power.costBy === "perOption" ? taken.length : gain.repeats ? Math.max(1, Math.min(uses, unitsOf(mine))) : 1;
    const user = withExchange(payer, power, units, moment, mine?.track ?? null);
    const refusal = RuleError.refusal(() => checkUse(power, moment, user, units, gain.change));
    const use = refusal === null ? usePower(power, user, { units }) : null;
    const cost = use !== null ? use.cost : powerCost(power, { fateRating: payer.fate.rating, units });
    const names = gain.change?.kind === "predestined" ? { most: gain.most ?? 0, named: gain.change.named } : null;
    return [{
      item, name, power, cost, units, refusal, names,
      payment: use,
      mostUnits: paidUses(power, user, gain.repeats ? uses : 1).length,
      chosen: mine !== null,
      repeats: gain.repeats,
      options: gain.change?.kind === "strike" ? STRIKE_OPTIONS.map((key) => ({ key, taken: taken.includes(key) })) : null,
      tracks: mayExchange(moment) ? PAID_FROM.map((key) => ({ key, taken: key === (cost.will > 0 ? "will" : "fate") })) : null,
      modifier: refusal === null ? modifierOf({ power, name, cost, dice: gain.dice, change: gain.change }) : null,
      decisions: decisionsFor(power),
    }];
  });
}

function modifierOf({ power, name, cost: { will, fate }, dice, change }: { readonly power: Power; readonly name: string; readonly cost: PowerCost; readonly dice: number; readonly change: RollChange | null }): Modifier {
  return {
    key: powerModifierKey(power.key), source: "power", label: "FATEWALKER.Power.Modifier", data: { name }, value: dice, enabled: true, optional: true,
    cost: { ...(will === 0 ? {} : { will }), ...(fate === 0 ? {} : { fate }) },
    ...(change === null ? {} : { change }),
  };
}

/** Marks beyond spent boxes that a payment makes, and points that cost nothing. */
export function marksOf({ will, fate }: PowerUse): string[] {
  const made: readonly (readonly [string, boolean])[] = [
    ["free", will.free > 0], ["fatigue", will.marks.fatigue > 0], ["exhaustion", will.marks.exhaustion > 0], ["apathy", fate.marks.apathy > 0], ["ennui", fate.entersEnnui],
  ];
  return made.filter(([, is]) => is).map(([mark]) => mark);
}

/** What the power that is chosen costs, where it can be used. */
export function usableCost(options: readonly PowerOption[]): PowerCost {
  const option = chosenPower(options);
  return option === null || option.refusal !== null ? { will: 0, fate: 0 } : option.cost;
}

/** The one that is chosen. */
export const chosenPower = (options: readonly PowerOption[]): PowerOption | null => options.find(({ chosen }) => chosen) ?? null;

/**
 * Refuses a choice that does not stand any more.
 * @throws RuleError `FATEWALKER.PowerUse.NotForThis` where the power has nothing to do with this roll, else why it cannot be used
 */
export function checkChoice(options: readonly PowerOption[], choice: PowerChoice | null): void {
  if (choice === null) return;
  const option = chosenPower(options);
  if (option === null) throw new RuleError("FATEWALKER.PowerUse.NotForThis");
  if (option.refusal !== null) throw option.refusal;
}

/**
 * What powers bring to a roll by themselves: a rage, dice that wait, an end that is sworn to somebody, and what the other one's fate
 * takes off (Powers, Berserker, Boon, Fate's End, Faterunner IV).
 * @param blind the person may not know the other one's numbers
 */
export function standingModifiers({ actor, participant, kind, opponent, strikesBack = false }: RollMoment, { blind = false }: { readonly blind?: boolean } = {}): Modifier[] {
  const data = actorData(actor);
  if (data === null) return [];
  const memory = memoryOf(combatantOf(participant));
  const tick = tickOf(participant);
  const { berserk } = data.derived.passives;
  const raging = berserk === null || tick === null || memory.berserk === null || kind === "act" || kind === "check" ? null : berserkModifier(berserk, { until: memory.berserk }, { attack: kind === "attack", now: tick });
  const waiting = memory.boon === null || tick === null || kind === "answer" || kind === "check" ? null : waitingModifier(memory.boon, tick);
  const against = (kind !== "attack" && !strikesBack) || opponent === null || blind ? null : (actorData(findActor(opponent))?.derived.passives ?? null);
  return [raging, ...sworn({ actor, participant, kind, opponent, strikesBack }), waiting, against === null ? null : hostileModifier(against)].filter((entry) => entry !== null);
}

/**
 * Fate that is rolled with every attack on the one whose end is sworn, that of a counterattack too: paid for once, and in the roll whether
 * one wants it or not (Powers, Fate's End).
 */
function sworn({ actor, participant, kind, opponent, opponents = opponent === null ? [] : [opponent], strikesBack = false }: Pick<RollMoment, "actor" | "participant" | "kind" | "opponent" | "opponents" | "strikesBack">): Modifier[] {
  const target = kind === "attack" || strikesBack ? bondOn(combatantOf(participant), "fatesEnd") : null;
  if (target === null || !opponents.includes(target)) return [];
  return heldPowers(actor).flatMap(({ name, power }): Modifier[] => {
    const effect = effectOf(paidEffects(power), "fateRoll");
    if (effect?.on !== "attacksOnTarget") return [];
    const change: RollChange = { kind: "fateRoll", dice: powerUserRating(actor), tn: effect.tn, damage: effect.damage, refundShare: effect.refundShare };
    return [{ key: powerModifierKey(power.key), source: "power", label: "FATEWALKER.Power.Modifier", data: { name }, value: 0, enabled: true, optional: false, change }];
  }).slice(0, 1);
}

const powerUserRating = (actor: Actor.Implementation): number => actorData(actor)?.fate.rating ?? 0;
