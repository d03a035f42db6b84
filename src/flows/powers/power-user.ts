import { actorData } from "../../data/access";
import { RuleError } from "../../rules/errors";
import { passivesOf } from "../../rules/powers/passive";
import type { PowerUser } from "../../rules/powers/use";
import { toPower } from "./power";

/** Both tracks of an actor with what its powers change about them. @throws RuleError `FATEWALKER.Error.ForeignActor` (Powers, Will, Fate) */
export function powerUserOf(actor: Actor.Implementation): PowerUser {
  const data = actorData(actor);
  if (data === null) throw new RuleError("FATEWALKER.Error.ForeignActor", { name: actor.name });
  const { will, fate } = data._source;
  const { rating, spent, apathy } = fate;
  const powers = actor.items.contents.flatMap((item) => toPower(item as Item.Implementation) ?? []);
  const passives = passivesOf(powers);
  return {
    will: { rating: will.rating, bonus: will.bonus, spent: will.spent, fatigue: will.fatigue, exhaustion: will.exhaustion },
    // With every box in Apathy a character is in Ennui, until the last Apathy is gone (Powers, Fate).
    fate: { rating, spent, apathy, ennui: apathy > 0 && (fate.ennui || apathy >= rating + passives.fateBoxes) },
    passives,
  };
}
