import { supportRollPool } from "../checks/support";
import { fixedPool } from "../dice/pool";
import type { Pool } from "../dice/types";
import { alteredRoll } from "../exchange/altered";
import type { Fighter } from "../fighter/types";
import type { Modifier } from "../modifiers/types";
import { successes } from "./distribution";
import { everyWay } from "./explore";
import { poolResults } from "./results";
import type { Distribution } from "./types";

/**
 * Chances of a roll by successes with what is declared with it: named successes, Fate rolled besides, successes of a strike, a skill that
 * supports it (Powers, Predestined, Wrath, Righteous Strike; core rules, Dice).
 * @param fighter who makes the roll
 */
export function declaredSuccesses(pool: Pool, modifiers: readonly Modifier[], fighter: Fighter): Distribution {
  if (!modifiers.some(({ enabled, change }) => enabled && change !== undefined)) return successes(pool);
  const chances: number[] = [];
  everyWay((draw) => {
    const rolled = draw(() => poolResults(pool));
    return alteredRoll(rolled, { id: "attack", by: "attacker", modifiers, beside: { fate: (dice, tn) => draw(() => poolResults(fixedPool({ dice, tn }))), support: (change) => draw(() => poolResults(supportRollPool(fighter, change))) } })?.result ?? rolled;
  }, (result, chance) => { chances[result.successes] = (chances[result.successes] ?? 0) + chance; });
  return Array.from(chances, (chance) => chance ?? 0);
}
