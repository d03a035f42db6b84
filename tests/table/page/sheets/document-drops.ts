import type { DocumentSheetV2 } from "../api/document-sheet";
import { host, type HostDocument } from "../host";
import type { PlainObject } from "../plain";
import { DragDrop } from "../ux/drag-drop";

/** A sheet with rows to drag out of it and documents to drop on it. */
interface DroppableSheet extends DocumentSheetV2 {
  _canDragStart(selector: string): boolean;
  _canDragDrop(selector: string): boolean;
  _onDragStart(event: DragEvent): Promise<void>;
  _onDragOver(event: DragEvent): void;
  _onDrop(event: DragEvent): Promise<unknown>;
}

/** Lets the `.draggable` rows of a rendered sheet be dragged, and documents be dropped anywhere on it. */
export function bindDrops(sheet: DroppableSheet): void {
  if (!sheet.element) return;
  new DragDrop.implementation({
    dragSelector: ".draggable",
    permissions: { dragstart: (selector) => sheet._canDragStart(selector), drop: (selector) => sheet._canDragDrop(selector) },
    callbacks: {
      dragstart: (event) => sheet._onDragStart(event),
      dragover: (event) => sheet._onDragOver(event),
      drop: (event) => sheet._onDrop(event),
    },
  }).bind(sheet.element);
}

/** The document that was dropped; null where the data speaks of none. */
export async function droppedDocument(data: PlainObject): Promise<HostDocument | null> {
  const { type } = data;
  const known = host.constant("ALL_DOCUMENT_TYPES");
  if (typeof type !== "string" || !Array.isArray(known) || !known.includes(type)) return null;
  return (await host.documentClass(type).fromDropData(data)) ?? null;
}
