import type { Source } from "../core/protocol";
import { isSource } from "./json";

/** The types of a system and what new documents of them begin with. */
export interface TemplateTypes {
  documentTypes: Source;
  model: Source;
}

/**
 * Reads the types of `template.json` into those of the manifest: each type is its own fields over those of the templates
 * that it names. https://foundryvtt.com/article/system-development/
 * @param declared  `documentTypes` of the manifest, which win.
 */
export function typesOfTemplate(template: Source, declared: Source): TemplateTypes {
  const documentTypes: Source = { ...declared };
  const model: Source = {};
  for (const [documentName, entry] of Object.entries(template)) {
    if (!isSource(entry) || !Array.isArray(entry["types"])) continue;
    const templates = isSource(entry["templates"]) ? entry["templates"] : {};
    const known = isSource(declared[documentName]) ? declared[documentName] : {};
    const types: Source = { ...known };
    const fields: Source = {};
    for (const type of entry["types"].map(String)) {
      const own = isSource(entry[type]) ? entry[type] : {};
      const parts = (Array.isArray(own["templates"]) ? own["templates"] : []).map((name) => templates[String(name)]);
      const made = structuredClone(Object.assign({}, ...parts.filter(isSource), own) as Source);
      delete made["templates"];
      fields[type] = made;
      types[type] ??= { htmlFields: entry["htmlFields"] ?? [], gmOnlyFields: entry["gmOnlyFields"] ?? [] };
    }
    documentTypes[documentName] = types;
    model[documentName] = fields;
  }
  return { documentTypes, model };
}
