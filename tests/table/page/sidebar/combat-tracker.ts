import { HandlebarsApplicationMixin, type HandlebarsClass, type HandlebarsTemplatePart } from "../api/handlebars-application";
import { DialogV2 } from "../api/dialog-v2";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type HostCombat, type HostCombatant } from "../host";
import { escapeText, type PlainObject } from "../plain";
import type { Canvas } from "../canvas/canvas";
import type { ContextMenuEntry } from "../ux/context-menu";
import { menuEntry } from "./menu-entry";
import { AbstractSidebarTab } from "./sidebar-tab";

const COMBAT_CONTROLS = new Set(["startCombat", "endCombat", "nextTurn", "previousTurn", "nextRound", "previousRound", "rollAll", "rollNPC", "resetAll"]);

const HandlebarsTab = HandlebarsApplicationMixin(AbstractSidebarTab) as unknown as HandlebarsClass<typeof AbstractSidebarTab>;

/** https://foundryvtt.com/api/v14/classes/foundry.applications.sidebar.tabs.CombatTracker.html */
export class CombatTracker extends HandlebarsTab {
  static override tabName = "combat";

  static override DEFAULT_OPTIONS: PlainObject = {
    window: { title: "Combat" },
    actions: {
      activateCombatant: CombatTracker.#onActivateCombatant,
      createCombat: CombatTracker.#onCreateCombat,
      cycleCombat: CombatTracker.#onCycleCombat,
      panToCombatant: CombatTracker.#onPanToCombatant,
      pingCombatant: CombatTracker.#onPanToCombatant,
      rollInitiative: CombatTracker.#onRollInitiative,
      toggleDefeated: CombatTracker.#onToggleDefeated,
      toggleHidden: CombatTracker.#onToggleHidden,
      trackerSettings: CombatTracker.#onTrackerSettings,
      openCombatMenu: CombatTracker.#onOpenMenu,
    },
  };

  static override PARTS: Record<string, HandlebarsTemplatePart> = {
    header: { template: "templates/sidebar/tabs/combat/header.hbs" },
    tracker: { template: "templates/sidebar/tabs/combat/tracker.hbs", scrollable: [""] },
    footer: { template: "templates/sidebar/tabs/combat/footer.hbs" },
  };

  #viewedId: string | null = null;
  #hovered: string | null = null;

  /** Combats of the viewed scene, and those of no scene. */
  get combats(): HostCombat[] {
    const scene = (host.canvas as { scene?: { id: string } | null }).scene;
    return host.game.combats.filter((combat) => combat.scene === null || combat.scene === undefined || combat.scene.id === scene?.id);
  }

  get viewed(): HostCombat | null {
    const chosen = this.#viewedId ? host.game.combats.get(this.#viewedId) : undefined;
    const { combats } = this;
    return chosen ?? combats.find((combat) => combat.active) ?? combats[0] ?? null;
  }
  set viewed(combat: HostCombat | null) {
    this.#viewedId = combat?.id ?? null;
  }

  initialize({ combat = null, render = true }: { combat?: HostCombat | null; render?: boolean } = {}): void {
    this.viewed = combat;
    if (render) void this.render();
  }

  override async _prepareContext(options: ApplicationRenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    return Object.assign(context, { user: host.game.user });
  }

  override async _preparePartContext(partId: string, context: RenderContext, options: ApplicationRenderOptions): Promise<RenderContext> {
    const prepared = await super._preparePartContext(partId, context, options);
    if (partId === "header" || partId === "footer") await this._prepareCombatContext(prepared, options);
    if (partId === "tracker") await this._prepareTrackerContext(prepared, options);
    return prepared;
  }

  /** What header and footer show of the viewed combat. */
  async _prepareCombatContext(context: RenderContext, _options: ApplicationRenderOptions): Promise<void> {
    const combat = this.viewed;
    const { combats } = this;
    const index = combats.findIndex((candidate) => candidate.id === combat?.id);
    const { user } = host.game;
    Object.assign(context, {
      combat,
      combats: combats.map((candidate, place) => ({ id: candidate.id, label: place + 1, active: candidate.id === combat?.id })),
      hasCombat: combat !== null,
      currentIndex: index,
      previousId: combats[index - 1]?.id ?? null,
      nextId: combats[index + 1]?.id ?? null,
      displayCycle: user.isGM && combats.length > 1,
      isPlayerTurn: combat?.combatant?.players.includes(user) ?? false,
      canControl: Boolean(combat && (combat.combatant?.players.includes(user) || user.isGM)),
      control: Boolean(combat?.combatant?.players.includes(user)),
      initiativeIcon: "fa-solid fa-dice-d20",
      css: "",
      isGM: user.isGM,
      started: combat?.started ?? false,
      label: combat ? (combat.started ? `Round ${combat.round}` : "Not started") : "No combat",
    });
  }

