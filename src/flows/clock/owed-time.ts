import { worldSeconds } from "../../rules/clock/time";
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
