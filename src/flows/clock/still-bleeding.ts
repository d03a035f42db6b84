import { actorData } from "../../data/access";
import type { HealingEntry } from "../../data/message/read-healing";
import { gmIds } from "../../helpers/gms";
import type { Participant } from "../../rules/exchange/types";
import { bleedingInterval } from "../../rules/wounds/penalty";
import type { DocumentChange } from "../commit/types";
import { speakerOf } from "../exchange/card";
import { publicParticipant } from "../exchange/names";

/** Kind of the card that says who still bleeds when a fight is over. */
export const STILL_BLEEDING = "stillBleeding";

/** Somebody whom nobody has stabilised: its Mortal boxes, and the ticks in which it loses another point. */
export interface Bleeder {
  readonly actor: Actor.Implementation;
  readonly participant: Participant;
  readonly name: string;
  readonly mortal: number;
  readonly ticks: number;
}

/** Does this one bleed: Mortal Wounds that nobody has stabilised, and not dead yet (Dramatic Scenes, Mortal Wounds)? */
export function bleeds(actor: Actor.Implementation): boolean {
  const wounds = actorData(actor)?.wounds;
  return wounds !== undefined && wounds.mortal.value > 0 && !wounds.stabilized && !actor.statuses.has("dead");
}

/** Fighters who bleed, each actor once; the clock that lets them bleed goes with the fight. */
export function bleedersOf(combat: Combat.Implementation): Bleeder[] {
  const found = new Map<string, Bleeder>();
  for (const { actor, token } of combat.combatants) {
    const data = actor === null ? null : actorData(actor);
    if (actor === null || data === null || !bleeds(actor) || found.has(actor.uuid)) continue;
    // Its combatant is gone when this is read.
    const participant = { actor: actor.uuid, token: token?.uuid ?? null, combatant: null };
    const ticks = bleedingInterval({ prowess: data.attributes.prowess.value, willRating: data.will.rating });
    found.set(actor.uuid, { actor, participant, name: publicParticipant(participant).name, mortal: data.wounds.mortal.value, ticks });
  }
  return [...found.values()];
}

const entryOf = ({ participant, mortal, ticks }: Bleeder): HealingEntry =>
  ({ who: publicParticipant(participant), lines: [{ key: "FATEWALKER.Healing.Line.StillBleeds", data: { mortal, ticks }, roll: null }] });

function card(bleeders: readonly Bleeder[], whisper: readonly string[]): DocumentChange[] {
  const [first] = bleeders;
  if (first === undefined || whisper.length === 0) return [];
  return [{
    action: "create", documentName: "ChatMessage", parent: null,
    source: {
      _id: foundry.utils.randomID(), type: "healing", author: game.user?.id, content: "", speaker: speakerOf(first.participant), whisper: [...whisper],
      system: { kind: STILL_BLEEDING, participant: first.participant, healer: null, entries: bleeders.map(entryOf), applied: true, ledger: null },
    },
  }];
}

/** What is left to do when a fight is over, in the chat: who still bleeds, for GMs, and of players' characters for their owners too. */
export function bleedingCards(combat: Combat.Implementation): DocumentChange[] {
  const bleeders = bleedersOf(combat);
  const ownersOf = ({ actor }: Bleeder): string[] => (game.users?.filter((user) => !user.isGM && actor.testUserPermission(user, "OWNER")) ?? []).map(({ id }) => id);
  return [...card(bleeders, gmIds()), ...bleeders.flatMap((bleeder) => card([bleeder], ownersOf(bleeder)))];
}
