import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const HERE = fileURLToPath(new URL(".", import.meta.url));

const MODULE = {
  id: "fatewalker-scenarios", title: "Fatewalker scenarios for Quench", version: "1.0.0", compatibility: { minimum: "13" }, esmodules: ["scenarios.js"],
  relationships: { systems: [{ id: "fatewalker", type: "system" }], requires: [{ id: "quench", type: "module" }] },
};

/** Builds the scenarios as a module of its own; nothing of it is part of the system. */
export async function buildScenarios(outDir: string): Promise<void> {
  await build({ configFile: false, logLevel: "warn", build: { outDir, emptyOutDir: true, target: "es2023", minify: false, lib: { entry: path.join(HERE, "main.ts"), formats: ["es"], fileName: () => "scenarios.js" } } });
  await mkdir(outDir, { recursive: true });
  await writeFile(path.join(outDir, "module.json"), `${JSON.stringify(MODULE, null, 2)}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const outDir = path.resolve(process.argv[2] ?? "release/fatewalker-scenarios");
  await buildScenarios(outDir);
  console.log(`The scenarios are in ${outDir}: copy the folder into Data/modules of Foundry.`);
}
