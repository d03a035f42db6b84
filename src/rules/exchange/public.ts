import { readDamage } from "../damage/roll";
import { readPool } from "../dice/roll";
import { isReroll } from "./rerolls";
import { rollerOf } from "./rollers";
import { journalOf, trace } from "./trace";
import type { ExchangeState, Participant, PublicRoll, ResolutionStep, RollRequest } from "./types";

/** True for a participant whose numbers players must not see. */
export type Hides = (participant: Participant) => boolean;

const LABELS: Readonly<Record<RollRequest["roll"]["purpose"], string>> = {
  attack: "FATEWALKER.Modifier.Roll.Attack",
  reaction: "FATEWALKER.Modifier.Roll.Reaction",
  consciousness: "FATEWALKER.Modifier.Roll.Consciousness",
  damage: "FATEWALKER.Modifier.Roll.Damage",
  reactionDamage: "FATEWALKER.Modifier.Roll.ReactionDamage",
  riposte: "FATEWALKER.Modifier.Roll.Riposte",
  newAttack: "FATEWALKER.Modifier.Roll.NewAttack",
  leap: "FATEWALKER.Modifier.Roll.Leap",
  landing: "FATEWALKER.Modifier.Roll.Landing",
  footing: "FATEWALKER.Modifier.Roll.Footing",
  counterDamage: "FATEWALKER.Modifier.Roll.CounterDamage",
  fallDamage: "FATEWALKER.Modifier.Roll.FallDamage",
  fate: "FATEWALKER.Modifier.Roll.Fate",
  support: "FATEWALKER.Modifier.Roll.Support",
};

/**
 * Rolls that were thrown, as a card may show them: faces and what counted, without the TN and without which dice were wounded where
 * the roller's numbers are hidden. A hidden creature's consciousness roll is left out, and so are damage dice that fell on its armor:
 * whoever knows the weapon could work the armor out from them. Labels are localisation keys (Dramatic Scenes, The Attack Roll).
 */
export function publicRolls(state: ExchangeState, hide: Hides): PublicRoll[] {
  const journal = journalOf(state);
  trace(state, journal);
  return journal.requests.flatMap((request) => {
    if (isReroll(request.id)) return [];
    if (staysWithGM(state, request, hide)) return [];
    const hidden = hide(rollerOf(state, request));
    const faces = journal.facesOf(request.id) ?? state.rolls[request.id];
    if (faces === undefined) return [];
    const earlier = (journal.earlier.get(request.id) ?? []).map(({ power, faces: thrown }) => {
      const { successes, dice } = publicRoll(request, thrown, hidden);
      return { power, successes, dice };
    });
    return [{ ...publicRoll(request, faces, hidden), ...(earlier.length === 0 ? {} : { earlier }) }];
  });
}

/** True for a roll that no player may see, neither on a card nor as dice on the table (Dramatic Scenes, The Attack Roll). */
export function staysWithGM(state: ExchangeState, request: RollRequest, hide: Hides): boolean {
  const { id, roll } = request;
  if (roll.purpose === "consciousness" && hide(rollerOf(state, request))) return true;
  const armored = armoredBy(state, id);
  return armored !== null && hide(armored);
}

/** Whose armor and shield have changed the dice of a damage roll; null for every other roll. */
function armoredBy(state: ExchangeState, id: string): Participant | null {
  const [, purpose, index, who] = /^(damage|reactionDamage|counterDamage|fallDamage):(\d+)(?::(target|attacker))?$/.exec(id) ?? [];
  if (purpose === undefined) return null;
  const strikesBack = purpose === "counterDamage" || who === "attacker";
  return (strikesBack ? state.attacker : (state.targets[Number(index)]?.side ?? state.attacker)).participant;
}

/**
 * What happened to one target, without the steps that would give away hidden numbers: of a hidden participant the armor, the shield,
 * the points that came through them, wound boxes, bleeding and consciousness; of a hidden attacker the damage TN (Dramatic Scenes, The Attack Roll).
 */
export function publicSteps(state: ExchangeState, targetIndex: number, hide: Hides): ResolutionStep[] {
  const target = state.targets[targetIndex];
  if (target === undefined) return [];
  const hiddenTarget = hide(target.side.participant);
  const hiddenAttacker = hide(state.attacker.participant);
  return target.steps
    .filter((step) => !givesAway(step, hiddenTarget, hiddenAttacker))
    .map((step) => {
      if (step.kind === "damage" && hiddenAttacker) return { ...step, tn: null };
      return step.kind === "counter" ? { ...step, steps: counterSteps(step.steps, hiddenTarget, hiddenAttacker) } : step;
    });
}

/** In a counterattack the sides are the other way round: its dice are the target's, the armor is the attacker's. */
function counterSteps(steps: readonly ResolutionStep[], hiddenTarget: boolean, hiddenAttacker: boolean): ResolutionStep[] {
  return steps
    .filter((step) => !givesAway(step, hiddenAttacker, hiddenTarget))
    .map((step) => (step.kind === "damage" && hiddenTarget ? { ...step, tn: null } : step));
}

function givesAway(step: ResolutionStep, hiddenTarget: boolean, hiddenAttacker: boolean): boolean {
  switch (step.kind) {
    case "shield":
    case "deflect":
    case "damage":
    case "parryDamage":
    case "absorb":
      return hiddenTarget;
    case "power":
      return step.secret && (step.who === "target" ? hiddenTarget : hiddenAttacker);
    case "wounds":
    case "bleeding":
    case "consciousness":
    case "fall":
    case "drained":
      return step.who === "target" ? hiddenTarget : hiddenAttacker;
    default:
      return false;
  }
}

function publicRoll({ id, roll, roller }: RollRequest, faces: readonly number[], hidden: boolean): PublicRoll {
  const head = { id, roller, kind: roll.kind, label: LABELS[roll.purpose], tn: hidden ? null : roll.pool.tn };
  if (roll.kind === "pool") {
    const { dice, successes } = readPool(roll.pool, faces);
    return {
      ...head,
      woundedTn: hidden || roll.pool.wounded === 0 ? null : roll.pool.woundedTn,
      successes,
      dice: dice.map(({ face, wounded, success }) => ({ face, wounded: wounded && !hidden, success, value: 1, penetrating: false })),
    };
  }
  const { dice } = readDamage(roll.pool, faces, 0);
  return { ...head, woundedTn: null, successes: dice.filter((die) => die.success).length, dice: dice.map((die) => ({ ...die, wounded: false })) };
}
