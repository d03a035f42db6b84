/**
 * Hooks: handlers are never awaited; `call` stops on an explicit `false`.
 * https://foundryvtt.com/api/classes/foundry.helpers.Hooks.html
 */

type Handler = (...values: never[]) => unknown;

interface Registration {
  id: number;
  hook: string;
  handler: Handler;
  once: boolean;
}

export class Hooks {
  static #next = 1;
  static #events = new Map<string, Registration[]>();

  static get events(): Record<string, readonly Registration[]> {
    return Object.fromEntries(Hooks.#events);
  }

  /** A fresh table starts without handlers. */
  static forget(): void {
    Hooks.#events.clear();
  }

  static on(hook: string, handler: Handler, options: { once?: boolean } = {}): number {
    const id = Hooks.#next++;
    const registered = Hooks.#events.get(hook) ?? [];
    registered.push({ id, hook, handler, once: options.once ?? false });
    Hooks.#events.set(hook, registered);
    return id;
  }

  static once(hook: string, handler: Handler): number {
    return Hooks.on(hook, handler, { once: true });
  }

  static off(hook: string, handler: number | Handler): void {
    const registered = Hooks.#events.get(hook) ?? [];
    Hooks.#events.set(hook, registered.filter((entry) => entry.id !== handler && entry.handler !== handler));
  }

  static callAll(hook: string, ...values: unknown[]): true {
    for (const entry of [...(Hooks.#events.get(hook) ?? [])]) Hooks.#run(entry, values);
    return true;
  }

  static call(hook: string, ...values: unknown[]): boolean {
    for (const entry of [...(Hooks.#events.get(hook) ?? [])]) if (Hooks.#run(entry, values) === false) return false;
    return true;
  }

  static #run(entry: Registration, values: unknown[]): unknown {
    if (entry.once) Hooks.off(entry.hook, entry.id);
    try {
      return (entry.handler as (...values: unknown[]) => unknown)(...values);
    } catch (error) {
      Hooks.onError(`Hooks.${entry.hook}`, error);
      return undefined;
    }
  }

  /** Reports an error: to the console, to notifications, and to `error` handlers. */
  static onError(location: string, error: unknown, options: { msg?: string; notify?: string | null; log?: string | null; [data: string]: unknown } = {}): void {
    const message = error instanceof Error ? error.message : String(error);
    console.error(`${location}: ${options.msg ? `${options.msg}: ` : ""}${message}`, error);
    Hooks.onReported?.(location, error, options);
    for (const entry of [...(Hooks.#events.get("error") ?? [])]) (entry.handler as (...values: unknown[]) => unknown)(location, error, options);
  }

  /** The table's own ear for errors of handlers, so that a test can fail on them. */
  static onReported: ((location: string, error: unknown, options: object) => void) | null = null;
}
