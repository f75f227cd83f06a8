// Names in a watched folder.
import { expect, test } from "vitest";
import { isWatchedName } from "./is-watched-name.ts";

test("isWatchedName() takes watched names, any module, and what has no name", () => {
  const watched = new Set(["hooks.json5"]);
  expect(
    ["hooks.json5", "new.ts", "x.cjs", null].map((name) => isWatchedName(name, watched)),
  ).toEqual([true, true, true, true]);
  expect(["seen.json", "hooks.json", ""].map((name) => isWatchedName(name, watched))).toEqual([
    false,
    false,
    false,
  ]);
});
