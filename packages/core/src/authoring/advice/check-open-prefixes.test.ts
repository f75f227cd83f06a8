import { expect, test } from "vitest";
import { compileConfig } from "../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";

function problemsOf(mapping: MappingInput, hooks: HooksInput = {}) {
  const text = mapping.action === "wake" ? { textTemplate: "x" } : { messageTemplate: "x" };
  const one = { match: { path: "ci" }, ...text, ...mapping };
  return compileConfig({ hooks: { ...hooks, mappings: [one] } }, {}).problems;
}

test("checkOpenPrefixes() warns of a list that allows every key", () => {
  for (const prefixes of [[], [""], ["hook:", " "]]) {
    expect(problemsOf({ sessionKey: "a{{k}}" }, { allowedSessionKeyPrefixes: prefixes })).toEqual([
      {
        code: "session_prefix_open",
        severity: "warning",
        path: ["hooks", "allowedSessionKeyPrefixes"],
        message:
          "hooks.allowedSessionKeyPrefixes allows every session key: a sender can choose a session of the gateway's own.",
        hint: 'Write ["hook:"], or leave it out: keys are then put under "hook:".',
      },
    ]);
  }
  expect(problemsOf({}, { allowedSessionKeyPrefixes: ["hook:"] })).toEqual([]);
});
