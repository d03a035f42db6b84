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

/** Builds the system and the page and opens a table on them; the next free port is taken when the wanted one is not. */
async function start(wishes: StartWishes): Promise<RunningTable> {
  const pageDir = path.join(TABLE, "page");
  const { systemDir, ...rest } = wishes;
  await Promise.all([systemDir === null ? buildSystem() : null, buildPage(pageDir)]);
  return startTable({ ...rest, portTries: 100, dataDir: TABLE, distDir: systemDir ?? DIST, pageDir });
}

try {
  const wishes = readWishes(process.argv.slice(2));
  const table = await start(wishes);
  console.log(`Practice table (Foundry ${table.generation}) is open: ${table.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void table.close().then(() => process.exit(0)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof TypeError) console.error(USAGE);
  process.exitCode = 1;
}
