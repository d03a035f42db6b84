import { say } from "../../helpers/text";
import { engagementsOf, HOLDING_KINDS } from "../../flows/engagement";

/** How a combatant stands to those it is engaged with, in words: range, and who has which hold. Hidden ones are nobody to players. */
export function engagementNotes({ combat, id }: Combatant.Implementation): string[] {
  if (combat === null || id === null) return [];
  return engagementsOf(combat).filter(({ ids }) => ids.includes(id)).flatMap(({ ids, record }) => {
    const other = combat.combatants.get(ids[0] === id ? ids[1] : ids[0]);
    if (other === undefined || (other.hidden && game.user?.isGM !== true)) return [];
    const name = other.name ?? say("FATEWALKER.Clock.Someone");
    const range = say("FATEWALKER.Engagement.RangeOption", { name: say(`FATEWALKER.Dialog.Engagement.${record.range}`), range: record.range });
    const grips = HOLDING_KINDS.flatMap((kind) => {
      const held = record[kind];
      if (held === null) return [];
      return [say(held.dominant === id ? "FATEWALKER.Engagement.Has" : "FATEWALKER.Engagement.IsIn", { kind: say(`FATEWALKER.Engagement.Kind.${kind}`), level: held.level })];
    });
    return [[say("FATEWALKER.Engagement.Row", { range, name }), ...grips].join(", ")];
  });
}
