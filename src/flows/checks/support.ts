import { actorData } from "../../data/access";
import type { SkillTree } from "../../data/actor/skills";
import { sayOr } from "../../helpers/text";
import { supportModifier, supportPool, supportSkill, supportSkills, type SupportSkill } from "../../rules/checks/support";
import { poolSize } from "../../rules/dice/pool";
import type { Pool } from "../../rules/dice/types";
import { RuleError } from "../../rules/errors";
import type { CheckMessageData, CheckSupport, Participant } from "../../rules/exchange/types";
import type { Fighter, Maneuver } from "../../rules/fighter/types";
import { ATTRIBUTE_KEYS, type AttributeKey, type SkillKey } from "../../rules/keys";
import type { Modifier } from "../../rules/modifiers/types";
import { NO_PASSIVES } from "../../rules/powers/passive";
import type { PowerCost } from "../../rules/powers/use";
import { willExpense } from "../../rules/tracks/expenses";
import { payChanges } from "../powers/pay";

/** A skill that may support a roll, as it would be rolled now. */
export interface SupportOption {
  readonly key: string;
  readonly name: string;
  /** The branch of a leaf; null for a branch itself. */
  readonly branch: string | null;
  readonly pool: Pool;
  /** It as a modifier of the roll that it supports. */
  readonly modifier: Modifier;
}

/** Support that a roll may have: one roll at most (core rules, Dice). */
export interface SupportOffer {
  readonly options: readonly SupportOption[];
  readonly chosen: SupportOption | null;
  /** Points of Will. */
  readonly cost: number;
  /** Why nobody could pay for it now; null: it can be paid. */
  readonly refusal: RuleError | null;
  /** Why the skill that was chosen cannot support; null: it can, or none was chosen. */
  readonly unfit: RuleError | null;
}

/** The roll that is supported. */
export interface Supported {
  readonly actor: Actor.Implementation;
  readonly participant: Participant;
  readonly attribute: AttributeKey;
  readonly skill: SkillKey | null;
}

const treesOf = (actor: Actor.Implementation): Readonly<Record<string, SkillTree>> => (actorData(actor)?.skills ?? {}) as Readonly<Record<string, SkillTree>>;

const passivesOf = (actor: Actor.Implementation) => actorData(actor)?.derived.passives ?? NO_PASSIVES;

const rightsOf = (actor: Actor.Implementation, main: SkillKey | null) => ({ branches: passivesOf(actor).branchSupport, main });

/** Will that a support roll takes (Powers, Basic Will Expenditures). */
export const supportCost = (actor: Actor.Implementation): number => willExpense("support", { passives: passivesOf(actor) });

function optionOf({ actor, attribute }: Supported, fighter: Fighter, skill: SupportSkill): SupportOption {
  const branch = treesOf(actor)[skill.tree]?.branches[skill.branch];
  const branchName = branch === undefined || branch.label === "" ? sayOr(`FATEWALKER.Skill.${skill.branch}`, skill.branch) : branch.label;
  const leafName = skill.leaf === null ? "" : (branch?.leaves[skill.leaf]?.name ?? "");
  const name = leafName === "" ? branchName : leafName;
  return {
    key: skill.key, name, branch: skill.leaf === null ? null : branchName,
    pool: supportPool(fighter, attribute, skill),
    modifier: supportModifier(attribute, skill, { name, will: supportCost(actor) }),
  };
}

/**
 * What may support a roll, with the skill that is chosen for it.
 * @param beside what else is paid for the roll: the points have to do for both
 */
export function supportOffer(check: Supported, key: string | null, beside: PowerCost): SupportOffer {
  const { actor, skill } = check;
  const fighter = actor.toFighter();
  const options = supportSkills(treesOf(actor), rightsOf(actor, skill)).map((entry) => optionOf(check, fighter, entry));
  return {
    options, chosen: options.find((option) => option.key === key) ?? null, cost: supportCost(actor),
    refusal: options.length === 0 ? null : unpayable(check, beside),
    unfit: key === null ? null : RuleError.refusal(() => supportSkill(treesOf(actor), key, rightsOf(actor, skill))),
  };
}

/** No skill supports what is no roll of Attribute(Skill). */
const NO_SUPPORT: SupportOffer = { options: [], chosen: null, cost: 0, refusal: null, unfit: null };

/** The skill that is chosen, where its Will is there: what rolls and odds count. */
export const payableSupport = ({ chosen, refusal }: SupportOffer): SupportOption | null => (refusal === null ? chosen : null);

/**
 * What may support an attack, an answer or another maneuver: part of that action, so it takes no ticks (docs/readings.md, Dice).
 * @param choice key of the skill; null: none
 */
export function maneuverSupport(actor: Actor.Implementation | null, participant: Participant, { roll }: Pick<Maneuver, "roll">, choice: string | null, beside: PowerCost): SupportOffer {
  if (actor === null || roll === null || roll.attribute === null) return choice === null ? NO_SUPPORT : { ...NO_SUPPORT, unfit: new RuleError("FATEWALKER.Error.NoSuchSupport") };
  return supportOffer({ actor, participant, attribute: roll.attribute, skill: roll.skill }, choice, beside);
}

/** Why a support roll cannot be paid beside something else; null: it can. */
function unpayable({ actor, participant }: Pick<Supported, "actor" | "participant">, { will, fate }: PowerCost): RuleError | null {
  return RuleError.refusal(() => payChanges(actor, participant, { will: will + supportCost(actor), fate }));
}

/**
 * Refuses a choice that does not stand any more.
 * @throws RuleError why the skill cannot support, or that the Will is missing
 */
export function checkSupportChoice({ refusal, unfit }: SupportOffer, key: string | null): void {
  if (key === null) return;
  if (unfit !== null) throw unfit;
  if (refusal !== null) throw refusal;
}

/**
 * Why the support that a check claims does not count, worked out anew from its roller: a skill that cannot support, other dice than it has,
 * paid already, or no Will; null: it does.
 * @param beside what is paid with it
 */
export function claimRefusal(actor: Actor.Implementation, participant: Participant, check: Pick<CheckMessageData, "attribute" | "skill" | "supportPayment"> & { readonly support: CheckSupport }, beside: PowerCost): RuleError | null {
  const { support: { key, pool }, attribute: claimed, skill } = check;
  const attribute = ATTRIBUTE_KEYS.find((entry) => entry === claimed);
  const forged = RuleError.refusal(() => {
    const { tn } = supportSkill(treesOf(actor), key, rightsOf(actor, skill));
    const dice = attribute === undefined ? 0 : actor.toFighter().attributes[attribute];
    if (pool.tn > tn || pool.woundedTn > Math.floor(tn / 2) || poolSize(pool) > dice) throw new RuleError("FATEWALKER.Error.NoSuchSupport");
  });
  if (forged !== null) return forged;
  if (check.supportPayment?.paid === true) return new RuleError("FATEWALKER.PowerUse.TooLate");
  return unpayable({ actor, participant }, beside);
}
