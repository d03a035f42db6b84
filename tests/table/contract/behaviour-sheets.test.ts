import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type PageStage } from "./behaviour-page";

/* What is dragged between sheets and the hotbar, by a real pointer: which methods are asked, with what, and what comes of it. */

const MODULE = `
globalThis.heard = [];
globalThis.Bags = class Bags extends HandlebarsApplicationMixin(foundry.applications.sheets.ActorSheetV2) {
  static DEFAULT_OPTIONS = { classes: ["bag-of-mine"], position: { width: 280, height: 240 } };
  static PARTS = { list: { template: "systems/fatewalker/templates/bag.hbs" } };
  static may = { drag: true, drop: true };
  get who() { return this.actor.name; }
  async _prepareContext(options) { return { ...(await super._prepareContext(options)), name: this.who, items: [...this.actor.items].map(({ id, name }) => ({ id, name })) }; }
  _canDragStart(selector) { heard.push(["may drag", this.who, selector, super._canDragStart(selector)]); return Bags.may.drag && super._canDragStart(selector); }
  _canDragDrop(selector) { heard.push(["may drop", this.who, super._canDragDrop(selector)]); return Bags.may.drop && super._canDragDrop(selector); }
  async _onDragStart(event) { await super._onDragStart(event); const data = JSON.parse(event.dataTransfer.getData("text/plain")); heard.push(["drag", this.who, data.type, data.uuid]); }
  _onDragOver(event) { super._onDragOver(event); if (!heard.some(([word, who]) => word === "over" && who === this.who)) heard.push(["over", this.who, event.type]); }
  async _onDrop(event) { heard.push(["drop", this.who, foundry.applications.ux.TextEditor.getDragEventData(event).type]); return super._onDrop(event); }
  async _onDropItem(event, item) { const made = await super._onDropItem(event, item); heard.push(["item", this.who, item instanceof Item, item.name, made?.parent === this.actor]); return made; }
  async _onDropActor(event, actor) { heard.push(["actor", this.who, actor instanceof Actor, actor.name, await super._onDropActor(event, actor)]); return null; }
};
Hooks.on("dropActorSheetData", (actor, sheet, data) => { heard.push(["hook", actor.name, sheet instanceof Bags, data.type]); });
/** Opens the sheets of two people beside each other. */
globalThis.openBags = async () => {
  globalThis.bags = ["Duellist", "Scholar"].map((name, index) => new Bags({ document: game.actors.getName(name), position: { left: 30 + index * 300, top: 60 } }));
  for (const bag of bags) await bag.render({ force: true });
};
globalThis.closeBags = async () => { for (const bag of bags) await bag.close({ animate: false }); heard.length = 0; };
`;

/** The two open sheets, as a selector finds them. */
const FROM = ".bag-of-mine >> nth=0";
const TO = ".bag-of-mine >> nth=1";

