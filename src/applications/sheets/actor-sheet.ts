import { actorData } from "../../data/access";
import type { ActorData } from "../../data/actor/base";
import { knownName } from "../../helpers/known-name";
import { say, sayOr } from "../../helpers/text";
import type { AttributeKey } from "../../rules/keys";
import { followMarks } from "../../flows/healing/follow-marks";
import { give } from "../../flows/items/give";
import { ActorSheetBase, type WindowPart } from "../base";
import * as deeds from "./actor/actions";
import { conditionContext } from "./actor/condition";
import { equipmentContext } from "./actor/equipment";
import { headerContext } from "./actor/header";
import { withHand } from "./actor/item-changes";
import { maneuversContext, type ManeuverFilter } from "./actor/maneuvers";
import { dotsAfter, markUpdate } from "./actor/mark";
import { powersContext } from "./actor/powers";
import { skillsContext } from "./actor/skills";
import { storyContext } from "./actor/story";
import { wornContext } from "./actor/worn";
import { chooseImage } from "./choose-image";
import { changeAt } from "./form-change";
import { listenToMarks, listenToTabs, type MarkAct } from "./mark-controls";
import { hasOpenEditor } from "./open-editors";
import { saveField } from "./save-field";

type RenderOptions = foundry.applications.api.DocumentSheetV2.RenderOptions & { isFirstRender: boolean };

const path = (name: string): string => `systems/fatewalker/templates/sheets/actor/${name}.hbs`;
const CONTROLS = path("controls");

const USUAL_ATTRIBUTE: AttributeKey = "prowess";

/**
 * Sheet of characters and NPCs. Each part of the window is one template; every change saves one field; play mode shows
 * what one needs in a fight, edit mode what one changes between sessions.
 */
export class FatewalkerActorSheet extends ActorSheetBase {
  static override DEFAULT_OPTIONS: foundry.applications.api.DocumentSheetV2.DefaultOptions = {
    classes: ["fatewalker", "fw-sheet", "fw-actor-sheet"],
    position: { width: 720, height: 820 },
    window: { resizable: true, contentClasses: ["fw-scroll"] },
    form: { submitOnChange: false, closeOnSubmit: false, handler: FatewalkerActorSheet.#keepForm },
    actions: {
      toggleMode: FatewalkerActorSheet.#toggleMode,
      chooseImage: FatewalkerActorSheet.#chooseImage,
      filter: FatewalkerActorSheet.#filter,
      chooseAttribute: FatewalkerActorSheet.#chooseAttribute,
      rollAttribute: FatewalkerActorSheet.#rollAttribute,
      rollSkill: FatewalkerActorSheet.#rollSkill,
      perform: FatewalkerActorSheet.#perform,
      treat: FatewalkerActorSheet.#treat,
      rest: FatewalkerActorSheet.#rest,
      advance: FatewalkerActorSheet.#advance,
      damage: FatewalkerActorSheet.#damage,
      toggleWorn: FatewalkerActorSheet.#toggleWorn,
      openItem: FatewalkerActorSheet.#openItem,
      createItem: FatewalkerActorSheet.#createItem,
      deleteItem: FatewalkerActorSheet.#deleteItem,
      addLeaf: FatewalkerActorSheet.#addLeaf,
      removeLeaf: FatewalkerActorSheet.#removeLeaf,
      addStory: FatewalkerActorSheet.#addStory,
      removeStory: FatewalkerActorSheet.#removeStory,
    },
  };

  static override PARTS: Record<string, WindowPart> = {
    header: { template: path("header") },
    tabs: { template: path("tabs") },
    main: { template: path("main"), templates: [path("track"), CONTROLS] },
    skills: { template: path("skills"), templates: [path("dots")] },
    equipment: { template: path("equipment"), templates: [CONTROLS] },
    powers: { template: path("powers"), templates: [CONTROLS] },
    biography: { template: path("biography") },
    texts: { template: path("texts") },
  };

  static override TABS = {
    primary: {
      tabs: [{ id: "main" }, { id: "skills" }, { id: "equipment" }, { id: "powers" }, { id: "biography" }],
      initial: "main",
      labelPrefix: "FATEWALKER.Sheet.Tab",
    },
  };

  #editing = false;
  #shown: ManeuverFilter = "now";
  /** What a click on a skill rolls with. */
  #attribute: AttributeKey = USUAL_ATTRIBUTE;
  /** Marks are made one after the other, each from fresh data, so that fast clicks all count. */
  #marking: Promise<void> = Promise.resolve();
  /** Scroll position of each tab, since all of them share one scrolling window. */
  readonly #scrolled = new Map<string, number>();
  /** Name of the field that gets the focus after the next rendering: the new row's. */
  #focusNext: string | null = null;

  /** A person who may only know of the actor sees its name, picture and biography. */
  get #limited(): boolean {
    return !this.actor.testUserPermission(game.user, "OBSERVER");
  }

