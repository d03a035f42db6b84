import type { HeldPower } from "../../rules/exchange/offers";
import type { Participant } from "../../rules/exchange/types";
import { findActor } from "../commit/write";
import { combatantOf } from "../exchange/participants";
import { heldPowers } from "./held";
import { memoryOf } from "./memory";

/** Who takes what this one takes, as long as the power for it is there; null: nobody (Powers, Balance). */
export function boundTo(participant: Pick<Participant, "actor" | "combatant">): Actor.Implementation | null {
  const { balance } = memoryOf(combatantOf(participant));
  const holder = findActor(participant.actor);
  return balance === null || holder === null || sharingPower(holder) === null ? null : findActor(balance);
}

/** The power by which somebody else shares what an actor takes; null: it has none (Powers, Balance). */
export function sharingPower(actor: Actor.Implementation): HeldPower | null {
  return heldPowers(actor).find(({ power }) => power.effects.some(({ kind }) => kind === "sharedDamage")) ?? null;
}
