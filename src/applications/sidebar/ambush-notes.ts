import { say } from "../../helpers/text";
import { combatantData } from "../../flows/clock/state";
import { ambushOf } from "../../flows/moment/ambush";
import type { Note } from "./engagement-notes";

/** May this person know how an ambush stands to this one? Its owners and the GM do. */
const isOurs = ({ isOwner }: Combatant.Implementation): boolean => isOwner || game.user?.isGM === true;

/** Whom somebody who is surprised has noticed all the same, as its owners know it. */
function noticedNames(combatant: Combatant.Implementation): string {
  const noticed = (combatantData(combatant)?.awareOf ?? []).flatMap((id) => combatant.combat?.combatants.get(id) ?? []);
  return noticed.filter(({ hidden }) => !hidden || game.user?.isGM === true).map(({ name }) => name ?? "").join(", ");
}

/** Who is surprised shows on its token; by how many ticks is for those who may read its numbers (Dramatic Scenes, Surprise/Ambush). */
function surpriseNote(combatant: Combatant.Implementation, numbersShown: boolean): Note[] {
  const { actor, combat } = combatant;
  if (combat === null || actor?.statuses.has("surprised") !== true) return [];
  const ticks = ambushOf(combat)?.penalty ?? 0;
  const told = numbersShown && ticks > 0;
  const noticed = isOurs(combatant) ? noticedNames(combatant) : "";
  const full = [
    told ? say("FATEWALKER.Ambush.SurprisedFull", { ticks }) : say("FATEWALKER.Ambush.SurprisedPlain"),
    noticed === "" ? "" : say("FATEWALKER.Ambush.HasNoticed", { names: noticed }),
  ].filter((part) => part !== "").join("; ");
  return [{ short: told ? say("FATEWALKER.Ambush.SurprisedBy", { ticks }) : say("FATEWALKER.Ambush.IsSurprised"), full }];
}

/** The free action of an ambush is its own side's to know of until it is done; then everybody has seen it. */
function freeNote(combatant: Combatant.Implementation): Note[] {
  const { id, combat } = combatant;
  const ambush = combat === null ? null : ambushOf(combat);
  if (ambush === null || id === null) return [];
  // On a later tick that is history: the row has other things to say, and the log keeps it.
  if (ambush.taken === id) return combat?.round !== ambush.takenAt ? [] : [{ short: say("FATEWALKER.Ambush.FreeTaken"), full: say("FATEWALKER.Ambush.FreeTakenFull") }];
  if (ambush.free !== id || ambush.taken !== "" || !isOurs(combatant)) return [];
  if (!ambush.late && (combat?.round ?? 0) >= 1) return [];
  return [{ short: say("FATEWALKER.Ambush.HasFree"), full: say(ambush.late ? "FATEWALKER.Ambush.HasFreeLate" : "FATEWALKER.Ambush.HasFreeFull") }];
}

/** How an ambush stands to this one, as this person may know it: surprised and by how much, a free action before it or behind it. */
export const ambushNotes = (combatant: Combatant.Implementation, numbersShown: boolean): Note[] => [...surpriseNote(combatant, numbersShown), ...freeNote(combatant)];
