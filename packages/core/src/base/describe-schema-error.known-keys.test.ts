import { expect, test } from "vitest";
import { knownKeys } from "./describe-schema-error.ts";

test.each([
  [
    ["hooks", "x"],
    ["enabled", "token", "mappings", "gmail"],
  ],
  [
    ["hooks", "mappings", 3, "x"],
    ["id", "match", "messageTemplate", "transform"],
  ],
  [
    ["hooks", "mappings", 0, "match", "x"],
    ["path", "source", "headers", "not"],
  ],
  [
    ["hooks", "mappings", 0, "match", "not", "not", "x"],
    ["path", "source", "headers", "not"],
  ],
  [
    ["hooks", "mappings", 0, "transform", "x"],
    ["module", "export"],
  ],
  [
    ["hooks", "gmail", "x"],
    ["account", "serve", "tailscale"],
  ],
  [
    ["hooks", "gmail", "serve", "x"],
    ["bind", "port", "path"],
  ],
])("knownKeys() gives the keys beside %j", (steps, some) => {
  expect(knownKeys(steps)).toEqual(expect.arrayContaining(some));
});
