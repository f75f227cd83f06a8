// Shapes of configs by their index, one at a time → the processor's time of each step of reading them, in microseconds.
//
// A process of its own, because the time of a process is that of all its threads. Its time does not grow while
// others have the processor.
import { costlyConfigs } from "./costly-configs.mjs";

const { parseConfigText, compileDocument, formatProblems } = await import(process.argv[2] ?? "");
const configs = costlyConfigs();

process.on("message", (/** @type {{ index: number, size: number }} */ { index, size }) => {
  measure(/** @type {any} */ (configs[index]), size).then((steps) => process.send?.(steps));
});

/** @param {import("./costly-configs.mjs").CostlyConfig} config @param {number} size */
async function measure({ format, write }, size) {
  const text = write(size);
  let start = process.cpuUsage();
  const lap = () => {
    const { user, system } = process.cpuUsage(start);
    start = process.cpuUsage();
    return user + system;
  };
  const document = await parseConfigText(text, { format });
  const parse = lap();
  const loaded = await compileDocument(document);
  const compile = lap();
  formatProblems(loaded.problems, loaded);
  return { parse, compile, report: lap() };
}
