// Random conditions, templates and bodies, most of them meant to be much work for their size.
import fc from "fast-check";
import { MAX_BODY_BYTES } from "./events.mjs";

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
  "json sort unique join lines length upper escapeMarkdown table list quote code stripHtml htmlToText base64Decode urlDecode number date trim first last".split(
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

/** The payload, and a condition or a template over it. */
export const events = fc.record({
  payload: fc.record({ a: value, b: value }),
  work: fc.oneof(
    rules(["payload.a", "payload.b"], 3).map((when) => ({ when })),
    template.map((written) => ({ template: written })),
  ),
});

/** @typedef {{ payload: { a: unknown, b: unknown }, work: { when: unknown } | { template: string } }} Sample */

/** @param {Sample["payload"]} payload */
export function fitsIntoBody({ a, b }) {
  return sizeOf(a) + sizeOf(b) <= MAX_BODY_BYTES;
}

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
