import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FONTS, assetAddresses, copyAssets } from "../../tools/assets";
import { chosenIcons, drawIcon, extractIcons } from "../../tools/icons";
import { PATHS, REPOSITORY, textAt } from "../../tools/packs/packs";
import { readPackSources } from "../../tools/packs/source";

const root = mkdtempSync(path.join(os.tmpdir(), "fatewalker-assets-"));
const dist = path.join(root, "dist");
beforeAll(() => copyAssets(dist));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("copyAssets", () => {
  it("puts every picture where its address says", () => {
    const addresses = [...assetAddresses()];
    expect(addresses.length).toBeGreaterThan(80);
    for (const address of addresses) expect(existsSync(path.join(dist, address.replace("systems/fatewalker/", "")))).toBe(true);
  });

  it("brings the faces of the three families as fonts of the second web format", () => {
    const files = readdirSync(path.join(dist, "fonts")).filter((name) => name.endsWith(".woff2"));
    expect(files.sort()).toEqual(FONTS.map(({ name }) => name).sort());
    for (const [family, count] of [["barlow-latin", 8], ["barlow-condensed-latin", 4], ["alegreya-latin", 4]] as const) {
      expect(files.filter((name) => name.startsWith(family))).toHaveLength(count);
    }
    for (const name of files) expect(readFileSync(path.join(dist, "fonts", name)).subarray(0, 4).toString("latin1")).toBe("wOF2");
  });

  it("brings every font that the styles ask for", () => {
    const folder = path.join(REPOSITORY, "styles");
    const styles = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
    const asked = styles.flatMap((name) => [...readFileSync(path.join(folder, name), "utf8").matchAll(/url\("[./]*\/fonts\/([^"]+)"\)/g)].map((match) => match[1]));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !existsSync(path.join(dist, "fonts", name ?? "")))).toEqual([]);
  });

  it("brings the fonts' licences", () => {
    for (const name of ["barlow-OFL.txt", "barlow-condensed-OFL.txt", "alegreya-OFL.txt"]) {
      expect(readFileSync(path.join(dist, "fonts", name), "utf8")).toContain("SIL Open Font License");
    }
  });
});

describe("icons", () => {
  it("are the ones that the list draws, byte by byte", () => {
    const folder = path.join(root, "icons");
    expect(extractIcons(folder)).toBe(chosenIcons().length);
    const committed = path.join(PATHS.assets, "icons");
    expect(readdirSync(committed).sort()).toEqual(readdirSync(folder).sort());
    for (const name of readdirSync(folder)) expect(readFileSync(path.join(committed, name), "utf8")).toBe(readFileSync(path.join(folder, name), "utf8"));
  });

  it("are credited to whoever drew them", () => {
    const credits = readFileSync(path.join(REPOSITORY, "CREDITS.md"), "utf8").split("\n");
    for (const { icon, author } of chosenIcons()) {
      const line = credits.find((candidate) => candidate.startsWith(`- Icons made by ${author}: `)) ?? "";
      expect(line.split(": ")[1]?.split(", ")).toContain(icon);
    }
  });

  it("are all that the credits name, and each once", () => {
    const lines = readFileSync(path.join(REPOSITORY, "CREDITS.md"), "utf8").matchAll(/^- Icons made by (.+?): (.+)$/gm);
    const credited = [...lines].flatMap(([, author = "", icons = ""]) => icons.split(", ").map((icon) => `${icon} by ${author}`));
    expect(credited.sort()).toEqual(chosenIcons().map(({ icon, author }) => `${icon} by ${author}`).sort());
  });

  it("fall to one document of a pack each, and all are used", () => {
    const pictures = readPackSources(PATHS.source)
      .documents.filter(({ documentName, parent }) => (documentName === "Item" || documentName === "Macro") && parent === null)
      .map(({ data }) => path.basename(textAt(data, "img"), ".svg"));
    expect(new Set(pictures).size).toBe(pictures.length);
    expect([...pictures].sort()).toEqual(chosenIcons().map(({ icon }) => icon).sort());
  });

  it("are drawings without scripts or links to elsewhere, portraits too", () => {
    for (const address of assetAddresses()) {
      const file = path.join(REPOSITORY, address.replace("systems/fatewalker/", ""));
      const drawing = readFileSync(file, "utf8");
      expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 512 512"/);
      expect(drawing).not.toMatch(/<script|\son\w+=|href=/);
      expect(statSync(file).size).toBeLessThan(20_000);
    }
  });

  it("want a colour for their family", () => {
    expect(() => drawIcon({ icon: "shirt", author: "Lucas", family: "unknown" }, "<path/>")).toThrow(/No colour/);
  });
});
