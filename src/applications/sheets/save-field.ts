import { changeAt, readChange, resetField } from "./form-change";

/** A document of which one field is saved. */
interface Saveable {
  readonly _source: object;
  update(changes: Record<string, unknown>): Promise<unknown>;
}

interface SaveOptions {
  /** Records that the data model reads as one value. */
  readonly whole?: readonly string[];
  /** Adds to the update what must change along with it. */
  readonly adjust?: (changes: Record<string, unknown>) => Record<string, unknown>;
}

/**
 * Saves the one field that a person changed, and nothing else of the form. A text that is no number, an empty name or
 * a value that the document refuses gives a message, and the field shows again what is stored.
 */
export async function saveField(document: Saveable, field: HTMLElement, { whole = [], adjust = (changes) => changes }: SaveOptions = {}): Promise<void> {
  const change = readChange(field);
  if (change === null) return;
  if (change.kind === "refused") return refuse(field, change.message, change.data);
  if (change.path === "name" && String(change.value).trim() === "") return refuse(field, "FATEWALKER.Sheet.NameNeeded", {});
  showValue(field, change.value);
  try {
    await document.update(adjust(changeAt(document._source, change.path, change.value, whole)));
  } catch (error) {
    refuse(field, "FATEWALKER.Sheet.NotSaved", { reason: error instanceof Error ? error.message : String(error) });
  }
}

function refuse(field: HTMLElement, message: string, data: Record<string, string>): void {
  ui.notifications?.warn(message, { format: data });
  resetField(field);
}

/** A number beyond its limits is stored as the limit: shown at once, also where nothing changes by it. */
function showValue(field: HTMLElement, value: unknown): void {
  const shown = field instanceof HTMLInputElement && field.type !== "checkbox" && (typeof value === "number" || value === null);
  if (shown) field.value = value === null ? "" : String(value);
}
