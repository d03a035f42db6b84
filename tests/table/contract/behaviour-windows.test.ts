import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type PageStage } from "./behaviour-page";

/* What the methods of windows and sheets do that systems override: when they are called, with what, and what comes of it. */

const MODULE = `
const HEADING = "systems/fatewalker/templates/heading.hbs";
const BAG = "systems/fatewalker/templates/bag.hbs";

globalThis.heard = [];

/** A window without templates that writes down how it comes and goes. */
globalThis.Course = class Course extends ApplicationV2 {
  static DEFAULT_OPTIONS = { id: "course", window: { title: "Course" }, position: { width: 240 } };
  number = 1;
  _configureRenderOptions(options) { super._configureRenderOptions(options); heard.push(["configure", options.isFirstRender, options.force === true, options.window.title ?? null]); options.mark = "m" + this.number; }
  async _prepareContext(options) { heard.push(["context", options.mark]); return { ...(await super._prepareContext(options)), number: this.number }; }
  async _renderFrame(options) { const frame = await super._renderFrame(options); heard.push(["frame", options.mark, frame.id, frame.isConnected]); frame.classList.add("of-course"); return frame; }
  async _renderHTML(context, options) { heard.push(["html", context.number]); const words = document.createElement("p"); words.textContent = "Number " + context.number; return words; }
  _replaceHTML(result, content, options) { content.replaceChildren(result); }
  async _onFirstRender(context, options) { await super._onFirstRender(context, options); heard.push(["first", context.number, this.element.isConnected, this.element.innerText.includes("Number 1")]); }
  async _onRender(context, options) { await super._onRender(context, options); heard.push(["render", context.number, options.mark]); }
  _onClose(options) { super._onClose(options); heard.push(["close", options.mark, this.rendered]); }
};
Hooks.on("renderCourse", (app, element, context, options) => { heard.push(["hook", element === app.element, context.number, options.mark]); });
Hooks.on("closeCourse", (app) => { heard.push(["closed", app instanceof Course]); });

/** Two parts; each is told apart by its context. */
globalThis.Parts = class Parts extends HandlebarsApplicationMixin(ApplicationV2) {
  static DEFAULT_OPTIONS = { id: "parts" };
  static PARTS = { one: { template: HEADING }, two: { template: HEADING } };
  static TABS = { primary: { tabs: [{ id: "one" }, { id: "two" }], initial: "two" } };
  async _prepareContext(options) { return { ...(await super._prepareContext(options)), count: 0, list: [] }; }
  async _preparePartContext(partId, context, options) {
    const prepared = await super._preparePartContext(partId, context, options);
    prepared.count = prepared.count + (partId === "one" ? 1 : 2);
    heard.push([partId, prepared.partId, prepared.tab?.id ?? null, prepared.tab?.active ?? null, options.parts, prepared === context]);
    return prepared;
  }
};

/** An actor's sheet that writes down what becomes of its form. */
globalThis.Form = class Form extends HandlebarsApplicationMixin(foundry.applications.sheets.ActorSheetV2) {
  static DEFAULT_OPTIONS = { classes: ["form-of-mine"], position: { width: 300, left: 200, top: 60 }, form: { submitOnChange: true } };
  static PARTS = { list: { template: BAG } };
  static mode = "all";
  async _prepareContext(options) { return { ...(await super._prepareContext(options)), name: this.document.name }; }
  _onChangeForm(formConfig, event) {
    heard.push(["change", formConfig.submitOnChange, event.target.name, event.target.value]);
    if (Form.mode !== "none") super._onChangeForm(formConfig, event);
  }
  _processFormData(event, form, formData) {
    const data = super._processFormData(event, form, formData);
    heard.push(["process", event?.type ?? null, form === this.form, formData.object.name, data.name]);
    if (Form.mode === "throw") throw new Error("Not like this");
    data.flags = { fatewalker: { seen: true } };
    return data;
  }
  async _processSubmitData(event, form, submitData, options) {
    heard.push(["submit", submitData.name, submitData.flags?.fatewalker?.seen ?? null, options?.mark ?? null]);
    return Form.mode === "kept" ? undefined : super._processSubmitData(event, form, submitData, options);
  }
};
`;

