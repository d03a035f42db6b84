import { RuleError } from "../errors";
import type { ShieldRule } from "../damage/types";
import { isShot, isThrow } from "../maneuvers/tags";
import { needsWeapon } from "../maneuvers/weapons";
import { combatSize, usableAt } from "../modifiers/melee";
import { bandOf } from "../modifiers/range";
import { isOutOfIt } from "../modifiers/situation";
import { checkExclusive } from "../modifiers/sum";
import type { Situation } from "../modifiers/types";
import type { Answer, Declaration, ExchangeSide, ExchangeState } from "./types";

/** One target of a declaration, with its situation and whether it is aware of the attack. */
export interface DeclaredTarget {
  readonly side: ExchangeSide;
  readonly situation: Situation;
  readonly aware: boolean;
}

const NO_ANSWER: Answer = { kind: "none" };

/**
 * Declares an attack: no dice yet, but whoever is aware may answer. Targets that are unaware or out of the fight have no
 * answer to give. `tick` is null outside a fight. Works with any number of targets, none included.
 * @throws RuleError `FATEWALKER.Error.CannotAct`, `NeedsWeapon`, `NoAmmunition`, `OutOfRange`, `WeaponUnusable`, `OneTrait`, `OnePower`
 */
export function declare({ attacker, targets, declaration, tick, shieldRule }: {
  readonly attacker: ExchangeSide;
  readonly targets: readonly DeclaredTarget[];
  readonly declaration: Declaration;
  readonly tick: number | null;
  readonly shieldRule: ShieldRule;
}): ExchangeState {
  if (isOutOfIt(attacker.fighter.statuses)) throw new RuleError("FATEWALKER.Error.CannotAct");
  checkExclusive(declaration.modifiers);
  checkWeapon(declaration);
  for (const { situation } of targets) checkReach(declaration, situation);
  return {
    phase: "answering",
    tick,
    attacker,
    declaration,
    targets: targets.map(({ side, situation, aware }) => ({
      side,
      situation,
      aware,
      answer: aware && !isOutOfIt(side.fighter.statuses) ? null : NO_ANSWER,
      steps: [],
      outcome: null,
    })),
    rolls: {},
    shieldRule,
  };
}

function checkWeapon({ maneuver, weapon }: Declaration): void {
  if (weapon === null) {
    if (needsWeapon(maneuver)) throw new RuleError("FATEWALKER.Error.NeedsWeapon");
    return;
  }
  if (isShot(maneuver) && weapon.magazine !== null && weapon.magazine.value < 1) throw new RuleError("FATEWALKER.Error.NoAmmunition", { weapon: weapon.name });
}

function checkReach({ maneuver, weapon }: Declaration, situation: Situation): void {
  if (weapon !== null && (isShot(maneuver) || isThrow(maneuver, weapon))) {
    if (bandOf(weapon, situation) === "beyond") throw new RuleError("FATEWALKER.Error.OutOfRange", { distance: situation.distance ?? 0 });
    return;
  }
  if (maneuver.group === "ranged") return;
  const size = combatSize(maneuver, weapon);
  if (!usableAt(size, situation.engagement)) throw new RuleError("FATEWALKER.Error.WeaponUnusable", { size, range: situation.engagement ?? 0 });
}
