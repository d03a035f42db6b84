/** What kind of fault a check of the packs found. */
export type ProblemKind =
  | "unreadable"
  | "key"
  | "id"
  | "duplicate"
  | "row"
  | "value"
  | "type"
  | "shape"
  | "link"
  | "folder"
  | "image"
  | "description"
  | "copy";

/** One fault of the pack sources: where it is and what it is, in one line. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Source file, with the name of the embedded document where it is one. */
  readonly place: string;
  readonly message: string;
}
