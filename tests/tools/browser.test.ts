import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findBrowser } from "../../tools/browser";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "browser-"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function program(name: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, "#!/bin/sh\n");
  await chmod(file, 0o755);
  return file;
}

describe("finding a browser", () => {
  it("takes the one that CHROMIUM_PATH names before any on the PATH", async () => {
    const named = await program("mine");
    await program("chromium");
    vi.stubEnv("CHROMIUM_PATH", named);
    vi.stubEnv("PATH", folder);
    await expect(findBrowser()).resolves.toBe(named);
  });

  it("takes one on the PATH, Chromium before Chrome", async () => {
    await program("google-chrome");
    const chromium = await program("chromium");
    vi.stubEnv("CHROMIUM_PATH", "");
    vi.stubEnv("PATH", folder);
    await expect(findBrowser()).resolves.toBe(chromium);
  });

  it("says so when CHROMIUM_PATH names nothing that runs, and looks no further", async () => {
    await program("chromium");
    vi.stubEnv("CHROMIUM_PATH", path.join(folder, "missing"));
    vi.stubEnv("PATH", folder);
    await expect(findBrowser()).rejects.toThrow("CHROMIUM_PATH");
  });
});
