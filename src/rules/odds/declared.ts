import { fixedPool } from "../dice/pool";
import type { Pool } from "../dice/types";
import { alteredRoll } from "../exchange/altered";
import type { Modifier } from "../modifiers/types";
import { successes } from "./distribution";
import { everyWay } from "./explore";
import { poolResults } from "./results";
import type { Distribution } from "./types";

/**
 * Chances of a roll by successes with what the powers declared with it make of it: named successes, Fate rolled besides, successes of
 * a strike (Powers, Predestined, Wrath, Righteous Strike).
 */
export function declaredSuccesses(pool: Pool, modifiers: readonly Modifier[]): Distribution {
  if (!modifiers.some(({ enabled, change }) => enabled && change !== undefined)) return successes(pool);
  const chances: number[] = [];
  everyWay((draw) => {
    const rolled = draw(() => poolResults(pool));
    return alteredRoll(rolled, { id: "attack", by: "attacker", modifiers, fateOf: (dice, tn) => draw(() => poolResults(fixedPool({ dice, tn }))) })?.result ?? rolled;
  }, (result, chance) => { chances[result.successes] = (chances[result.successes] ?? 0) + chance; });
  return Array.from(chances, (chance) => chance ?? 0);
}
