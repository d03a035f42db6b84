import { host } from "../host";
import { elementOf, escapeText } from "../plain";

interface FaultState {
  [userId: string]: { dropped: boolean; delay: number };
}

type Order = { action: "drop" | "restore" | "delay" | "restart" | "removeGamemasters" | "addGamemaster"; user?: string; milliseconds?: number };

const BUTTONS: readonly { id: string; icon: string; label: string; hint: string }[] = [
  { id: "drop", icon: "fa-plug-circle-xmark", label: "Pull my cable", hint: "Cuts this client's connection until you plug it in again" },
  { id: "restore", icon: "fa-plug-circle-check", label: "Plug it in", hint: "Lets everybody whose connection was cut come back" },
  { id: "restart", icon: "fa-skull", label: "Kill and restart the server", hint: "Cuts everybody off in the middle of whatever they do" },
  { id: "removeGamemasters", icon: "fa-user-slash", label: "Remove the GM", hint: "Cuts off every GM, assistants included" },
  { id: "addGamemaster", icon: "fa-user-plus", label: "Add a second GM", hint: "Makes one more Gamemaster and opens the table for them in a new tab" },
];

/** How long a killed server stays away, in milliseconds. */
const DOWN = 1500;

/**
 * Faults on demand, for trying out what happens then. A thing of the practice table alone, folded away in a corner; it
 * speaks to the server by itself, so it works while the connection is cut.
 */
export class FaultPanel {
  readonly element: HTMLDetailsElement;
  readonly #said: HTMLElement;

  constructor() {
    const buttons = BUTTONS.map(({ id, icon, label, hint }) => `<button type="button" data-fault="${id}" title="${escapeText(hint)}"><i class="fa-solid ${icon}" inert></i> ${escapeText(label)}</button>`).join("");
    this.element = elementOf(
      `<details id="table-faults" class="themed"><summary title="Make something go wrong (practice table)" aria-label="Faults of the practice table"><i class="fa-solid fa-plug" inert></i></summary>` +
        `<div class="fault-list"><h4>Make something go wrong</h4>${buttons}<form><label>Delay my messages by <input type="number" name="milliseconds" value="500" min="0" max="10000" step="100"> ms</label><button type="submit">Set</button></form><p role="status"></p></div></details>`,
    ) as HTMLDetailsElement;
    this.#said = this.element.querySelector('[role="status"]') ?? this.element;
    this.element.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-fault]") : null;
      if (button) void this.#press(button.dataset.fault ?? "");
    });
    this.element.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = this.element.querySelector<HTMLInputElement>("[name=milliseconds]");
      const milliseconds = Math.max(0, Math.trunc(field?.valueAsNumber ?? 0)) || 0;
      void this.#order({ action: "delay", user: host.game.userId, milliseconds }, milliseconds === 0 ? "Messages go at once again." : `Each of my messages takes ${milliseconds} ms longer.`);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.element.open) return;
      event.stopPropagation();
      this.element.open = false;
      this.element.querySelector("summary")?.focus();
    });
    this.element.addEventListener("toggle", () => {
      if (this.element.open) void this.#showState();
    });
  }

  async #press(fault: string): Promise<void> {
    if (fault === "drop") return this.#order({ action: "drop", user: host.game.userId }, "My cable is pulled.");
    if (fault === "restart") return this.#order({ action: "restart", milliseconds: DOWN }, "The server is killed and starts again.");
    if (fault === "removeGamemasters") return this.#order({ action: "removeGamemasters" }, "No GM is at the table now.");
    if (fault === "restore") return this.#restore();
    const known = new Set(host.game.users.contents.map(({ id }) => id));
    await this.#order({ action: "addGamemaster" }, "A second Gamemaster has come.");
    const made = await this.#newcomer(known);
    if (made !== null) window.open(`/game?user=${encodeURIComponent(made)}`, "_blank", "noopener");
  }

  /** The user whom the page did not know a moment ago. */
  async #newcomer(known: ReadonlySet<string | null>): Promise<string | null> {
    const { users } = (await (await fetch("/api/status")).json()) as { users: { id: string }[] };
    return users.find(({ id }) => !known.has(id))?.id ?? null;
  }

  async #restore(): Promise<void> {
    const state = await this.#state();
    for (const [user, { dropped }] of Object.entries(state)) if (dropped) await this.#order({ action: "restore", user }, "Everybody may come back.");
  }

  async #state(): Promise<FaultState> {
    return (await (await fetch("/api/faults")).json()) as FaultState;
  }

  async #showState(): Promise<void> {
    const state = await this.#state().catch((): FaultState => ({}));
    const name = (id: string): string => host.game.users.get(id)?.name ?? id;
    const lines = Object.entries(state).flatMap(([id, { dropped, delay }]) => [...(dropped ? [`${name(id)} is cut off.`] : []), ...(delay > 0 ? [`${name(id)}: ${delay} ms later.`] : [])]);
    this.#said.textContent = lines.join(" ") || "Nothing is wrong.";
  }

  async #order(order: Order, done: string): Promise<void> {
    try {
      const response = await fetch("/api/faults", { method: "POST", body: JSON.stringify(order) });
      this.#said.textContent = response.ok ? done : await response.text();
    } catch {
      this.#said.textContent = "The server does not answer just now.";
    }
  }
}
