import { expect, test } from "vitest";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { compileWithAdvice } from "../engine.ts";

function warningsOf(mapping: MappingInput, hooks: HooksInput = {}) {
  const text = mapping.action === "wake" ? { textTemplate: "x" } : { messageTemplate: "x" };
  const one = { match: { path: "ci" }, ...text, ...mapping };
  return compileWithAdvice({ hooks: { ...hooks, mappings: [one] } }, {}).problems;
}

test("checkWeakPrefix() warns of a literal beginning that is no allowed prefix", () => {
  expect(warningsOf({ sessionKey: "a{{k}}" })).toEqual([
    {
      code: "session_key_weak_prefix",
      severity: "warning",
      path: ["hooks", "mappings", 0, "sessionKey"],
      message:
        'The session key of mapping "mapping-1" begins with "a", which is no allowed prefix: with what follows from the payload, it may be a session that is not of the hooks.',
      hint: 'Begin it with "hook:", or name its beginning in hooks.allowedSessionKeyPrefixes.',
    },
  ]);
  const hooks = { allowedSessionKeyPrefixes: ["ci:"] };
  expect(warningsOf({ sessionKey: "hook:{{k}}" }, hooks)).toMatchObject([
    { hint: "Begin it with one of hooks.allowedSessionKeyPrefixes, or add its beginning there." },
  ]);
});

test.each<[string, MappingInput, HooksInput?]>([
  ["hook:", { sessionKey: "hook:{{k}}" }],
  ["hook: in other letters, after spaces", { sessionKey: " Hook:x{{k}}" }],
  ["a configured prefix", { sessionKey: "ci:{{k}}" }, { allowedSessionKeyPrefixes: ["ci:"] }],
  ["a key without expressions", { sessionKey: "agent:main:main" }],
  ["a key that begins with a payload value", { sessionKey: "{{k}}" }],
  ["values that no sender chooses", { sessionKey: "daily {{now}}" }],
  ["a mapping that skips", { skip: true, sessionKey: "a{{k}}" }],
  ["no key", {}],
])("checkWeakPrefix() accepts %s", (_name, mapping, hooks) => {
  const codes = warningsOf(mapping, hooks).map(({ code }) => code);
  expect(codes).not.toContain("session_key_weak_prefix");
});

test("checkOpenPrefixes() warns of a list that allows every key", () => {
  for (const prefixes of [[], [""], ["hook:", " "]]) {
    expect(warningsOf({ sessionKey: "a{{k}}" }, { allowedSessionKeyPrefixes: prefixes })).toEqual([
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
  expect(warningsOf({}, { allowedSessionKeyPrefixes: ["hook:"] })).toEqual([]);
});
