import { expect, test } from "vitest";
import { compileConfig } from "../../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "../../config/config.ts";

function warningsOf(mapping: MappingInput, prefixes: readonly string[] | undefined = ["hook:"]) {
  const text = mapping.action === "wake" ? { textTemplate: "x" } : { messageTemplate: "x" };
  const one = { match: { path: "ci" }, ...text, ...mapping };
  const partials = { key: "hook:{{a}}" };
  const hooks: HooksInput = { allowedSessionKeyPrefixes: prefixes, partials, mappings: [one] };
  const { problems } = compileConfig({ hooks }, { transforms: { "m.js": () => null } });
  return problems.filter(({ code }) => code === "session_key_unprefixed");
}

const countOf = (sessionKey: string, prefixes?: readonly string[]) =>
  warningsOf({ sessionKey }, prefixes).length;

test.each([
  "{{a}}{{b}}",
  "{{! the id }}{{id}}",
  "{{lower a}}",
  "{{truncate (lower a) 20}}",
  "{{#if a}}{{a}}{{else}}{{b}}{{/if}}",
  "{{#if a}}agent:{{a}}{{else}}{{b}}{{/if}}",
  "{{headers.x-id}}",
  "{{path}}:{{a}}",
  '{{"a b"}}',
  "{{#if a}}ci:{{a}}{{/if}}",
])("session_key_unprefixed: warns of %s", (sessionKey) => {
  expect(countOf(sessionKey)).toBe(1);
});

test.each<[string, string, (readonly string[])?]>([
  ["a key that begins with an allowed prefix", "hook:{{a}}"],
  ["a key with other text, of which another warning tells", "ci:{{a}}"],
  ["a key without expressions", "main"],
  ["a key that reads no value of a sender", "{{now}}"],
  ["a block that begins as it must", "{{#if a}}hook:{{a}}{{else}}hook:{{b}}{{/if}}"],
  ["a block with one half that does", "{{#if a}}Hook:{{a}}{{else}}{{b}}{{/if}}"],
  ["a beginning that a block completes", "{{#if a}}ho{{/if}}ok:{{b}}"],
  ["a helper with a text", "{{default a 'hook:none'}}"],
  ["a helper with a text in a named argument", "{{date a zone='UTC'}}"],
  ["a helper with a text inside", "{{lower (default a 'hook:none')}}"],
  ["text behind a value that may be empty", "{{a}}hook:{{b}}"],
  ["a partial, which is not looked into", "{{> key}}"],
  ["a session key of the sender", "{{sessionKey}}"],
  ["a session key within the body", "{{meta.session_key}}"],
  ["the name of the hook, where it is an allowed prefix", "{{path}}:{{a}}", ["ci"]],
  ["a list that allows every key", "{{a}}", [""]],
])("session_key_unprefixed: accepts %s", (_name, sessionKey, prefixes) => {
  expect(countOf(sessionKey, prefixes)).toBe(0);
});

test("session_key_unprefixed: reports nothing where no prefixes are set", () => {
  const one = { match: { path: "ci" }, messageTemplate: "x", sessionKey: "{{a}}" };
  expect(compileConfig({ hooks: { mappings: [one] } }, {}).problems).toEqual([]);
});

test("session_key_unprefixed: ignores the key of a mapping that skips, or that a transform can change", () => {
  const sessionKey = "{{a}}";
  expect(warningsOf({ action: "wake", sessionKey })).toHaveLength(1);
  expect(warningsOf({ skip: true, sessionKey })).toEqual([]);
  expect(warningsOf({ transform: { module: "m.js" }, sessionKey })).toEqual([]);
});

const A = { var: "payload.a" };

test.each<[string, MappingInput]>([
  ["a condition on its values", { match: { when: { in: [A, ["hook:x", "hook:y"]] } } }],
  ["a comparison", { match: { when: { "==": [A, "hook:x"] } } }],
  ["a condition on its beginning", { match: { when: { startsWith: [A, "hook:"] } } }],
  [
    "a condition on elements",
    { forEach: { path: "xs", when: { matches: [{ var: "item.a" }, "^hook:"] } } },
  ],
])(
  "session_key_unprefixed: reports nothing where the mapping asks for an allowed key by %s",
  (_name, mapping) => {
    const sessionKey = mapping.forEach === undefined ? "{{a}}" : "{{item.a}}";
    expect(warningsOf({ ...mapping, sessionKey })).toEqual([]);
  },
);

test.each<[string, object]>([
  ["on another field", { "==": [{ var: "payload.b" }, "hook:x"] }],
  ["with another value", { in: [A, ["hook:x", "main"]] }],
  [
    "that also holds without",
    { or: [{ "==": [A, "hook:x"] }, { "==": [{ var: "payload.b" }, "y"] }] },
  ],
])("session_key_unprefixed: warns beside a condition %s", (_name, when) => {
  expect(warningsOf({ match: { path: "ci", when }, sessionKey: "{{payload.a}}" })).toHaveLength(1);
});

test("session_key_unprefixed: warns of the name of the hook where a mapping takes any", () => {
  expect(warningsOf({ match: {}, sessionKey: "{{path}}" })).toHaveLength(1);
});
