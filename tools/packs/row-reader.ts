import { isRecord, valueAt, type JsonRecord } from "./packs";

/** Reads a row of a table and remembers what was read, so that no value can be forgotten in silence. */
export class RowReader {
  private readonly seen: string[] = [];

  constructor(private readonly row: JsonRecord) {}

  /** The value at a dotted path, list indices included; it and all below it count as carried from now on. */
  read(dotted: string): unknown {
    this.seen.push(dotted);
    return valueAt(this.row, dotted);
  }

  text(dotted: string): string {
    const value = this.read(dotted);
    return typeof value === "string" ? value : "";
  }

  /**
   * The records of a list; empty where there is none.
   * @param cells The cells of each record that the caller carries; others stay unread.
   */
  records(dotted: string, cells: readonly string[]): JsonRecord[] {
    const value = valueAt(this.row, dotted);
    if (!Array.isArray(value)) return [];
    value.forEach((_entry, index) => this.seen.push(...cells.map((cell) => `${dotted}.${index}.${cell}`)));
    return value.filter(isRecord);
  }

  /** The texts of a list; empty where there is none. */
  texts(dotted: string): string[] {
    const value = this.read(dotted);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
  }

  /** Whether the row has a value there other than null; asking does not count as reading. */
  has(dotted: string): boolean {
    const value = valueAt(this.row, dotted);
    return value !== undefined && value !== null;
  }

  /**
   * Paths of all values that nobody read: nulls, empty lists and what `prose` names are left out.
   * @param prose Paths that hold words for people, each with everything below it.
   */
  unread(prose: readonly string[]): string[] {
    const known = [...this.seen, ...prose];
    return leaves(this.row, "").filter((leaf) => !known.some((path) => reaches(leaf, path)));
  }
}

/** Whether a leaf is at or below a path; `*` stands for one index. */
function reaches(leaf: string, path: string): boolean {
  const wanted = path.split(".");
  const steps = leaf.split(".");
  return wanted.every((step, index) => step === "*" || step === steps[index]);
}

function leaves(value: unknown, path: string): string[] {
  const below = (name: string): string => (path === "" ? name : `${path}.${name}`);
  if (Array.isArray(value)) return value.flatMap((entry, index) => leaves(entry, below(String(index))));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, entry]) => leaves(entry, below(name)));
  return value === null ? [] : [path];
}
