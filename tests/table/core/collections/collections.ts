import { WorldCollection } from "./world-collection";
import type { Actor, Item } from "../documents/actor";
import type { ChatMessage } from "../documents/chat-message";
import type { Combat } from "../documents/combat";
import type { Folder, JournalEntry, Macro, RollTable, Setting } from "../documents/others";
import type { Scene } from "../documents/token-document";
import type { User } from "../documents/user";
import { host } from "../host";
import type { Data } from "../types";
import { isFunction, isObject } from "../types";

/** https://foundryvtt.com/api/modules/foundry.documents.collections.html */

export class Actors extends WorldCollection<Actor> {
  static override documentName = "Actor";

  /** The unlinked actors of the viewed scene, by token id. */
  get tokens(): Record<string, Actor> {
    const scene: unknown = host().canvas["scene"];
    const tokens: unknown = isObject(scene) ? scene["tokens"] : null;
    if (!(tokens instanceof Map)) return {};
    const entries = [...tokens.values()].map((token: { id: string; actorLink: boolean; actor: Actor | null }) => [token.id, token.actorLink ? null : token.actor] as const);
    return Object.fromEntries(entries.filter((entry): entry is readonly [string, Actor] => entry[1] !== null));
  }
}

export class Items extends WorldCollection<Item> {
  static override documentName = "Item";
}

export class ChatMessages extends WorldCollection<ChatMessage> {
  static override documentName = "ChatMessage";

  override get directory(): unknown {
    return host().ui["chat"];
  }

  sayBubble(): void { /* the table has no chat bubbles */ }

  async flush(): Promise<unknown> {
    return this.documentClass.deleteDocuments([], { deleteAll: true });
  }
}

export class CombatEncounters extends WorldCollection<Combat> {
  static override documentName = "Combat";

  get combats(): Combat[] {
    const scene = (host().canvas["scene"] as { id?: string } | null)?.id ?? null;
    return this.filter((combat) => combat._source["scene"] === null || combat._source["scene"] === undefined || combat._source["scene"] === scene);
  }

  get active(): Combat | null {
    return this.combats.find((combat) => combat.active) ?? null;
  }

  get viewed(): Combat | null {
    const { combat } = host().ui;
    const shown: unknown = isObject(combat) ? combat["viewed"] : null;
    if (isObject(shown) && this.get(String(shown["id"])) === (shown as unknown)) return shown as unknown as Combat;
    return this.active ?? this.combats[0] ?? null;
  }

  get settings(): Data {
    const { settings } = host().game;
    const found: unknown = isObject(settings) && isFunction(settings["get"]) ? settings["get"]("core", "combatTrackerConfig") : {};
    return isObject(found) ? found : {};
  }
}

export class Users extends WorldCollection<User> {
  static override documentName = "User";

  get current(): User | null {
    return this.get(host().world.userId) ?? null;
  }

  get players(): User[] {
    return this.filter((user) => !user.isGM && user.hasRole("PLAYER"));
  }

  /** The one GM that acts for all: the active one of the highest role, then of the least id. */
  get activeGM(): User | null {
    const gms = this.filter((user) => user.active && user.isGM);
    return gms.sort((a, b) => b.role - a.role || ((a.id ?? "") < (b.id ?? "") ? -1 : 1))[0] ?? null;
  }

  getDesignatedUser(condition: (user: User) => boolean): User | null {
    return this.filter((user) => user.active && condition(user)).sort((a, b) => b.role - a.role || ((a.id ?? "") < (b.id ?? "") ? -1 : 1))[0] ?? null;
  }
}

export class Scenes extends WorldCollection<Scene> {
  static override documentName = "Scene";

  get active(): Scene | null {
    return this.find((scene) => scene.active) ?? null;
  }

  get current(): Scene | null {
    return (host().canvas["scene"] as Scene | null | undefined) ?? null;
  }

  get viewed(): Scene | null {
    return this.current ?? this.find((scene) => scene.isView) ?? null;
  }
}

export class Folders extends WorldCollection<Folder> {
  static override documentName = "Folder";
}

export class Macros extends WorldCollection<Macro> {
  static override documentName = "Macro";
}

export class Journal extends WorldCollection<JournalEntry> {
  static override documentName = "JournalEntry";
}

export class WorldSettings extends WorldCollection<Setting> {
  static override documentName = "Setting";

  getSetting(key: string, user?: string | null): Setting | undefined {
    return this.find((setting) => setting.key === key && (setting._source["user"] ?? null) === (user ?? null));
  }

  getItem(key: string): string | null {
    const found = this.getSetting(key);
    const value = found?._source["value"];
    return typeof value === "string" ? value : null;
  }
}

export class RollTables extends WorldCollection<RollTable> {
  static override documentName = "RollTable";
}

export class Playlists extends WorldCollection {
  static override documentName = "Playlist";
}

export class CardStacks extends WorldCollection {
  static override documentName = "Cards";
}
