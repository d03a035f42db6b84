export { finishHalfDone, watchCards } from "./finish";
export { historyOf, lastOf, nextRedo, nextUndo, stepsBack, stepsForward, type Step, type StepState } from "./history";
export { handleUndoWishes } from "./wishes";
