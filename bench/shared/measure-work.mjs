// An event → the units of work that it is charged, and the time of the processor that it takes.
// The package does not export the budget, whose units are counted here.

import { compileHooks } from "../../packages/core/build/engine.js";
import { Budget, MAX_WORK_UNITS } from "../../packages/template/build/serving/render/budget.js";
import { configOf } from "./costly/events.mjs";
import { printTable } from "./interleave.mjs";

/** @typedef {import("./costly/events.mjs").CostlyEvent} CostlyEvent */
/** @typedef {{ name: string, bytes: number, outcome: string, units: number, ms: number }} WorkRow */

const HEAD = [
  "event",
  "kB",
  "outcome",
  "units",
  "ms of user time",
  "ns per unit",
  "ms for all units",
];

/** @param {CostlyEvent} event @param {number} rounds of which a low percentile counts @returns {Promise<WorkRow>} */
export async function measureWork(event, rounds) {
  const { resolution, units } = await countUnits(event);
  const ms = await timeEvent(event, rounds);
  const bytes = JSON.stringify(event.payload).length;
  return { name: event.name, bytes, outcome: outcomeOf(resolution), units, ms };
}

/** The dearest unit first. @param {string} title @param {readonly WorkRow[]} rows */
export function printWork(title, rows) {
  const sorted = [...rows].sort((left, right) => nsPerUnit(right) - nsPerUnit(left));
  const whole = `of ${MAX_WORK_UNITS / 1e6} million units`;
  printTable(`${title}, ${whole}`, HEAD, sorted.map(cells));
}

/** @param {WorkRow} row */
export function nsPerUnit({ ms, units }) {
  return (ms * 1e6) / Math.max(units, 1);
}

/** @param {WorkRow} row */
function cells(row) {
  const { name, bytes, outcome, units, ms } = row;
  const ns = nsPerUnit(row);
  return [
    name,
    (bytes / 1000).toFixed(0),
    outcome,
    units.toLocaleString("en"),
    ms.toFixed(1),
    ns.toFixed(2),
    ((ns * MAX_WORK_UNITS) / 1e6).toFixed(0),
  ];
}

/** @param {any} resolution */
function outcomeOf(resolution) {
  return resolution.outcome === "refused" ? resolution.refusal.code : resolution.outcome;
}

/** @param {CostlyEvent} event */
async function countUnits(event) {
  const hooks = compileHooks(configOf(event));
  const { spend } = Budget.prototype;
  /** @type {Budget | undefined} */
  let budget;
  // Every event is charged for the rules that it is compared with.
  Budget.prototype.spend = function note(amount) {
    budget = this;
    spend.call(this, amount);
  };
  try {
    const resolution = await hooks.resolve({ path: "x", payload: event.payload });
    const left = Math.max(budget?.unitsLeft ?? MAX_WORK_UNITS, 0);
    return { resolution, units: MAX_WORK_UNITS - left };
  } finally {
    Budget.prototype.spend = spend;
  }
}

/**
 * A low percentile of the user time of this process: what other processes take of a shared machine, and
 * of its caches, makes some rounds slower and none faster.
 *
 * @param {CostlyEvent} event @param {number} rounds
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
