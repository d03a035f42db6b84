// A tiny system for trying the page in a browser: one window of two parts, and one sheet with a list of items.
const { ApplicationV2, HandlebarsApplicationMixin } = foundry.applications.api;
const { ActorSheetV2 } = foundry.applications.sheets;

class Notebook extends HandlebarsApplicationMixin(ApplicationV2) {
  static DEFAULT_OPTIONS = {
    id: "notebook",
    classes: ["notebook"],
    tag: "form",
    window: { title: "Notebook", resizable: true },
    position: { width: 420, height: 360 },
    actions: { poke: { handler: Notebook.poke, buttons: [0, 2] } },
    form: { handler: Notebook.keep, submitOnChange: true },
  };

  static PARTS = {
    heading: { template: "systems/fatewalker/templates/heading.hbs" },
    body: { template: "systems/fatewalker/templates/body.hbs", scrollable: [".scroll"] },
  };

  static TABS = { primary: { tabs: [{ id: "one" }, { id: "two" }], initial: "one" } };

  count = 1;
  kept = null;
  pokes = [];

  async _prepareContext(options) {
    return Object.assign(await super._prepareContext(options), { count: this.count });
  }

  static async keep(event, form, formData) {
    this.kept = formData.object;
  }

  static poke(event, target) {
    this.pokes.push([this.id, event.button, target.dataset.action]);
  }
}

class BagSheet extends HandlebarsApplicationMixin(ActorSheetV2) {
  static DEFAULT_OPTIONS = { classes: ["bag"], position: { width: 360, height: 400 }, form: { submitOnChange: true } };
  static PARTS = { list: { template: "systems/fatewalker/templates/bag.hbs" } };

  async _prepareContext(options) {
    const items = [...this.actor.items].sort((left, right) => left.sort - right.sort);
    return Object.assign(await super._prepareContext(options), { name: this.actor.name, items: items.map(({ id, name }) => ({ id, name })) });
  }
}

Hooks.once("init", () => {
  globalThis.Notebook = Notebook;
  foundry.applications.apps.DocumentSheetConfig.registerSheet(foundry.documents.Actor, "fatewalker", BagSheet, { makeDefault: true });
});
