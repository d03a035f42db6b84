import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse, stringify } from "yaml";
import type { CheckOptions } from "../../tools/packs/check";
import { PATHS, isRecord, type JsonRecord } from "../../tools/packs/packs";

/** A copy of the sources and their lists that a test may spoil; it is made when somebody first asks for it. */
export class PackCopy {
  #root: string | null = null;

  /** The folder of the copy. */
  get root(): string {
    if (this.#root === null) {
      this.#root = mkdtempSync(path.join(os.tmpdir(), "fatewalker-packs-"));
      cpSync(PATHS.source, path.join(this.#root, "_source"), { recursive: true });
      cpSync(PATHS.ids, path.join(this.#root, "ids.yml"));
      cpSync(PATHS.keys, path.join(this.#root, "keys.yml"));
    }
    return this.#root;
  }

  /** What tells a check of the packs to look at the copy. */
  get options(): Required<Pick<CheckOptions, "sourceDir" | "idsFile" | "keysFile">> {
    return { sourceDir: path.join(this.root, "_source"), idsFile: path.join(this.root, "ids.yml"), keysFile: path.join(this.root, "keys.yml") };
  }

  /** Changes one source in place. */
  edit(file: string, change: (document: JsonRecord, system: JsonRecord) => void): void {
    const document = this.read(file);
    change(document, isRecord(document.system) ? document.system : {});
    this.write(file, document);
  }

  read(file: string): JsonRecord {
    const document: unknown = parse(readFileSync(path.join(this.options.sourceDir, file), "utf8"));
    if (!isRecord(document)) throw new Error(`${file} holds no document`);
    return document;
  }

  write(file: string, document: JsonRecord): void {
    writeFileSync(path.join(this.options.sourceDir, file), stringify(document));
  }

  /** A copy of the tables that a test may spoil; gives its folder. */
  tables(): string {
    const folder = path.join(this.root, "tables");
    cpSync(PATHS.tables, folder, { recursive: true });
    return folder;
  }

  /** Changes one row of a copied table. */
  editTable(file: string, list: string, id: string, change: (row: JsonRecord) => void): void {
    const address = path.join(this.root, "tables", file);
    const content: unknown = JSON.parse(readFileSync(address, "utf8"));
    const rows = isRecord(content) ? content[list] : undefined;
    const row = (Array.isArray(rows) ? rows : []).find((candidate) => isRecord(candidate) && candidate["id"] === id);
    if (!isRecord(row)) throw new Error(`${file} has no row ${id}`);
    change(row);
    writeFileSync(address, JSON.stringify(content));
  }

  remove(file: string): void {
    rmSync(path.join(this.options.sourceDir, file));
  }

  dispose(): void {
    if (this.#root !== null) rmSync(this.#root, { recursive: true, force: true });
    this.#root = null;
  }
}