describe.each([13, 14] as const)("windows and their methods, generation %i", (generation) => {
  let stage: PageStage;

  beforeAll(async () => {
    stage = await openStage(generation, MODULE);
  });
  afterAll(() => stage.dispose());

  // https://foundryvtt.com/api/classes/foundry.applications.api.ApplicationV2.html, https://foundryvtt.com/api/interfaces/foundry.applications.types.ApplicationRenderOptions.html
  it("ApplicationV2#render goes through ApplicationV2#_configureRenderOptions, ApplicationV2#_prepareContext, ApplicationV2#_renderFrame (once), ApplicationV2#_onFirstRender (once) and ApplicationV2#_onRender, and is told of last", async () => {
    expect(await stage.run(`
      heard.length = 0;
      globalThis.course = new Course();
      const before = course.state;
      await course.render();
      const unforced = [heard.length, course.rendered, course.element];
      const back = await course.render({ force: true });
      return [before, unforced, back === course, course.state, course.element.classList.contains("of-course"), heard.splice(0)];`)).toEqual([0, [0, false, null], true, 2, true, [
      ["configure", true, true, "Course"], ["context", "m1"], ["frame", "m1", "course", false], ["html", 1], ["first", 1, true, true], ["render", 1, "m1"], ["hook", true, 1, "m1"],
    ]]);
    expect(await stage.run(`
      const { element } = course;
      course.number = 2;
      await course.render();
      return [course.element === element, element.querySelector("p").textContent, heard.splice(0)];`)).toEqual([true, "Number 2", [["configure", false, false, null], ["context", "m2"], ["html", 2], ["render", 2, "m2"], ["hook", true, 2, "m2"]]]);
  });

  it("ApplicationV2#close takes the window away, then calls ApplicationV2#_onClose with its options, and says so; a closed window renders only when forced, anew", async () => {
    expect(await stage.run(`
      const listened = new Promise((resolve) => course.addEventListener("close", () => resolve(true), { once: true }));
      const back = await course.close({ mark: 7, animate: false });
      const after = [back === course, course.state, course.element, document.getElementById("course"), await listened, heard.splice(0)];
      await course.close();
      await course.render();
      const silent = [heard.splice(0), course.rendered];
      await course.render({ force: true });
      const again = heard.splice(0).map(([word]) => word);
      await course.close({ animate: false });
      return [after, silent, again];`)).toEqual([[true, -1, null, null, true, [["close", 7, false], ["closed", true]]], [[], false], ["configure", "context", "frame", "html", "first", "render", "hook"]]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.api.ApplicationV2.html#changetab, https://foundryvtt.com/api/classes/foundry.applications.api.ApplicationV2.html#tabgroups
  it("ApplicationV2#changeTab shows a tab of its group and keeps it in tabGroups; rendering with a tab shows it without calling that", async () => {
    expect(await stage.run(`
      globalThis.Tabbed = class extends Notebook {
        static DEFAULT_OPTIONS = { id: "tabbed" };
        calls = [];
        changeTab(tab, group, options) { this.calls.push([tab, group]); super.changeTab(tab, group, options); }
      };
      globalThis.tabbed = new Tabbed();
      await tabbed.render({ force: true });
      globalThis.shownTabs = () => [tabbed.tabGroups.primary, [...tabbed.element.querySelectorAll(".tab.active, nav .active")].map(({ localName, dataset }) => localName + " " + dataset.tab)];
      const seen = [shownTabs()];
      tabbed.changeTab("two", "primary");
      seen.push(shownTabs());
      await tabbed.render();
      seen.push(shownTabs());
      const calls = tabbed.calls.splice(0);
      await tabbed.render({ tab: "one" });
      return [seen, calls, shownTabs(), tabbed.calls];`)).toEqual([
      [["one", ["button one", "div one"]], ["two", ["button two", "div two"]], ["two", ["button two", "div two"]]],
      [["two", "primary"]], ["one", ["button one", "div one"]], [],
    ]);
    await stage.page.click("#tabbed nav [data-tab=two]");
    expect(await stage.run(`const seen = [tabbed.calls, shownTabs()]; await tabbed.close({ animate: false }); return seen;`)).toEqual([[["two", "primary"]], ["two", ["button two", "div two"]]]);
    await expect(stage.run(`new Tabbed().changeTab("", "primary");`)).rejects.toThrow();
  });

  // https://foundryvtt.com/api/functions/foundry.applications.api.HandlebarsApplicationMixin.html
  it("HandlebarsApplication#_preparePartContext prepares each part that is rendered, from a context of its own, with its tab", async () => {
    expect(await stage.run(`
      heard.length = 0;
      globalThis.parts = new Parts();
      await parts.render({ force: true });
      const first = heard.splice(0);
      const words = [...parts.element.querySelectorAll(".heading")].map(({ textContent, dataset }) => [dataset.applicationPart, textContent]);
      await parts.render({ parts: ["two"] });
      const second = heard.splice(0);
      await parts.close({ animate: false });
      return [first, words, second];`)).toEqual([
      [["one", "parts-one", "one", false, ["one", "two"], true], ["two", "parts-two", "two", true, ["one", "two"], true]],
      [["one", "Count 1"], ["two", "Count 2"]],
      [["two", "parts-two", "two", true, ["two"], true]],
    ]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.api.DocumentSheetV2.html
  it("DocumentSheetV2#_onChangeForm hears a change, DocumentSheetV2#_processFormData makes data of the form, DocumentSheetV2#_processSubmitData writes it", async () => {
    await stage.run(`heard.length = 0; globalThis.actor = game.actors.getName("Duellist"); globalThis.form = new Form({ document: actor }); await form.render({ force: true });`);
    await stage.page.fill(".form-of-mine input[name=name]", "Fencer");
    await stage.page.press(".form-of-mine input[name=name]", "Tab");
    await expect.poll(() => stage.run(`return actor.name;`)).toBe("Fencer");
    expect(await stage.run(`return [heard.splice(0), actor.getFlag("fatewalker", "seen")];`)).toEqual([[["change", true, "name", "Fencer"], ["process", "change", true, "Fencer", "Fencer"], ["submit", "Fencer", true, null]], true]);
    // From code, with more data and with options for the update.
    expect(await stage.run(`await form.submit({ updateData: { name: "Duellist" }, mark: 3 }); return [heard.splice(0), actor.name];`)).toEqual([[["process", "submit", true, "Fencer", "Fencer"], ["submit", "Duellist", true, 3]], "Duellist"]);
  });

  it("is cancelled where a step does not go on to the next, and where one throws", async () => {
    const type = async (name: string): Promise<void> => {
      await stage.page.fill(".form-of-mine input[name=name]", name);
      await stage.page.press(".form-of-mine input[name=name]", "Tab");
    };
    await stage.run(`Form.mode = "none";`);
    await type("Nobody");
    expect(await stage.run(`return [heard.splice(0), actor.name];`)).toEqual([[["change", true, "name", "Nobody"]], "Duellist"]);
    await stage.run(`Form.mode = "kept";`);
    await type("Keeper");
    await expect.poll(() => stage.run(`return heard.map(([word]) => word);`)).toEqual(["change", "process", "submit"]);
    expect(await stage.run(`heard.length = 0; return actor.name;`)).toBe("Duellist");
    await stage.run(`Form.mode = "throw";`);
    await type("Thrower");
    await expect.poll(() => stage.run(`return ui.notifications.messages.at(-1)?.message ?? null;`)).toBe("Not like this");
    expect(await stage.run(`Form.mode = "all"; await form.close({ animate: false }); return [heard.splice(0).map(([word]) => word), actor.name];`)).toEqual([["change", "process"], "Duellist"]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.api.DialogV2.html#wait
  it("foundry.applications.api.DialogV2 is a window of buttons that tells which was pressed, with what stood in its form", async () => {
    const asked = stage.run(`
      return foundry.applications.api.DialogV2.wait({
        window: { title: "Which?" }, content: '<input name="count" type="number" value="2">',
        buttons: [{ action: "less", label: "Less", callback: () => "fewer" }, { action: "more", label: "More", default: true, callback: (event, button, dialog) => [button.dataset.action, button.form.elements.count.value, dialog instanceof foundry.applications.api.DialogV2] }],
      });`);
    const dialog = stage.page.locator(".application.dialog").last();
    await dialog.locator("input[name=count]").fill("5");
    expect(await dialog.locator("button[data-action=less], button[data-action=more]").allInnerTexts()).toEqual(["Less", "More"]);
    await dialog.locator("button[data-action=more]").click();
    expect(await asked).toEqual(["more", "5", true]);
  });

  // https://foundryvtt.com/api/v14/interfaces/foundry.DialogV2WaitOptions.html
  it("foundry.applications.api.DialogV2.wait calls its close callback however the dialog was closed, whose answer counts when it was dismissed", async () => {
    const ask = (): Promise<unknown> => stage.run(`
      return foundry.applications.api.DialogV2.wait({
        window: { title: "Stay?" }, buttons: [{ action: "stay", label: "Stay" }], close: (event, dialog) => { heard.push(["left", event.type, dialog.submitted]); return "gone"; },
      });`);
    const heard = (): Promise<unknown> => stage.run(`return heard.filter(([word]) => word === "left");`);
    await stage.run(`heard.length = 0; return null;`);
    const pressed = ask();
    await stage.page.locator(".application.dialog button[data-action=stay]").click();
    expect(await pressed).toBe("stay");
    await expect.poll(heard).toEqual([["left", "close", true]]);
    await stage.run(`heard.length = 0; return null;`);
    const dismissed = ask();
    await stage.page.locator(".application.dialog button[data-action=stay]").waitFor();
    await stage.page.locator(".application.dialog button[data-action=stay]").press("Escape");
    expect(await dismissed).toBe("gone");
    expect(await heard()).toEqual([["left", "close", false]]);
  });

  // https://foundryvtt.com/api/v14/classes/foundry.applications.elements.AbstractFormInputElement.html
  it("foundry.applications.elements.AbstractFormInputElement is the base of a system's own input, whose value a form reads", async () => {
    expect(await stage.run(`
      class Clock extends foundry.applications.elements.AbstractFormInputElement {
        static tagName = "probe-clock";
        constructor(options) { super(options); this._value = Number(this.getAttribute("value")); }
        _buildElements() { this.button = document.createElement("button"); this.button.type = "button"; return [this.button]; }
        _activateListeners() { this.button.addEventListener("click", () => { this.value = this._value + 1; }); }
        _refresh() { this.button.textContent = String(this._value); }
        _setValue(value) { this._value = Math.min(value, 4); }
        _toggleDisabled(disabled) { this.button.disabled = disabled; }
      }
      customElements.define(Clock.tagName, Clock);
      const form = document.createElement("form");
      form.innerHTML = '<probe-clock name="filled" value="3"></probe-clock>';
      document.body.append(form);
      const said = [];
      form.addEventListener("change", (event) => said.push([event.target.name, event.target.value]));
      const [clock] = form.children;
      const before = [clock.value, clock.textContent, said.length];
      clock.button.click();
      clock.button.click();
      const object = new foundry.applications.ux.FormDataExtended(form).object;
      clock.disabled = true;
      const disabled = clock.button.disabled;
      form.remove();
      return [before, said, clock.textContent, object, disabled];`)).toEqual([[3, "3", 0], [["filled", 4], ["filled", 4]], "4", { filled: 4 }, true]);
  });

  // https://foundryvtt.com/api/classes/foundry.documents.collections.CompendiumCollection.html#render
  it("foundry.documents.collections.CompendiumCollection#render opens the one window of a pack", async () => {
    expect(await stage.run(`
      const [pack] = game.packs;
      await pack.render(true);
      await pack.render(true);
      const [window] = pack.apps;
      const shown = [pack.apps.length, window instanceof foundry.applications.sidebar.apps.Compendium, pack.applicationClass === window.constructor, window.rendered, window.title === pack.title];
      await window.close({ animate: false });
      return [shown, window.rendered];`)).toEqual([[1, true, true, true, true], false]);
  });

  // https://foundryvtt.com/api/classes/foundry.applications.apps.FilePicker.html
  it("foundry.applications.apps.FilePicker.implementation hands the chosen path to its callback", async () => {
    await stage.run(`globalThis.picked = null; await new foundry.applications.apps.FilePicker.implementation({ type: "image", current: "icons/svg/sun.svg", callback: (path) => { picked = path; } }).render({ force: true });`);
    const picker = stage.page.locator(".application.file-picker");
    expect(await picker.locator("input[type=text]").inputValue()).toBe("icons/svg/sun.svg");
    await picker.locator("input[type=text]").fill("icons/svg/moon.svg");
    await picker.locator("[data-action=choose]").click();
    await expect.poll(() => stage.run(`return picked;`)).toBe("icons/svg/moon.svg");
  });

  // https://foundryvtt.com/api/functions/foundry.applications.handlebars.renderTemplate.html
  it("foundry.applications.handlebars.renderTemplate makes markup of a template and data, escaped", async () => {
    expect(await stage.run(`return (await foundry.applications.handlebars.renderTemplate(HEADING_PATH, { count: "<b>" })).trim();`.replace("HEADING_PATH", `"systems/fatewalker/templates/heading.hbs"`))).toBe('<header class="heading">Count &lt;b&gt;</header>');
  });
});
