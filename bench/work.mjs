// The dearest events that were found → milliseconds and units of work, and so what a unit takes.
import { costlyEvents } from "./shared/costly/events.mjs";
import { measureWork, printWork } from "./shared/measure-work.mjs";

export async function run() {
  const rounds = Number(process.env["BENCH_ROUNDS"] ?? 7);
  const rows = [];
  for (const event of costlyEvents()) rows.push(await measureWork(event, rounds));
  printWork("Events that cost most", rows);
}