  /** Copies of one actor are told apart by the names of their tokens. */
  override get title(): string {
    const { actor } = this;
    return actor.isToken ? say("FATEWALKER.Sheet.TitleOf", { kind: sayOr(`TYPES.Actor.${actor.type}`, actor.type), name: knownName(actor) }) : super.title;
  }

  protected override _configureRenderOptions(options: foundry.applications.api.DocumentSheetV2.RenderOptions): void {
    super._configureRenderOptions(options);
    if (this.#limited) options.parts = ["header", "texts"];
    else if (options.isFirstRender !== true && hasOpenEditor(this.#part("texts"))) options.parts = options.parts?.filter((part) => part !== "texts");
  }

  protected override async _prepareContext(options: RenderOptions) {
    if (this.#limited) this.tabGroups.primary = "biography";
    const context = await super._prepareContext(options);
    const { actor } = this;
    const data = actorData(actor);
    const editable = this.isEditable;
    const shared = {
      ...context,
      name: knownName(actor),
      sourceName: actor._source.name,
      img: actor.img,
      uuid: actor.uuid,
      rootId: this.id,
      limited: this.#limited,
      gm: game.user?.isGM === true,
      editable,
      editing: editable && this.#editing,
      rollable: actor.isOwner && actor.pack === null,
      source: actor._source.system,
      tabs: this._prepareTabs("primary"),
    };
    return data === null ? shared : { ...shared, ...(await this.#dataContext(actor, data)) };
  }

  async #dataContext(actor: Actor.Implementation, data: ActorData) {
    const enrich = (html: string) => foundry.applications.ux.TextEditor.implementation.enrichHTML(html, { secrets: actor.isOwner, relativeTo: actor });
    return {
      header: headerContext(actor, data),
      condition: conditionContext(data),
      penalties: data._source.wounds.normal.penalties.join(", "),
      worn: wornContext(actor, data),
      maneuvers: maneuversContext(actor, data, this.#shown),
      skills: skillsContext(data, this.#attribute),
      equipment: equipmentContext(actor, data.derived.equipment.encumbrance),
      powers: powersContext(actor),
      story: storyContext(data),
      texts: { biography: await enrich(data.biography), gmNotes: game.user?.isGM === true ? await enrich(data.gmNotes) : "" },
    };
  }

  protected override async _onFirstRender(context: never, options: never): Promise<void> {
    await super._onFirstRender(context, options);
    listenToMarks(this.element, (control, act) => { this.#marking = this.#marking.then(() => this.#mark(control, act)).catch(console.error); });
    listenToTabs(this.element);
    // A closed editor lets its part be rendered again: what happened meanwhile shows now.
    this.element.addEventListener("close", () => void this.render({ parts: ["texts"] }), true);
    this.element.addEventListener("save", () => void this.render({ parts: ["texts"] }), true);
  }

  protected override async _onRender(context: never, options: never): Promise<void> {
    await super._onRender(context, options);
    const name = this.#focusNext;
    if (name === null) return;
    this.#focusNext = null;
    const field = this.element.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
    field?.focus();
    field?.select();
  }

  /** Another attribute than the usual one is chosen for as long as the sheet is open. */
  protected override _onClose(options: never): void {
    super._onClose(options);
    this.#attribute = USUAL_ATTRIBUTE;
  }

  override changeTab(...[tab, group, options]: Parameters<ActorSheetBase["changeTab"]>): void {
    const content = this.element.querySelector<HTMLElement>(".window-content");
    const before = this.tabGroups[group];
    if (content && before) this.#scrolled.set(before, content.scrollTop);
    super.changeTab(tab, group, options);
    for (const button of this.element.querySelectorAll<HTMLElement>('.fw-tabs [role="tab"]')) {
      const chosen = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
    if (content && before !== tab) content.scrollTop = this.#scrolled.get(tab) ?? Math.min(content.scrollTop, this.#headerHeight());
  }

  #headerHeight(): number {
    return this.#part("header")?.offsetHeight ?? 0;
  }

  #part(id: string): HTMLElement | null {
    return this.element?.querySelector<HTMLElement>(`[data-application-part="${id}"]`) ?? null;
  }

  /** One field is saved at a time: the actor's, or that of the item in whose row it stands. */
  protected override _onChangeForm(_config: foundry.applications.api.ApplicationV2.FormConfiguration, event: Event): void {
    const field = event.target;
    if (!(field instanceof HTMLElement) || !this.isEditable) return;
    if (!("itemField" in field.dataset)) return void saveField(this.actor as never, field);
    const item = deeds.itemOf(this.actor, field);
    if (item) void saveField(item as never, field, { adjust: (changes) => withHand(item, changes) });
  }

  /** Enter in a field is no submit: whatever was typed is saved by its change. */
  static async #keepForm(): Promise<void> {
    return Promise.resolve();
  }

  async #mark(control: HTMLElement, act: MarkAct): Promise<void> {
    const data = actorData(this.actor);
    if (data === null || !this.isEditable) return;
    const { marks, dots } = control.dataset;
    if (dots !== undefined) {
      const value = dotsAfter(Number(control.ariaValueNow ?? 0), Number(control.ariaValueMax ?? 0), act);
      await this.actor.update(changeAt(this.actor._source, dots, value));
      return;
    }
    const system = markUpdate(data, marks ?? "", act);
    if (system === null) return;
    const before = data.derived.chart;
    await this.actor.update({ system });
    await followMarks(this.actor, before);
  }

  /** What comes from elsewhere is given (the same thing makes no second row); what is ours already is sorted. */
  protected override async _onDropItem(event: DragEvent, item: Item.Implementation): Promise<Item.Implementation | null> {
    if (item.parent?.uuid === this.actor.uuid) return super._onDropItem(event, item);
    if (!this.actor.isOwner) {
      ui.notifications?.warn(say("FATEWALKER.Sheet.NotYours", { name: knownName(this.actor) }));
      return null;
    }
    const result = await give(this.actor, item);
    if (result.kind === "had") ui.notifications?.info(say("FATEWALKER.Sheet.HadAlready", { name: result.name }));
    if (result.kind === "added") ui.notifications?.info(say("FATEWALKER.Sheet.QuantityNow", { name: result.name, quantity: result.quantity }));
    return item;
  }

  static async #toggleMode(this: FatewalkerActorSheet): Promise<void> {
    this.#editing = !this.#editing;
    await this.render();
  }

  static async #chooseImage(this: FatewalkerActorSheet): Promise<void> {
    await chooseImage(this.actor as never);
  }

  static async #filter(this: FatewalkerActorSheet, _event: Event, target: HTMLElement): Promise<void> {
    this.#shown = (target.dataset.filter ?? "all") as ManeuverFilter;
    await this.render({ parts: ["main"] });
  }

  static async #chooseAttribute(this: FatewalkerActorSheet, _event: Event, target: HTMLElement): Promise<void> {
    const { attribute } = target.dataset;
    if (deeds.isAttribute(attribute)) this.#attribute = attribute;
    await this.render({ parts: ["skills"] });
  }

  static async #rollAttribute(this: FatewalkerActorSheet, event: PointerEvent, target: HTMLElement): Promise<void> {
    await deeds.rollAttribute(this.actor, target, event.shiftKey);
  }

  static async #rollSkill(this: FatewalkerActorSheet, event: PointerEvent, target: HTMLElement): Promise<void> {
    await deeds.rollSkill(this.actor, target, this.#attribute, event.shiftKey);
  }

  static async #perform(this: FatewalkerActorSheet, event: PointerEvent, target: HTMLElement): Promise<void> {
    await deeds.performItem(this.actor, target, event.shiftKey);
  }

