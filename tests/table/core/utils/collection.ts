/**
 * A Map whose iteration yields its values.
 * https://foundryvtt.com/api/classes/foundry.utils.Collection.html
 */
export class Collection<T> extends Map<string, T> {
  // A Map iterates entries; the API says that a Collection iterates its values.
  // The base signature cannot be narrowed, so the iterator is defined on the prototype below.

  get contents(): T[] {
    return Array.from(this.values());
  }

  find(condition: (value: T, index: number, collection: Collection<T>) => unknown): T | undefined {
    let index = 0;
    for (const value of this.values()) if (condition(value, index++, this)) return value;
    return undefined;
  }

  filter(condition: (value: T, index: number, collection: Collection<T>) => unknown): T[] {
    return this.contents.filter((value, index) => condition(value, index, this));
  }

  override forEach(callback: (value: T, key: string, collection: Map<string, T>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }

  /** @throws Error  with `strict` when nothing has the key */
  override get(key: string, options: { strict?: boolean; [option: string]: unknown } = {}): T | undefined {
    const found = super.get(key);
    if (found === undefined && options.strict) throw new Error(`The key ${key} does not exist in the ${this.constructor.name} Collection`);
    return found;
  }

  getName(name: string, options: { strict?: boolean } = {}): T | undefined {
    const found = this.find((entry) => (entry as { name?: unknown }).name === name);
    if (found === undefined && options.strict) throw new Error(`An entry with name ${name} does not exist in the collection`);
    return found;
  }

  map<R>(transform: (value: T, index: number, collection: Collection<T>) => R): R[] {
    return this.contents.map((value, index) => transform(value, index, this));
  }

  reduce<R>(reducer: (total: R, value: T, index: number, collection: Collection<T>) => R, initial: R): R {
    return this.contents.reduce((total, value, index) => reducer(total, value, index, this), initial);
  }

  some(condition: (value: T, index: number, collection: Collection<T>) => unknown): boolean {
    return this.contents.some((value, index) => condition(value, index, this));
  }

  every(condition: (value: T, index: number, collection: Collection<T>) => unknown): boolean {
    return this.contents.every((value, index) => condition(value, index, this));
  }

  toJSON(): unknown {
    return this.map((entry) => (typeof entry === "object" && entry !== null && "toJSON" in entry && typeof entry.toJSON === "function" ? (entry.toJSON() as unknown) : entry));
  }
}

Object.defineProperty(Collection.prototype, Symbol.iterator, {
  value: function (this: Collection<unknown>) {
    return this.values();
  },
  writable: true,
  configurable: true,
});
