// Searches configs and bodies of at most 256 KiB whose work takes longest for what it is charged.
//
// node bench/work-search.mjs [seconds] [seed]
import fc from "fast-check";
import {
  Budget,
  DEFAULT_RENDER_LIMITS,
  MAX_WORK_UNITS,
} from "../packages/core/build/data/budget.js";
import { compileHooks } from "../packages/core/build/engine.js";
import { configOf, MAX_BODY_BYTES } from "./shared/costly/events.mjs";

const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now());

const pieces = fc.constantFrom(
  "a",
  "ab",
  "é",
  "中",
  "😀",
  "1",
  " ",
  "\n",
  "<",
  "|",
  "\\",
  "&lt;",
  "%41",
  "<b>",
  "_",
  "\u0001",
);
const text = fc
  .tuple(pieces, pieces, fc.nat(40_000))
  .map(([one, two, count]) => one.repeat(count) + two);
const short = fc.tuple(pieces, fc.nat(40)).map(([piece, count]) => piece.repeat(count));
const leaf = fc.oneof(
  text,
  short,
  short,
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, {}, []),
);

/** Lists repeat one element, as a body that is much work is mostly one thing again and again. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, tie("list"), tie("nested"), tie("object")),
  list: fc.tuple(tie("value"), fc.nat(20_000)).map(([item, count]) => Array(count).fill(item)),
  nested: fc.tuple(tie("value"), fc.nat(500)).map(([core, levels]) => {
    let inner = core;
    for (let level = 0; level < levels; level++) inner = [inner, ""];
    return inner;
  }),
  object: fc
    .tuple(tie("value"), fc.nat(2_000))
    .map(([item, count]) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, item])),
    ),
}));

const OPERATORS = "== != === < > in cat + * - / % max merge substr and or".split(" ");
const SCOPED = "some all none map filter reduce".split(" ");

/** @param {readonly string[]} names @param {number} depth @returns {fc.Arbitrary<unknown>} */
function rules(names, depth) {
  const variable = fc.constantFrom(...names).map((name) => ({ var: name }));
  if (depth === 0)
    return fc.oneof({ weight: 4, arbitrary: variable }, { weight: 1, arbitrary: short });
  const inner = rules(names, depth - 1);
  const plain = fc
    .tuple(fc.constantFrom(...OPERATORS), inner, inner)
    .map(([name, a, b]) => ({ [name]: [a, b] }));
  const scoped = fc.constantFrom(...SCOPED).chain((name) => {
    const own = name === "reduce" ? ["current", "accumulator"] : ["", "k1"];
    return fc.tuple(inner, rules(own, depth - 1)).map(([list, rule]) => ({ [name]: [list, rule] }));
  });
  return fc.oneof(plain, scoped, inner);
}

const CALLS =
  "json sort unique join lines length upper escapeMarkdown table list quote code stripHtml base64Decode urlDecode number date trim first last".split(
    " ",
  );
const PAIRS = "eq lt contains in split default pluck truncate startsWith".split(" ");
const call = fc.oneof(
  fc.constantFrom(...CALLS).map((name) => `(${name} @root.a)`),
  fc
    .tuple(fc.constantFrom(...PAIRS), fc.constantFrom("a", "b"))
    .map(([name, other]) => `(${name} @root.a @root.${other})`),
  fc
    .tuple(fc.constantFrom(...CALLS), fc.constantFrom(...CALLS))
    .map(([one, two]) => `(${one} (${two} @root.a))`),
);
const template = fc.oneof(
  call.map((inner) => `{{#if ${inner}}}{{/if}}.`),
  call.map((inner) => `{{#each b}}{{#if ${inner}}}{{/if}}{{/each}}.`),
  fc.constantFrom(
    "{{a}}",
    "{{a}}{{a}}",
    "{{#each a}}{{this}}{{#each this}}{{@key}}{{/each}}{{/each}}",
  ),
);

const events = fc.record({
  payload: fc.record({ a: value, b: value }),
  work: fc.oneof(
    rules(["payload.a", "payload.b"], 3).map((when) => ({ when })),
    template.map((written) => ({ template: written })),
  ),
});

/**
 * About the bytes of the value as JSON, without writing it: a list repeats one element, and lists in
 * lists may have more elements than fit into memory.
 *
 * @param {any} value @returns {number}
 */
function sizeOf(value) {
  if (typeof value === "string")
    return JSON.stringify(value.slice(0, 2)).length * (value.length / 2);
  if (typeof value !== "object" || value === null) return 8;
  if (!Array.isArray(value)) {
    const keys = Object.keys(value);
    return keys.length === 0 ? 2 : keys.length * (10 + sizeOf(value[keys[0] ?? ""]));
  }
  let size = 2;
  let at = value;
  // Nested lists, not by recursion.
  while (at.length === 2 && at[1] === "" && Array.isArray(at[0])) {
    size += 5;
    at = at[0];
  }
  return size + at.length * (1 + sizeOf(at[0]));
}

const { spend } = Budget.prototype;

/** @param {any} config @param {any} payload */
async function measure(config, payload) {
  const hooks = compileHooks(config);
  let units = 0;
  Budget.prototype.spend = function count(amount) {
    units += amount;
    spend.call(this, amount);
  };
  await hooks.resolve({ path: "x", payload });
  Budget.prototype.spend = spend;
  const start = process.cpuUsage();
  await hooks.resolve({ path: "x", payload });
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1000, units: Math.min(units, MAX_WORK_UNITS) };
}

const found = [];
let tried = 0;
const until = Date.now() + seconds * 1000;
for (let round = 0; Date.now() < until; round++) {
  for (const { payload, work } of fc.sample(events, { numRuns: 20, seed: seed + round })) {
    if (sizeOf(payload.a) + sizeOf(payload.b) > MAX_BODY_BYTES) continue;
    const serialized = JSON.parse(JSON.stringify(payload));
    const event = { name: "", mappings: 20, payload: serialized, ...work };
    try {
      const { ms, units } = await measure(configOf(event), serialized);
      tried += 1;
      if (ms > 5) found.push({ ms, units, work, seed: seed + round });
    } catch {
      // A generated rule or call that does not compile.
    } finally {
      Budget.prototype.spend = spend;
    }
  }
}
found.sort((left, right) => right.ms - left.ms);
console.log(`${tried} events, seed ${seed}, limits ${JSON.stringify(DEFAULT_RENDER_LIMITS)}`);
for (const { ms, units, work, seed: of } of found.slice(0, 10)) {
  console.log(
    `${ms.toFixed(1)} ms | ${units.toLocaleString("en")} units | ${JSON.stringify(work)} | seed ${of}`,
  );
}
found.sort((left, right) => right.ms / right.units - left.ms / left.units);
console.log("dearest unit:");
for (const { ms, units, work, seed: of } of found.slice(0, 10)) {
  console.log(
    `${((ms * 1e6) / units).toFixed(1)} ns | ${ms.toFixed(1)} ms | ${JSON.stringify(work)} | seed ${of}`,
  );
}
