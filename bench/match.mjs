// Finding one of 1, 100 and 10,000 mappings of one name that differ by source, or by a header.

import { EventView } from "../packages/core/build/base/event.js";
import { compileConfig } from "../packages/core/build/compile-hooks.js";
import { Budget, DEFAULT_RENDER_LIMITS } from "../packages/template/build/serving/render/budget.js";
import { interleave, printTable } from "./shared/interleave.mjs";
import { rowsFromResults } from "./shared/rows.mjs";
import { nanosecondsPerCall, use } from "./shared/time-calls.mjs";

const SIZES = [1, 100, 10_000];

const KINDS = [
  {
    name: "source",
    match: (/** @type {number} */ index) => ({ path: "shop", source: `tenant-${index}` }),
    event: (/** @type {number} */ index) => ({ payload: { source: `tenant-${index}` } }),
  },
  {
    name: "header",
    match: (/** @type {number} */ index) => ({
      path: "shop",
      headers: { "x-topic": ["orders/paid", "orders/create"], "x-tenant": `tenant-${index}` },
    }),
    event: (/** @type {number} */ index) => ({
      payload: {},
      headers: { "x-topic": "orders/paid", "x-tenant": `tenant-${index}`, accept: "*/*" },
    }),
  },
];

export async function run() {
  const rows = [];
  for (const { name, match, event } of KINDS) {
    const finders = new Map(
      SIZES.map((size) => [String(size), createFinder(size, match, event(size - 1))]),
    );
    const results = await interleave(
      [...finders.keys()],
      (size) => nanosecondsPerCall(() => use(finders.get(size)?.()), 100_000),
      { rounds: Number(process.env["BENCH_ROUNDS"] ?? 21), warmUp: 3 },
    );
    rows.push(...rowsFromResults(name, results));
  }
  printTable("Finding the last mapping of one name", HEAD, rows);
}

const HEAD = ["differ by", "mappings", "ns", "ratio to one mapping", "spread"];

/**
 * @param {number} size
 * @param {(index: number) => object} match
 * @param {{ payload: unknown, headers?: Record<string, string> }} event
 */
function createFinder(size, match, event) {
  const mappings = Array.from({ length: size }, (_, index) => ({
    id: `m-${index}`,
    match: match(index),
    messageTemplate: "An order was paid.",
  }));
  const { index } = compileConfig({ hooks: { mappings } }, {}).compiled;
  const find = () =>
    index.find(
      EventView.of({ path: "shop", receivedAt: 0, ...event }, Date.now),
      new Budget(DEFAULT_RENDER_LIMITS),
    );
  if (find()?.id !== `m-${size - 1}`) throw new Error(`Of ${size}, the last is not found.`);
  return find;
}
