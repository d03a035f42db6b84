import type { Source } from "../../core/protocol";
import { sourcesOf, textOf } from "../json";
import type { RawClient } from "./raw-client";

/** User ids of the starting world. */
export const GAMEMASTER = "GamemasterUser00";
export const ASSISTANT = "AssistantUser000";
export const ANNA = "PlayerOneUser000";
export const BEN = "PlayerTwoUser000";

function named(sources: readonly Source[], name: string): Source {
  const found = sources.find((source) => textOf(source, "name") === name);
  if (found === undefined) throw new Error(`The world holds nothing called ${name}.`);
  return found;
}

/** The documents of the fixture's starting world, by what they are. */
export function castOf(client: RawClient) {
  const { documents } = client.world;
  const only = (collection: string): Source => {
    const [first] = documents[collection] ?? [];
    if (first === undefined) throw new Error(`The world holds no ${collection}.`);
    return first;
  };
  const scene = only("scenes");
  const combat = only("combats");
  const tokens = sourcesOf(scene["tokens"]);
  const combatantOf = (token: Source): Source => {
    const found = sourcesOf(combat["combatants"]).find((combatant) => combatant["tokenId"] === token["_id"]);
    if (found === undefined) throw new Error("The token does not fight.");
    return found;
  };
  const duellist = named(tokens, "Duellist");
  const scholar = named(tokens, "Scholar");
  const ganger = named(tokens, "Ganger (1)");
  const twin = named(tokens, "Ganger (2)");
  return {
    scene, combat,
    actors: { duellist: named(documents["actors"] ?? [], "Duellist"), scholar: named(documents["actors"] ?? [], "Scholar"), ganger: named(documents["actors"] ?? [], "Ganger") },
    tokens: { duellist, scholar, ganger, twin },
    combatants: { duellist: combatantOf(duellist), scholar: combatantOf(scholar), ganger: combatantOf(ganger), twin: combatantOf(twin) },
  };
}

export type Cast = ReturnType<typeof castOf>;

/** The id of a source that certainly has one. */
export function id(source: Source): string {
  return textOf(source, "_id") ?? "";
}
