import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { PATHS, REPOSITORY, isRecord, textAt, valueAt } from "./packs/packs";

/** One picture of `tools/icons.yml`: an icon of game-icons.net, who drew it, and the family that gives it its colour. */
export interface ChosenIcon {
  readonly icon: string;
  readonly author: string;
  readonly family: string;
}

/** Ink behind every icon, so that it reads on dark and on light windows alike. */
const INK = "#141a21";
const HAIRLINE = "#303c48";

const SIDE = 512;
/** The glyph fills this share of the side; the rest is the quiet margin around it. */
const GLYPH_SHARE = 0.8;

/** The colour of a family means what the colour means on every screen. */
const COLOURS: Readonly<Record<string, string>> = {
  armor: "#d2a85c",
  shield: "#6cc3b4",
  weapon: "#ece6d9",
  attack: "#ff8a70",
  defence: "#6cc3b4",
  clock: "#f0603f",
  movement: "#82c27a",
  common: "#b9b7ae",
  will: "#6cc3b4",
  fate: "#a996ea",
  gear: "#e0b04c",
};

/** The list of the chosen icons, by file name. */
export function chosenIcons(): ChosenIcon[] {
  const list: unknown = parse(readFileSync(path.join(REPOSITORY, "tools/icons.yml"), "utf8"));
  if (!isRecord(list)) throw new Error("tools/icons.yml holds no families");
  return Object.entries(list).flatMap(([family, icons]) =>
    Object.entries(isRecord(icons) ? icons : {}).map(([icon, author]) => ({ icon, author: String(author), family })),
  );
}

/**
 * Draws one icon as a square tile in our colours.
 * @param chosen The icon.
 * @param body The inside of its SVG, drawn with `currentColor` in a square of 512.
 */
export function drawIcon(chosen: ChosenIcon, body: string): string {
  const colour = COLOURS[chosen.family];
  if (colour === undefined) throw new Error(`No colour for the icon family "${chosen.family}"`);
  const margin = (SIDE * (1 - GLYPH_SHARE)) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">`,
    `<!-- ${chosen.icon} by ${chosen.author}, game-icons.net, CC BY 3.0; recoloured -->`,
    `<rect width="${SIDE}" height="${SIDE}" rx="40" fill="${INK}"/>`,
    `<rect x="6" y="6" width="${SIDE - 12}" height="${SIDE - 12}" rx="34" fill="none" stroke="${HAIRLINE}" stroke-width="8"/>`,
    `<g transform="translate(${margin.toFixed(1)} ${margin.toFixed(1)}) scale(${GLYPH_SHARE})" color="${colour}">${body}</g>`,
    "</svg>",
    "",
  ].join("\n");
}

/**
 * Writes every chosen icon to `assets/icons` and removes those that are no longer chosen.
 * @throws {Error} When game-icons.net has no icon of that name.
 */
export function extractIcons(folder: string = path.join(PATHS.assets, "icons")): number {
  const collection: unknown = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");
  const chosen = chosenIcons();
  mkdirSync(folder, { recursive: true });
  const wanted = new Set(chosen.map(({ icon }) => `${icon}.svg`));
  for (const file of readdirSync(folder)) if (!wanted.has(file)) rmSync(path.join(folder, file));
  const icons = valueAt(collection, "icons");
  const aliases = valueAt(collection, "aliases");
  for (const entry of chosen) {
    const alias = isRecord(aliases) ? textAt(aliases[entry.icon], "parent") : "";
    const name = alias === "" ? entry.icon : alias;
    const body = isRecord(icons) ? textAt(icons[name], "body") : "";
    if (body === "") throw new Error(`game-icons.net has no icon "${entry.icon}"`);
    writeFileSync(path.join(folder, `${entry.icon}.svg`), drawIcon(entry, body));
  }
  return chosen.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log(`${extractIcons()} icons drawn into assets/icons`);
}
