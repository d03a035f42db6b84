import { say } from "../../helpers/text";
import { engagementsOf, HOLDING_KINDS } from "../../flows/engagement";

/** How somebody stands to another, or to a moment: in a word or two, and in full. */
export interface Note {
  readonly short: string;
  readonly full: string;
}

/** How a combatant stands to those it is engaged with, in words: range, and who has which hold. Hidden ones are nobody to players. */
export function engagementNotes({ combat, id }: Combatant.Implementation): Note[] {
  if (combat === null || id === null) return [];
  return engagementsOf(combat).filter(({ ids }) => ids.includes(id)).flatMap(({ ids, record }): Note[] => {
    const other = combat.combatants.get(ids[0] === id ? ids[1] : ids[0]);
    if (other === undefined || (other.hidden && game.user?.isGM !== true)) return [];
    const name = other.name ?? say("FATEWALKER.Clock.Someone");
    const range = say("FATEWALKER.Engagement.RangeOption", { name: say(`FATEWALKER.Dialog.Engagement.${record.range}`), range: record.range });
    const grips = HOLDING_KINDS.flatMap((kind) => {
      const held = record[kind];
      return held === null ? [] : [{ kind, level: held.level, side: held.dominant === id ? "Has" : "IsIn" }];
    });
    const full = [say("FATEWALKER.Engagement.Row", { range, name }), ...grips.map(({ kind, level, side }) => say(`FATEWALKER.Engagement.${side}`, { kind: say(`FATEWALKER.Engagement.Kind.${kind}`), level }))].join(", ");
    // The tightest grip says it all: a hold is more than a grapple.
    const tightest = grips.find(({ kind }) => kind === "hold") ?? grips.find(({ kind }) => kind === "ground") ?? grips[0];
    const short = tightest === undefined ? full : say(`FATEWALKER.Engagement.Short.${tightest.kind}${tightest.side}`, { name });
    return [{ short, full }];
  });
}
