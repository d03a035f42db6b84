import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LinkError, linkSystem } from "../../tools/link";

let root: string;
let dist: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "fatewalker-link-"));
  dist = path.join(root, "dist");
  mkdirSync(dist);
  writeFileSync(path.join(dist, "system.json"), "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A folder of Foundry's user data. */
function userData(...inside: string[]): string {
  const folder = path.join(root, "foundry");
  mkdirSync(path.join(folder, ...inside), { recursive: true });
  return folder;
}

describe("linkSystem", () => {
  it("links the build into Data/systems, making what is missing there", () => {
    const data = userData("Data");
    const { link, existed } = linkSystem(data, dist);
    expect(link).toBe(path.join(data, "Data", "systems", "fatewalker"));
    expect(realpathSync(link)).toBe(realpathSync(dist));
    expect(readFileSync(path.join(link, "system.json"), "utf8")).toBe("{}");
    expect(existed).toBe(false);
  });

  it("takes the Data folder itself", () => {
    const data = path.join(userData("Data"), "Data");
    expect(linkSystem(data, dist).link).toBe(path.join(data, "systems", "fatewalker"));
    expect(existsSync(path.join(data, "Data"))).toBe(false);
  });

  it("takes a data folder of another name that has systems", () => {
    const data = userData("systems");
    expect(linkSystem(data, dist).link).toBe(path.join(data, "systems", "fatewalker"));
  });

  it("does nothing the second time", () => {
    const data = userData("Data");
    linkSystem(data, dist);
    expect(linkSystem(data, dist).existed).toBe(true);
  });

  it("turns an old link to the new place, also when the old place is gone", () => {
    const data = userData("Data", "systems");
    symlinkSync(path.join(root, "gone"), path.join(data, "Data", "systems", "fatewalker"));
    const { link } = linkSystem(data, dist);
    expect(realpathSync(link)).toBe(realpathSync(dist));
  });

  it("leaves an installed system alone", () => {
    const data = userData("Data", "systems", "fatewalker");
    const installed = path.join(data, "Data", "systems", "fatewalker", "system.json");
    writeFileSync(installed, "installed");
    expect(() => linkSystem(data, dist)).toThrow(/is there already and is no link/);
    expect(readFileSync(installed, "utf8")).toBe("installed");
  });

  it.each([undefined, "", "  "])("asks for the folder when given %j", (data) => {
    expect(() => linkSystem(data, dist)).toThrow(/--data <folder>.*FOUNDRY_DATA/);
  });

  it("says when the folder does not exist, is none, or is not Foundry's", () => {
    const file = path.join(root, "file");
    writeFileSync(file, "");
    expect(() => linkSystem(path.join(root, "nowhere"), dist)).toThrow(/does not exist/);
    expect(() => linkSystem(file, dist)).toThrow(/is no folder/);
    expect(() => linkSystem(userData("something"), dist)).toThrow(/does not look like Foundry's data/);
  });

  it("says when nothing is built", () => {
    rmSync(path.join(dist, "system.json"));
    expect(() => linkSystem(userData("Data"), dist)).toThrow(LinkError);
    expect(() => linkSystem(userData("Data"), dist)).toThrow(/npm run build/);
  });
});
