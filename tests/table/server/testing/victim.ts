/** A table in a process of its own that a test kills: prints its address, then serves until the end. */
import { startTable } from "../start";

const [dataDir, distDir] = process.argv.slice(2);
if (dataDir === undefined || distDir === undefined) throw new Error("Give the folders of the data and of the built system.");
const table = await startTable({ dataDir, distDir });
process.stdout.write(`${table.url}\n`);
