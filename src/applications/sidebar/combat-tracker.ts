import { exchangeOf, intentOf, ledgerOf } from "../../data/message";
import { submitAdvance } from "../../flows/clock";
import { lightToken, openCombatantSheet } from "../hud/token-reach";
import { focusFirst, keepTyping } from "../keep-typing";
import type { WindowPart } from "../base";
import { EVENT_DEEDS } from "./event-actions";
import { backTo, nextToLost } from "./keep-place";
import { answerRequest, doStep, exportRecord, exportText, undoEnd } from "./log-actions";
import { LOG_PAGE, logContext, type LogView } from "./log-context";
import { createFight, cycleFights, FIGHT_DEEDS, ROW_DEEDS } from "./tracker-actions";
import { trackerContext } from "./tracker-context";

const template = (name: string): string => `systems/fatewalker/templates/sidebar/${name}.hbs`;

/** The tab of the clock: who may act now, who is due, who comes when, who holds. */
export class FatewalkerCombatTracker extends foundry.applications.sidebar.tabs.CombatTracker {
  static override DEFAULT_OPTIONS = {
    classes: ["fatewalker", "fw-tracker"],
    actions: {
      fwCreate: createFight,
      fwCycle: FatewalkerCombatTracker.onCycle,
      ...Object.fromEntries(Object.keys(FIGHT_DEEDS).map((action) => [action, FatewalkerCombatTracker.onFight])),
      ...Object.fromEntries(Object.keys(EVENT_DEEDS).map((action) => [action, FatewalkerCombatTracker.onEvent])),
      fwUndoEnd: undoEnd,
      fwLogFold: FatewalkerCombatTracker.onLogView,
      fwLogOlder: FatewalkerCombatTracker.onLogView,
      fwLogDetail: FatewalkerCombatTracker.onLogView,
      fwLogBack: FatewalkerCombatTracker.onLog,
      fwLogForward: FatewalkerCombatTracker.onLog,
      fwLogAsk: FatewalkerCombatTracker.onLog,
      fwLogAccept: FatewalkerCombatTracker.onRequest,
      fwLogRefuse: FatewalkerCombatTracker.onRequest,
      fwLogText: FatewalkerCombatTracker.onExport,
      fwLogRecord: FatewalkerCombatTracker.onExport,
      ...Object.fromEntries(Object.keys(ROW_DEEDS).map((action) => [action, FatewalkerCombatTracker.onRow])),
    },
  };

  static override PARTS: Record<string, WindowPart> = {
    header: { template: template("tracker-header") },
    tracker: { template: template("tracker"), scrollable: [""] },
    log: { template: template("tracker-log"), scrollable: [".fw-log-rows"] },
    footer: { template: template("tracker-footer") },
  };

  /** Deeds that are being done: a second click on the same button waits for the first. */
  private readonly underway = new Set<string>();

  /** What it listens to while it is open: a pop-out opens and closes many times. */
  private listening: (readonly [name: string, id: number])[] = [];

  /** What this person has opened in the log. */
  private logView: LogView = { open: true, shown: LOG_PAGE, details: new Set() };

  protected override async _preparePartContext(...[partId, context, options]: Parameters<foundry.applications.sidebar.tabs.CombatTracker["_preparePartContext"]>) {
    const prepared = await super._preparePartContext(partId, context, options);
    const log = partId === "log" || partId === "footer" ? logContext(this.viewed, this.logView) : null;
    return Object.assign(prepared, { tracker: trackerContext(this.viewed), log });
  }

  /** Awareness and conditions stand on actors: what happens to a fighter shows at once. */
  protected override async _onFirstRender(...[context, options]: Parameters<foundry.applications.sidebar.tabs.CombatTracker["_onFirstRender"]>): Promise<void> {
    await super._onFirstRender(context, options);
    const renderSoon = foundry.utils.debounce(() => void this.render(), 50);
    const fights = (actor: unknown): boolean => this.viewed?.combatants.some((combatant) => combatant.actor === actor) === true;
    const listen = (name: string, hears: (document: never) => boolean): void => {
      this.listening.push([name, Hooks.on(name as "updateActor", (document: unknown) => { if (hears(document as never)) renderSoon(); })]);
    };
    listen("updateActor", fights);
    // Who still has to answer an attack stands on its card, what was done and taken back in ledgers, who asks in wishes.
    const tells = (message: ChatMessage.Implementation): boolean => [exchangeOf, ledgerOf, intentOf].some((read) => read(message) !== null);
    for (const hook of ["createChatMessage", "updateChatMessage", "deleteChatMessage"]) listen(hook, tells);
    for (const hook of ["createActiveEffect", "deleteActiveEffect"]) listen(hook, ({ parent }: ActiveEffect.Implementation) => fights(parent));
  }

  protected override _onClose(...[options]: Parameters<foundry.applications.sidebar.tabs.CombatTracker["_onClose"]>): void {
    super._onClose(options);
    for (const [name, id] of this.listening.splice(0)) Hooks.off(name as "updateActor", id);
  }

  protected override async _onRender(...[context, options]: Parameters<foundry.applications.sidebar.tabs.CombatTracker["_onRender"]>): Promise<void> {
    await super._onRender(context, options);
    for (const row of this.element.querySelectorAll<HTMLElement>(".fw-row")) this.listenToRow(row);
  }

