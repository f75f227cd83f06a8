import { expect, test } from "vitest";
import { removeSecrets } from "./secrets.ts";

test.each([
  ["a field", { passcode: "s", a: 1 }, ["passcode"], { a: 1 }],
  [
    "a field within",
    { meta: { token: "s", a: 1 }, b: 2 },
    ["meta.token"],
    { meta: { a: 1 }, b: 2 },
  ],
  ["several", { a: "s", b: "s", c: 1 }, ["a", "b"], { c: 1 }],
  ["an element", ["s", "t"], ["0"], [null, "t"]],
  ["a field of an element", { list: [{ s: 1, a: 1 }, 2] }, ["list[0].s"], { list: [{ a: 1 }, 2] }],
  [
    "a field of every element",
    { value: [{ clientState: "s", id: 1 }, 5, { id: 2 }] },
    ["value[].clientState"],
    { value: [{ id: 1 }, 5, { id: 2 }] },
  ],
  [
    "no list",
    { value: { clientState: "s" } },
    ["value[].clientState"],
    { value: { clientState: "s" } },
  ],
  ["nothing there", { a: 1 }, ["b.c"], { a: 1 }],
  ["no object on the way", { a: 1 }, ["a.b"], { a: 1 }],
  ["null on the way", { a: null }, ["a.b"], { a: null }],
  ["no path", { a: 1 }, ["a]"], { a: 1 }],
  ["no paths", { a: 1 }, [], { a: 1 }],
])("trap 19 removeSecrets() removes %s", (_what, payload, paths, shown) => {
  expect(removeSecrets(payload, paths)).toEqual(shown);
});

test("removeSecrets() keeps the order of the other fields, and the original", () => {
  const payload = { a: 1, token: "s", b: { c: "s", d: 2 }, e: 3 };
  expect(JSON.stringify(removeSecrets(payload, ["token", "b.c"]))).toBe(
    '{"a":1,"b":{"d":2},"e":3}',
  );
  expect(payload).toEqual({ a: 1, token: "s", b: { c: "s", d: 2 }, e: 3 });
});

test("removeSecrets() reads own fields only, and keeps __proto__ a field", () => {
  const payload = JSON.parse('{"__proto__":{"a":1},"token":"s"}');
  expect(JSON.stringify(removeSecrets(payload, ["token", "toString.name"]))).toBe(
    '{"__proto__":{"a":1}}',
  );
});
