import { Worker } from "node:worker_threads";
import { workerFile } from "./headless-bundle";
import { unpackError, type FromWorker, type HeadlessStart, type ToWorker } from "./headless-messages";

export interface HeadlessOptions {
  /** Address of a running table. */
  url: string;
  userId: string;
  /** Folder of the built system (`dist`). */
  systemPath: string;
  language?: string;
  /** How many frames the server has sent to this client; without it, a script runs at once. */
  sent?: () => number;
}

/** Milliseconds that a state is waited for, where nothing else is said: a laden machine is slow, not wrong. */
const PATIENCE = 20_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A client without a browser: the built system, joined to a table as one user, in a thread of its own.
 *
 * ```ts
 * const name = await client.run((id) => game.actors.get(id).name, actorId);
 * ```
 */
export class HeadlessClient {
  readonly userId: string;
  /** What went wrong in the client outside of any `run`. */
  readonly problems: Error[] = [];
  /** Whether the client has its connection; what it shows is old once that was lost, until `comeBack`. */
  connected = false;
  readonly #options: HeadlessOptions;
  readonly #storage = new Map<string, string>();
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #number = 0;

  private constructor(options: HeadlessOptions) {
    this.#options = options;
    this.userId = options.userId;
  }

  /** Joins the table and waits until the system is ready. */
  static async open(options: HeadlessOptions): Promise<HeadlessClient> {
    const client = new HeadlessClient(options);
    await client.#start();
    return client;
  }

  /**
   * Runs a function in the client, with its globals (`game`, `CONFIG`, `foundry`), when everything has come to it that the
   * server has sent to it by now: what somebody else's promise says is written is there.
   * @param script Sent as text: it sees nothing of the place where it is written but its argument.
   * @param argument Plain data.
   * @returns What the function returns, which must be plain data.
   * @throws What the function throws, with its name and message.
   */
  async run<Argument, Result>(script: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result> {
    const number = (this.#number += 1);
    return new Promise<Result>((resolve, reject) => {
      if (this.#worker === null) {
        reject(new Error("The client has left the table."));
        return;
      }
      this.#waiting.set(number, { resolve: (value) => resolve(value as Result), reject });
      this.#post({ kind: "run", number, source: script.toString(), argument, after: this.#options.sent?.() ?? 0 });
    });
  }

  /**
   * Runs a function in the client over and over until what it returns is true in the sense of JavaScript.
   * @param patience Milliseconds after which it gives up.
   */
  async until<Argument, Result>(script: (argument: Argument) => Result | Promise<Result>, argument?: Argument, patience = PATIENCE): Promise<NonNullable<Result>> {
    const end = Date.now() + patience;
    for (;;) {
      const value = await this.run(script, argument);
      if (value) return value;
      if (Date.now() > end) throw new Error(`Still not so after ${patience} ms: ${script.toString()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Leaves and joins anew, as a page that is reloaded: only client settings survive. */
  async reload(): Promise<void> {
    await this.close();
    await this.#start();
  }

  /**
   * Waits until the connection is back and reloads, as the page does by itself.
   * @param patience Milliseconds after which it gives up.
   */
  async comeBack(patience = PATIENCE): Promise<void> {
    const end = Date.now() + patience;
    while (!this.connected) {
      if (Date.now() > end) throw new Error(`The connection did not come back in ${patience} ms.`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await this.reload();
  }

  /** Waits until the client has noticed that its connection is gone. */
  async noticeLoss(patience = PATIENCE): Promise<void> {
    const end = Date.now() + patience;
    while (this.connected) {
      if (Date.now() > end) throw new Error(`The connection was not lost in ${patience} ms.`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Leaves the table properly. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const exit = new Promise((resolve) => worker.once("exit", resolve));
    this.#post({ kind: "stop" });
    const timer = setTimeout(() => void worker.terminate(), 2000);
    await exit;
    clearTimeout(timer);
  }

  /** Ends the client in the middle of whatever it does, as a crashed browser. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  async #start(): Promise<void> {
    const { url, userId, systemPath, language = "en" } = this.#options;
    const data: HeadlessStart = { url, userId, systemPath, language, storage: [...this.#storage] };
    const worker = new Worker(await workerFile(), { workerData: data });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "ready") {
          this.connected = true;
          resolve();
        }
        else if (message.kind === "failed") reject(unpackError(message.error));
        else this.#hear(message);
      });
      worker.on("error", (error: Error) => {
        this.problems.push(error);
        reject(error);
      });
      worker.on("exit", () => {
        if (this.#worker === worker) this.#worker = null;
        const gone = new Error("The client has left the table.");
        reject(gone);
        for (const { reject: fail } of this.#waiting.values()) fail(gone);
        this.#waiting.clear();
      });
    });
  }

  #hear(message: FromWorker): void {
    if (message.kind === "result") {
      const waiting = this.#waiting.get(message.number);
      this.#waiting.delete(message.number);
      if (message.ok) waiting?.resolve(message.value);
      else waiting?.reject(unpackError(message.error));
    } else if (message.kind === "stored") {
      if (message.value === null) this.#storage.delete(message.key);
      else this.#storage.set(message.key, message.value);
    } else if (message.kind === "connection") this.connected = message.connected;
    else if (message.kind === "problem") this.problems.push(unpackError(message.error));
  }
}

/** Joins a running table without a browser. */
export function openHeadless(options: HeadlessOptions): Promise<HeadlessClient> {
  return HeadlessClient.open(options);
}
