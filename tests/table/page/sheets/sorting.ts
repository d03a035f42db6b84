import type { HostDocument } from "../host";

const DENSITY = 100_000;

interface SortUpdate {
  target: HostDocument;
  update: { sort: number };
}

/** New sort values that put `source` before or after `target` among its siblings, renumbering only where there is no gap. */
export function integerSort(source: HostDocument, target: HostDocument | null, siblings: HostDocument[], before: boolean): SortUpdate[] {
  const others = siblings.filter((sibling) => sibling.id !== source.id).sort((left, right) => left.sort - right.sort);
  const at = target ? others.findIndex((sibling) => sibling.id === target.id) : -1;
  const index = at < 0 ? others.length : before ? at : at + 1;
  const low = others[index - 1]?.sort;
  const high = others[index]?.sort;
  if (low === undefined && high === undefined) return [{ target: source, update: { sort: DENSITY } }];
  if (high === undefined && low !== undefined) return [{ target: source, update: { sort: low + DENSITY } }];
  if (low === undefined && high !== undefined) return [{ target: source, update: { sort: high - DENSITY } }];
  const middle = Math.round(((low ?? 0) + (high ?? 0)) / 2);
  if (middle > (low ?? 0) && middle < (high ?? 0)) return [{ target: source, update: { sort: middle } }];
  others.splice(index, 0, source);
  return others.map((sibling, place) => ({ target: sibling, update: { sort: (place + 1) * DENSITY } }));
}
