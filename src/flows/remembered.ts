import { SYSTEM_ID } from "../config/defaults";
import { list } from "../data/message/read";

/** How many entries of a list a browser remembers: older ones are long over. */
const MOST_KEPT = 20;

/** Client settings that hold a list as text: nobody else can read it, not even on the wire. */
type ListSetting = "sealedDeeds" | "arrivalPlans" | "unsentAnswers";

/** A list that this browser alone remembers, through every reload of its page. */
export interface Remembered<Entry> {
  /** All entries that can be read, the oldest first. */
  all(): Entry[];
  /** Remembers these instead, the newest of them. */
  write(entries: readonly Entry[]): Promise<void>;
}

/** @param read  an entry as it was stored; null where it is none */
export const remembered = <Entry>(setting: ListSetting, read: (value: unknown) => Entry | null): Remembered<Entry> => ({
  all() {
    try {
      return list(read, JSON.parse(game.settings.get(SYSTEM_ID, setting)));
    } catch {
      // Somebody else has written there: nothing of ours is left.
      return [];
    }
  },
  async write(entries) {
    await game.settings.set(SYSTEM_ID, setting, JSON.stringify(entries.slice(-MOST_KEPT)));
  },
});
