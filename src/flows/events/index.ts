import { registerBonds } from "../powers/bonds";
import { registerAims } from "./aims";
import { registerBleeding } from "./bleeding";
import { registerDamage } from "./damage";
import { registerEffects } from "./effects";
import { registerEntering } from "./entering";
import { registerFootwork } from "./footwork";
import { registerNotes } from "./notes";
import { registerOverwatch } from "./overwatch";
import { registerSenses } from "./senseless";
import { registerShields } from "./shields";
import { registerTemporaryWounds } from "./temporary-wounds";
import { registerWaking } from "./waking";

export { isDose } from "./damage";
export { watchStatuses } from "./status-watch";
export { eventLabel, mayReadEvent } from "./words";
export { registerEvent, registerStandingRule, type EventContext, type EventKind, type EventResult, type Occurrence, type StandingRule } from "./registry";

/** What the rules of the game put on the clock; other packages may add kinds of their own. At init. */
export function registerClockEvents(): void {
  registerEntering();
  registerBleeding();
  registerShields();
  registerTemporaryWounds();
  registerEffects();
  registerDamage();
  registerWaking();
  registerNotes();
  registerOverwatch();
  registerFootwork();
  registerAims();
  registerBonds();
  // Last: it looks at what all the others have brought about.
  registerSenses();
}
