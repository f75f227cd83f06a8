// The build of another checkout against this one: CPU time of each task, and the time that a host takes for an action
// and for a run, in processes of their own, in turn.
//
// `BENCH_BEFORE` names the folder of the other checkout, which is built. It is measured twice, so that its spread
// against itself tells what of a difference is noise.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { interleave, printTable } from "./shared/interleave.mjs";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const before = process.env["BENCH_BEFORE"];
const named = process.env["BENCH_TASKS"]?.split(", ");

const TASKS = [
  "resolve",
  "receive",
  "signed",
  "template",
  "compile",
  "import",
  "import to serve",
  "accept",
  "run",
];

/** Elapsed time, and not CPU time. */
const HOST_TASKS = new Set(["accept", "run"]);

export async function run() {
  if (before === undefined) throw new Error("BENCH_BEFORE names the folder of another checkout.");
  const now = fileURLToPath(new URL("..", import.meta.url));
  const ofCore = fileURLToPath(new URL("shared/measure-build.mjs", import.meta.url));
  const ofHost = fileURLToPath(new URL("shared/measure-host.mjs", import.meta.url));
  const builds = { before, "before, again": before, now };
  const rows = [];
  for (const task of named ?? TASKS) {
    const program = HOST_TASKS.has(task) ? ofHost : ofCore;
    const measure = (/** @type {string} */ name) =>
      Number(
        execFileSync(
          process.execPath,
          [program, builds[/** @type {keyof typeof builds} */ (name)], task],
          {
            encoding: "utf8",
          },
        ),
      );
    const found = await interleave(Object.keys(builds), measure, { rounds: ROUNDS });
    const again = found.get("before, again");
    const own = found.get("now");
    rows.push([
      task,
      `${found.get("before")?.value.toFixed(1)}`,
      `${again?.ratio.toFixed(3)} (${again?.low.toFixed(2)} to ${again?.high.toFixed(2)})`,
      `${own?.ratio.toFixed(3)} (${own?.low.toFixed(2)} to ${own?.high.toFixed(2)})`,
    ]);
  }
  const title = "Time to that of the build before: median of the ratios (lowest to highest)";
  printTable(title, ["task", "before, µs", "before against itself", "now"], rows);
}
