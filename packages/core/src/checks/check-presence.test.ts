import { expect, test } from "vitest";
import { withProblems } from "../../test/reporting.ts";
import { checkPresence } from "./check-presence.ts";

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

test("checkPresence() knows a misspelled hooks", () => {
  expect(check("gateway", "hook")[0]?.hint).toBe('Rename "hook" to "hooks".');
  expect(check("Hooks")[0]?.hint).toBe('Rename "Hooks" to "hooks".');
});
