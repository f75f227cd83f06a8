// Names in a watched folder.
import { expect, test } from "vitest";
import { isWatchedName } from "./is-watched-name.ts";

const NAMES = ["hooks.json5", "new.ts", "x.cjs", null, "seen.json", "hooks.json", ""];

test.each([
  ["beside a module any other module", ["hooks.json5", "a.js"], [true, true, true, true]],
  ["beside a config nothing else", ["hooks.json5"], [true, false, false, true]],
])("isWatchedName() takes watched names, what has no name, and %s", (_what, watched, taken) => {
  const names = new Set(watched);
  expect(NAMES.map((name) => isWatchedName(name, names))).toEqual([...taken, false, false, false]);
});
