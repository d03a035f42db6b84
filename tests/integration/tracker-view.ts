import type { HeadlessClient } from "../table/client/headless";

/* What a person reads in the tracker of the own client: the view that its templates show. */

export interface RowView {
  /** Part of the tracker that it stands in: now, due, coming, undecided, holding, out. */
  readonly group: string;
  readonly tick: number | null;
  readonly note: string;
  /** The note in full, where it is shortened. */
  readonly noteHint: string;
  /** What this person may do with it. */
  readonly can: readonly string[];
}

export interface TrackerView {
  readonly tick: number;
  readonly hint: string;
  /** By combatant id. */
  readonly rows: Readonly<Record<string, RowView>>;
  /** Ids from the top to the bottom. */
  readonly order: readonly string[];
  /** What is to come, in words with its tick. */
  readonly events: readonly string[];
  /** What a simultaneous group has handed in. */
  readonly secret: string;
  /** Steps of the fight as the log words them, the newest first, with what became of each. */
  readonly log: readonly { readonly words: string; readonly state: string; readonly ask: boolean }[];
}

interface Context {
  tracker: {
    tick: number; hint: string; secret: { text: string } | null;
    groups: { kind: string; rows: { id: string; tick: number | null; note: string; noteHint: string; can: Record<string, boolean> }[] }[];
    events: { tick: number; label: string; note: string }[];
  };
  log: { rows: { words: string; stateKind: string; ask: boolean }[] } | null;
}
declare const game: { combats: { contents: object[] } };
declare const CONFIG: { ui: { combat: new () => { _preparePartContext(part: string, context: object, options: object): Promise<Context> } } };

/** The tracker of the first fight on that client. */
export const tracker = (client: HeadlessClient): Promise<TrackerView> =>
  client.run(async () => {
    const application = new CONFIG.ui.combat();
    Object.defineProperty(application, "viewed", { value: game.combats.contents[0] ?? null });
    const { tracker: view, log } = await application._preparePartContext("log", {}, {});
    const rows = view.groups.flatMap((group) => group.rows.map((row) => ({ ...row, group: group.kind })));
    return {
      tick: view.tick, hint: view.hint, secret: view.secret?.text ?? "", order: rows.map(({ id }) => id),
      rows: Object.fromEntries(rows.map(({ id, group, tick, note, noteHint, can }) => [id, { group, tick, note, noteHint, can: Object.keys(can).filter((deed) => can[deed] === true) }])),
      events: view.events.map(({ tick, label, note }) => `${String(tick)} ${label}${note === "" ? "" : ` (${note})`}`),
      log: (log?.rows ?? []).map(({ words, stateKind, ask }) => ({ words, state: stateKind, ask })),
    };
  });
