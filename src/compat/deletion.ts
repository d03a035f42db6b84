interface DeletionOperators {
  operators?: { ForcedDeletion?: new () => object };
}

/**
 * Adds to a nested update that the key at `path` shall be deleted: a special key in V13, an operator value in V14.
 */
export function deleteAt(changes: Record<string, unknown>, path: string): void {
  const keys = path.split(".");
  const last = keys.pop() ?? path;
  let level = changes;
  for (const key of keys) {
    const next = level[key];
    const inner = typeof next === "object" && next !== null ? (next as Record<string, unknown>) : {};
    level[key] = inner;
    level = inner;
  }
  const { ForcedDeletion } = (foundry.data as unknown as DeletionOperators).operators ?? {};
  if (game.release.generation >= 14 && ForcedDeletion !== undefined) level[last] = new ForcedDeletion();
  else level[`-=${last}`] = null;
}
