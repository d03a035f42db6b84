/**
 * What an effect adds to numbers of its actor. V13 keeps `changes` with a numeric mode; V14 keeps them in `system.changes` with
 * a named type.
 */
const ADD = 2;
const FIRST_NAMED = 14;

/** The part of an effect's source that adds so much at each path. */
export function addingChanges(values: Readonly<Record<string, number>>): Record<string, unknown> {
  const entries = Object.entries(values);
  if ((game.release?.generation ?? 0) >= FIRST_NAMED) return { system: { changes: entries.map(([key, value]) => ({ key, type: "add", value })) } };
  return { changes: entries.map(([key, value]) => ({ key, mode: ADD, value: String(value) })) };
}
