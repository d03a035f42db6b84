export { watchDepartures } from "./departed";
export { watchLeavers } from "./left";
export { lastEnd } from "./ended";
export { finishHalfDone, watchCards } from "./finish";
export { historyOf, lastOf, nextRedo, nextUndo, stepsBack, stepsForward, type Step, type StepState } from "./history";
export { fightRecord, fightText, recordText } from "./record";
export { acceptRequest, askBack, goBackTo, goForwardTo, redo, refuseRequest, requestOf, undo, undoRequests, type UndoRequest } from "./requests";
export { handleUndoWishes } from "./wishes";
export { kindWords, mayReadStep, stateWords, stepWords, tickWords, whoWords } from "./words";
