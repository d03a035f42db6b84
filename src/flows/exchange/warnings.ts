import { say } from "../../helpers/text";
import { isAttack, isOffensive } from "../../rules/maneuvers/kind";
import { tagsOf } from "../../rules/maneuvers/tags";
import type { Maneuver, Weapon } from "../../rules/fighter/types";
import type { Participant } from "../../rules/exchange/types";
import type { Blast } from "./area";
import { gapBetween } from "./measure";
import { publicParticipant } from "./names";
import type { AttackSetup } from "./setup";

/** Metres that anyone may shift as a part of an action (Dramatic Scenes, Movement and Actions). */
const FREE_METRES = 1;

/**
 * Is somebody too far away for a blow? An arm's or a weapon's length and the free metre bridge a gap; throws, shots and
 * charges bring their own way with them.
 * @param gap  metres between the two, edge to edge; null: not known, and nobody is out of reach
 */
export function isOutOfReach(maneuver: Maneuver, weapon: Weapon | null, gap: number | null): boolean {
  const tags = tagsOf(maneuver, weapon);
  const blow = tags.has("melee") || tags.has("unarmed");
  return gap !== null && blow && !tags.has("charges") && !tags.has("leaps") && isOffensive(maneuver) && gap > (weapon?.length ?? 0) + FREE_METRES;
}

/** Who should be thought of before an area is struck. Who hides from players is named to the GM alone. */
function areaWarning({ participant, targets }: AttackSetup, { circle, unseen }: Blast): string {
  if (targets.length === 0 && circle === null) return say("FATEWALKER.Area.NoCentre");
  const hidden = unseen.length > 0 && game.user?.isGM === true ? [say("FATEWALKER.Area.Unseen", { names: unseen.join(", ") })] : [];
  const self = targets.some((target) => target.participant.actor === participant.actor) ? [say("FATEWALKER.Area.Self")] : [];
  return [...self, ...hidden].join(" ");
}

/** What a declaration should be told before it is made, in words; empty: all is well. Nothing of it forbids anything. */
export function warningOf(setup: AttackSetup): string {
  if (setup.lost > 0) return say("FATEWALKER.Dialog.LostTargets", { count: setup.lost });
  if (setup.blast !== null) return areaWarning(setup, setup.blast);
  if (setup.self) return say(setup.targets.some(({ participant }) => participant.actor === setup.participant.actor) ? "FATEWALKER.Amend.Self.Warning" : "FATEWALKER.Amend.Self.LeftOut", { name: publicParticipant(setup.participant).name });
  if (setup.targets.length === 0) return isAttack(setup.maneuver) ? say("FATEWALKER.Dialog.NoTarget") : "";
  const far = outOfReach(setup);
  return far === null ? "" : say("FATEWALKER.Dialog.OutOfReach", { name: far.name, metres: far.gap });
}

/** The first target that is too far away for what is declared, and by how many metres, edge to edge; null: none is. */
export function outOfReach({ participant, maneuver, weapon, blast, targets }: AttackSetup): { readonly name: string; readonly participant: Participant; readonly gap: number } | null {
  if (blast !== null) return null;
  for (const target of targets) {
    const gap = gapBetween(participant, target.participant);
    if (gap !== null && isOutOfReach(maneuver, weapon, gap)) return { name: target.name, participant: target.participant, gap };
  }
  return null;
}
