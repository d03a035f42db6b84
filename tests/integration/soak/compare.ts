import type { Documents } from "../../../src/flows/log/replay";

/* Worlds as a soak holds them against each other. */

type Source = Readonly<Record<string, unknown>>;

/** Documents with keys in order, lists of documents by id; what is empty is not there. */
function comparable(source: unknown): unknown {
  if (Array.isArray(source)) {
    const list = source.map(comparable);
    return list.every((entry) => typeof entry === "object" && entry !== null && "_id" in entry) ? list.sort((one, other) => ((one as { _id: string })._id < (other as { _id: string })._id ? -1 : 1)) : list;
  }
  if (typeof source !== "object" || source === null) return source;
  const entries = Object.entries(source).map(([key, value]) => [key, comparable(value)] as const);
  return Object.fromEntries(entries.filter(([key, value]) => key !== "_stats" && value !== undefined && JSON.stringify(value) !== "{}").sort(([one], [other]) => (one < other ? -1 : 1)));
}

interface FightSource {
  readonly flags?: { readonly fatewalker?: object };
  readonly system: object;
}

/** Without what a fight waits for: declarations and answers that belong to no commit yet. */
function withoutWaiting(uuid: string, source: unknown): unknown {
  if (!uuid.startsWith("Combat.")) return source;
  const { flags, system, ...rest } = source as FightSource;
  return { ...rest, system: { ...system, pending: null }, flags: { ...flags, fatewalker: { ...flags?.fatewalker, moment: undefined, secret: undefined } } };
}

const texts = (documents: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(documents).map(([uuid, source]) => [uuid, JSON.stringify(comparable(withoutWaiting(uuid, source)))]));

const parsed = (world: Readonly<Record<string, string>>): Record<string, unknown> => Object.fromEntries(Object.entries(world).map(([uuid, text]) => [uuid, JSON.parse(text) as unknown]));

/** A world as it can be held against another moment's. */
export const settled = (world: Readonly<Record<string, string>>): Record<string, string> => texts(parsed(world));

/** What of one set of documents is in another, too: a record holds chat cards, and not all of the world. */
export const within = (documents: Readonly<Record<string, string>>, other: Readonly<Record<string, unknown>>): Record<string, string> => Object.fromEntries(Object.entries(documents).filter(([uuid]) => uuid in other));

/** Documents of a record, as a world is compared. */
export const recorded = (documents: Documents): Record<string, string> => texts(documents);

/** Does a key of the fight's data speak of somebody who is not of the first, or an event? */
function concernsGuests(first: readonly string[], ids: readonly (string | null)[]): boolean {
  return ids.some((id) => id !== null && !first.includes(id));
}

const isRecord = (value: unknown): value is Source => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A world without what people did past every commit, which no step back takes away: guests that came and went, with all that the fight
 * knows of them, and the effects that were put on people.
 * @param first  ids of the combatants with whom the fight began
 * @param documents  UUIDs that there were when it began
 */
export function withoutGuests(world: Readonly<Record<string, string>>, first: readonly string[], documents: readonly string[]): Record<string, string> {
  const kept = Object.entries(parsed(world)).filter(([uuid]) => documents.includes(uuid)).map(([uuid, source]) => {
    if (!isRecord(source)) return [uuid, source];
    const effects = Array.isArray(source["effects"]) ? source["effects"].filter((effect) => !isRecord(effect) || effect["name"] !== "Passing") : source["effects"];
    if (!uuid.startsWith("Combat.")) return [uuid, { ...source, effects }];
    const { system, flags, combatants = [] } = source as unknown as FightSource & { readonly combatants?: readonly { readonly _id: string }[] };
    const { engagements, schedule, ...rest } = system as { engagements?: Source; schedule?: Source };
    const pairs = Object.entries(engagements ?? {}).filter(([pair]) => !concernsGuests(first, pair.split("_")));
    const events = Object.entries(schedule ?? {}).filter(([, event]) => !isRecord(event) || !concernsGuests(first, [typeof event["target"] === "string" ? event["target"] : null]));
    // Who has left in sight of everybody is kept beside every commit.
    const marks = { ...flags, fatewalker: { ...flags?.fatewalker, left: undefined } };
    return [uuid, { ...source, flags: marks, combatants: combatants.filter(({ _id }) => first.includes(_id)), system: { ...rest, engagements: Object.fromEntries(pairs), schedule: Object.fromEntries(events) } }];
  });
  return texts(Object.fromEntries(kept) as Record<string, unknown>);
}

/** Where two worlds differ: document and path with both values. */
export function differences(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((uuid) => {
    if (one[uuid] === other[uuid]) return [];
    const [left, right] = [one[uuid], other[uuid]].map((text): unknown => (text === undefined ? undefined : JSON.parse(text)));
    return [`${uuid}: ${pathsThatDiffer(left, right, "").slice(0, 8).join(", ")}`];
  });
}

function pathsThatDiffer(one: unknown, other: unknown, path: string): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  const branches = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
  if (!branches(one) || !branches(other)) return [`${path} ${JSON.stringify(one)?.slice(0, 120)} / ${JSON.stringify(other)?.slice(0, 120)}`];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => pathsThatDiffer(one[key], other[key], path === "" ? key : `${path}.${key}`));
}
