import { registerFreeActions } from "./free";
import { registerMovementRule } from "./standing";
import { registerSegments } from "./segments";
import { fulfilMovementWishes } from "./wishes";

export { freeDeedOf, waitsForLast, type FreeDeed } from "./free";
export { approachesTo, type Approach } from "./approach";
export { movementOfExchange } from "./begun-by-maneuver";
export { watchDrags } from "./drag-watch";
export { paceRate } from "./paces";
export { performMovement, submitMove, useMovementWindow, type MoveArgs } from "./perform";
export { BEGIN_TICKS, BEGUN_PACES, isBegunPace, type BegunPace } from "./printed-paces";
export { movementNow, runEndsAt, segmentEndsAt, segmentEventId, stretchNow, wayLeft } from "./read";
export { offersRunUp, submitRunUp } from "./run-up";
export { segmentOptions, type SegmentEnd } from "./segments";
export { allowedWay, goWay } from "./way";
export { beginRefusal } from "./wishes";

/** Movement on the clock of a fight; at init. */
export function watchMovement(): void {
  fulfilMovementWishes();
  registerSegments();
  registerFreeActions();
  registerMovementRule();
}
