import { expect, test } from "vitest";
import { listConfigChanges } from "./config-changes.ts";

const compare = (before: unknown, after: unknown) =>
  listConfigChanges({ value: before, path: [] }, { value: after, path: [] }).map(
    ({ kind, path, text }) => [kind, path.join("."), text],
  );

test.each<[before: unknown, after: unknown, changes: readonly (readonly string[])[]]>([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, { a: "x" }, [["changed", "a", 'a 1 → "x"']]],
  [
    { a: { b: 1 } },
    { a: { c: 1 } },
    [
      ["gone", "a.b", "a.b is gone"],
      ["new", "a.c", "a.c is new"],
    ],
  ],
  [{ a: [1, 2] }, { a: [2, 1] }, [["changed", "a", "a has another order"]]],
  [{ a: [1, 2] }, { a: [2] }, [["gone", "a.0", "a 1 is gone"]]],
  [{ a: [1] }, { a: [1, { b: 2 }] }, [["new", "a.1", 'a {"b":2} is new']]],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, [["changed", "a.1.b", "a.b 2 → 3"]]],
  [
    { token: "a", auth: { secret: "a" }, password: "x" },
    { token: "b", auth: { secret: "b" }, clientSecret: "x" },
    [],
  ],
  [undefined, "x".repeat(60), [["changed", "", `nothing → "${"x".repeat(49)}…`]]],
])("listConfigChanges() of %j and %j", (before, after, changes) => {
  expect(compare(before, after)).toEqual(changes);
});
