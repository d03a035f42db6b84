import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PATHS } from "./packs/packs";

/** Where a picture of a pack is found on a table: the path that documents hold begins with this. */
export const ASSET_ADDRESS = "systems/fatewalker/";

/** A font file of an npm package and the name that it gets in `dist/fonts`. */
interface FontFile {
  readonly from: string;
  readonly name: string;
}

const SUBSETS = ["latin", "latin-ext"] as const;

/** The files of some faces (`400-normal`) of a family, for each subset. */
function faces(family: string, names: readonly string[]): FontFile[] {
  return names.flatMap((face) =>
    SUBSETS.map((subset) => {
      const name = `${family}-${subset}-${face}.woff2`;
      return { from: `@fontsource/${family}/files/${name}`, name };
    }),
  );
}

/** The faces that the styles use: text, labels and numbers, names and titles. */
export const FONTS: readonly FontFile[] = [
  ...faces("barlow", ["400-normal", "400-italic", "500-normal", "600-normal"]),
  ...faces("barlow-condensed", ["500-normal", "600-normal"]),
  ...SUBSETS.flatMap((subset) =>
    ["normal", "italic"].map((style) => {
      const name = `alegreya-${subset}-wght-${style}.woff2`;
      return { from: `@fontsource-variable/alegreya/files/${name}`, name };
    }),
  ),
];

/** The fonts' licence asks that its text goes where the fonts go. */
const FONT_LICENCES: readonly FontFile[] = [
  { from: "@fontsource/barlow/LICENSE", name: "barlow-OFL.txt" },
  { from: "@fontsource/barlow-condensed/LICENSE", name: "barlow-condensed-OFL.txt" },
  { from: "@fontsource-variable/alegreya/LICENSE", name: "alegreya-OFL.txt" },
];

const require = createRequire(import.meta.url);

/** The file in `node_modules`: a package's `exports` need not name it, so its folder is found first. */
function fontSource({ from }: FontFile): string {
  const [scope = "", name = "", ...rest] = from.split("/");
  const folder = path.dirname(require.resolve(`${scope}/${name}/package.json`));
  return path.join(folder, ...rest);
}

/**
 * Copies icons, portraits and fonts into the built system: `assets/**` to `<distDir>/assets`, fonts with
 * their licences to `<distDir>/fonts`.
 * @param distDir The folder of the built system.
 * @throws {Error} When a font file is not installed.
 */
export function copyAssets(distDir: string): void {
  cpSync(PATHS.assets, path.join(distDir, "assets"), { recursive: true });
  const fonts = path.join(distDir, "fonts");
  mkdirSync(fonts, { recursive: true });
  for (const font of [...FONTS, ...FONT_LICENCES]) {
    const source = fontSource(font);
    if (!existsSync(source)) throw new Error(`The font file ${font.from} is not installed; run npm ci`);
    cpSync(source, path.join(fonts, font.name));
  }
}

/**
 * The address of every picture that {@link copyAssets} puts into the built system.
 * @param assetsDir The folder of the assets in the repository.
 */
export function assetAddresses(assetsDir: string = PATHS.assets): Set<string> {
  if (!existsSync(assetsDir)) return new Set();
  const files = readdirSync(assetsDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(
    files.map((entry) => {
      const inside = path.relative(assetsDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/");
      return `${ASSET_ADDRESS}assets/${inside}`;
    }),
  );
}
