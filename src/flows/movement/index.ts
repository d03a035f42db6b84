import { registerMovementRule } from "./standing";
import { registerSegments } from "./segments";
import { fulfilMovementWishes } from "./wishes";

export { movementOfExchange } from "./begun-by-maneuver";
export { watchDrags } from "./drag-watch";
export { BEGIN_TICKS, BEGUN_PACES, isBegunPace, paceRate, type BegunPace } from "./paces";
export { performMovement, submitMove, useMovementWindow, type MoveArgs } from "./perform";
export { movementNow, segmentEventId, wayLeft } from "./read";
export { segmentOptions, type SegmentEnd } from "./segments";
export { allowedWay, goWay } from "./way";
export { beginRefusal } from "./wishes";

/** Movement on the clock of a fight; at init. */
export function watchMovement(): void {
  fulfilMovementWishes();
  registerSegments();
  registerMovementRule();
}
