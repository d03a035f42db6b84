import { host, type HostDocument, type IndexEntry } from "../host";
import { escapeText, type PlainObject } from "../plain";

export interface EnrichmentOptions {
  secrets?: boolean;
  documents?: boolean;
  links?: boolean;
  rolls?: boolean;
  embeds?: boolean;
  custom?: boolean;
  rollData?: PlainObject | (() => PlainObject);
  relativeTo?: HostDocument;
  [key: string]: unknown;
}

interface TextEditorEnricher {
  id?: string;
  pattern: RegExp;
  enricher: (match: RegExpMatchArray, options: EnrichmentOptions) => Promise<HTMLElement | null> | HTMLElement | null;
  onRender?: (element: HTMLElement) => unknown;
  replaceParent?: boolean;
}

const DOCUMENT_ICONS: Record<string, string> = {
  Actor: "fa-solid fa-user",
  Item: "fa-solid fa-suitcase",
  JournalEntry: "fa-solid fa-book-open",
  JournalEntryPage: "fa-solid fa-file-lines",
  Macro: "fa-solid fa-code",
  Scene: "fa-solid fa-map",
  RollTable: "fa-solid fa-table-list",
};

const CONTENT_LINK = /@(UUID|Actor|Item|JournalEntry|Macro|RollTable|Scene|Compendium)\[([^#\]]+)(?:#([^\]]+))?\](?:\{([^}]+)\})?/g;
const INLINE_ROLL = /\[\[(\/[a-z]+\s)?(.*?)(\]{2,3})(?:\{([^}]+)\})?/gi;

/**
 * Enriched text. https://foundryvtt.com/api/v14/classes/foundry.applications.ux.TextEditor.html,
 * https://foundryvtt.com/article/journal/ (content links, inline rolls)
 */
export class TextEditor {
  static implementation: typeof TextEditor = TextEditor;

  static async enrichHTML(content: string | null | undefined, options: EnrichmentOptions = {}): Promise<string> {
    const { documents = true, links = true, rolls = true, custom = true, secrets = options.relativeTo?.isOwner ?? false } = options;
    const container = document.createElement("div");
    container.innerHTML = content ?? "";
    if (!secrets) for (const secret of container.querySelectorAll("section.secret:not(.revealed)")) secret.remove();
    if (documents) await replaceText(container, CONTENT_LINK, (match) => createContentLink(match, options));
    if (links) await replaceText(container, /(?<![\w/"'=])https?:\/\/[^\s<>"']+/g, (match) => createHyperlink(match[0]));
    if (rolls) await replaceText(container, INLINE_ROLL, (match) => createInlineRoll(match, options));
    if (custom) {
      const textEditor = host.config.TextEditor as { enrichers?: TextEditorEnricher[] } | undefined;
      for (const { pattern, enricher, replaceParent, id, onRender } of textEditor?.enrichers ?? []) {
        await replaceText(
          container,
          pattern,
          async (match) => {
            const element = await enricher(match, options);
            if (!element || !id || !onRender) return element;
            const wrapper = document.createElement("enriched-content");
            wrapper.setAttribute("enricher", id);
            wrapper.append(element);
            return wrapper;
          },
          replaceParent,
        );
      }
    }
    return container.innerHTML;
  }

  /** What was put into a drag's `text/plain`; an empty object when it is nothing of ours. */
  static getDragEventData(event: DragEvent): PlainObject {
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    try {
      const data: unknown = JSON.parse(text);
      return typeof data === "object" && data !== null ? (data as PlainObject) : {};
    } catch {
      return {};
    }
  }

  static getContentLink(eventData: PlainObject, options: { relativeTo?: HostDocument; label?: string } = {}): Promise<string | null> {
    const uuid = typeof eventData.uuid === "string" ? eventData.uuid : null;
    if (!uuid) return Promise.resolve(null);
    return host.utils.fromUuid(uuid).then((found) => (found ? `@UUID[${uuid}]{${options.label ?? found.name}}` : null));
  }

  static decodeHTML(html: string): string {
    const area = document.createElement("textarea");
    area.innerHTML = html;
    return area.value;
  }

  static truncateText(text: string, { maxLength = 50, suffix = "…" }: { maxLength?: number; splitWords?: boolean; suffix?: string | null } = {}): string {
    return text.length <= maxLength ? text : `${text.slice(0, maxLength)}${suffix ?? ""}`;
  }

  /** Clicks and drags of content links and inline rolls anywhere in the page. */
  static activateListeners(): void {
    document.addEventListener("click", (event) => void onClick(event));
    document.addEventListener("dragstart", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-link][data-uuid]") : null;
      if (!link || !event.dataTransfer) return;
      event.dataTransfer.setData("text/plain", JSON.stringify({ type: link.dataset.type, uuid: link.dataset.uuid }));
    });
    customElements.define(
      "enriched-content",
      class extends HTMLElement {
        connectedCallback(): void {
          const textEditor = host.config.TextEditor as { enrichers?: TextEditorEnricher[] } | undefined;
          textEditor?.enrichers?.find(({ id }) => id === this.getAttribute("enricher"))?.onRender?.(this);
        }
      },
    );
  }
}

type Replacement = Node | null | Promise<Node | null>;

/** Replaces every match in the text nodes below `root`. */
async function replaceText(root: HTMLElement, pattern: RegExp, replace: (match: RegExpMatchArray) => Replacement, replaceParent = false): Promise<void> {
  const flags = pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text && !walker.currentNode.parentElement?.closest("a, pre, code, textarea")) texts.push(walker.currentNode);
  for (const text of texts) {
    const source = text.data;
    const matches = [...source.matchAll(new RegExp(pattern.source, flags))];
    if (matches.length === 0) continue;
    const pieces: (Node | string)[] = [];
    let from = 0;
    let parentReplaced = false;
    for (const match of matches) {
      const made = await replace(match);
      if (!made) continue;
      if (replaceParent && text.parentElement && text.parentElement !== root) {
        text.parentElement.replaceWith(made);
        parentReplaced = true;
        break;
      }
      pieces.push(source.slice(from, match.index), made);
      from = (match.index ?? 0) + match[0].length;
    }
    if (parentReplaced || pieces.length === 0) continue;
    pieces.push(source.slice(from));
    text.replaceWith(...pieces);
  }
}

function createHyperlink(address: string): HTMLElement {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.target = "_blank";
  anchor.rel = "nofollow noopener";
  anchor.className = "hyperlink";
  anchor.textContent = address;
  return anchor;
}

async function createContentLink(match: RegExpMatchArray, options: EnrichmentOptions): Promise<HTMLElement> {
  const [, kind = "UUID", target = "", hash, label] = match;
  const uuid = kind === "UUID" ? target : kind === "Compendium" ? `Compendium.${target}` : `${kind}.${target}`;
  const anchor = document.createElement("a");
  anchor.className = "content-link";
  let found: HostDocument | IndexEntry | null = null;
  try {
    found = host.utils.fromUuidSync(uuid, { relative: options.relativeTo, strict: false });
    if (!found && kind !== "UUID") found = await host.utils.fromUuid(uuid);
  } catch {
    found = null;
  }
  const parsed = host.utils.parseUuid(uuid);
  const type = String((found as HostDocument | null)?.documentName ?? parsed?.type ?? parsed?.documentType ?? kind);
  if (!found) {
    anchor.classList.add("broken");
    anchor.innerHTML = `<i class="fa-solid fa-link-slash" inert></i>${escapeText(label ?? uuid)}`;
    return anchor;
  }
  anchor.draggable = true;
  anchor.dataset.link = "";
  anchor.dataset.uuid = found.uuid ?? uuid;
  anchor.dataset.id = String(found._id ?? "");
  anchor.dataset.type = type;
  if (hash) anchor.dataset.hash = hash;
  const pack = (found as { pack?: unknown }).pack;
  if (typeof pack === "string") anchor.dataset.pack = pack;
  anchor.setAttribute("role", "link");
  anchor.tabIndex = 0;
  anchor.dataset.tooltipText = type;
  anchor.innerHTML = `<i class="${DOCUMENT_ICONS[type] ?? "fa-solid fa-file"}" inert></i>${escapeText(label ?? found.name)}`;
  return anchor;
}

async function createInlineRoll(match: RegExpMatchArray, options: EnrichmentOptions): Promise<HTMLElement | null> {
  const [, command, rawFormula = "", closing = "", label] = match;
  const formula = closing.length === 3 ? `${rawFormula}]` : rawFormula;
  const data = typeof options.rollData === "function" ? options.rollData() : (options.rollData ?? {});
  const anchor = document.createElement("a");
  anchor.className = "inline-roll";
  if (command) {
    const [expression = "", flavor = ""] = formula.split("#").map((part) => part.trim());
    const mode = { "/gmr": "gmroll", "/gmroll": "gmroll", "/br": "blindroll", "/blindroll": "blindroll", "/sr": "selfroll", "/selfroll": "selfroll", "/pr": "publicroll" }[command.trim().toLowerCase()] ?? "roll";
    anchor.classList.add("roll");
    Object.assign(anchor.dataset, { mode, formula: expression, flavor, tooltipText: flavor || expression });
    anchor.setAttribute("role", "button");
    anchor.tabIndex = 0;
    anchor.innerHTML = `<i class="fa-solid fa-dice-d20" inert></i>${escapeText(label ?? expression)}`;
    return anchor;
  }
  try {
    const roll = await host.roll.create(formula, data).evaluate({ allowInteractive: false });
    anchor.classList.add("inline-result");
    anchor.dataset.tooltipText = formula;
    anchor.dataset.roll = encodeURIComponent(JSON.stringify(roll.toJSON()));
    anchor.innerHTML = `<i class="fa-solid fa-dice-d20" inert></i>${label ? `${escapeText(label)}: ` : ""}${roll.total}`;
    return anchor;
  } catch {
    return null;
  }
}

async function onClick(event: MouseEvent): Promise<void> {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLElement>("a[data-link][data-uuid]");
  if (link?.dataset.uuid) {
    event.preventDefault();
    const found = await host.utils.fromUuid(link.dataset.uuid);
    if (!found) return;
    const own: unknown = Reflect.get(found, "_onClickDocumentLink");
    if (typeof own === "function") own.call(found, event);
    else if (found.documentName === "Macro") Reflect.get(found, "execute")?.call(found);
    else await found.sheet?.render({ force: true });
    return;
  }
  const roll = event.target.closest<HTMLElement>("a.inline-roll.roll");
  if (roll?.dataset.formula) {
    event.preventDefault();
    const messages = host.documentClass("ChatMessage");
    const speaker = messages.getSpeaker?.() ?? {};
    const actor = host.game.user.character;
    const rollData = actor ? (Reflect.get(actor, "getRollData") as (() => PlainObject) | undefined)?.call(actor) : undefined;
    try {
      const made = host.roll.create(roll.dataset.formula, rollData ?? {});
      const mode = roll.dataset.mode === "roll" ? undefined : roll.dataset.mode;
      await made.toMessage({ speaker, flavor: roll.dataset.flavor }, mode ? { rollMode: mode } : {});
    } catch (error) {
      host.notify("error", error instanceof Error ? error.message : String(error));
    }
  }
}
