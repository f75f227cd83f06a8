// Conditions and bodies of 26 to 260 kB that are much work for their size.
import { list } from "./list.mjs";

/** @typedef {import("./events.mjs").CostlyEvent} CostlyEvent */

const ACCUMULATOR = { var: "accumulator" };
const CURRENT = { var: "current" };

/** Bodies of 26 to 260 kB. @returns {CostlyEvent[]} */
export function conditions() {
  const deep = nest(2_000, "x".repeat(200_000), (inner) => [inner, ""]);
  const numbers = list(100_000, () => 7);
  const words = list(25_000, (index) => `w${index % 100}`);
  const half = "a".repeat(60_000);
  const tail = `${"a".repeat(20)}b`;
  return [
    { name: "a deep list as text", when: { "==": [field("v"), "y"] }, payload: { v: deep } },
    { name: "a deep list, cat", when: { cat: [field("v"), "y"] }, payload: { v: deep } },
    {
      name: "a list as text for each element",
      when: { some: [field("e"), { "==": [field("v"), "y"] }] },
      payload: { e: list(10_000, () => 1), v: list(60_000, () => 1) },
    },
    {
      name: "elements that are lists, as text",
      when: { some: [field("v"), { "==": [{ var: "" }, "y"] }] },
      payload: { v: list(1_000, () => list(100, () => 7)) },
    },
    {
      name: "numbers with many digits as text",
      when: { "==": [field("v"), "y"] },
      payload: { v: list(25_000, (index) => (index + 0.123) * 1e-300).slice(0, 10_000) },
    },
    {
      name: "objects as text",
      when: { "==": [field("v"), "y"] },
      payload: { v: list(80_000, () => ({})) },
    },
    {
      name: "objects deep in lists, as text",
      when: { "==": [field("v"), "y"] },
      payload: {
        v: nest(
          100,
          list(1_000, () => ({})),
          (inner) => [inner, ""],
        ),
      },
    },
    { name: "numbers as text", when: { "<": [field("v"), 1] }, payload: { v: numbers } },
    {
      name: "reduce that doubles a list, then text",
      when: {
        "==": [{ reduce: [field("v"), [ACCUMULATOR, ACCUMULATOR], ["x".repeat(50)]] }, "y"],
      },
      payload: { v: list(24, () => 1) },
    },
    {
      name: "reduce with cat",
      when: { "!": { reduce: [field("v"), { cat: [ACCUMULATOR, CURRENT] }, ""] } },
      payload: { v: list(10_000, () => "x".repeat(20)) },
    },
    {
      name: "reduce with merge",
      when: { "!": { reduce: [field("v"), { merge: [ACCUMULATOR, CURRENT] }, []] } },
      payload: { v: list(10_000, () => list(10, () => 1)) },
    },
    {
      name: "a word in a list, for each element",
      when: { some: [field("v"), { some: [{ var: "l" }, { in: ["zz", { var: "m" }] }] }] },
      payload: { v: list(10, () => ({ l: list(100, () => ({ m: list(60, () => "w") })) })) },
    },
    {
      name: "reduce that searches what it has",
      when: {
        "!": {
          reduce: [
            field("v"),
            {
              if: [{ in: [CURRENT, ACCUMULATOR] }, ACCUMULATOR, { merge: [ACCUMULATOR, CURRENT] }],
            },
            [],
          ],
        },
      },
      payload: { v: list(20_000, (index) => `k${index}`) },
    },
    {
      name: "a text in a text, the slowest",
      when: { in: [field("p"), field("v")] },
      payload: { v: half.repeat(3), p: `${half}b` },
    },
    {
      name: "a short text in a text, the slowest",
      when: { in: [field("p"), field("v")] },
      payload: { v: "a".repeat(200_000), p: `${tail}${"a".repeat(10)}` },
    },
    {
      name: "digits as a number",
      when: { "==": [field("v"), 1] },
      payload: { v: "1".repeat(200_000) },
    },
    {
      name: "white space as a number",
      when: { ">": [field("v"), 1] },
      payload: { v: " ".repeat(200_000) },
    },
    {
      name: "parts of numbers, added",
      when: { "+": [field("v"), 1] },
      payload: { v: `0.${"1".repeat(200_000)}` },
    },
    {
      name: "equal texts in a list",
      when: { in: [field("p"), field("v")] },
      payload: { p: `${"ä".repeat(999)}b`, v: list(100, () => `${"ä".repeat(999)}c`) },
    },
    {
      name: "nested rules over lists",
      when: {
        all: [
          field("v"),
          { all: [{ var: "" }, { all: [{ var: "" }, { ">": [{ var: "" }, 0] }] }] },
        ],
      },
      payload: { v: list(30, () => list(30, () => list(100, () => 1))) },
    },
    {
      name: "map of filter of a list",
      when: { map: [{ filter: [{ map: [field("v"), { var: "" }] }, true] }, { "!": { var: "" } }] },
      payload: { v: words },
    },
    {
      name: "operators that go through json-logic-js",
      when: {
        all: [
          field("v"),
          { "!=": [{ "+": [{ "*": [{ var: "" }, 2] }, { "%": [{ var: "" }, 3] }] }, -1] },
        ],
      },
      payload: { v: numbers },
    },
    {
      name: "missing names",
      when: { all: [field("v"), { "!": { missing: ["a", "b", "c", "d", "e", "f"] } }] },
      payload: { v: list(5_000, () => ({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 })) },
    },
    {
      name: "mappings that do not hold",
      when: { "==": [field("v"), 1] },
      mappings: 5_000,
      payload: { v: 0 },
    },
  ];
}

/** @param {number} depth @param {unknown} core @param {(inner: unknown) => unknown} wrap */
function nest(depth, core, wrap) {
  let value = core;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

/** @param {string} name */
function field(name) {
  return { var: `payload.${name}` };
}
