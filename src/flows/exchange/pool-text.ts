import { say, sayCount } from "../../helpers/text";
import type { Pool } from "../../rules/dice/types";

/** `6 dice at TN 4`, with the wounded ones told apart. */
export function poolText({ normal, wounded, tn, woundedTn }: Pool): string {
  if (normal + wounded === 0) return say("FATEWALKER.Dialog.Pool.Empty");
  if (wounded === 0) return sayCount("FATEWALKER.Dialog.Pool.Sound", normal, { tn });
  if (normal === 0) return sayCount("FATEWALKER.Dialog.Pool.AllWounded", wounded, { woundedTn });
  return say("FATEWALKER.Dialog.Pool.Wounded", { count: normal + wounded, normal, tn, wounded, woundedTn });
}
