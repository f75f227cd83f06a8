// Searches configs and bodies of at most 256 KiB whose work takes longest for what it is charged.
//
// node bench/work-search.mjs [seconds] [seed]: ends soon after the seconds, 300 by default.
import fc from "fast-check";
import { events, fitsIntoBody } from "./shared/costly/samples.mjs";
import { measureWork, nsPerUnit, printWork } from "./shared/measure-work.mjs";

const seconds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);

/** As many as are measured again, and printed. */
const MAX_FOUND = 20;
/** One measurement of less than this says more of the garbage collector than of the event. */
const MIN_MS = 5;
const ROUNDS = 9;

/** @typedef {import("./shared/costly/events.mjs").CostlyEvent} CostlyEvent */
/** @typedef {{ event: CostlyEvent, row: import("./shared/measure-work.mjs").WorkRow }} Found */

/** @type {Found[]} */
let found = [];
let tried = 0;

/** @param {any} sample @param {string} name */
async function trySample({ payload, work }, name) {
  if (!fitsIntoBody(payload)) return;
  const event = { name, mappings: 20, payload: JSON.parse(JSON.stringify(payload)), ...work };
  try {
    const row = await measureWork(event, 1);
    tried += 1;
    if (row.ms > MIN_MS) keep({ event, row });
  } catch {
    // A generated rule or call that does not compile.
  }
}

/** Half of those that are kept take longest, the others have the dearest units. @param {Found} next */
function keep(next) {
  found.push(next);
  if (found.length < 4 * MAX_FOUND) return;
  const longest = [...found].sort((left, right) => right.row.ms - left.row.ms);
  const dearest = [...found].sort((left, right) => nsPerUnit(right.row) - nsPerUnit(left.row));
  found = [...new Set([...longest.slice(0, MAX_FOUND), ...dearest.slice(0, MAX_FOUND)])];
}

const until = Date.now() + seconds * 1000;
for (let round = 0; Date.now() < until; round++) {
  const options = { numRuns: 20, seed: seed + round };
  for (const [at, sample] of fc.sample(events, options).entries()) {
    await trySample(sample, `${seed + round}/${at} ${describe(sample)}`);
  }
}

const rows = [];
for (const { event } of found) rows.push(await measureWork(event, ROUNDS));
rows.sort((left, right) => nsPerUnit(right) - nsPerUnit(left));
console.log(`${tried} events in ${seconds} s, seed ${seed}`);
printWork("Dearest units", rows.filter(({ ms }) => ms > MIN_MS).slice(0, MAX_FOUND));
rows.sort((left, right) => right.ms - left.ms);
printWork("Longest", rows.slice(0, MAX_FOUND));

/** The rule or template, and what the fields of the payload are. @param {any} sample */
function describe({ payload: { a, b }, work }) {
  const written = JSON.stringify(work.when ?? work.template).replace(
    /(.)\1{9,}|(.{2,4})\2{4,}/g,
    "$1$2…",
  );
  return `${written} a: ${sketch(a)}, b: ${sketch(b)}`.replaceAll("|", "\\|");
}

/** @param {any} value @returns {string} */
function sketch(value) {
  if (typeof value === "string") return `${JSON.stringify(value.slice(0, 4))} x ${value.length}`;
  if (Array.isArray(value)) {
    let levels = 1;
    let inner = value[0];
    while (Array.isArray(inner) && inner.length === 2 && inner[1] === "") {
      inner = inner[0];
      levels += 1;
    }
    return `[${Array.isArray(inner) && levels > 3 ? `${levels} deep` : sketch(inner)}] x ${value.length}`;
  }
  if (typeof value !== "object" || value === null) return String(value);
  const keys = Object.keys(value);
  return `{${keys.length === 0 ? "" : sketch(value[keys[0] ?? ""])}} x ${keys.length}`;
}
