import { watch } from "node:fs";
import path from "node:path";
import { DIST, ROOT, buildSystem } from "./build";

/** Rebuilds `dist/` whenever a source changes; Foundry's own hot reload shows styles, templates and words at once. */
const SOURCES = ["src", "templates", "styles", "lang", "packs/_source", "assets"];

let building: Promise<void> | null = null;
let again = false;

async function rebuild(): Promise<void> {
  if (building !== null) {
    again = true;
    return;
  }
  building = buildSystem(DIST).then(
    () => console.log(`${new Date().toLocaleTimeString()}  built`),
    (error: unknown) => console.error(error),
  );
  await building;
  building = null;
  if (again) {
    again = false;
    await rebuild();
  }
}

await rebuild();
for (const source of SOURCES) watch(path.join(ROOT, source), { recursive: true }, () => void rebuild());
