import { SYSTEM_ID } from "../../config/defaults";
import { list, nullableCount, record, text } from "../../data/message/read";
import { readDeed, type Deed } from "./seal";

/** Client setting with the deeds that this browser has sealed and not yet shown. */
export const SEALED_DEEDS = "sealedDeeds";
/** How many it remembers: older ones have long been shown. */
const MOST_KEPT = 20;

/** A deed that this browser knows, for a commitment that everyone sees. */
export interface KeptDeed {
  readonly seal: string;
  readonly salt: string;
  readonly deed: Deed;
  readonly tick: number;
}

function readKept(value: unknown): KeptDeed | null {
  const source = record(value);
  const deed = readDeed(source.deed);
  const seal = text(source.seal);
  return deed === null || seal === "" ? null : { seal, salt: text(source.salt), deed, tick: nullableCount(source.tick) ?? 0 };
}

function allKept(): KeptDeed[] {
  try {
    return list(readKept, JSON.parse(game.settings.get(SYSTEM_ID, SEALED_DEEDS)));
  } catch {
    // Somebody else has written there: nothing of ours is left.
    return [];
  }
}

export const keptDeed = (seal: string): KeptDeed | null => allKept().find((entry) => entry.seal === seal) ?? null;

/** Remembers a deed before its commitment is sent, so that no reload loses it. */
export async function keepDeed(entry: KeptDeed): Promise<void> {
  await game.settings.set(SYSTEM_ID, SEALED_DEEDS, JSON.stringify([...allKept().filter(({ seal }) => seal !== entry.seal), entry].slice(-MOST_KEPT)));
}
