import { setStatus } from "../../exchange/harm";
import { weaponInHand } from "../../fighter/hands";
import { opposite, type Procedure } from "./types";

/** The answer that throws an attacker off balance: its attack costs that many ticks more (Actions and Maneuvers, Unbalance). */
export const addsTicks: Procedure<"addsTicks"> = ({ perNet }, { work, by, other, net }) => {
  const ticks = net * perNet;
  if (ticks === 0) return true;
  work.bodies.of(other).delay += ticks;
  work.part.steps.push({ kind: "delay", ticks, who: opposite(by) });
  return true;
};

/** A weapon falls to the ground (Actions and Maneuvers, Disarm; readings E17). */
export const disarms: Procedure<"disarms"> = ({ net }, { work, by, other, net: reached }) => {
  const weapon = weaponInHand(other.fighter);
  if (reached < net || weapon === null) return true;
  work.bodies.of(other).dropped.add(weapon.id);
  work.part.steps.push({ kind: "disarmed", weapon: weapon.name, who: opposite(by) });
  return true;
};

/** Full points through armor take Will; without any left one is out (Actions and Maneuvers, Choke Hold, Nerve Strike). */
export const drainsWill: Procedure<"drainsWill"> = ({ perPoints, will }, { work, by, other, through }) => {
  const lost = Math.floor(through / Math.max(1, perPoints)) * will;
  if (lost === 0) return true;
  const body = work.bodies.of(other);
  const who = opposite(by);
  body.drained += lost;
  work.part.steps.push({ kind: "drained", will: lost, who });
  if (other.fighter.will.value - body.drained > 0 || body.statuses.has("dead")) return true;
  setStatus(body, "unconscious", true, who, work.part.steps);
  setStatus(body, "prone", true, who, work.part.steps);
  return true;
};

/** Going down or getting up as part of it (Actions and Maneuvers, Evade AoE, Go Prone/Stand up). */
export const posture: Procedure<"posture"> = ({ posture: wanted }, { work, by, user }) => {
  setStatus(work.bodies.of(user), "prone", wanted === "prone", by, work.part.steps);
  return true;
};
