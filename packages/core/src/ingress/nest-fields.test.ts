import { expect, test } from "vitest";
import type { FormField } from "./decode-form.ts";
import { nestFields } from "./nest-fields.ts";

function nest(query: string) {
  return nestFields(
    query.split("&").map((pair): FormField => {
      const at = pair.lastIndexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

test.each([
  ["a=1&b=2", { a: "1", b: "2" }],
  ["a=1&a=2", { a: ["1", "2"] }],
  ["data[email]=x&data[merges][FNAME]=y", { data: { email: "x", merges: { FNAME: "y" } } }],
  ["tags[]=a", { tags: ["a"] }],
  ["tags[]=a&tags[]=b", { tags: ["a", "b"] }],
  ["a[b][]=1&a[b][]=2", { a: { b: ["1", "2"] } }],
  ["a[0]=x&a[1]=y", { a: ["x", "y"] }],
  ["a[1]=y&a[0]=x", { a: ["x", "y"] }],
  ["a[2]=x&a[7]=y", { a: ["x", "y"] }],
  ["a[0][b]=1&a[1][b]=2&a[0][c]=3", { a: [{ b: "1", c: "3" }, { b: "2" }] }],
  [
    Array.from({ length: 40 }, (_, at) => `a[${at}][b]=${at}`).join("&"),
    { a: Array.from({ length: 40 }, (_, at) => ({ b: String(at) })) },
  ],
  ["a[0]=x&a[21]=y", { a: { "0": "x", "21": "y" } }],
  ["a[1234]=x&a[5]=y", { a: { "5": "y", "1234": "x" } }],
  ["a[01]=x", { a: { "01": "x" } }],
  ["a[b.c]=1&a.b=2", { a: { "b.c": "1" }, "a.b": "2" }],
  // Rails writes lists of objects so, and qs reads two objects.
  ["a[][b]=1&a[][c]=2&a[][b]=3", { a: [{ b: "1", c: "2" }, { b: "3" }] }],
  ["a[][]=1", { a: [["1"]] }],
  // A value and an object of one name are both kept.
  ["a=1&a[b]=2", { a: ["1", { b: "2" }] }],
  ["a[b]=2&a=1", { a: ["1", { b: "2" }] }],
  ["a[]=1&a[b]=2", { a: ["1", { b: "2" }] }],
  ["a=1&a[]=2", { a: ["1", "2"] }],
  ["a[0]=x&a[]=y", { a: ["x", "y"] }],
  // Brackets that do not fit are part of the name.
  ["a[b=1&a]b=2&a[b]c=3&[]=4", { "a[b": "1", "a]b": "2", "a[b]c": "3", "[]": "4" }],
  ["[a]=1&[b][c]=2", { a: "1", b: { c: "2" } }],
  ["a[[b]]=1", { "a[[b]]": "1" }],
])("nestFields() makes of %s an object", (query, payload) => {
  expect(nest(query)).toEqual(payload);
});

test("nestFields() takes the names of a prototype for names", () => {
  const payload = nest("__proto__[polluted]=1&a[__proto__][x]=2&constructor[prototype][y]=3");
  expect(Object.keys(payload)).toEqual(["__proto__", "a", "constructor"]);
  expect(Object.keys(payload["a"] as object)).toEqual(["__proto__"]);
  expect({}).not.toHaveProperty("polluted");
  expect(payload).not.toHaveProperty("polluted");
});

test("nestFields() leaves a name with more than ten brackets as it is", () => {
  const ten = `a${"[x]".repeat(10)}`;
  expect(Object.keys(nest(`${ten}=1`))).toEqual(["a"]);
  expect(nest(`${ten}[x]=1`)).toEqual({ [`${ten}[x]`]: "1" });
});

test("nestFields() keeps values that are no texts", () => {
  const file = { filename: "a", type: "b", size: 1 };
  expect(nestFields([["a[b]", file]])).toEqual({ a: { b: file } });
});
