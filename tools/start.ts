import path from "node:path";
import { parseArgs } from "node:util";
import { buildPage } from "../tests/table/page/build";
import { startTable, type RunningTable } from "../tests/table/server/start";
import { buildSystem, DIST, ROOT } from "./build";

/** Where the practice table keeps its world and its built page between starts. */
const TABLE = path.join(ROOT, ".table");

const USAGE = "Usage: npm start -- [--port 30000] [--generation 13|14] [--fresh] [--host 127.0.0.1] [--system folder]";

interface StartWishes {
  port: number;
  generation: 13 | 14;
  fresh: boolean;
  host: string;
  /** Folder of another built system to try; this repository's own otherwise. */
  systemDir: string | null;
}

/**
 * Reads the command line.
 * @throws Error that says how to call the command.
 */
function readWishes(parameters: string[]): StartWishes {
  const { values } = parseArgs({
    args: parameters,
    options: {
      port: { type: "string", default: "30000" },
      generation: { type: "string", default: "14" },
      fresh: { type: "boolean", default: false },
      host: { type: "string", default: "127.0.0.1" },
      system: { type: "string" },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${values.port}" is no port.`);
  if (values.generation !== "13" && values.generation !== "14") throw new Error(`There is no generation "${values.generation}": 13 or 14.`);
  return { port, generation: values.generation === "13" ? 13 : 14, fresh: values.fresh, host: values.host, systemDir: values.system === undefined ? null : path.resolve(values.system) };
}

interface Started {
  table: RunningTable;
  /** Milliseconds. */
  building: number;
  /** Milliseconds from the end of the build until the table answered. */
  opening: number;
}

/** Builds the system and the page and opens a table on them; the next free port is taken when the wanted one is not. */
async function start(wishes: StartWishes): Promise<Started> {
  const pageDir = path.join(TABLE, "page");
  const { systemDir, ...rest } = wishes;
  const begun = performance.now();
  await Promise.all([systemDir === null ? buildSystem() : null, buildPage(pageDir)]);
  const built = performance.now();
  const table = await startTable({ ...rest, portTries: 100, dataDir: TABLE, distDir: systemDir ?? DIST, pageDir });
  const answer = await fetch(`${table.url}/join`);
  if (!answer.ok) throw new Error(`The table does not answer: ${answer.status}.`);
  return { table, building: built - begun, opening: performance.now() - built };
}

/** What a person reads once the table is open. */
function invitation({ table, building, opening }: Started): string {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  const seats = table.users.filter(({ role }) => role > 0);
  const width = Math.max(...seats.map(({ name }) => name.length));
  return [
    `Built in ${seconds(building)}, usable ${seconds(opening)} later.`,
    "",
    `  Open ${table.url} in a browser and choose who you are (Foundry ${table.generation}, no passwords).`,
    "",
    ...seats.map(({ id, name }) => `  ${name.padEnd(width)}  ${table.url}/game?user=${id}`),
    "",
    "Ctrl+C ends it; the world is kept for the next time (--fresh throws it away).",
  ].join("\n");
}

try {
  const wishes = readWishes(process.argv.slice(2));
  const started = await start(wishes);
  const { table } = started;
  console.log(invitation(started));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void table.close().then(() => process.exit(0)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof TypeError) console.error(USAGE);
  process.exitCode = 1;
}