  async _prepareTrackerContext(context: RenderContext, _options: ApplicationRenderOptions): Promise<void> {
    const combat = this.viewed;
    const turns: RenderContext[] = [];
    for (const [index, combatant] of (combat?.turns ?? []).entries()) {
      if (combat && combatant.visible !== false) turns.push(await this._prepareTurnContext(combat, combatant, index));
    }
    Object.assign(context, { combat, hasCombat: combat !== null, turns, hasDecimals: (combat?.turns ?? []).some((turn) => turn.initiative !== null && !Number.isInteger(turn.initiative)), isGM: host.game.user.isGM });
  }

  async _prepareTurnContext(combat: HostCombat, combatant: HostCombatant, index: number): Promise<RenderContext> {
    const { id, name, isOwner, isDefeated, hidden, initiative } = combatant;
    const active = index === combat.turn;
    const image = combatant.img || combatant.token?.texture.src || combatant.actor?.img || "icons/svg/mystery-man.svg";
    const effects = [...(combatant.actor?.effects.contents ?? [])].filter((effect) => effect.img).map((effect) => ({ img: effect.img, name: effect.name }));
    return {
      id, name, img: image, isOwner, isDefeated, hidden, initiative, active,
      canPing: false,
      resource: null,
      defeated: isDefeated,
      hasRolled: initiative !== null,
      effects: { icons: effects, tooltip: "" },
      css: [active ? "active" : "", hidden ? "hide" : "", isDefeated ? "defeated" : ""].filter(Boolean).join(" "),
      isGM: host.game.user.isGM,
    };
  }

