import { expect, test } from "vitest";
import { createCollector } from "../../test/support/collector.ts";
import { table, useColor } from "./style.ts";

test.each([
  [true, {}, true],
  [false, {}, false],
  [undefined, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
  [false, { FORCE_COLOR: "1" }, true],
  [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  [true, { FORCE_COLOR: "0" }, false],
  [true, { FORCE_COLOR: "false" }, false],
  [true, { FORCE_COLOR: "" }, true],
])("useColor() with a terminal %j and %j is %j", (isTTY, env, expected) => {
  expect(useColor(createCollector(isTTY), env)).toBe(expected);
});

test("table() aligns columns, and leaves out those without text", () => {
  expect(table([["id", "none", "state"], ["1", "", "done"], ["20"]])).toEqual([
    "id  state",
    "1   done",
    "20",
  ]);
});

test("table() aligns 600,000 rows", () => {
  const rows = table([
    ["id", "state"],
    ...Array.from({ length: 600_000 }, (_, id) => [`${id}`, "x"]),
  ]);
  expect([rows[1], rows.at(-1)]).toEqual(["0       x", "599999  x"]);
});

test("table() returns an empty text for no rows", () => {
  expect(table([])).toEqual([]);
});

test("table() cuts long cells, and keeps a cell with line breaks in its row", () => {
  const [, row] = table([["key"], [`a\nb${"x".repeat(100)}`]]);
  expect(row).toHaveLength(60);
  expect(row?.endsWith("x…")).toBe(true);
  expect(row).not.toContain("\n");
});
