import { expect, test } from "vitest";
import { compileConfig } from "../../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "../../config/config.ts";

function problemsOf(mapping: MappingInput, hooks: HooksInput = {}) {
  const text = mapping.action === "wake" ? { textTemplate: "x" } : { messageTemplate: "x" };
  const one = { match: { path: "ci" }, ...text, ...mapping };
  return compileConfig({ hooks: { ...hooks, mappings: [one] } }, {}).problems;
}

test.each<[string, MappingInput, HooksInput?]>([
  ["hook:", { sessionKey: "hook:{{k}}" }],
  ["a key that begins with a payload value", { sessionKey: "{{k}}" }],
])("session_key_weak_prefix: accepts %s", (_name, mapping, hooks) => {
  const codes = problemsOf(mapping, hooks).map(({ code }) => code);
  expect(codes).not.toContain("session_key_weak_prefix");
});
