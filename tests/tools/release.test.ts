import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { unzipSync, strFromU8 } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReleaseError, makeRelease, type ReleaseOptions } from "../../tools/release";

const ADDRESS = "https://github.com/somebody/fatewalker/releases/download/v1.2.3";

let root: string;
let options: Required<Pick<ReleaseOptions, "distDir" | "outDir" | "packageFile">>;

function put(name: string, content: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function describePackage(description: object): void {
  put("package.json", JSON.stringify(description));
}

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "fatewalker-release-"));
  options = { distDir: path.join(root, "dist"), outDir: path.join(root, "release"), packageFile: path.join(root, "package.json") };
  describePackage({ version: "1.2.3", repository: { type: "git", url: "git+https://github.com/somebody/fatewalker.git" } });
  const manifest = {
    id: "fatewalker",
    version: "0.0.0",
    esmodules: ["fatewalker.js"],
    styles: [{ src: "styles/fatewalker.css", layer: "system" }],
    languages: [{ lang: "en", path: "lang/en.json" }],
    packs: [{ name: "armor", path: "packs/armor" }],
    license: "LICENSE",
    readme: "https://example.org/readme",
  };
  put("dist/system.json", JSON.stringify(manifest));
  for (const name of ["fatewalker.js", "styles/fatewalker.css", "lang/en.json", "LICENSE"]) put(`dist/${name}`, name);
  for (const name of ["000005.ldb", "CURRENT", "LOCK", "LOG", "LOG.old"]) put(`dist/packs/armor/${name}`, name);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("makeRelease", () => {
  it("writes archive and manifest with the addresses of this version", () => {
    const { archive, manifest, version } = makeRelease(options);
    expect(version).toBe("1.2.3");
    expect(path.basename(archive)).toBe("fatewalker-v1.2.3.zip");
    const written: unknown = JSON.parse(readFileSync(manifest, "utf8"));
    expect(written).toMatchObject({ id: "fatewalker", version: "1.2.3", manifest: `${ADDRESS}/system.json`, download: `${ADDRESS}/fatewalker-v1.2.3.zip` });
  });

  it("puts the build at the root of the archive, with the same manifest and without the database's notes to itself", () => {
    const { archive, manifest } = makeRelease(options);
    const content = unzipSync(new Uint8Array(readFileSync(archive)));
    expect(Object.keys(content).sort()).toEqual(
      ["LICENSE", "fatewalker.js", "lang/en.json", "packs/armor/000005.ldb", "packs/armor/CURRENT", "styles/fatewalker.css", "system.json"].sort(),
    );
    expect(strFromU8(content["system.json"] ?? new Uint8Array())).toBe(readFileSync(manifest, "utf8"));
    expect(strFromU8(content["packs/armor/CURRENT"] ?? new Uint8Array())).toBe("CURRENT");
  });

  it("makes the same archive of the same build", () => {
    const first = readFileSync(makeRelease(options).archive);
    put("dist/fatewalker.js", "fatewalker.js");
    expect(readFileSync(makeRelease(options).archive).equals(first)).toBe(true);
  });

  it.each([
    ["https://github.com/somebody/fatewalker"],
    ["github:somebody/fatewalker"],
    [{ url: "https://github.com/somebody/fatewalker.git" }],
    ["https://github.com/somebody/fatewalker/"],
  ])("reads the repository %j", (repository) => {
    describePackage({ version: "1.2.3", repository });
    const written: unknown = JSON.parse(readFileSync(makeRelease(options).manifest, "utf8"));
    expect(written).toMatchObject({ manifest: `${ADDRESS}/system.json` });
  });

  it("refuses without a repository", () => {
    describePackage({ version: "1.2.3" });
    expect(() => makeRelease(options)).toThrow(/names no repository/);
  });

  it("refuses a version that is none", () => {
    describePackage({ version: "next", repository: "github:somebody/fatewalker" });
    expect(() => makeRelease(options)).toThrow(/no version such as 1\.2\.3/);
  });

  it("takes the tag of its version and refuses any other", () => {
    expect(makeRelease({ ...options, tag: "v1.2.3" }).version).toBe("1.2.3");
    for (const tag of ["v1.2.4", "1.2.3"]) expect(() => makeRelease({ ...options, tag })).toThrow(/expected v1\.2\.3/);
  });

  it.each(["fatewalker.js", "styles/fatewalker.css", "lang/en.json", "packs/armor", "LICENSE"])("refuses a build without %s, and writes nothing", (name) => {
    rmSync(path.join(options.distDir, name), { recursive: true });
    expect(() => makeRelease(options)).toThrow(ReleaseError);
    expect(() => makeRelease(options)).toThrow(new RegExp(`lacks what its manifest names: ${name}`));
    expect(() => readFileSync(path.join(options.outDir, "system.json"))).toThrow(/ENOENT/);
  });

  it("says when nothing is built", () => {
    rmSync(options.distDir, { recursive: true });
    expect(() => makeRelease(options)).toThrow(/npm run build/);
  });
});
