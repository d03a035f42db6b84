import type { HeadlessClient } from "../../table/client/headless";
import type { HeadlessTable } from "../../table/client/headless-table";
import { differences } from "./compare";
import { drawOperation } from "./draw";
import { fighters, gather, type Fighter, type Training } from "./gather";
import { hand, use } from "./hands";
import { Chance } from "./random";
import { heard, prepare, Tally } from "./referee";
import { chat, fightLog, isSettled, press, setting, tamper, timeAtStart, together, wish, world } from "./scripts";
import { situation } from "./situation";
import { isGm, SEATS, type Operation, type Seat } from "./table-view";

/** Errors that a cut connection leaves behind at whoever lost it. */
const isLoss = (text: string): boolean => /connection|has left the table|did not let user/i.test(text);

/** A second window of the Gamemaster's is no user of its own. */
const userOf = (seat: Seat): string => (seat === "window" ? "gamemaster" : seat);

const TRAINING: Training = {
  maneuvers: ["unarmed-strike", "unarmed-grapple", "common-hold-action", "common-take-cover", "evasion-dodge", "evasion-sidestep", "evasion-footwork", "ranged-shoot", "ranged-full-auto", "ranged-basic-aim"],
  powers: [["power-will-tough", "power-will-driven", "power-fate-master-conceit", "power-fate-protector-divine-intervention"], ["power-fate-intrepid", "power-will-driven", "power-fate-protector-divine-intervention"], ["power-will-driven", "power-fate-protector-boon", "power-fate-protector-divine-intervention"]],
  awareness: 4,
};

/** How many operations lie between two looks at all clients. */
const LOOK_EVERY = 25;

/** A fight of twelve at which anything may happen, drawn from a seed. */
export class Soak {
  readonly operations: Operation[] = [];
  /** What any client said on its console or left unhandled, beside the loss of a connection. */
  readonly errors: string[] = [];
  readonly tally = new Tally();
  readonly #table: HeadlessTable;
  readonly #chance: Chance;
  /** The last step that stood before everything was taken back. */
  #lastApplied: string | null = null;
  readonly #seed: number;
  readonly #clients = new Map<Seat, HeadlessClient>();
  readonly #away = new Map<Seat, "drop" | "leave">();
  /** Ids of the combatants with whom it began. */
  #first: string[] = [];
  #joins = 0;

  readonly #rough: boolean;

  /** @param rough  steps are also taken back while later ones stand, which cannot always be exact */
  constructor(table: HeadlessTable, seed: number, rough = false) {
    this.#table = table;
    this.#rough = rough;
    this.#seed = seed;
    this.#chance = new Chance(seed);
  }

  /** Seats everyone and makes the fight. @returns the world before anything happens */
  async begin(): Promise<Record<string, string>> {
    for (const seat of SEATS) if (seat !== "window") await this.#seat(seat);
    await this.gamemaster.run(gather, TRAINING);
    this.#first = (await this.gamemaster.run(fighters, null)).map(({ id }) => id);
    return this.agree();
  }

  /** Ids of the combatants with whom it began; all others are guests. */
  get first(): readonly string[] {
    return this.#first;
  }

  get gamemaster(): HeadlessClient {
    return this.client("gamemaster");
  }

  client(seat: Seat): HeadlessClient {
    const client = this.#clients.get(seat);
    if (client === undefined) throw new Error(`${seat} has no seat.`);
    return client;
  }

