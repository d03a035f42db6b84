/* What the soak's scripts use of a client's globals. */

export interface Participant {
  actor: string;
  token: string | null;
  combatant: string | null;
}

interface DocumentLike {
  id: string;
  uuid: string;
  toObject(): object;
  update(changes: object): Promise<unknown>;
}
interface ItemLike extends DocumentLike {
  name: string;
  type: string;
  system: { key: string; timings?: string[] };
}
interface ActorLike extends DocumentLike {
  name: string;
  isOwner: boolean;
  hasPlayerOwner: boolean;
  items: { contents: ItemLike[] };
}
export interface CombatantLike extends DocumentLike {
  name: string;
  initiative: number | null;
  isOwner: boolean;
  actor: ActorLike | null;
  token: { uuid: string } | null;
  system: { state: string };
}
export interface CombatLike extends DocumentLike {
  round: number;
  combatants: { contents: CombatantLike[]; get(id: string): CombatantLike | undefined };
  system: { active: string | null; pending: string | null; schedule: Record<string, object>; log: Record<string, object> };
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  resetAll(): Promise<unknown>;
  setInitiative(id: string, value: number): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<CombatantLike[]>;
}
export interface MessageLike extends DocumentLike {
  type: string;
  author: { id: string; isGM: boolean } | null;
  whisper: string[];
  flags: { fatewalker?: { serial?: number; by?: string } };
  system: { op: string; state: string; phase: string; kind: string; combat: string | null; documents: object[]; targets: { answer: { kind: string } | null; who: { participant: Participant } }[] };
}
interface SceneLike extends DocumentLike {
  tokens: { contents: (DocumentLike & { actor: ActorLike | null; actorId: string; x: number; y: number })[] };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<DocumentLike[]>;
}

/** The globals by name; each script takes from here what it uses, and runs against the client's own. */
export interface SoakGlobals {
  game: {
    combats: { contents: CombatLike[] };
    messages: { contents: MessageLike[] };
    actors: { contents: ActorLike[] };
    scenes: { contents: SceneLike[] };
    settings: { get(scope: string, key: string): unknown; set(scope: string, key: string, value: unknown): Promise<unknown> };
    users: { activeGM: { id: string } | null; contents: { id: string; name: string }[] };
    user: { id: string; isGM: boolean };
    system: { api: { fightLog(combat: CombatLike): string } };
  };
  CONFIG: { Dice: { randomUniform: () => number } };
  ChatMessage: { implementation: { create(source: object): Promise<MessageLike | undefined> } };
  Actor: { implementation: { create(source: object): Promise<ActorLike> } };
  foundry: { utils: { randomID(): string } };
}
