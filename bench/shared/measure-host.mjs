// node measure-host.mjs <folder of a built checkout> <accept | run> → microseconds for one action, or one run with its
// acceptance. BENCH_FOLDER names the folder of the store.
import { pathToFileURL } from "node:url";
import { openHost } from "./open-host.mjs";

const [root = "", task = ""] = process.argv.slice(2);
const { createHost } = await import(pathToFileURL(`${root}/packages/host/dist/index.js`).href);
const ACTIONS = 3_000;
const SENDERS = 100;

await measure();
console.log((await measure()) / ACTIONS);

async function measure() {
  const bench = await openHost({ maxConcurrent: 32, createHost });
  let turns = 0;
  bench.onTurn(() => {
    turns += 1;
  });
  if (task === "run") await bench.host.start();
  const start = performance.now();
  for (let done = 0; done < ACTIONS; done += SENDERS) {
    await Promise.all(
      Array.from({ length: SENDERS }, (_, index) => bench.accept(`key ${done + index}`)),
    );
  }
  // A status costs as much as a run, so it is asked for only when the last turn has begun.
  while (task === "run" && (turns < ACTIONS || (await bench.host.status()).runs.done < ACTIONS)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const took = (performance.now() - start) * 1_000;
  await bench.close();
  return took;
}
