import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** One name of the list of what most systems use. */
export interface ListedName {
  name: string;
  status: "works" | "refused";
  /** An expression that shows it; the name itself when there is none. */
  show: string;
  /** What it must give; without it, `kind` says what it must be. */
  gives?: unknown;
  kind: string | null;
  only: 13 | 14 | null;
  /** Needs a page with a person before it. */
  inBrowser: boolean;
  /** For what is refused: the name the refusal speaks of. */
  names: string;
  /** The test file beside this one that shows what it does, without its ending. */
  behaviour: string | null;
  /** Below `https://foundryvtt.com/api/`. */
  page: string;
}

interface Row {
  name: string;
  page: string;
  status?: "works" | "refused";
  show?: string | boolean;
  gives?: unknown;
  kind?: string;
  only?: 13 | 14;
  where?: "browser";
  names?: string;
  behaviour?: string;
}

/** Reads `names.yml`. */
export async function readNames(): Promise<ListedName[]> {
  const rows = parse(await readFile(fileURLToPath(new URL("names.yml", import.meta.url)), "utf8")) as Row[];
  return rows.map((row) => ({
    name: row.name, page: row.page, status: row.status ?? "works", show: String(row.show ?? row.name), kind: row.kind ?? null, only: row.only ?? null, behaviour: row.behaviour ?? null, inBrowser: row.where === "browser", names: row.names ?? row.name,
    ...("gives" in row ? { gives: row.gives } : {}),
  }));
}

/** Whether the line of a name shows what it does, and not merely that something of the kind is there. */
export function showsBehaviour({ kind, show, gives }: Pick<ListedName, "kind" | "show" | "gives">): boolean {
  const looks = /^typeof\b/.test(show) || /^[^&|(]+ (instanceof|in) [\w.]+$/.test(show) || /^\[\.\.\.[\w.]+\]\[0\] instanceof [\w.]+$/.test(show);
  return kind === null && gives !== undefined && !looks;
}

/** The source of a script that shows a name: what it gives as plain data, or what kind of thing it is. */
export function showing(listed: ListedName): string {
  const plain = listed.kind === null ? "value === undefined ? null : JSON.parse(JSON.stringify(value))" : `typeof value === "function" && /^class\\b/.test(Function.prototype.toString.call(value)) ? "class" : typeof value`;
  return `(async () => { try { const value = await (${listed.show}); return { value: ${plain} }; } catch (error) { return { error: error.message }; } })()`;
}

/** What the script of `showing` must yield. */
export function expected(listed: ListedName): { value: unknown } {
  return { value: listed.kind ?? listed.gives };
}
