import { expect, test } from "vitest";
import { parse } from "../../test/reporting.ts";
import { compileWithAdvice } from "../engine.ts";
import { findIncomplete } from "./compile-config.ts";

const AT = ["hooks", "mappings", 0];
const KEYS = [
  "messageTemplate",
  "textTemplate",
  "match",
  "deliver",
  "to",
  "action",
  "timeoutSeconds",
];

function keysOf(mapping: unknown): readonly string[] {
  const { config, problems } = parse({ hooks: { mappings: [mapping] } });
  const isIncomplete = findIncomplete(problems, config.hooks ?? {});
  return KEYS.filter((key) => isIncomplete(AT, [key]));
}

test("findIncomplete() knows the keys that were taken out of a mapping", () => {
  expect(keysOf({ deliver: "no", match: { path: "/" }, to: "x" })).toEqual(["match", "deliver"]);
  expect(keysOf({ messageTemplate: "x" })).toEqual([]);
});

test.each([
  ["message", "messageTemplate"],
  ["text", "textTemplate"],
  ["messagTemplate", "messageTemplate"],
  ["path", "match"],
  ["headers", "match"],
  ["timeout", "timeoutSeconds"],
])("findIncomplete() knows what the unknown key %s was meant for", (key, meant) => {
  expect(keysOf({ [key]: "x" })).toEqual([meant]);
});

test("findIncomplete() knows a key of the mapping that stands in the match", () => {
  expect(keysOf({ match: { path: "x", messageTemplate: "x" } })).toEqual([
    "messageTemplate",
    "match",
  ]);
});

test("findIncomplete() takes an unknown key without a likeness for nothing else", () => {
  expect(keysOf({ webhookSecret: "x" })).toEqual([]);
});

test("findIncomplete() takes either text for that of an unknown action", () => {
  expect(keysOf({ action: "wakeup", textTemplate: "x" })).toEqual(["textTemplate", "action"]);
  expect(keysOf({ action: "wakeup" })).toEqual(["action"]);
});

test("findIncomplete() knows nothing of the keys where a preset is wrong", () => {
  const path = ["hooks", "presets", 0];
  const problem = { code: "unknown_key", severity: "error", path, message: "m" } as const;
  const isIncomplete = findIncomplete([problem], {});
  expect(isIncomplete(path, ["match"])).toBe(true);
  expect(isIncomplete(["hooks", "presets", 1], ["match"])).toBe(false);
});

test("compileConfig() reports everything about a mapping at once", () => {
  const codesOf = (mapping: object) =>
    compileWithAdvice({ hooks: { mappings: [mapping] } }, {}).problems.map(({ code }) => code);
  const path = { path: "hooks/ci" };
  expect(codesOf({ match: path, action: "agent-run" })).toEqual([
    "invalid_value",
    "match_repeats_base_path",
    "template_missing",
  ]);
  expect(codesOf({ match: path, deliver: "no", splitt: "x" }).toSorted()).toEqual([
    "match_repeats_base_path",
    "template_missing",
    "unknown_key",
    "wrong_type",
  ]);
  expect(codesOf({ chanel: "slack" }).toSorted()).toEqual([
    "match_missing",
    "template_missing",
    "unknown_key",
  ]);
  expect(codesOf({ action: "wakeup", textTemplate: "x", match: { path: "ci" } })).toEqual([
    "invalid_value",
  ]);
});