describe.each([13, 14] as const)("what is dragged on the page, generation %i", (generation) => {
  let stage: PageStage;

  beforeAll(async () => {
    stage = await openStage(generation, MODULE);
    await stage.run(`for (const name of ["Duellist", "Scholar"]) if (!game.actors.getName(name)) await Actor.create({ name, type: "character" });`);
  });
  afterAll(() => stage.dispose());

  // https://foundryvtt.com/api/classes/foundry.applications.sheets.ActorSheetV2.html, https://foundryvtt.com/api/functions/hookEvents.dropActorSheetData.html
  it("foundry.applications.sheets.ActorSheetV2 asks ActorSheetV2#_canDragStart and ActorSheetV2#_canDragDrop as it renders, then goes through ActorSheetV2#_onDragStart, ActorSheetV2#_onDragOver, ActorSheetV2#_onDrop and ActorSheetV2#_onDropItem", async () => {
    await stage.run(`await openBags();`);
    expect(await stage.run(`return heard.splice(0);`)).toEqual(["Duellist", "Scholar"].flatMap((who) => [["may drag", who, ".draggable", true], ["may drop", who, true]]));
    const before = Number(await stage.run(`return game.actors.getName("Scholar").items.size;`));
    await stage.page.dragAndDrop(`${FROM} >> .bag-list li >> nth=0`, `${TO} >> .bag-list`);
    await expect.poll(() => stage.run(`return heard.some(([word]) => word === "item");`)).toBe(true);
    const uuid = await stage.run(`return game.actors.getName("Duellist").items.contents[0].uuid;`);
    expect(await stage.run(`return heard.splice(0).filter(([word]) => !word.startsWith("may"));`)).toEqual([
      ["drag", "Duellist", "Item", uuid], ["over", "Scholar", "dragover"], ["drop", "Scholar", "Item"], ["hook", "Scholar", true, "Item"], ["item", "Scholar", true, "Duellist's blade", true],
    ]);
    expect(await stage.run(`return game.actors.getName("Scholar").items.size;`)).toBe(before + 1);
    await stage.run(`await closeBags();`);
  });

  it("ActorSheetV2#_onDropActor is handed a dropped actor, and does nothing by itself", async () => {
    await stage.run(`await openBags(); heard.length = 0;`);
    await stage.page.locator('[role="tab"][data-tab="actors"][data-group="primary"]').click();
    await stage.page.dragAndDrop('#actors .directory-item[data-entry-id]:has-text("Scholar"), .actors-sidebar .directory-item[data-entry-id]:has-text("Scholar")', `${FROM} >> .bag-list`);
    await expect.poll(() => stage.run(`return heard.filter(([word]) => ["actor", "hook"].includes(word));`)).toEqual([["hook", "Duellist", true, "Actor"], ["actor", "Duellist", true, "Scholar", null]]);
    await stage.run(`await closeBags();`);
  });

  it("lets nothing be dragged out, and nothing dropped, where the sheet says no", async () => {
    await stage.run(`Bags.may.drag = false; Bags.may.drop = false; await openBags(); heard.length = 0;`);
    expect(await stage.run(`return bags[0].element.querySelector(".bag-list li").draggable;`)).toBe(false);
    await stage.run(`
      const transfer = new DataTransfer();
      transfer.setData("text/plain", JSON.stringify(game.actors.getName("Duellist").items.contents[0].toDragData()));
      bags[1].element.querySelector(".bag-list").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));`);
    expect(await stage.run(`return heard;`)).toEqual([]);
    await stage.run(`Object.assign(Bags.may, { drag: true, drop: true }); await closeBags();`);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.ux.TextEditor.html#getdrageventdata
  it("foundry.applications.ux.TextEditor.getDragEventData reads what a drag carries, and an empty object of anything else", async () => {
    expect(await stage.run(`
      const read = (text) => { const transfer = new DataTransfer(); transfer.setData("text/plain", text); return foundry.applications.ux.TextEditor.getDragEventData(new DragEvent("drop", { dataTransfer: transfer })); };
      return [read('{ "type": "Item", "uuid": "Item.x" }'), read("words"), read("7")];`)).toEqual([{ type: "Item", uuid: "Item.x" }, {}, {}]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.ux.DragDrop.html
  it("foundry.applications.ux.DragDrop ties its callbacks to what its selectors find, where its permissions allow", async () => {
    await stage.run(`
      globalThis.field = document.createElement("div");
      field.id = "drag-field";
      Object.assign(field.style, { position: "fixed", left: "40px", top: "400px", zIndex: 500, background: "#333" });
      field.innerHTML = '<p class="piece">Piece</p><p class="fixed">Fixed</p><p class="goal" style="padding: 20px">Goal</p>';
      document.body.append(field);
      heard.length = 0;
      new foundry.applications.ux.DragDrop({
        dragSelector: ".piece, .fixed", dropSelector: ".goal",
        permissions: { dragstart: (selector) => { heard.push(["drag?", selector]); return true; }, drop: (selector) => { heard.push(["drop?", selector]); return true; } },
        callbacks: { dragstart: (event) => { event.dataTransfer.setData("text/plain", "piece"); heard.push(["start", event.currentTarget.className]); }, drop: (event) => { heard.push(["drop", event.currentTarget.className, event.dataTransfer.getData("text/plain")]); } },
      }).bind(field);`);
    await stage.page.dragAndDrop("#drag-field .piece", "#drag-field .goal");
    expect(await stage.run(`field.remove(); return heard.splice(0);`)).toEqual([["drag?", ".piece, .fixed"], ["drop?", ".goal"], ["start", "piece"], ["drop", "goal", "piece"]]);
  });

  // https://foundryvtt.com/api/functions/hookEvents.hotbarDrop.html
  it("Hooks hotbarDrop is asked with the hotbar, the data and the slot, and false keeps the hotbar from making anything of it", async () => {
    await stage.run(`await openBags(); heard.length = 0; globalThis.asked = []; globalThis.allows = false; Hooks.on("hotbarDrop", (hotbar, data, slot) => { asked.push([hotbar === ui.hotbar, data.type, slot]); return allows; });`);
    const drag = async (slot: number): Promise<void> => stage.page.dragAndDrop(`${FROM} >> .bag-list li >> nth=0`, `#hotbar [data-slot="${slot}"]`);
    const macros = await stage.run(`return game.macros.size;`);
    await drag(3);
    await expect.poll(() => stage.run(`return asked;`)).toEqual([[true, "Item", 3]]);
    await stage.run(`allows = true;`);
    await drag(4);
    await expect.poll(() => stage.run(`return game.user.hotbar[4] !== undefined;`)).toBe(true);
    expect(await stage.run(`await closeBags(); return [asked.at(-1), game.user.hotbar[3] ?? null, game.macros.size, game.macros.get(game.user.hotbar[4]).type];`)).toEqual([[true, "Item", 4], null, Number(macros) + 1, "script"]);
  });
});
