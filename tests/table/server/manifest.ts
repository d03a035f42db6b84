import type { Source } from "../core/protocol";
import { isSource, sourcesOf, textOf } from "./json";
import { typesOfTemplate } from "./template";

/** What the manifest says of one document type; paths are relative to `system`. */
export interface TypeRules {
  htmlFields: string[];
  gmOnlyFields: string[];
}

export interface PackDeclaration {
  name: string;
  label: string;
  path: string;
  type: string;
  system: string;
  ownership: { [role: string]: string };
}

/** The parts of `system.json` that a server needs. */
export class Manifest {
  readonly source: Source;
  readonly id: string;
  readonly version: string;
  /** Whether clients may use the system's socket channel. */
  readonly socket: boolean;
  readonly packs: readonly PackDeclaration[];
  /** What `template.json` gives new documents, by document and type; empty for systems with data models alone. */
  readonly template: Source;

  /** @param template  The system's `template.json`, the older way to declare types. */
  constructor(manifest: Source, template: Source = {}) {
    const { documentTypes, model } = typesOfTemplate(template, isSource(manifest["documentTypes"]) ? manifest["documentTypes"] : {});
    const source: Source = { ...manifest, documentTypes };
    this.source = source;
    this.template = model;
    this.id = textOf(source, "id") ?? "";
    this.version = textOf(source, "version") ?? "0.0.0";
    this.socket = source["socket"] === true;
    this.packs = sourcesOf(source["packs"]).map((pack) => ({
      name: textOf(pack, "name") ?? "",
      label: textOf(pack, "label") ?? textOf(pack, "name") ?? "",
      path: textOf(pack, "path") ?? `packs/${textOf(pack, "name") ?? ""}`,
      type: textOf(pack, "type") ?? "Item",
      system: textOf(pack, "system") ?? this.id,
      ownership: ownershipOf(pack),
    }));
  }

  /** Types of a document that the system adds to those of the host. */
  typesOf(documentName: string): string[] {
    const types = isSource(this.source["documentTypes"]) ? this.source["documentTypes"][documentName] : undefined;
    return isSource(types) ? Object.keys(types) : [];
  }

  /** What the manifest asks of the server for one type. */
  rulesOf(documentName: string, type: string | null): TypeRules {
    const types = isSource(this.source["documentTypes"]) ? this.source["documentTypes"][documentName] : undefined;
    const rules = isSource(types) && type !== null ? types[type] : undefined;
    return { htmlFields: texts(rules, "htmlFields"), gmOnlyFields: texts(rules, "gmOnlyFields") };
  }
}

function texts(rules: unknown, key: string): string[] {
  if (typeof rules !== "object" || rules === null || !(key in rules)) return [];
  const value: unknown = (rules as { [key: string]: unknown })[key];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

function ownershipOf(pack: Source): { [role: string]: string } {
  const given = isSource(pack["ownership"]) ? pack["ownership"] : {};
  const ownership: { [role: string]: string } = { PLAYER: "OBSERVER", ASSISTANT: "OWNER" };
  for (const [role, level] of Object.entries(given)) if (typeof level === "string") ownership[role] = level;
  return ownership;
}
