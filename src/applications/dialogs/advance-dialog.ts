import { knownName } from "../../helpers/known-name";
import { say } from "../../helpers/text";
import { advance, type WantedPurchase } from "../../flows/advancement";
import { toPower } from "../../flows/powers/power";
import { advanceView, type OfferedPower } from "./advance-view";
import { WindowBase } from "../base";
import { closeOnEscape, renderOnChange } from "./window-habits";

type Window = foundry.applications.api.ApplicationV2;

const PACK = "fatewalker.powers";

/** What an actor may buy for good, each with its price, what it changes, and why not where it cannot be had. Each purchase is one commit. */
export class AdvanceDialog extends WindowBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.ApplicationV2.DefaultOptions = {
    tag: "form",
    classes: ["fw-dialog", "fw-advance-window"],
    position: { width: 560, height: 640 },
    window: { icon: "fa-solid fa-stairs", resizable: true },
    form: {
      closeOnSubmit: false,
      submitOnChange: false,
    },
    actions: {
      buy: async function buy(this: Window, _event: Event, target: HTMLElement) {
        if (this instanceof AdvanceDialog) await this.buy(target.dataset.ware ?? "");
      },
    },
  };

  static override PARTS = {
    advance: { template: "systems/fatewalker/templates/dialogs/advance.hbs", scrollable: [".fw-dialog-body"] },
  };

  readonly #actor: Actor.Implementation;
  #powers: readonly OfferedPower[] | null = null;
  #wanted: ReadonlyMap<string, WantedPurchase> = new Map();
  #creation = false;
  #branch = "";
  #leafName = "";
  readonly #closed = new Set<string>();
  #stop: (() => void) | null = null;

  constructor(actor: Actor.Implementation) {
    super({ id: `fw-advance-${actor.uuid.replaceAll(".", "-")}` });
    this.#actor = actor;
  }

  override get title(): string {
    return say("FATEWALKER.Advance.Title", { name: knownName(this.#actor) });
  }

  protected override async _prepareContext(): Promise<never> {
    this.#powers ??= await offeredPowers();
    const { view, wanted } = advanceView(this.#actor, { powers: this.#powers, creation: this.#creation, branch: this.#branch, leafName: this.#leafName, closed: this.#closed });
    this.#wanted = wanted;
    // The mixin's context type knows nothing of our templates.
    return view as never;
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    this.element.addEventListener("change", (event) => this.#changed(event));
    this.element.addEventListener("toggle", ({ target }) => this.#folded(target), { capture: true });
    closeOnEscape(this);
    this.#stop = renderOnChange(this);
    this.element.querySelector<HTMLElement>("summary")?.focus();
  }

  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#stop?.();
  }

  #folded(target: EventTarget | null): void {
    if (!(target instanceof HTMLDetailsElement)) return;
    const { group = "" } = target.dataset;
    if (target.open) this.#closed.delete(group);
    else this.#closed.add(group);
  }

  #changed({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.name === "creation") this.#creation = target.checked;
    else if (target instanceof HTMLInputElement && target.name === "leafName") this.#leafName = target.value;
    else if (target instanceof HTMLSelectElement && target.name === "branch") this.#branch = target.value;
    else return;
    void this.render();
  }

  /** Wishes for a purchase; what it was named is used up with it. */
  async buy(ware: string): Promise<void> {
    const wanted = this.#wanted.get(ware);
    if (wanted === undefined) return;
    if (wanted.kind === "leaf" && wanted.leaf === "") this.#leafName = "";
    await advance(this.#actor, wanted, { creation: this.#creation });
  }
}

/** The powers of the system's pack and of the world, each once. */
async function offeredPowers(): Promise<OfferedPower[]> {
  const packed = ((await game.packs?.get(PACK)?.getDocuments()) ?? []) as Item.Implementation[];
  const own = (game.items?.contents ?? []) as Item.Implementation[];
  const offered = [...packed, ...own].flatMap((item): OfferedPower[] => {
    const power = toPower(item);
    return power === null ? [] : [{ uuid: item.uuid, name: item.name, power }];
  });
  return offered
    .filter(({ power }, index) => power.key === "" || offered.findIndex((other) => other.power.key === power.key) === index)
    .sort((one, other) => one.power.tier - other.power.tier || one.name.localeCompare(other.name));
}

/** Opens what an actor may buy; its window comes to the front where it is open already. */
export async function openAdvance(actor: Actor.Implementation): Promise<void> {
  await new AdvanceDialog(actor).render({ force: true });
}
