import { EmbeddedCollection } from "../collections/embedded-collection";
import type { Document } from "./document";

/** Makes a document's collections; on its own, so that collections and documents need not import each other. */
export function makeEmbeddedCollection(field: string, parent: Document, documentName: string): EmbeddedCollection {
  return new EmbeddedCollection(field, parent, documentName);
}
