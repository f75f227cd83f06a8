import { expect, test } from "vitest";
import { createCollector } from "../../test/support/collector.ts";
import { useColor } from "./style.ts";

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
