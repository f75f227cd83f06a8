// The dearest events that were found → milliseconds and units of work, and so what a unit takes.
// The package does not export the budget, whose units are counted here.
import { Budget, MAX_WORK_UNITS } from "../packages/core/build/data/budget.js";
import { compileHooks } from "../packages/core/build/engine.js";
import { configOf, costlyEvents } from "./shared/costly/events.mjs";
import { printTable } from "./shared/interleave.mjs";

const HEAD = [
  "event",
  "kB",
  "outcome",
  "units",
  "ms of user time",
  "ns per unit",
  "ms for all units",
];

export async function run() {
  const rounds = Number(process.env["BENCH_ROUNDS"] ?? 7);
  const rows = [];
  for (const event of costlyEvents()) {
    const { resolution, units } = await countUnits(event);
    const ms = await timeEvent(event, rounds);
    rows.push({
      name: event.name,
      bytes: JSON.stringify(event.payload).length,
      outcome: outcomeOf(resolution),
      units,
      ms,
    });
  }
  rows.sort((left, right) => right.ms / right.units - left.ms / left.units);
  printTable(
    `Events that cost most, of ${MAX_WORK_UNITS / 1e6} million units`,
    HEAD,
    rows.map(cells),
  );
}

/** @param {{ name: string, bytes: number, outcome: string, units: number, ms: number }} row */
function cells({ name, bytes, outcome, units, ms }) {
  const whole = Math.max(units, 1);
  return [
    name,
    (bytes / 1000).toFixed(0),
    outcome,
    units.toLocaleString("en"),
    ms.toFixed(1),
    ((ms * 1e6) / whole).toFixed(2),
    ((ms / whole) * MAX_WORK_UNITS).toFixed(0),
  ];
}

/** @param {any} resolution */
function outcomeOf(resolution) {
  return resolution.outcome === "refused" ? resolution.refusal.code : resolution.outcome;
}

/** @param {any} event */
async function countUnits(event) {
  const hooks = compileHooks(configOf(event));
  const { spend } = Budget.prototype;
  /** @type {Budget | undefined} */
  let budget;
  // Every event spends something, and has one budget for all.
  Budget.prototype.spend = function keep(amount) {
    budget = this;
    spend.call(this, amount);
  };
  try {
    const resolution = await hooks.resolve({ path: "x", payload: event.payload });
    const units = MAX_WORK_UNITS - Math.max(budget?.unitsLeft ?? 0, 0);
    return { resolution, units };
  } finally {
    Budget.prototype.spend = spend;
  }
}

/**
 * A low percentile of the user time of this process, which does nothing else: what other processes
 * take of a shared machine, and of its caches, makes some rounds slower and none faster.
 *
 * @param {any} event @param {number} rounds
 */
async function timeEvent(event, rounds) {
  const hooks = compileHooks(configOf(event));
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    await hooks.resolve({ path: "x", payload: event.payload });
    times.push(process.cpuUsage(start).user / 1000);
  }
  return times.sort((left, right) => left - right)[Math.floor(rounds / 10)] ?? Number.NaN;
}
