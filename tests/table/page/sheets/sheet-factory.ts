import { setSheetFactory } from "../../core/documents/document";
import { host, type HostDocument, type SheetRecord } from "../host";

/** The registered sheet of a document: the one its flag names, else the default of its type, else any. */
function chooseSheet(document: HostDocument): SheetRecord | null {
  const classes = host.documentConfig(document.documentName).sheetClasses ?? {};
  const registered = Object.values(classes[document.type ?? "base"] ?? classes.base ?? {});
  const flagged = (document.flags.core as { sheetClass?: string } | undefined)?.sheetClass;
  const byFlag = flagged ? registered.find((record) => record.id === flagged) : undefined;
  const byDefault = registered.findLast((record) => record.default);
  return byFlag ?? byDefault ?? registered.at(-1) ?? null;
}

/** Lets documents make their sheets: https://foundryvtt.com/api/v14/classes/foundry.documents.Actor.html#sheet */
export function installSheetFactory(): void {
  setSheetFactory((document) => {
    const record = chooseSheet(document as unknown as HostDocument);
    return record ? (new record.cls({ document }) as { render(options?: object): unknown; close?(options?: object): unknown }) : null;
  });
}
