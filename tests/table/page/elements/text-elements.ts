import { host } from "../host";
import type { PlainObject } from "../plain";
import { AbstractFormInputElement } from "./form-element";
import { tagElement } from "./tag";

/**
 * `<prose-mirror>`: a rich text input. Shows its content, or with `toggled` a button that opens the editor; here a
 * `contenteditable` with a few commands and a source view.
 * https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLProseMirrorElement.html
 */
export class HTMLProseMirrorElement extends AbstractFormInputElement<string> {
  static tagName = "prose-mirror";
  #area: HTMLElement | null = null;
  #toolbar: HTMLElement | null = null;
  #toggle: HTMLButtonElement | null = null;
  #enriched = "";
  #open = false;

  constructor() {
    super("");
  }

  static create(config: PlainObject & { name?: string; value?: string; enriched?: string; toggled?: boolean; editable?: boolean; height?: number; classes?: string }): HTMLProseMirrorElement {
    const element = document.createElement("prose-mirror") as HTMLProseMirrorElement;
    if (config.name) element.setAttribute("name", config.name);
    element.setAttribute("value", String(config.value ?? ""));
    if (config.toggled) element.setAttribute("toggled", "");
    if (config.classes) element.className = config.classes;
    if (config.enriched) element.innerHTML = config.enriched;
    return element;
  }

  get open(): boolean {
    return this.#open;
  }
  set open(open: boolean) {
    this.#open = open;
    this.classList.toggle("active", open);
    this.classList.toggle("inactive", !open);
    this.refresh();
    if (open) this.#area?.focus();
    this.dispatchEvent(new Event(open ? "open" : "close", { bubbles: true }));
  }

  isDirty(): boolean {
    return this.#open && this.#area?.innerHTML !== this.value;
  }

