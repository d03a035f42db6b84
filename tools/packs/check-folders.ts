import { addressOf } from "./links";
import { textAt } from "./packs";
import type { Problem } from "./problem";
import { placeOf, type SourceDocument } from "./source";

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Every document of a pack lies in a folder, every folder has a colour and holds something, be it another folder. */
export function folderProblems(documents: readonly SourceDocument[]): Problem[] {
  const used = new Set(documents.map(({ pack, data }) => `${pack} ${textAt(data, "folder")}`));
  return documents.flatMap((document): Problem[] => {
    if (document.parent !== null) return [];
    const place = placeOf(document);
    if (document.documentName !== "Folder") return textAt(document.data, "folder") === "" ? [{ kind: "folder", place, message: "lies in no folder" }] : [];
    const problems: Problem[] = [];
    if (!COLOUR.test(textAt(document.data, "color"))) problems.push({ kind: "folder", place, message: `the folder's colour is "${textAt(document.data, "color")}", expected six digits after a #` });
    if (!used.has(`${document.pack} ${textAt(document.data, "_id")}`)) problems.push({ kind: "folder", place, message: `nothing lies in ${addressOf(document)}` });
    return problems;
  });
}
