import { checkFaces } from "../dice/faces";
import type { Face, FaceSource } from "../dice/types";
import { RuleError } from "../errors";
import { isWaiting } from "./answer";
import { requestedDice } from "./journal";
import { trace } from "./trace";
import type { ExchangeState, RollRequest } from "./types";

/** Rolls to be thrown next; none while answers are pending, and none once the exchange is resolved (Dramatic Scenes, Declaration vs Resolution). */
export function nextRolls(state: ExchangeState): RollRequest[] {
  return isOpen(state) ? trace(state).journal.missing() : [];
}

/**
 * Takes thrown dice in, by the id of their request, and works the exchange out as far as they reach; with the last of them it is
 * `resolved`. Dice that are in already stay as they were thrown; ids that nobody asked for are passed over. An exchange that
 * waits for answers or is resolved comes back as it is (Dramatic Scenes, Declaration vs Resolution).
 * @throws RuleError `FATEWALKER.Error.FaceCount`, `FATEWALKER.Error.FaceValue`
 */
export function supply(state: ExchangeState, thrown: Readonly<Record<string, readonly Face[]>>): ExchangeState {
  if (!isOpen(state)) return state;
  const rolls = { ...state.rolls };
  for (const request of trace(state).journal.missing()) {
    const faces = Object.hasOwn(thrown, request.id) ? thrown[request.id] : undefined;
    if (faces === undefined) continue;
    checkFaces(faces, requestedDice(request));
    rolls[request.id] = [...faces];
  }
  const { targets, complete } = trace({ ...state, rolls });
  return { ...state, rolls, targets, phase: complete ? "resolved" : state.phase };
}

/**
 * Throws everything that is still missing with one source of dice, to the end (Dramatic Scenes, Declaration vs Resolution).
 * @throws RuleError `FATEWALKER.Error.AnswersPending`
 */
export function resolveWith(state: ExchangeState, source: FaceSource): ExchangeState {
  if (isWaiting(state)) throw new RuleError("FATEWALKER.Error.AnswersPending");
  let current = state;
  for (let requests = nextRolls(current); requests.length > 0; requests = nextRolls(current)) {
    current = supply(current, Object.fromEntries(requests.map((request) => [request.id, source(requestedDice(request))])));
  }
  return current;
}

function isOpen(state: ExchangeState): boolean {
  return (state.phase === "declared" || state.phase === "answering") && !isWaiting(state);
}
