import type { Heard, MessageLike, SoakGlobals } from "./globals";

/* How wishes come out, as every client sees it: a wish's message goes when it is settled, and a refusal comes before it goes. */
declare const CONFIG: SoakGlobals["CONFIG"];
declare const Hooks: SoakGlobals["Hooks"];
declare const foundry: SoakGlobals["foundry"];

/** Everyone rolls by the seed; what is said on the console, how wishes come out and what fires is kept. */
export const prepare = (seed: number): null => {
  let state = seed >>> 0;
  CONFIG.Dice.randomUniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 4294967298;
  };
  const heard: Heard = { errors: [], verdicts: {}, commits: {}, fired: {} };
  (globalThis as { heard?: Heard }).heard = heard;
  console.error = (...parts: unknown[]) => {
    const [first] = parts;
    heard.errors.push(first instanceof Error ? `${first.name}: ${first.stack ?? first.message}` : parts.map(String).join(" "));
  };

  // Whoever is asked whether he really attacks himself says yes.
  foundry.applications.api.DialogV2.confirm = () => Promise.resolve(true);
  /** What a wish asks for, in a word or two. */
  const nameOf = ({ system: { op, args } }: MessageLike): string => {
    const has = (key: string): boolean => args[key] !== undefined && args[key] !== null && args[key] !== "" && args[key] !== false;
    switch (op) {
      case "declare": return has("seal") ? "declare sealed" : has("show") ? "declare shown" : has("lost") ? "declare lost" : has("secret") ? `declare ${String(args["secret"])}` : "declare";
      case "react": return has("do") ? `react ${String(args["do"])}` : has("reaction") ? "react" : "react none";
      case "preempt": return has("do") ? "preempt let be" : "preempt";
      case "move": return `move ${String(args["deed"])}${args["deed"] === "next" ? ` ${String(args["next"])}` : ""}`;
      case "spend": return has("exchange") ? (has("keep") ? "offer kept" : has("source") ? "offer ignore" : has("guarded") ? "offer intervene" : "offer reroll") : has("check") ? (has("item") ? "check power" : "check payment") : "power";
      case "undo": return `undo ${["accept", "refuse", "back", "forward", "waiting", "redo"].find(has) ?? "step"}`;
      case "advance": return has("deed") ? `advance ${(args["deed"] as { kind: string }).kind}` : `advance ${has("kind") ? String(args["kind"]) : "on"}`;
      case "amend": return `amend ${String(args["do"])}`;
      case "wound": return `wound ${String((args["hand"] as { deed?: string } | undefined)?.deed)}`;
      default: return op;
    }
  };
  let refused: string | null = null;
  Hooks.on("createChatMessage", (message: MessageLike) => {
    const { type, system } = message;
    if (type === "exchange" && system.phase === "refused" && system.notice !== null && system.targets.length === 0) refused = system.notice.key;
    if (type === "ledger") heard.commits[message.id] = system.kind;
  });
  Hooks.on("deleteChatMessage", (message: MessageLike) => {
    if (message.type !== "intent") return;
    heard.verdicts[message.system.nonce] = { what: `${nameOf(message)}${message.system.op === "undo" && message.author?.isGM === false ? " of a player" : ""}`, refused };
    refused = null;
  });
  Hooks.on("fatewalker.clockEvent", (_combat: never, { event }: { event: { kind: string; data: Record<string, unknown> } }) => {
    const kind = event.kind === "movement" ? `segment ${String(event.data["next"] ?? "continue")}` : event.kind;
    heard.fired[kind] = (heard.fired[kind] ?? 0) + 1;
  });
  return null;
};

/** What this client has heard since it was asked last. */
export const heard = (): Heard => {
  const all = (globalThis as { heard?: Heard }).heard ?? { errors: [], verdicts: {}, commits: {}, fired: {} };
  const said: Heard = { errors: all.errors.splice(0), verdicts: { ...all.verdicts }, commits: { ...all.commits }, fired: { ...all.fired } };
  for (const kind of Object.keys(all.fired)) delete all.fired[kind];
  return said;
};

/** How often each kind of wish was done and refused, what was committed, and what fired. */
export class Tally {
  readonly #verdicts = new Map<string, { what: string; refused: string | null }>();
  readonly #commits = new Map<string, string>();
  readonly #fired = new Map<string, number>();
  /** What people did past every wish: by hand, and what no client hears of as a wish. */
  readonly #deeds = new Map<string, number>();

  hear({ verdicts, commits, fired }: Heard): void {
    // A client that joined meanwhile may have missed the reason.
    for (const [id, verdict] of Object.entries(verdicts)) if ((this.#verdicts.get(id)?.refused ?? null) === null) this.#verdicts.set(id, verdict);
    for (const [id, kind] of Object.entries(commits)) this.#commits.set(id, kind);
    for (const [kind, count] of Object.entries(fired)) this.#fired.set(kind, (this.#fired.get(kind) ?? 0) + count);
  }

  /** Somebody did something that is no wish, and it went through. */
  did(what: string): void {
    this.#deeds.set(what, (this.#deeds.get(what) ?? 0) + 1);
  }

  /** How often each thing really came to pass. */
  done(): Map<string, number> {
    const counts = new Map<string, number>();
    const count = (what: string, times = 1): void => void counts.set(what, (counts.get(what) ?? 0) + times);
    for (const { what, refused } of this.#verdicts.values()) if (refused === null) count(what);
    for (const kind of this.#commits.values()) count(`commit of ${kind}`);
    for (const [kind, times] of this.#fired) count(`${kind} fired`, times);
    for (const [what, times] of this.#deeds) count(what, times);
    return counts;
  }

  /** A line for each kind: how often it was done and how often it was refused, with the commonest reason. */
  report(): string {
    const refusals = new Map<string, Map<string, number>>();
    for (const { what, refused } of this.#verdicts.values()) {
      if (refused === null) continue;
      const reasons = refusals.get(what) ?? new Map<string, number>();
      refusals.set(what, reasons.set(refused, (reasons.get(refused) ?? 0) + 1));
    }
    const done = this.done();
    return [...new Set([...done.keys(), ...refusals.keys()])].sort().map((what) => {
      const reasons = [...(refusals.get(what) ?? [])].sort(([, one], [, other]) => other - one);
      const sum = reasons.reduce((total, [, times]) => total + times, 0);
      const [most] = reasons;
      return `${what.padEnd(28)} ${String(done.get(what) ?? 0).padStart(5)} done ${String(sum).padStart(5)} refused${most === undefined ? "" : `, mostly ${most[0].replace("FATEWALKER.", "")} (${most[1]})`}`;
    }).join("\n");
  }
}
