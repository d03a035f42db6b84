import { isRecord } from "../../data/shapes";
import type { LedgerDocument, LedgerPatch } from "../../rules/exchange/types";
import { sameJson } from "./json";
import { ABSENT, isAbsent } from "./patches";

/*
 * Writes that follow one another, as one: what stands there before the first and after the last. So a commit that is made in two steps is
 * one entry of the log, and several entries can be taken back as one.
 */

type Source = Record<string, unknown>;

/** A copy of a source with another value at a dotted path. */
function withValue(source: Readonly<Source>, path: string, value: unknown): Source {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    return isAbsent(value) ? Object.fromEntries(Object.entries(source).filter(([name]) => name !== key)) : { ...source, [key]: value };
  }
  const inner = source[key];
  return { ...source, [key]: withValue(isRecord(inner) ? inner : {}, rest.join("."), value) };
}

const sourceWith = (source: unknown, values: readonly (readonly [string, unknown])[]): Source => values.reduce((made, [path, value]) => withValue(made, path, value), isRecord(source) ? source : {});

/** Updates of one document as one: each path once, without those that end where they began. */
function updated(first: readonly LedgerPatch[], second: readonly LedgerPatch[]): LedgerPatch[] {
  const paths = new Map(first.map((patch) => [patch.path, patch]));
  // Null is a value like any other: nothing was there to aim with, and nothing comes back.
  for (const patch of second) paths.set(patch.path, { ...patch, before: (paths.get(patch.path) ?? patch).before });
  return [...paths.values()].filter(({ before, after }) => !sameJson(before, after));
}

const withoutStats = ({ _stats, ...source }: Source): Source => source;

/** A document that was deleted and made again is another only where its source is. */
function madeAgain(uuid: string, before: unknown, after: unknown): LedgerDocument[] {
  const [was, is] = [withoutStats(sourceWith(before, [])), withoutStats(sourceWith(after, []))];
  // What a source leaves out, its type fills in as it was.
  const patches = Object.keys(is).map((path): LedgerPatch => ({ path, before: Object.hasOwn(was, path) ? was[path] : ABSENT, after: is[path] })).filter((patch) => !sameJson(patch.before, patch.after));
  return patches.length === 0 ? [] : [{ uuid, action: "update", patches }];
}

function joined(first: LedgerDocument, second: LedgerDocument): LedgerDocument[] {
  const { uuid } = first;
  const [made, gone] = [first.patches[0], second.patches[0]];
  switch (`${first.action} ${second.action}` as const) {
    case "update update": {
      const patches = updated(first.patches, second.patches);
      return patches.length === 0 ? [] : [{ uuid, action: "update", patches }];
    }
    case "create update":
      return made === undefined ? [second] : [{ ...first, patches: [{ ...made, after: sourceWith(made.after, second.patches.map(({ path, after }) => [path, after])) }] }];
    case "create delete":
      return [];
    case "update delete":
      return gone === undefined ? [first] : [{ ...second, patches: [{ ...gone, before: sourceWith(gone.before, first.patches.map(({ path, before }) => [path, before])) }] }];
    case "delete create":
      return madeAgain(uuid, made?.before, gone?.after);
    default:
      // Nobody makes what is there, or changes what is gone.
      return [second];
  }
}

/** Two lists of writes, the second after the first, as one list; what the first changes and the second puts back has never been. */
export function composed(first: readonly LedgerDocument[], second: readonly LedgerDocument[]): LedgerDocument[] {
  const later = new Map(second.map((document) => [document.uuid, document]));
  const known = new Set(first.map(({ uuid }) => uuid));
  return [...first.flatMap((document) => {
    const next = later.get(document.uuid);
    return next === undefined ? [document] : joined(document, next);
  }), ...second.filter(({ uuid }) => !known.has(uuid))];
}