  /** Focus stays where it was, or beside it: a tick can be moved several times from the keyboard. */
  protected override _replaceHTML(...[result, content, options]: Parameters<foundry.applications.sidebar.tabs.CombatTracker["_replaceHTML"]>): void {
    keepTyping(content, () => super._replaceHTML(result, content, options), nextToLost);
  }

  /** Pointing at a row lights its token; a double click on its name opens the sheet. */
  private listenToRow(row: HTMLElement): void {
    const light = (event: Event, lit: boolean): void => lightToken(this.combatantOf(row), event, lit);
    row.addEventListener("pointerenter", (event) => light(event, true));
    row.addEventListener("pointerleave", (event) => light(event, false));
    const main = row.querySelector<HTMLElement>(".fw-row-main");
    main?.addEventListener("focus", (event) => light(event, true));
    main?.addEventListener("blur", (event) => light(event, false));
    main?.addEventListener("dblclick", (event) => {
      event.stopPropagation();
      const combatant = this.combatantOf(row);
      if (combatant?.isOwner === true) void openCombatantSheet(combatant);
    });
    // Buttons are clicked fast; the double click they make is theirs, not the row's.
    row.querySelector(".fw-row-actions")?.addEventListener("dblclick", (event) => event.stopPropagation());
  }

  private combatantOf(element: HTMLElement): Combatant.Implementation | null {
    const id = element.closest<HTMLElement>("[data-combatant-id]")?.dataset.combatantId;
    return (id !== undefined && this.viewed?.combatants.get(id)) || null;
  }

  /** One deed of a kind at a time: a double click is one click. A question that it asks gives the keyboard back to where it was asked. */
  private async once(key: string, deed: () => Promise<unknown>, from: HTMLElement): Promise<void> {
    if (this.underway.has(key)) return;
    this.underway.add(key);
    const back = backTo(from);
    try {
      await deed();
    } finally {
      this.underway.delete(key);
      const { activeElement, body } = this.element.ownerDocument;
      if (activeElement === body) focusFirst(this.element, back);
    }
  }

  private static async onRow(this: FatewalkerCombatTracker, event: PointerEvent, target: HTMLElement): Promise<void> {
    event.stopPropagation();
    const { action = "" } = target.dataset;
    const combat = this.viewed;
    const combatant = this.combatantOf(target);
    if (combat === null || combatant === null || !isRowAction(action)) return;
    // Ticks are moved by one for every click, however fast; everything else happens once.
    if (action === "fwEarlier" || action === "fwLater") await ROW_DEEDS[action](combat, combatant);
    else await this.once(`${action}.${combatant.id}`, () => ROW_DEEDS[action](combat, combatant), target);
  }

  private static async onFight(this: FatewalkerCombatTracker, event: PointerEvent, target: HTMLElement): Promise<void> {
    const { action = "" } = target.dataset;
    const combat = this.viewed;
    if (target.getAttribute("aria-disabled") === "true") {
      ui.notifications?.info(this.refusalOf(action));
      return;
    }
    if (combat === null || !isFightAction(action)) return;
    // A holder may want the tick between: with Shift time goes on by one.
    if (action === "fwNext" && event.shiftKey) await this.once(action, () => submitAdvance(combat, combat.round + 1), target);
    else await this.once(action, () => FIGHT_DEEDS[action](combat), target);
  }

  /** Why a button of the fight does nothing now. */
  private refusalOf(action: string): string {
    if (action === "fwNext") return trackerContext(this.viewed).next?.reason ?? "";
    const { undo, redo } = logContext(this.viewed, this.logView);
    return (action === "fwBack" ? undo : redo)?.hint ?? "";
  }

  private static async onEvent(this: FatewalkerCombatTracker, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const { action = "", eventId = "" } = target.dataset;
    const combat = this.viewed;
    if (combat !== null) await this.once(`${action}.${eventId}`, async () => EVENT_DEEDS[action]?.(combat, eventId), target);
  }

  /** Folds the log, shows more of it, opens the ledger of a step. */
  private static async onLogView(this: FatewalkerCombatTracker, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const { action = "", step = "" } = target.dataset;
    const { open, shown, details } = this.logView;
    if (action === "fwLogFold") this.logView = { open: !open, shown, details };
    else if (action === "fwLogOlder") this.logView = { open, shown: shown + LOG_PAGE, details };
    else this.logView = { open, shown, details: details.has(step) ? new Set([...details].filter((id) => id !== step)) : new Set([...details, step]) };
    await this.render({ parts: ["log"] });
  }

  private static async onLog(this: FatewalkerCombatTracker, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const { action = "", step = "" } = target.dataset;
    const combat = this.viewed;
    if (combat !== null) await this.once(`${action}.${step}`, () => doStep(action, combat, step), target);
  }

  private static async onRequest(this: FatewalkerCombatTracker, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const { action = "", request = "" } = target.dataset;
    await this.once(`request.${request}`, () => answerRequest(request, action === "fwLogAccept"), target);
  }

  private static async onExport(this: FatewalkerCombatTracker, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const combat = this.viewed;
    if (combat === null) return;
    if (target.dataset.action === "fwLogRecord") await exportRecord(combat);
    else exportText(combat);
  }

  private static async onCycle(this: FatewalkerCombatTracker): Promise<void> {
    await cycleFights(this.viewed);
  }
}

const isRowAction = (action: string): action is keyof typeof ROW_DEEDS => Object.hasOwn(ROW_DEEDS, action);
const isFightAction = (action: string): action is keyof typeof FIGHT_DEEDS => Object.hasOwn(FIGHT_DEEDS, action);
