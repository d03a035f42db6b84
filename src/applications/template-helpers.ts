/**
 * What templates need besides the host's own helpers; at init.
 *
 * `{{fwPlain words}}` stands in `data-tooltip`, which the host reads as markup: words that people write, names first of all, show as they are written.
 */
export function registerTemplateHelpers(): void {
  Handlebars.registerHelper("fwPlain", (words: unknown) => foundry.utils.escapeHTML(typeof words === "string" || typeof words === "number" ? String(words) : ""));
}
