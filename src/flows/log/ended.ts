import { allLedgers } from "../commit/ledger";
import type { Step } from "./history";

/** The end of the last fight, where that can still be taken back: its Combat is gone, its ledger is not. */
export function lastEnd(): Step | null {
  const ended = allLedgers().filter(({ data }) => data.kind === "end" && data.state === "applied" && data.combat !== null && game.combats?.has(data.combat) !== true);
  const ledger = ended.sort((one, other) => one.flags.serial - other.flags.serial).at(-1);
  return ledger === undefined ? null : { id: ledger.message.id ?? "", kind: "end", ids: [], state: "applied", ledger, ticks: null };
}