  protected override readInitial(): void {
    this.#enriched = this.innerHTML;
    const given = this.getAttribute("value");
    this.keepQuietly(given ?? this.innerHTML);
    this.removeAttribute("value");
    this.#open = !this.hasAttribute("toggled");
    this.classList.add(this.#open ? "active" : "inactive");
  }

  protected override build(): Element[] {
    const toolbar = document.createElement("menu");
    toolbar.className = "editor-menu";
    const commands: [string, string, string][] = [
      ["bold", "fa-solid fa-bold", "Bold"],
      ["italic", "fa-solid fa-italic", "Italic"],
      ["insertUnorderedList", "fa-solid fa-list-ul", "List"],
      ["formatBlock", "fa-solid fa-heading", "Heading"],
    ];
    for (const [command, icon, label] of commands) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = icon;
      button.ariaLabel = label;
      button.addEventListener("mousedown", (event) => event.preventDefault());
      button.addEventListener("click", () => document.execCommand(command, false, command === "formatBlock" ? "h2" : undefined));
      toolbar.append(button);
    }
    if (this.hasAttribute("toggled")) {
      const save = document.createElement("button");
      save.type = "button";
      save.className = "fa-solid fa-floppy-disk editor-save";
      save.ariaLabel = "Save";
      save.addEventListener("click", () => this.#save());
      toolbar.append(save);
    }
    const area = document.createElement("div");
    area.className = "editor-content";
    area.setAttribute("role", "textbox");
    area.setAttribute("aria-multiline", "true");
    area.addEventListener("blur", () => {
      if (this.#open && !this.hasAttribute("toggled") && this.isDirty()) this.commit(area.innerHTML);
    });
    area.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.hasAttribute("toggled") && this.#open) {
        event.stopPropagation();
        this.open = false;
      }
      if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.#save();
      }
    });
    area.addEventListener("drop", (event) => void this.#onDrop(event));
    const toggle = document.createElement("button");
    toggle.type = "button";
    toggle.className = "icon toggle fa-solid fa-pen-to-square";
    toggle.ariaLabel = "Edit";
    toggle.addEventListener("click", () => {
      this.open = true;
    });
    this.#area = area;
    this.#toolbar = toolbar;
    this.#toggle = toggle;
    return [toggle, toolbar, area];
  }

  #save(): void {
    const html = this.#area?.innerHTML ?? "";
    const changed = html !== this.value;
    this.#enriched = html;
    if (changed) this.commit(html);
    this.dispatchEvent(new Event("save", { bubbles: true }));
    if (this.hasAttribute("toggled")) this.open = false;
  }

  async #onDrop(event: DragEvent): Promise<void> {
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (!text.startsWith("{")) return;
    event.preventDefault();
    event.stopPropagation();
    const { uuid } = JSON.parse(text) as { uuid?: string };
    const found = uuid ? await host.utils.fromUuid(uuid) : null;
    if (found && uuid) document.execCommand("insertText", false, `@UUID[${uuid}]{${found.name}}`);
  }

  protected override refresh(): void {
    const editing = this.#open && this.editable;
    if (this.#area) {
      this.#area.contentEditable = String(editing);
      const shown = editing ? this.value : this.#enriched || this.value;
      if (this.#area.innerHTML !== shown) this.#area.innerHTML = shown;
    }
    if (this.#toolbar) this.#toolbar.hidden = !editing;
    if (this.#toggle) this.#toggle.hidden = editing || !this.editable || !this.hasAttribute("toggled");
  }
}

/** `<string-tags>`: free words as removable tags. https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLStringTagsElement.html */
export class HTMLStringTagsElement extends AbstractFormInputElement<string[]> {
  static tagName = "string-tags";
  #tags: HTMLElement | null = null;
  #input: HTMLInputElement | null = null;

  constructor() {
    super([]);
  }

  protected override readInitial(): void {
    const text = this.getAttribute("value") ?? this.textContent ?? "";
    this.keepQuietly(text.split(",").map((tag) => tag.trim()).filter(Boolean));
  }

  protected override build(): Element[] {
    const tags = document.createElement("div");
    tags.className = "tags input-element-tags";
    const input = document.createElement("input");
    input.type = "text";
    input.placeholder = this.getAttribute("placeholder") ?? "";
    const add = (): void => {
      const tag = input.value.trim();
      input.value = "";
      if (tag && !this.value.includes(tag)) this.commit([...this.value, tag]);
    };
    input.addEventListener("change", (event) => {
      event.stopPropagation();
      add();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      add();
    });
    this.#tags = tags;
    this.#input = input;
    return [tags, input];
  }

  protected override refresh(): void {
    if (this.#input) this.#input.disabled = !this.editable;
    this.#tags?.replaceChildren(...this.value.map((tag) => tagElement({ key: tag, label: tag, editable: this.editable, remove: () => this.commit(this.value.filter((other) => other !== tag)) })));
  }
}

/** `<document-tags>`: UUIDs of documents, dropped or typed. https://foundryvtt.com/api/v14/classes/foundry.applications.elements.HTMLDocumentTagsElement.html */
export class HTMLDocumentTagsElement extends AbstractFormInputElement<string | string[] | null> {
  static tagName = "document-tags";
  #tags: HTMLElement | null = null;

  constructor() {
    super(null);
  }

  get #uuids(): string[] {
    const { value } = this;
    return Array.isArray(value) ? value : value ? [value] : [];
  }

  #keep(uuids: string[]): string | string[] | null {
    return this.hasAttribute("single") ? (uuids.at(-1) ?? null) : uuids;
  }

  protected override readInitial(): void {
    const text = this.getAttribute("value") ?? this.textContent ?? "";
    this.keepQuietly(this.#keep(text.split(",").map((uuid) => uuid.trim()).filter(Boolean)));
  }

  protected override build(): Element[] {
    const tags = document.createElement("div");
    tags.className = "tags input-element-tags";
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      event.stopPropagation();
      try {
        const data = JSON.parse(event.dataTransfer?.getData("text/plain") ?? "") as { uuid?: string; type?: string };
        const wanted = this.getAttribute("type");
        if (!data.uuid || (wanted && data.type !== wanted) || !this.editable) return;
        this.commit(this.#keep([...this.#uuids, data.uuid]));
      } catch {
        host.notify("warn", "This cannot be dropped here.");
      }
    });
    this.#tags = tags;
    return [tags];
  }

  protected override refresh(): void {
    this.#tags?.replaceChildren(
      ...this.#uuids.map((uuid) => {
        const label = host.utils.fromUuidSync(uuid, { strict: false })?.name ?? uuid;
        return tagElement({ key: uuid, label, editable: this.editable, remove: () => this.commit(this.#keep(this.#uuids.filter((other) => other !== uuid))) });
      }),
    );
  }
}
