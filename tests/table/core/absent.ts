import { documentedNames, documentedPage, isDocumented } from "./documented";
import type { Data } from "./types";

/** Foundry documents it, this table does not have it. */
export class NotOnThisTable extends Error {
  constructor(path: string) {
    super(`"${path}" is documented by Foundry (${documentedPage(path)}), but this table does not have it.`);
    this.name = "NotOnThisTable";
  }
}

const HARMLESS = new Set(["then", "toJSON", "constructor", "prototype", "inspect", "nodeType", "asymmetricMatch", "name", "length", "$$typeof", "hasOwnProperty", "call", "apply", "bind", "toString", "documentName", "implementation"]);
const made = new Map<string, unknown>();

/**
 * What stands for a documented class or function that the table lacks: it can be named, extended, registered and taken
 * off a register, since systems do so while they load; making one, calling it or reading a part of it is refused by name.
 */
export function absent(path: string): unknown {
  const known = made.get(path);
  if (known !== undefined) return known;
  const name = path.slice(path.lastIndexOf(".") + 1);
  const Absent = { [name]: class { constructor() { throw new NotOnThisTable(path); } } }[name];
  if (!Absent) throw new Error(`There is no name in "${path}".`);
  const stand = new Proxy(Absent, {
    apply: () => {
      throw new NotOnThisTable(path);
    },
    get: (target, key, receiver): unknown => {
      if (typeof key === "symbol" || key in target || HARMLESS.has(key)) return Reflect.get(target, key, receiver);
      // A static of a subclass is looked up here too: only what is asked of the stand-in itself is a mistake.
      if (receiver !== stand) return undefined;
      throw new NotOnThisTable(`${path}.${key}`);
    },
  });
  made.set(path, stand);
  return stand;
}

/** Puts stand-ins in the place of what a namespace documents and the table lacks. */
export function fillAbsent(target: Data, namespace: string): void {
  for (const name of documentedNames(namespace)) {
    const path = `${namespace}.${name}`;
    if (name in target || ONE_GENERATION.has(path)) continue;
    if (documentedNames(path).length > 0) target[name] = {};
    else Object.defineProperty(target, name, { value: absent(path), writable: true, configurable: true, enumerable: false });
  }
  for (const name of documentedNames(namespace)) {
    const child = target[name];
    const path = `${namespace}.${name}`;
    if (typeof child === "object" && child !== null && documentedNames(path).length > 0) fillAbsent(child as Data, path);
  }
}

/** What only one generation documents: undefined in the other, so that a system can tell them apart. */
const ONE_GENERATION = new Set(["foundry.data.operators", "foundry.documents.modifyBatch", "foundry.data.ActiveEffectTypeDataModel", "foundry.documents.Level", "foundry.game", "foundry.ui", "foundry.CONFIG", "foundry.config", "foundry.Game", "foundry.applications.sheets.PlaceableConfig"]);

/** Whether a name stands in the documentation of one generation only, so that asking for it is how a system tells them apart. */
export function isOfOneGeneration(path: string): boolean {
  return ONE_GENERATION.has(path);
}

export { isDocumented };
