import { expect, test } from "vitest";
import { configPathToText } from "./config-path.ts";

test.each([
  [["hooks", "token"], "hooks.token"],
  [["hooks", "partials", "x y"], 'hooks.partials["x y"]'],
  [["hooks", "partials", 'a"b'], 'hooks.partials["a\\"b"]'],
  [[], "config"],
])("configPathToText() makes of %j %s", (path, text) => {
  expect(configPathToText(path)).toBe(text);
});
