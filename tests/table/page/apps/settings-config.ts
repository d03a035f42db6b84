import { ApplicationV2 } from "../api/application-v2";
import type { ApplicationRenderOptions, RenderContext } from "../api/types";
import { host, type SettingRecord } from "../host";
import { elementOf, escapeText, type PlainObject } from "../plain";
import type { FormDataExtended } from "../ux/form-data-extended";

interface FieldLike {
  toFormGroup(group: PlainObject, input: PlainObject): HTMLElement;
}

function isField(value: unknown): value is FieldLike {
  return typeof value === "object" && value !== null && "toFormGroup" in value;
}

/** https://foundryvtt.com/api/v14/classes/foundry.applications.settings.SettingsConfig.html */
export class SettingsConfig extends ApplicationV2 {
  static override DEFAULT_OPTIONS: PlainObject = {
    id: "settings-config",
    classes: ["settings-config"],
    tag: "form",
    window: { title: "Configure settings", icon: "fa-solid fa-gears", resizable: true, contentClasses: ["standard-form"] },
    position: { width: 640, height: 600 },
    actions: { openSubmenu: SettingsConfig.#onOpenSubmenu },
    form: { handler: SettingsConfig.#onSubmit, closeOnSubmit: true },
  };

  override async _renderHTML(_context: RenderContext, _options: ApplicationRenderOptions): Promise<HTMLElement> {
    const { game } = host;
    const mayWorld = game.user.isGM || game.user.hasPermission("SETTINGS_MODIFY");
    const groups = new Map<string, HTMLElement[]>();
    const add = (namespace: string, element: HTMLElement): void => void groups.set(namespace, [...(groups.get(namespace) ?? []), element]);
    for (const [key, menu] of game.settings.menus) {
      if (menu.restricted && !game.user.isGM) continue;
      add(
        menu.namespace,
        elementOf(
          `<div class="form-group submenu"><label>${escapeText(host.localize(menu.name))}</label><div class="form-fields"><button type="button" data-action="openSubmenu" data-key="${escapeText(key)}"><i class="${escapeText(menu.icon ?? "fa-solid fa-gear")}" inert></i> <span>${escapeText(host.localize(menu.label))}</span></button></div><p class="hint">${escapeText(host.localize(menu.hint ?? ""))}</p></div>`,
        ),
      );
    }
    for (const [id, setting] of game.settings.settings) {
      if (!setting.config || (setting.scope === "world" && !mayWorld)) continue;
      add(setting.namespace, this.#field(id, setting));
    }
    const root = document.createElement("div");
    root.className = "settings-list scrollable";
    for (const [namespace, elements] of groups) {
      const section = document.createElement("fieldset");
      section.dataset.category = namespace;
      const legend = document.createElement("legend");
      legend.textContent = namespace === game.system.id ? game.system.title : namespace === "core" ? "Practice table" : namespace;
      section.append(legend, ...elements);
      root.append(section);
    }
    if (groups.size === 0) root.append("There are no settings.");
    const footer = elementOf('<footer class="form-footer"><button type="submit"><i class="fa-solid fa-floppy-disk" inert></i> Save</button></footer>');
    const layout = document.createElement("div");
    layout.className = "settings-config-layout";
    layout.append(root, footer);
    return layout;
  }

  #field(id: string, setting: SettingRecord): HTMLElement {
    const value = host.game.settings.get(setting.namespace, setting.key);
    const name = host.localize(setting.name ?? setting.key);
    const hint = host.localize(setting.hint ?? "");
    if (isField(setting.type)) return setting.type.toFormGroup({ label: name, hint, localize: true }, { name: id, value });
    const inputId = `setting-${id.replaceAll(".", "-")}`;
    const choices = typeof setting.choices === "function" ? setting.choices() : setting.choices;
    let input: string;
    if (choices) {
      const options = Object.entries(choices).map(([key, label]) => `<option value="${escapeText(key)}"${String(value) === key ? " selected" : ""}>${escapeText(host.localize(label))}</option>`);
      input = `<select id="${inputId}" name="${escapeText(id)}"${setting.type === Number ? ' data-dtype="Number"' : ""}>${options.join("")}</select>`;
    } else if (setting.type === Boolean) input = `<input type="checkbox" id="${inputId}" name="${escapeText(id)}"${value ? " checked" : ""}>`;
    else if (setting.type === Number && setting.range) input = `<range-picker id="${inputId}" name="${escapeText(id)}" value="${Number(value)}" min="${setting.range.min ?? 0}" max="${setting.range.max ?? 1}" step="${setting.range.step ?? 1}"></range-picker>`;
    else if (setting.type === Number) input = `<input type="number" step="any" id="${inputId}" name="${escapeText(id)}" value="${escapeText(String(value ?? ""))}">`;
    else input = `<input type="text" id="${inputId}" name="${escapeText(id)}" value="${escapeText(String(value ?? ""))}">`;
    const scope = setting.scope === "world" ? "World" : setting.scope === "user" ? "User" : "This browser";
    return elementOf(`<div class="form-group" data-setting-id="${escapeText(id)}"><label for="${inputId}">${escapeText(name)} <small class="scope">${scope}</small></label><div class="form-fields">${input}</div>${hint ? `<p class="hint">${escapeText(hint)}</p>` : ""}</div>`);
  }

  override _replaceHTML(result: unknown, content: HTMLElement): void {
    if (result instanceof HTMLElement) content.replaceChildren(result);
  }

  static async #onSubmit(this: unknown, _event: Event, _form: HTMLFormElement, formData: FormDataExtended): Promise<void> {
    let reload = false;
    for (const [id, value] of Object.entries(formData.object)) {
      const setting = host.game.settings.settings.get(id);
      if (!setting) continue;
      const before = host.game.settings.get(setting.namespace, setting.key);
      if (JSON.stringify(before) === JSON.stringify(value)) continue;
      await host.game.settings.set(setting.namespace, setting.key, value);
      reload ||= setting.requiresReload ?? false;
    }
    if (reload) window.location.reload();
  }

  static #onOpenSubmenu(this: unknown, _event: PointerEvent, target: HTMLElement): void {
    const menu = host.game.settings.menus.get(target.dataset.key ?? "");
    if (!menu) return;
    const Type = menu.type;
    void new Type().render(true);
  }
}