  /** Somebody is treated: this one, by whoever can; one who is unhurt treats somebody else. */
  static async #treat(this: FatewalkerActorSheet): Promise<void> {
    await deeds.treat(this.actor);
  }

  static async #rest(this: FatewalkerActorSheet): Promise<void> {
    await deeds.rest(this.actor);
  }

  static async #advance(this: FatewalkerActorSheet): Promise<void> {
    await deeds.advance(this.actor);
  }

  static async #damage(this: FatewalkerActorSheet): Promise<void> {
    await deeds.damage(this.actor);
  }

  static async #toggleWorn(this: FatewalkerActorSheet, _event: Event, target: HTMLElement): Promise<void> {
    await deeds.toggleWorn(this.actor, target);
  }

  static async #openItem(this: FatewalkerActorSheet, _event: Event, target: HTMLElement): Promise<void> {
    await deeds.itemOf(this.actor, target)?.sheet?.render(true);
  }

  static async #createItem(this: FatewalkerActorSheet, _event: Event, target: HTMLElement): Promise<void> {
    await deeds.createItem(this.actor, target);
  }

  static async #deleteItem(this: FatewalkerActorSheet, event: PointerEvent, target: HTMLElement): Promise<void> {
    await deeds.deleteItem(this.actor, target, event.shiftKey);
  }

  static async #addLeaf(this: FatewalkerActorSheet, _event: Event, target: HTMLElement): Promise<void> {
    await this.#add(() => deeds.addLeaf(this.actor, target));
  }

  static async #removeLeaf(this: FatewalkerActorSheet, event: PointerEvent, target: HTMLElement): Promise<void> {
    await deeds.removeLeaf(this.actor, target, event.shiftKey);
  }

  static async #addStory(this: FatewalkerActorSheet, _event: Event, target: HTMLElement): Promise<void> {
    await this.#add(() => deeds.addStory(this.actor, target));
  }

  static async #removeStory(this: FatewalkerActorSheet, event: PointerEvent, target: HTMLElement): Promise<void> {
    await deeds.removeStory(this.actor, target, event.shiftKey);
  }

  /** Adds a row and puts the caret into it. */
  async #add(deed: () => Promise<string | null>): Promise<void> {
    const name = await deed();
    if (name === null) return;
    this.#focusNext = name;
    await this.render();
  }
}