  override async _onFirstRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const combatants = (): object[] => this._getEntryContextOptions();
    const combat = (): object[] => this._getCombatContextOptions();
    this._createContextMenu(combatants, ".combatant[data-combatant-id]", { hookName: "getCombatantContextOptions", parentClassHooks: false });
    this._createContextMenu(combat, ".combat-tracker-header", { hookName: "getCombatContextOptions", parentClassHooks: false });
    this.renderOn(["createCombat", "updateCombat", "deleteCombat", "createCombatant", "updateCombatant", "deleteCombatant", "canvasReady"]);
  }

  override async _onRender(context: RenderContext, options: ApplicationRenderOptions): Promise<void> {
    await super._onRender(context, options);
    for (const row of this.element?.querySelectorAll<HTMLElement>(".combatant[data-combatant-id]") ?? []) {
      row.addEventListener("pointerenter", () => this.hoverCombatant(row.dataset.combatantId ?? "", true));
      row.addEventListener("pointerleave", () => this.hoverCombatant(row.dataset.combatantId ?? "", false));
    }
    for (const input of this.element?.querySelectorAll<HTMLInputElement>("input[data-combatant-initiative]") ?? []) {
      input.addEventListener("change", () => {
        const combatant = this.viewed?.combatants.get(input.dataset.combatantInitiative ?? "");
        const value = input.value.trim() === "" ? null : Number(input.value);
        if (combatant && (value === null || Number.isFinite(value))) void combatant.update({ initiative: value });
      });
    }
    this.scrollToTurn();
  }

  hoverCombatant(combatant: HostCombatant | string, hover: boolean): void {
    const id = typeof combatant === "string" ? combatant : (combatant.id ?? "");
    this.#hovered = hover ? id : this.#hovered === id ? null : this.#hovered;
    const found = this.viewed?.combatants.get(id);
    const tokens = (host.canvas as unknown as Canvas).tokens;
    const token = found?.tokenId ? tokens?.get(found.tokenId) : undefined;
    if (token?.isVisible) token.setHover(hover);
  }

  scrollToTurn(): void {
    this.element?.querySelector(".combatant.active")?.scrollIntoView({ block: "nearest" });
  }

  _getCombatContextOptions(): ContextMenuEntry[] {
    const visible = (): boolean => host.game.user.isGM && this.viewed !== null;
    return [
      menuEntry({ label: "Toggle scene link", icon: "fa-solid fa-link", visible, run: () => this.viewed?.toggleSceneLink() }),
      menuEntry({ label: "Reset initiative", icon: "fa-solid fa-arrow-rotate-left", visible, run: () => this.viewed?.resetAll() }),
      menuEntry({ label: "Delete", icon: "fa-solid fa-trash", visible, run: () => this.viewed?.endCombat() }),
    ];
  }

  _getEntryContextOptions(): ContextMenuEntry[] {
    const find = (element: HTMLElement): HostCombatant | undefined => this.viewed?.combatants.get(element.dataset.combatantId ?? "");
    const visible = (): boolean => host.game.user.isGM;
    return [
      menuEntry({ label: "Clear initiative", icon: "fa-solid fa-arrow-rotate-left", visible, run: (element) => find(element)?.update({ initiative: null }) }),
      menuEntry({ label: "Roll initiative", icon: "fa-solid fa-dice-d20", visible: (element) => find(element)?.isOwner ?? false, run: (element) => this.viewed?.rollInitiative(find(element)?.id ?? "") }),
      menuEntry({ label: "Update combatant", icon: "fa-solid fa-pen", visible, run: (element) => editCombatant(find(element)) }),
      menuEntry({ label: "Remove combatant", icon: "fa-solid fa-trash", visible, run: (element) => find(element)?.delete() }),
    ];
  }

  override _onClickAction(event: PointerEvent, target: HTMLElement): unknown {
    const action = target.dataset.action ?? "";
    if (!COMBAT_CONTROLS.has(action)) return super._onClickAction(event, target);
    return this._onCombatControl(event, target);
  }

  /** Calls the method of the viewed combat that a control is named after. */
  async _onCombatControl(_event: PointerEvent, target: HTMLElement): Promise<unknown> {
    const combat = this.viewed;
    if (!combat) return undefined;
    const method: unknown = Reflect.get(combat, target.dataset.action ?? "");
    return typeof method === "function" ? method.call(combat) : undefined;
  }

  static #combatantOf(tracker: CombatTracker, target: HTMLElement): HostCombatant | undefined {
    return tracker.viewed?.combatants.get(target.closest<HTMLElement>("[data-combatant-id]")?.dataset.combatantId ?? "");
  }

  static async #onActivateCombatant(this: unknown, event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof CombatTracker)) return;
    if (event.target instanceof Element && event.target.closest("input, button:not([data-action=activateCombatant])")) return;
    const combatant = CombatTracker.#combatantOf(this, target);
    if (!combatant?.actor) return;
    if (combatant.isOwner && combatant.tokenId) (host.canvas as unknown as Canvas).tokens.get(combatant.tokenId)?.control();
    if (event.detail === 2) await combatant.actor.sheet?.render({ force: true });
  }

  static async #onCreateCombat(this: unknown): Promise<void> {
    if (!(this instanceof CombatTracker)) return;
    const scene = (host.canvas as { scene?: { id: string } | null }).scene;
    const combat = await host.documentClass("Combat").create({ scene: scene?.id ?? null, active: true });
    if (combat) this.initialize({ combat: combat as HostCombat });
  }

  static async #onCycleCombat(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof CombatTracker)) return;
    const combat = host.game.combats.get(target.dataset.combatId ?? "");
    if (!combat) return;
    this.viewed = combat;
    await combat.activate({ render: false });
    void this.render();
  }

  static #onPanToCombatant(this: unknown, _event: PointerEvent, target: HTMLElement): void {
    if (!(this instanceof CombatTracker)) return;
    const combatant = CombatTracker.#combatantOf(this, target);
    const canvas = host.canvas as unknown as Canvas;
    const token = combatant?.tokenId ? canvas.tokens.get(combatant.tokenId) : undefined;
    if (token) void canvas.animatePan(token.center);
  }

  static async #onRollInitiative(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof CombatTracker)) return;
    const combatant = CombatTracker.#combatantOf(this, target);
    if (combatant?.id) await this.viewed?.rollInitiative([combatant.id]);
  }

  static async #onToggleDefeated(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof CombatTracker)) return;
    const combatant = CombatTracker.#combatantOf(this, target);
    if (!combatant) return;
    const defeated = !combatant.isDefeated;
    await combatant.update({ defeated });
    const special = host.config.specialStatusEffects as { DEFEATED?: string } | undefined;
    if (special?.DEFEATED) await combatant.actor?.toggleStatusEffect(special.DEFEATED, { overlay: true, active: defeated });
  }

  static async #onToggleHidden(this: unknown, _event: PointerEvent, target: HTMLElement): Promise<void> {
    if (!(this instanceof CombatTracker)) return;
    const combatant = CombatTracker.#combatantOf(this, target);
    await combatant?.update({ hidden: !combatant.hidden });
  }

  static #onTrackerSettings(this: unknown): void {
    host.notify("info", "The practice table has no settings of the combat tracker.");
  }

  static #onOpenMenu(this: unknown, event: PointerEvent, target: HTMLElement): void {
    const header = target.closest(".combat-tracker-header");
    header?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: event.clientX, clientY: event.clientY }));
  }
}

async function editCombatant(combatant: HostCombatant | undefined): Promise<void> {
  if (!combatant) return;
  const content =
    `<div class="form-group"><label>Name</label><input name="name" value="${escapeText(combatant.name)}"></div>` +
    `<div class="form-group"><label>Initiative</label><input type="number" step="any" name="initiative" value="${combatant.initiative ?? ""}"></div>` +
    `<div class="form-group"><label>Hidden</label><input type="checkbox" name="hidden"${combatant.hidden ? " checked" : ""}></div>` +
    `<div class="form-group"><label>Defeated</label><input type="checkbox" name="defeated"${combatant.defeated ? " checked" : ""}></div>`;
  const changes = await DialogV2.input({ window: { title: combatant.name }, content });
  if (changes && typeof changes === "object") await combatant.update(changes as PlainObject);
}
