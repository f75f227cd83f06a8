import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  [[3, "1.5", 2], "1.5", "3"],
  [["b", "a", "B"], "B", "b"],
  [["a", 10, "9"], "9", "a"],
  [[null, "", 5, undefined], "5", "5"],
  [["2026-01-04", "2026-01-02"], "2026-01-02", "2026-01-04"],
  [[1, "1.0"], "1", "1"],
  [[null, ""], "", ""],
  [[], "", ""],
  ["cab", "", ""],
])("min() and max() of %j are %j and %j", (list, least, most) => {
  expect(renderTemplate("{{min list}}|{{max list}}", { list })).toBe(`${least}|${most}`);
});

it("min() and max() compare values at a path, and give the value", () => {
  const list = [{ n: 5 }, { n: 7 }, {}];
  expect(renderTemplate('{{min list by="n"}} {{max list by="n"}}', { list })).toBe("5 7");
});

it("min() and max() compare arguments where there are several", () => {
  expect(renderTemplate("{{min 3 x 2}} {{max 3 x 2}} {{max x y}}", { y: [9] })).toBe("2 3 [9]");
});
