import { isForGMsAlone } from "../../helpers/gms";
import { RuleError } from "../../rules/errors";
import type { NewAim } from "../../rules/exchange/amend";
import type { ExchangeState, Participant } from "../../rules/exchange/types";
import { freeShotModifiers } from "../../rules/modifiers/overwatch";
import { findActor } from "../commit/write";
import { possibleTargets } from "./candidates";
import { readChoices } from "./choices";
import { maneuverItem } from "./declare";
import { asFreeShot } from "./free-shot";
import { publicParticipant } from "./names";
import { isUnseen, trueAddress } from "./participants";
import { declarationOf, prepareAttack } from "./setup";
import type { Run } from "./settle";

/** Whom an area is centred on, where no point was chosen. */
const centreOf = ({ targets }: ExchangeState): Participant[] => targets.filter(({ origin }) => origin === undefined).map(({ side }) => side.participant).slice(0, 1);

/**
 * How the attack of an exchange is made on somebody who was no target of it so far: with what was chosen when it was declared, measured as
 * everybody stands now.
 * @throws RuleError `FATEWALKER.Amend.Unknown` (an exchange of an earlier version), `OutsideArea`, and whatever a declaration is refused for
 */
export async function aimAt({ state, audience, wish = null }: Run, target: Participant): Promise<NewAim> {
  if (wish === null) throw new RuleError("FATEWALKER.Amend.Unknown");
  const { participant } = state.attacker;
  const isArea = (state.declaration.area ?? null) !== null;
  const usual = prepareAttack({
    participant, item: await maneuverItem(wish.maneuver), targets: isArea ? centreOf(state) : [target], isGM: wish.isGM, forGMs: isForGMsAlone(audience.whisper),
    choices: { ...readChoices(wish.choices), onSelf: target.actor === participant.actor },
  });
  const setup = wish.free ? asFreeShot(usual, freeShotModifiers()) : usual;
  const declared = setup.declared.filter(({ side }) => side.participant.actor === target.actor);
  if (isArea && declared.length === 0) throw new RuleError("FATEWALKER.Amend.OutsideArea", { name: publicParticipant(target).name });
  return { declared, declaration: declarationOf(setup) };
}

/**
 * The one who was chosen as a new target, where that person may choose it.
 * @throws RuleError `FATEWALKER.Intent.NoActor`, `FATEWALKER.Amend.Unseen` (players read this card and must not know of it), `NotThere`
 */
export function chosenTarget({ state, audience }: Run, claimed: Participant | null, isGM: boolean): Participant {
  const actor = claimed === null ? null : findActor(claimed.actor);
  if (claimed === null || actor === null) throw new RuleError("FATEWALKER.Intent.NoActor");
  const target = trueAddress(claimed, actor);
  if (isUnseen(target) && !(isGM && isForGMsAlone(audience.whisper))) throw new RuleError(isGM ? "FATEWALKER.Amend.Unseen" : "FATEWALKER.Amend.NotThere");
  if (!isGM && !possibleTargets(state.attacker.participant, false).some((one) => one.actor === target.actor)) throw new RuleError("FATEWALKER.Amend.NotThere");
  return target;
}
