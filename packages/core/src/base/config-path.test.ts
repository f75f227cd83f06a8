import { expect, test } from "vitest";
import { configPathToText } from "./problem.ts";

test.each([
  [["hooks", "token"], "hooks.token"],
  [["hooks", "mappings", 0, "match", "path"], "hooks.mappings[0].match.path"],
  [["agents", "list", 12, "id"], "agents.list[12].id"],
  [["hooks", "$include"], "hooks.$include"],
  [["hooks", "partials", "x y"], 'hooks.partials["x y"]'],
  [["hooks", "partials", 'a"b'], 'hooks.partials["a\\"b"]'],
  [["hooks", "x-event"], 'hooks["x-event"]'],
  [["hooks", "0"], 'hooks["0"]'],
  [["hooks", ""], 'hooks[""]'],
  [[], "config"],
])("configPathToText() makes of %j %s", (path, text) => {
  expect(configPathToText(path)).toBe(text);
});
