// Configs of 30 and 300 kB in shapes that are much work → the processor's time until their problems are told.
//
// node soak/attacks/large-configs.mjs [path of a built checkout] [words of shapes]
//
// Each cell has milliseconds: to parse the text, to compile it, to write the report, and to do all again with fixes,
// as `hookwright check --json` does. A process is ended after a minute.
import { fork } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { costlyConfigs } from "../../bench/shared/costly/configs.mjs";

const SIZES = [30_000, 300_000];
const WAIT_MS = 60_000;

if (process.send === undefined) await attackAll(process.argv[2] ?? ".", process.argv[3] ?? "");
else await attack(/** @type {string} */ (process.argv[2]), Number(process.argv[3]));

/** @param {string} checkout @param {number} index */
async function attack(checkout, index) {
  const entry = resolve(checkout, "packages/config/dist/index.js");
  const { parseConfigText, compileDocument, formatProblems } = await import(
    pathToFileURL(entry).href
  );
  const { format, write } = /** @type {any} */ (costlyConfigs()[index]);
  for (const size of SIZES) {
    const text = write(size);
    const times = [];
    let start = process.cpuUsage();
    const lap = () => {
      const { user, system } = process.cpuUsage(start);
      times.push(Math.round((user + system) / 1000));
      start = process.cpuUsage();
    };
    const document = await parseConfigText(text, { format });
    lap();
    const loaded = await compileDocument(document);
    lap();
    formatProblems(loaded.problems, loaded);
    lap();
    const fixed = await compileDocument(document, { fixes: true });
    formatProblems(fixed.problems, fixed);
    lap();
    process.send?.({ size, times });
  }
  process.exit();
}

/** @param {string} checkout @param {string} words */
async function attackAll(checkout, words) {
  for (const [index, { name, format }] of costlyConfigs().entries()) {
    if (!`${format} ${name}`.includes(words)) continue;
    const child = fork(process.argv[1] ?? "", [checkout, String(index)]);
    /** @type {Map<number, readonly number[]>} */
    const told = new Map();
    child.on("message", (/** @type {any} */ { size, times }) => told.set(size, times));
    const timer = setTimeout(() => child.kill("SIGKILL"), WAIT_MS);
    await new Promise((done) => child.once("exit", done));
    clearTimeout(timer);
    const cells = SIZES.map((size) => told.get(size)?.join(" + ") ?? "never");
    console.log(`| ${format} | ${name} | ${cells.join(" | ")} |`);
  }
}
