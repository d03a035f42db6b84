import { worldSeconds } from "../../rules/clock/time";
import { isWritten } from "../commit/commit";
import { allLedgers, type Ledger } from "../commit/ledger";
import { storedValue } from "../commit/write";
import { isTimePassing } from "./turns";

/** Ticks between which a ledger has moved its fight, as it stands or is about to stand; null: it moved none. */
function ticksMoved({ data, flags }: Ledger): { readonly uuid: string; readonly from: number; readonly to: number } | null {
  const uuid = `Combat.${data.combat ?? ""}`;
  const patch = data.documents.find((document) => document.uuid === uuid)?.patches.find(({ path }) => path === "round");
  if (typeof patch?.before !== "number" || typeof patch.after !== "number") return null;
  const isBack = (flags.pending?.to ?? data.state) === "undone";
  return { uuid, from: isBack ? patch.after : patch.before, to: isBack ? patch.before : patch.after };
}

/**
 * Ticks up to which the world's time has passed in fights whose hand was put back for something that was to take the place of what stands
 * there, by id: who did that broke off before it had come, or before time had passed with it.
 */
export function ticksBeforeAmending(): ReadonlyMap<string, number> {
  const broken = allLedgers().flatMap(({ flags: { amending } }) => (amending === null || isWritten(amending.by) ? [] : amending.documents));
  return new Map(broken.flatMap(({ uuid, patches }): [string, number][] => {
    const before = patches.find(({ path }) => path === "round")?.before;
    const [kind, id, ...rest] = uuid.split(".");
    return kind === "Combat" && id !== undefined && rest.length === 0 && typeof before === "number" ? [[id, before]] : [];
  }));
}

/**
 * Seconds that the world's time is behind the clock: whoever wrote the last commit broke off before it could let them pass. Its fight is on
 * the tick that it wrote, and the time still what it was before. A fight that has not got there yet brings the time along when it does.
 */
export function owedSeconds(): number {
  if (isTimePassing()) return 0;
  const ledgers = allLedgers().filter(({ flags }) => flags.written !== null);
  const last = ledgers.sort((one, other) => (one.flags.written?.order ?? 0) - (other.flags.written?.order ?? 0)).at(-1);
  const moved = last === undefined ? null : ticksMoved(last);
  if (moved === null || last?.flags.written?.worldTime !== game.time.worldTime || storedValue(moved.uuid, "round") !== moved.to) return 0;
  return worldSeconds(moved.from, moved.to);
}
