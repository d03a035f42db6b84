import { ActorData } from "./base";

/** A player's character. */
export class CharacterData extends ActorData {}
