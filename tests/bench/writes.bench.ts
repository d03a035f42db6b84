import { bench, describe } from "vitest";
import { exchangeWrites } from "../integration/soak/writes";

/*
 * Requests that the GM's client makes for one exchange. They are counts, not times: the titles say them, and the figures
 * below them only how long a table takes to open, play the exchange and close again. Aim: one batch on V14; on V13 the
 * ledger, the card, the fight, and one for each kind of document that changes at each actor.
 */
const [v14, v13] = [await exchangeWrites(14), await exchangeWrites(13)];
const problems = [...(await v14.close()), ...(await v13.close())];
if (problems.length > 0) throw new Error(problems.join("\n"));

const title = (name: string, { declared, resolved, documents }: typeof v14): string => `${name}: ${declared} for the declaration, ${resolved} for an exchange that changes ${documents.length} documents`;
console.log([title("V14", v14), title("V13", v13)].join("\n"));

const options = { iterations: 1, warmupIterations: 0, time: 0, warmupTime: 0 } as const;

describe(title("V14", v14), () => {
  bench("opened, played, closed", async () => void (await (await exchangeWrites(14)).close()), options);
});
describe(title("V13", v13), () => {
  bench("opened, played, closed", async () => void (await (await exchangeWrites(13)).close()), options);
});
