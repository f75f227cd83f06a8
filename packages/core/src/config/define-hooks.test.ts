import { expect, test } from "vitest";
import { defineHooks } from "./define-hooks.ts";

test("defineHooks() gives back the config that it got", () => {
  const config = { hooks: { enabled: false } };
  expect(defineHooks(config)).toBe(config);
});
