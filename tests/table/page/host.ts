import type { Table } from "../core";
import type { HostDocumentClass, HostGame, HostHooks, DocumentConfig, HostUtils, RollClass, RenderTemplate } from "./host-types";
import type { PlainObject } from "./plain";

export type * from "./host-types";

/** The one place where the untyped namespaces of `Table` get a type. */

interface BoundHost {
  table: Table;
}

let bound: BoundHost | null = null;

/** Ties the page to its table; once a page load. */
export function bindHost(table: Table): void {
  bound = { table };
}

function table(): Table {
  if (!bound) throw new Error("The page has no table yet.");
  return bound.table;
}

function typed<T>(value: unknown): T {
  return value as T;
}

/** Typed access to the bound table. */
export const host = {
  get bound(): boolean {
    return bound !== null;
  },
  get table(): Table {
    return table();
  },
  get game(): HostGame {
    return typed<HostGame>(table().game);
  },
  get ui(): Record<string, unknown> {
    return table().ui;
  },
  get canvas(): Record<string, unknown> {
    return table().canvas;
  },
  get config(): Record<string, unknown> {
    return table().CONFIG;
  },
  get hooks(): HostHooks {
    return typed<HostHooks>(Reflect.get(globalThis, "Hooks"));
  },
  get utils(): HostUtils {
    return typed<HostUtils>(table().foundry.utils);
  },
  get roll(): RollClass {
    const dice = typed<{ Roll: RollClass }>(table().foundry.dice);
    return dice.Roll;
  },
  get generation(): number {
    return bound ? host.game.release.generation : 13;
  },
  /** Configuration of a document type (`CONFIG.Actor`). */
  documentConfig(name: string): DocumentConfig {
    const config = table().CONFIG[name];
    if (typeof config !== "object" || config === null) throw new Error(`CONFIG.${name} does not exist.`);
    return typed<DocumentConfig>(config);
  },
  documentClass(name: string): HostDocumentClass {
    return host.documentConfig(name).documentClass;
  },
  constant(name: string): unknown {
    return Reflect.get(typed<object>(Reflect.get(globalThis, "CONST")), name);
  },
  localize(key: string, data?: PlainObject): string {
    if (!bound) return key;
    const i18n = host.game.i18n;
    if (!i18n) return key;
    return data ? i18n.format(key, data) : i18n.localize(key);
  },
  async renderTemplate(path: string, data: PlainObject): Promise<string> {
    const handlebars = readHandlebars();
    return handlebars.renderTemplate(path, data);
  },
  notify(kind: "info" | "warn" | "error", message: string, options?: PlainObject): void {
    const notifications = typed<Record<string, ((text: string, options?: PlainObject) => unknown) | undefined> | undefined>(table().ui.notifications);
    notifications?.[kind]?.call(notifications, message, options);
  },
};

function readHandlebars(): { renderTemplate: RenderTemplate } {
  const applications = table().foundry.applications;
  const handlebars: unknown = typeof applications === "object" && applications !== null ? Reflect.get(applications, "handlebars") : undefined;
  if (typeof handlebars !== "object" || handlebars === null) throw new Error("The table has no Handlebars layer.");
  return typed<{ renderTemplate: RenderTemplate }>(handlebars);
}
