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
  delete(): Promise<unknown>;
}
interface ItemLike extends DocumentLike {
  name: string;
  type: string;
  system: { key: string; group?: string; timings?: string[] };
}
export interface ActorLike extends DocumentLike {
  name: string;
  isOwner: boolean;
  hasPlayerOwner: boolean;
  statuses: Set<string>;
  items: { contents: ItemLike[] };
  system: { attributes: Record<string, { value: number } | undefined> };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: string[]): Promise<unknown>;
}
export interface CombatantLike extends DocumentLike {
  name: string;
  initiative: number | null;
  isOwner: boolean;
  actor: ActorLike | null;
  token: DocumentLike | null;
  system: { state: string; movement: object | null };
}
/** An exchange that waits for others, as the fight keeps it. */
interface OpenLike {
  card: string;
  by: string;
  asked: string[];
  covered: string[];
  deed?: object;
}
export interface CombatLike extends DocumentLike {
  round: number;
  combatants: { contents: CombatantLike[]; get(id: string): CombatantLike | undefined };
  system: { active: string | null; pending: string | null; schedule: Record<string, object>; log: Record<string, object> };
  flags: { fatewalker?: { moment?: { exchanges?: OpenLike[] }; secret?: { phase: string; seals?: { id: string }[]; again?: string[] } } };
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  resetAll(): Promise<unknown>;
  rollAll(): Promise<unknown>;
  rollInitiative(ids: string[]): Promise<unknown>;
  setInitiative(id: string, value: number): Promise<unknown>;
  createEmbeddedDocuments(name: string, sources: object[]): Promise<CombatantLike[]>;
}
interface TargetLike {
  answer: { kind: string } | null;
  steps: { kind: string; points?: number }[];
  who: { participant: Participant };
}
export interface MessageLike extends DocumentLike {
  type: string;
  content: string;
  author: { id: string; isGM: boolean } | null;
  whisper: string[];
  flags: { fatewalker?: { serial?: number; by?: string; request?: { entries: { participant: Participant | null }[]; results: Record<string, object> }; asked?: object } };
  system: {
    op: string; args: Record<string, unknown>; nonce: string; state: string; phase: string; kind: string; combat: string | null; documents: object[];
    ledger: string | null; notice: { key: string } | null; participant: Participant | null; attacker: { participant: Participant };
    targets: TargetLike[]; offers: { side: "attacker" | number; key: string; guard?: Participant }[]; rolls: { id: string }[];
  };
}
interface SceneLike extends DocumentLike {
  tokens: { contents: (DocumentLike & { actor: ActorLike | null; actorId: string; x: number; y: number })[]; get(id: string): (DocumentLike & { actor: ActorLike | null }) | undefined };
  createEmbeddedDocuments(name: string, sources: object[]): Promise<DocumentLike[]>;
}

/** What a client has heard of how wishes came out, and of what the clock let happen. */
export interface Heard {
  /** Errors on the console. */
  errors: string[];
  /** By the mark of the wish: what it was, and the reason of its refusal. */
  verdicts: Record<string, { what: string; refused: string | null }>;
  /** Ledgers of commits by id: what kind each is. */
  commits: Record<string, string>;
  /** Kinds of events that have fired, on the client that commits. */
  fired: Record<string, number>;
}

/** The globals by name; each script takes from here what it uses, and runs against the client's own. */
export interface SoakGlobals {
  game: {
    combats: { contents: CombatLike[] };
    messages: { contents: MessageLike[]; get(id: string): MessageLike | undefined };
    actors: { contents: ActorLike[] };
    scenes: { contents: SceneLike[] };
    settings: { get(scope: string, key: string): unknown; set(scope: string, key: string, value: unknown): Promise<unknown> };
    users: { activeGM: { id: string } | null; contents: { id: string; name: string }[] };
    user: { id: string; isGM: boolean; targets: Set<unknown> };
    packs: { get(id: string): { getDocuments(): Promise<{ system: { key: string }; toObject(): object }[]> } | undefined };
    release: { generation: number };
    time: { worldTime: number };
    system: {
      api: {
        fightLog(combat: CombatLike): string;
        use(key: string, options: object): Promise<void>;
        layAmbush(combat: CombatLike, plan: object): Promise<void>;
        requestRoll(asked: object): Promise<unknown>;
        answerRequest(message: string, index: number, options: object): Promise<unknown>;
        rollCheck(check: object, options: object): Promise<unknown>;
        applyDamage(amount: number | string, options: object): Promise<void>;
        healBoxes(boxes: number, options: object): Promise<void>;
        rest(kind: string, options: object): Promise<void>;
      };
    };
  };
  CONFIG: { Dice: { randomUniform: () => number } };
  ChatMessage: { implementation: { create(source: object): Promise<MessageLike | undefined> } };
  Actor: { implementation: { create(source: object): Promise<ActorLike> } };
  Hooks: { on(name: string, heard: (...parts: never[]) => void): void };
  foundry: { applications: { api: { DialogV2: { confirm: () => Promise<unknown> } } }; utils: { randomID(): string; fromUuidSync(uuid: string): object | null } };
}
