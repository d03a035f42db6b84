import { CharacterData } from "./character";
import { NpcData } from "./npc";

/** Data models of all actor types, by type. */
export const ACTOR_MODELS = { character: CharacterData, npc: NpcData };
