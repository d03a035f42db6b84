import sanitizeHtml from "sanitize-html";
import type { Source } from "../core/protocol";
import { replaceAt, valueAt } from "./json";

/** HTML fields that every host document has, relative to the document. */
const CORE_HTML_FIELDS: { readonly [documentName: string]: readonly string[] } = {
  ActiveEffect: ["description"],
  ChatMessage: ["content", "flavor"],
  JournalEntryPage: ["text.content"],
  RollTable: ["description"],
  TableResult: ["description"],
};

const EXTRA_TAGS = [
  "img", "button", "input", "label", "select", "option", "textarea", "fieldset", "legend", "details", "summary", "meter", "progress", "output", "video", "audio", "source",
  "svg", "g", "path", "circle", "rect", "line", "polyline", "polygon", "ellipse", "text", "tspan", "title", "defs", "use", "section", "article",
];

/** Attributes whose value is an address. */
const ADDRESSES = new Set(["href", "src", "cite", "action", "formaction", "poster", "xlink:href"]);

/** HTML without scripts, handlers and addresses that run code; everything that text and cards are made of stays. */
export function sanitiseHtml(html: string): string {
  if (!html.includes("<")) return html;
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, ...EXTRA_TAGS],
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [...ADDRESSES],
    transformTags: { "*": (tagName, attributes) => ({ tagName, attribs: withoutHandlers(attributes) }) },
    parser: { lowerCaseAttributeNames: false },
  });
}

function withoutHandlers(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const kept = Object.entries(attributes).filter(([name]) => !/^on/i.test(name) && name.toLowerCase() !== "srcdoc");
  // Case is kept for SVG (`viewBox`), but an address must be found whatever its case.
  return Object.fromEntries(kept.map(([name, value]) => [ADDRESSES.has(name.toLowerCase()) ? name.toLowerCase() : name, value]));
}

/**
 * Cleans the HTML fields of a source, or of changes to one, in place.
 * @param systemFields Paths relative to `system` that the manifest names for the document's type.
 */
export function sanitiseSource(documentName: string, source: Source, systemFields: readonly string[]): void {
  const paths = [...(CORE_HTML_FIELDS[documentName] ?? []), ...systemFields.map((field) => `system.${field}`)];
  for (const path of paths) {
    const value = valueAt(source, path);
    if (typeof value === "string") replaceAt(source, path, sanitiseHtml(value));
  }
}
