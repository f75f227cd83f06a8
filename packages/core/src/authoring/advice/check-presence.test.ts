import { expect, test } from "vitest";
import { withProblems } from "../../../test/reporting.ts";
import type { HooksInput } from "../config/config.ts";
import { checkMisplaced, checkPresence } from "./check-presence.ts";

const check = (...keys: string[]) => withProblems((report) => checkPresence(keys, report)).problems;

test("checkPresence() warns that nothing is served, and says what to add", () => {
  expect(check("gateway", "agents")).toEqual([
    {
      code: "hooks_missing",
      severity: "warning",
      path: [],
      message: 'The config has no "hooks", so nothing is served.',
      hint: 'Add "hooks": { "enabled": true, "token": "${HOOK_TOKEN}", "mappings": [ … ] }.',
    },
  ]);
});

test("checkPresence() puts keys at the root under hooks", () => {
  expect(check("enabled", "gateway", "mappings")[0]?.hint).toBe(
    'Put "enabled", "mappings" under "hooks": { … }.',
  );
});

test("checkPresence() says which command reads an event file or a test file", () => {
  expect(check("path", "payload", "headers")[0]?.hint).toContain("--event FILE");
  expect(check("payload")[0]?.hint).toContain('Add "hooks"');
  expect(check("config", "cases")[0]?.hint).toContain("hookwright test FILE");
});

test("checkPresence() knows a misspelled hooks", () => {
  expect(check("gateway", "hook")[0]?.hint).toBe('Rename "hook" to "hooks".');
  expect(check("Hooks")[0]?.hint).toBe('Rename "Hooks" to "hooks".');
});

const misplaced = (keys: readonly string[], hooks: HooksInput) =>
  withProblems((report) => checkMisplaced(keys, hooks, report)).problems;

test("checkMisplaced() warns of keys of hooks at the root", () => {
  expect(misplaced(["hooks", "mappings"], { enabled: true })).toEqual([
    {
      code: "hooks_misplaced",
      severity: "warning",
      path: ["mappings"],
      message: '"mappings" is beside "hooks", where nothing reads it.',
      hint: 'Move it into "hooks": { … }; in YAML, indent it like "enabled".',
    },
  ]);
});
