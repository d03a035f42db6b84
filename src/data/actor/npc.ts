import { ActorData } from "./base";

/** Anyone the GM plays: the same model as a character, so that every rule works for both. */
export class NpcData extends ActorData {}
