import {
  historyOf, lastEnd, lastOf, mayReadStep, nextRedo, nextUndo, stateWords, stepsBack, stepsForward, stepWords, tickWords, undoRequests, type Step,
} from "../../flows/log";
import { findDocument } from "../../flows/commit/write";
import { isAbsent } from "../../flows/commit/patches";
import { secondsOf } from "../../rules/clock/time";
import type { LedgerDocument } from "../../rules/exchange/types";
import { say, sayCount } from "../../helpers/text";

/** What this person has opened in the log; it lives as long as the window. */
export interface LogView {
  readonly open: boolean;
  /** Rows that are shown, the newest first. */
  readonly shown: number;
  /** Ids of the steps whose ledger is open. */
  readonly details: ReadonlySet<string>;
}

/** How many rows come with the first look, and with every further one. */
export const LOG_PAGE = 40;
/** So long a value may be that a ledger shows of a document. */
const LONGEST_VALUE = 60;

interface DetailRow {
  readonly name: string;
  readonly changes: readonly string[];
}

interface LogRow {
  readonly id: string;
  readonly tick: string;
  readonly seconds: string;
  readonly words: string;
  /** Undone, dropped, lost, in words; empty for what stands. */
  readonly state: string;
  readonly stateKind: Step["state"];
  readonly label: string;
  /** Everything after it can be taken back, or everything up to it redone. */
  readonly back: boolean;
  readonly forward: boolean;
  readonly turnLabel: string;
  /** This person may ask the GM to take it back. */
  readonly ask: boolean;
  readonly asked: boolean;
  readonly hasDetail: boolean;
  readonly detail: readonly DetailRow[] | null;
}

interface TurnButton {
  readonly id: string;
  readonly disabled: boolean;
  readonly hint: string;
}

/** What the log's part of the tracker shows. */
export interface LogContext {
  readonly isGM: boolean;
  readonly open: boolean;
  readonly title: string;
  readonly rows: readonly LogRow[];
  readonly older: string;
  readonly empty: boolean;
  readonly requests: readonly { readonly id: string; readonly words: string; readonly more: string }[];
  readonly undo: TurnButton | null;
  readonly redo: TurnButton | null;
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || isAbsent(value)) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function nameOf({ uuid, action, patches }: LedgerDocument): string {
  const document = findDocument(uuid) as { readonly name?: string | null } | null;
  const source = (action === "create" ? patches[0]?.after : patches[0]?.before) as { readonly name?: unknown } | null;
  const name = document?.name ?? (typeof source?.name === "string" ? source.name : null);
  const holder = uuid.includes(".Item.") || uuid.includes(".ActiveEffect.") ? (findDocument(uuid.split(".").slice(0, -2).join(".")) as { readonly name?: string | null } | null) : null;
  return [holder?.name, name ?? say("FATEWALKER.Clock.Someone")].filter((part) => typeof part === "string" && part !== "").join(" · ");
}

/** The ledger of a step, document by document. */
function detailOf({ ledger }: Step): DetailRow[] {
  return (ledger?.data.documents ?? []).map((document): DetailRow => ({
    name: nameOf(document),
    changes: document.action === "update"
      ? document.patches.map(({ path, before, after }) => say("FATEWALKER.Log.Change", { path: path.replace(/^system\./, ""), before: valueWords(before), after: valueWords(after) }))
      : [say(`FATEWALKER.Log.Made.${document.action}`)],
  }));
}

function undoButton(combat: Combat.Implementation, steps: readonly Step[]): TurnButton {
  const step = nextUndo(steps);
  if (step === null) return { id: "", disabled: true, hint: say("FATEWALKER.Error.NothingToUndo") };
  if (step.ledger === null) return { id: step.id, disabled: true, hint: say("FATEWALKER.Error.LedgerGone") };
  return { id: step.id, disabled: false, hint: say("FATEWALKER.Log.UndoHint", { what: stepWords(combat, step) }) };
}

function redoButton(combat: Combat.Implementation, steps: readonly Step[]): TurnButton {
  const step = nextRedo(steps);
  if (step === null) return { id: "", disabled: true, hint: say("FATEWALKER.Log.NothingToRedo") };
  return { id: step.id, disabled: false, hint: say("FATEWALKER.Log.RedoHint", { what: stepWords(combat, step) }) };
}

/** The log of a fight as this person may see it, the newest step first. */
export function logContext(combat: Combat.Implementation | null, view: LogView): LogContext {
  const isGM = game.user?.isGM === true;
  const userId = game.user?.id ?? "";
  const none = { isGM, open: view.open, title: say("FATEWALKER.Log.Title"), rows: [], older: "", empty: true, requests: [], undo: null, redo: null };
  if (combat === null) {
    const end = isGM ? lastEnd() : null;
    return end === null ? none : { ...none, undo: { id: end.id, disabled: false, hint: say("FATEWALKER.Log.UndoHint", { what: say("FATEWALKER.Log.Kind.end") }) } };
  }
  const steps = historyOf(combat);
  const readable = steps.filter((step) => mayReadStep(combat, step)).reverse();
  const requests = undoRequests(combat, steps);
  const own = isGM ? null : lastOf(steps, userId);
  const asked = new Set((game.messages?.contents ?? []).flatMap((message) => (message.isAuthor ? requests.filter(({ id }) => id === message.id).map(({ step }) => step?.id ?? "") : [])));
  const rows = readable.slice(0, view.shown).map((step): LogRow => {
    const words = stepWords(combat, step);
    const state = stateWords(step);
    const back = isGM && step.state === "applied" && (stepsBack(steps, step.id, false)?.length ?? 0) > 0;
    const forward = isGM && step.state === "undone";
    const count = back ? (stepsBack(steps, step.id, false)?.length ?? 0) : forward ? stepsForward(steps, step.id).length : 0;
    const tick = tickWords(step);
    return {
      id: step.id, tick, words, state, stateKind: step.state, back, forward,
      seconds: step.ticks === null ? "" : say("FATEWALKER.Tracker.Seconds", { seconds: secondsOf(step.ticks.from).toFixed(1) }),
      label: [say("FATEWALKER.Log.AtTick", { tick }), words, state].filter((part) => part !== "").join(", "),
      turnLabel: count === 0 ? "" : sayCount(back ? "FATEWALKER.Log.BackTo" : "FATEWALKER.Log.ForwardTo", count, { what: words }),
      ask: own?.id === step.id && !asked.has(step.id), asked: asked.has(step.id),
      hasDetail: isGM && step.ledger !== null,
      detail: isGM && view.details.has(step.id) ? detailOf(step) : null,
    };
  });
  return {
    ...none, rows, empty: rows.length === 0,
    older: readable.length > rows.length ? sayCount("FATEWALKER.Log.Older", readable.length - rows.length) : "",
    title: say("FATEWALKER.Log.TitleCount", { count: readable.length }),
    requests: !isGM ? [] : requests.map(({ id, player, step, others }) => ({
      id, words: say("FATEWALKER.Log.Asks", { player, what: step === null ? "" : stepWords(combat, step) }),
      more: others.length === 0 ? "" : sayCount("FATEWALKER.Log.AlsoGoes", others.length, { what: others.map((other) => stepWords(combat, other)).join("; ") }),
    })),
    undo: isGM ? undoButton(combat, steps) : null,
    redo: isGM ? redoButton(combat, steps) : null,
  };
}