  /**
   * Does so many operations, and looks at all clients now and then.
   * @param watch  to find where something went wrong: called after every operation, once all of it is settled; what it throws ends the run
   */
  async run(count: number, watch?: () => Promise<void>): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      await this.#step();
      if (watch !== undefined && this.#away.size === 0) {
        await this.#settled();
        await watch();
      }
      if (index % LOOK_EVERY === LOOK_EVERY - 1) {
        await this.#settled();
        if (this.#away.size === 0) await this.agree();
      }
    }
    await this.#everyoneBack();
    await this.#closeExchanges();
    await this.agree();
  }

  /** What still waits for answers is cancelled: an exchange that is open belongs to no commit. */
  async #closeExchanges(): Promise<void> {
    await this.#settled();
    const { open } = await this.gamemaster.run(situation);
    for (const exchange of open) {
      await this.gamemaster.run(wish, { op: "react", participant: null, args: { exchange, do: "cancel" }, times: 1 });
      await this.#settled();
    }
  }

  /**
   * Waits until all clients hold the same.
   * @returns what they hold
   */
  async agree(): Promise<Record<string, string>> {
    await this.#settled();
    const seats = this.#present();
    for (let attempt = 0; ; attempt += 1) {
      const seen = await Promise.all(seats.map(async (seat) => ({ world: await this.client(seat).run(world), chat: await this.client(seat).run(chat) })));
      const [first] = seen;
      if (first === undefined) throw new Error("Nobody is at the table.");
      const other = seen.findIndex((held) => JSON.stringify(held) !== JSON.stringify(first));
      if (other < 0) return first.world;
      if (attempt > 100) throw new Error(`${seats[0]} and ${seats[other]} do not hold the same: ${differences(first.world, seen[other]?.world ?? {}).join("; ")} ${differingLines(first.chat, seen[other]?.chat ?? [])}`);
      await pause(50);
    }
  }

  /** Takes everything back that stands. */
  async undoAll(): Promise<void> {
    this.#lastApplied = (await this.gamemaster.run(situation)).applied.at(-1)?.id ?? null;
    for (;;) {
      const { applied } = await this.gamemaster.run(situation);
      const [first] = applied;
      if (first === undefined) return;
      if (applied.length > 1) await this.#wishAsGm({ back: first.id });
      await this.#wishAsGm({ ledger: first.id });
      const left = (await this.gamemaster.run(situation)).applied.length;
      if (left >= applied.length) throw new Error(`${left} steps could not be taken back.`);
    }
  }

  /** Redoes what `undoAll` took back, and not what had been taken back before it. */
  async redoAll(): Promise<void> {
    if (this.#lastApplied !== null) await this.#wishAsGm({ forward: this.#lastApplied });
  }

  /** Seconds of the world's time at the tick 0 of the fight: always the same, as long as nothing but its clock moves it. */
  timeAtStart(): Promise<number> {
    return this.gamemaster.run(timeAtStart);
  }

  /** The record of the fight, as a GM exports it. */
  record(): Promise<string> {
    return this.gamemaster.run(fightLog);
  }

  /** What went wrong on any client until now. */
  async complaints(): Promise<string[]> {
    for (const seat of this.#present()) await this.#listen(seat);
    return this.errors;
  }

  /** How to play the same again. */
  report(): string {
    return `seed ${this.#seed}, ${this.operations.length} operations:\n${this.operations.map((operation, index) => `${index} ${JSON.stringify(operation)}`).join("\n")}`;
  }

  #present(): Seat[] {
    return SEATS.filter((seat) => this.#clients.has(seat) && !this.#away.has(seat));
  }

  async #wishAsGm(args: object): Promise<void> {
    await this.gamemaster.run(wish, { op: "undo", participant: null, args, times: 1 });
    await this.#settled(120_000);
  }

  async #step(): Promise<void> {
    const present = this.#present();
    const viewer = present.find(isGm) ?? present[0];
    if (viewer === undefined || this.#away.size > 2) return this.#everyoneBack();
    const users = Object.fromEntries(SEATS.map((seat) => [seat, this.#clients.get(seat)?.userId ?? ""])) as Record<Seat, string>;
    const now = await this.client(viewer).run(situation);
    const people: Fighter[] = await this.client(viewer).run(fighters, this.#first);
    const operation = drawOperation({ present, users, fighters: people, now, rough: this.#rough }, this.#chance);
    this.operations.push(operation);
    await this.#carryOut(operation);
    if (this.#away.size > 0 && this.#chance.happens(0.25)) await this.#oneBack();
    // Sometimes the next one does not wait for this one.
    if (this.#chance.happens(0.8)) await this.#settled();
  }

  async #carryOut(operation: Operation): Promise<void> {
    if (operation.kind === "fault") return this.#fault(operation.seat, operation.fault);
    await this.#ask(operation).catch((error: unknown) => this.#note(operation.seat, error));
  }

  async #ask(operation: Exclude<Operation, { kind: "fault" }>): Promise<void> {
    const client = this.client(operation.seat);
    switch (operation.kind) {
      case "wish":
        return void (await client.run(wish, { op: operation.op, participant: operation.participant, args: operation.args, times: operation.times }));
      case "use":
        return void (await client.run(use, [operation.who, operation.key, operation.targets] as const));
      case "press":
        return void (await client.run(press, [operation.button, operation.id, operation.value] as const));
      case "together":
        return void (await client.run(together, [operation.ids, operation.value] as const));
      case "hand": {
        const { deed } = operation;
        if (await client.run(hand, deed)) this.tally.did(`hand: ${deed.what}${deed.what === "remove" ? ` ${deed.kind}` : ""}`);
        return;
      }
      case "tamper":
        return void (await client.run(tamper, operation.id));
      case "setting":
        return void (await client.run(setting, [operation.key, operation.value] as const));
    }
  }

  #note(seat: Seat, error: unknown): void {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    // Nobody may write what is not his: the table itself refuses that.
    if (!isLoss(text) && !/permission/i.test(text)) this.errors.push(`${seat} (${this.operations.length}): ${text}`);
  }

  async #fault(seat: Seat, fault: Extract<Operation, { kind: "fault" }>["fault"]): Promise<void> {
    if (fault === "window") return this.#secondWindow();
    const client = this.client(seat);
    this.tally.did(`fault: ${fault}`);
    switch (fault) {
      case "delay":
        this.#table.faults.delay(userOf(seat), this.#chance.pick([0, 20, 60]) ?? 0);
        return;
      case "drop":
        return this.#drop(seat === "window" ? "gamemaster" : seat);
      case "leave":
        await this.#listen(seat);
        if (seat === "window") return this.#closeWindow();
        this.#away.set(seat, fault);
        return client.close();
      case "kill":
        await this.#listen(seat);
        await client.kill();
        return this.#rejoin(seat);
      case "reload":
        await this.#listen(seat);
        return this.#rejoin(seat);
    }
  }

  /** A cut line takes both windows of its user; the second one is not opened again by itself. */
  async #drop(seat: Seat): Promise<void> {
    if (seat === "gamemaster") await this.#closeWindow();
    await this.#listen(seat);
    this.#away.set(seat, "drop");
    this.#table.faults.drop(seat);
    await this.client(seat).noticeLoss();
  }

  /** The Gamemaster opens a second window, or closes it: properly, or with a crash. */
  async #secondWindow(): Promise<void> {
    if (this.#clients.has("window")) return this.#closeWindow();
    if (this.#away.has("gamemaster")) return;
    await this.#seat("window");
    this.tally.did("second window");
  }

  async #closeWindow(): Promise<void> {
    const window = this.#clients.get("window");
    if (window === undefined) return;
    await this.#listen("window");
    await (this.#chance.happens(0.5) ? window.close() : window.kill());
    this.#clients.delete("window");
  }

  async #oneBack(): Promise<void> {
    const [first] = this.#away;
    if (first === undefined) return;
    const [seat, how] = first;
    if (how === "drop") {
      this.#table.faults.restore(userOf(seat));
      await this.#ready(seat, this.client(seat).comeBack());
    } else await this.#rejoin(seat);
    this.#away.delete(seat);
  }

  async #everyoneBack(): Promise<void> {
    while (this.#away.size > 0) await this.#oneBack();
    await this.#closeWindow();
    for (const seat of SEATS) this.#table.faults.delay(userOf(seat), 0);
  }

  async #seat(seat: Seat): Promise<void> {
    this.#clients.set(seat, await this.#table.join(userOf(seat)));
    await this.#ready(seat, Promise.resolve());
  }

  async #rejoin(seat: Seat): Promise<void> {
    await this.#ready(seat, this.client(seat).reload());
  }

  async #ready(seat: Seat, joined: Promise<void>): Promise<void> {
    await joined;
    this.#joins += 1;
    await this.client(seat).run(prepare, this.#seed + this.#joins);
  }

  /** Keeps what a client said before it goes. */
  async #listen(seat: Seat): Promise<void> {
    const client = this.client(seat);
    const said = await client.run(heard).catch(() => null);
    if (said !== null) this.tally.hear(said);
    const problems = client.problems.splice(0).map((problem) => `${problem.name}: ${problem.stack ?? problem.message}`);
    this.errors.push(...[...(said?.errors ?? []), ...problems].filter((text) => !isLoss(text) && !this.errors.includes(`${seat}: ${text}`)).map((text) => `${seat}: ${text}`));
  }

  /** Waits until no wish is left, if a GM is there to settle it. */
  async #settled(patience = 20_000): Promise<void> {
    const gm = this.#present().find(isGm);
    if (gm !== undefined) await this.client(gm).until(isSettled, undefined, patience);
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function differingLines(one: readonly string[], other: readonly string[]): string {
  const only = (list: readonly string[], rest: readonly string[]): string[] => list.filter((line) => !rest.includes(line)).slice(0, 5);
  return `[${only(one, other).join(", ")}] against [${only(other, one).join(", ")}]`;
}
