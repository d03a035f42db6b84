import { nullableCount, record, text } from "../../data/message/read";
import { remembered } from "../remembered";
import { readDeed, type Deed } from "./seal";

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

/** The deeds that this browser has sealed and not yet shown. */
const kept = remembered("sealedDeeds", readKept);

export const keptDeed = (seal: string): KeptDeed | null => kept.all().find((entry) => entry.seal === seal) ?? null;

/** Remembers a deed before its commitment is sent, so that no reload loses it. */
export const keepDeed = (entry: KeptDeed): Promise<void> => kept.write([...kept.all().filter(({ seal }) => seal !== entry.seal), entry]);
