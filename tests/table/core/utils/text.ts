import { isFunction } from "../types";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function randomID(length = 16): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function isValidId(id: unknown): id is string {
  return typeof id === "string" && /^[a-zA-Z0-9]{16}$/.test(id);
}

/** Whether v1 is newer than v0; parts compare as numbers where both are. */
export function isNewerVersion(v1: unknown, v0: unknown): boolean {
  if (typeof v1 === "number" && typeof v0 === "number") return v1 > v0;
  const one = String(v1).split(".");
  const zero = String(v0).split(".");
  for (const [index, part] of one.entries()) {
    const other = zero[index];
    if (other === undefined) return true;
    const [a, b] = [Number(part), Number(other)];
    if (Number.isFinite(a) && Number.isFinite(b)) {
      if (a !== b) return a > b;
    } else if (part !== other) return part > other;
  }
  return false;
}

export function escapeHTML(value: unknown): string {
  return String(value).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
    .replaceAll("&#38;", "&amp;").replaceAll("&#60;", "&lt;").replaceAll("&#62;", "&gt;").replaceAll("&#34;", "&quot;").replaceAll("&#39;", "&#x27;");
}

export function unescapeHTML(value: string): string {
  return value.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

/** Only in a page: one element, or a collection of several. */
export function parseHTML(html: string): HTMLElement | HTMLCollection {
  const template = document.createElement("template");
  template.innerHTML = html;
  const { children } = template.content;
  const only = children.length === 1 ? children.item(0) : null;
  return only instanceof HTMLElement ? only : children;
}

export function cleanHTML(html: string): string {
  return html.replace(/<script[\s\S]*?<\/script\s*>/gi, "").replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, "");
}

export function debounce<A extends unknown[]>(callback: (...values: A) => unknown, delay: number): (...values: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function (this: unknown, ...values: A) {
    clearTimeout(timer);
    timer = setTimeout(() => callback.apply(this, values), delay);
  };
}

export function throttle<A extends unknown[]>(callback: (...values: A) => unknown, delay: number): (...values: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: A | null = null;
  return function (this: unknown, ...values: A) {
    if (timer) {
      pending = values;
      return;
    }
    callback.apply(this, values);
    const tick = (): void => {
      timer = undefined;
      if (!pending) return;
      const late = pending;
      pending = null;
      callback.apply(this, late);
      timer = setTimeout(tick, delay);
    };
    timer = setTimeout(tick, delay);
  };
}

export function debouncedReload(): void {
  if (typeof location !== "undefined") setTimeout(() => location.reload(), 250);
}

export interface SortUpdate<T> {
  target: T;
  update: Record<string, number>;
}

/** Integer sorting: which `sort` values move so that `source` comes before or after `target` among `siblings`. */
export function performIntegerSort<T extends { [key: string]: unknown }>(
  source: T,
  options: { target?: T | null; siblings?: T[]; sortKey?: string; sortBefore?: boolean } = {},
): SortUpdate<T>[] {
  const { target = null, siblings = [], sortKey = "sort", sortBefore = true } = options;
  const density = 100000;
  const value = (entry: T): number => Number(entry[sortKey] ?? 0);
  const ordered = siblings.filter((entry) => entry !== source).sort((a, b) => value(a) - value(b));
  const at = target ? ordered.indexOf(target) : -1;
  const index = at < 0 ? (sortBefore ? 0 : ordered.length) : sortBefore ? at : at + 1;
  const place = at < 0 ? ordered.length : index;
  const before = ordered[place - 1];
  const after = ordered[place];
  const low = before ? value(before) : after ? value(after) - 2 * density : 0;
  const high = after ? value(after) : low + 2 * density;
  const middle = Math.round((low + high) / 2);
  if (high - low > 1 && middle > low && middle < high) return [{ target: source, update: { [sortKey]: before || after ? middle : density } }];
  ordered.splice(place, 0, source);
  return ordered.map((entry, position) => ({ target: entry, update: { [sortKey]: (position + 1) * density } }));
}

const WARNED = new Set<string>();

export function logCompatibilityWarning(message: string, options: { mode?: number; since?: number | string; until?: number | string; details?: string; once?: boolean } = {}): void {
  if (options.once && WARNED.has(message)) return;
  WARNED.add(message);
  const text = [message, options.since ? `Deprecated since Version ${options.since}` : "", options.until ? `Backwards-compatible support will be removed in Version ${options.until}` : "", options.details ?? ""].filter(Boolean).join("\n");
  if (options.mode === 3) throw new Error(text);
  console.warn(text);
}

export function isSubclass(child: unknown, parent: unknown): boolean {
  if (!isFunction(child) || !isFunction(parent)) return false;
  return child === parent || parent.isPrototypeOf(child);
}

export function getParentClasses(child: unknown): unknown[] {
  const classes: unknown[] = [];
  for (let parent: unknown = Object.getPrototypeOf(child); isFunction(parent) && parent !== Function.prototype; parent = Object.getPrototypeOf(parent)) classes.push(parent);
  return classes;
}

export function getDefiningClass(child: unknown, property: string): unknown {
  return [child, ...getParentClasses(child)].find((entry) => isFunction(entry) && Object.hasOwn((entry as unknown as { prototype: object }).prototype, property));
}

export function formatFileSize(size: number): string {
  const units = ["B", "KB", "MB", "GB"];
  const at = size > 0 ? Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(1024))) : 0;
  return `${(size / 1024 ** at).toFixed(at ? 2 : 0)} ${units[at]}`;
}

export async function fetchWithTimeout(url: string, data: RequestInit = {}, options: { timeoutMs?: number } = {}): Promise<Response> {
  return fetch(url, { ...data, signal: AbortSignal.timeout(options.timeoutMs ?? 30000) });
}

export async function fetchJsonWithTimeout(url: string, data: RequestInit = {}, options: { timeoutMs?: number } = {}): Promise<unknown> {
  return (await fetchWithTimeout(url, data, options)).json();
}

export function getRoute(path: string): string {
  return `/${path.replace(/^\//, "")}`;
}
