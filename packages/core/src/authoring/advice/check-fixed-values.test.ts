import { expect, test } from "vitest";
import { compileConfig } from "../../compile-hooks.ts";
import type { HooksInput, HookwrightConfig, MappingInput } from "../config/config.ts";

const AT = ["hooks", "mappings", 0];

function warningsOf(changes: MappingInput, config: HookwrightConfig = {}) {
  const mapping = { match: { path: "ci" }, messageTemplate: "x", ...changes };
  const hooks = { ...config.hooks, mappings: [mapping] };
  const transforms = { "m.js": () => null };
  const { problems } = compileConfig({ ...config, hooks }, { transforms });
  return problems.filter(
    ({ code, severity }) => code !== "field_without_effect" && severity !== "hint",
  );
}

const onlyOps: HookwrightConfig = { hooks: { allowedAgentIds: ["ops"] } };
const onlySmall: HookwrightConfig = { agents: { defaults: { models: ["v/small"] } } };
const NOT_ALLOWED = "The agent of this action is not one of hooks.allowedAgentIds.";

test("findNeverSucceeds() warns of an agent that is not allowed", () => {
  expect(warningsOf({ agentId: "main" }, onlyOps)).toMatchObject([
    {
      code: "mapping_never_succeeds",
      severity: "warning",
      path: [...AT, "agentId"],
      message: `Mapping "mapping-1" can never succeed: ${NOT_ALLOWED}`,
    },
  ]);
  expect(warningsOf({ agentId: "ops" }, onlyOps)).toEqual([]);
});

test("findNeverSucceeds() judges the default agent where none is named", () => {
  expect(warningsOf({}, onlyOps)).toMatchObject([
    { path: AT, message: expect.stringContaining(NOT_ALLOWED) },
  ]);
  expect(warningsOf({}, { ...onlyOps, agents: { list: [{ id: "ops" }] } })).toEqual([]);
});

test("findNeverSucceeds() warns of an agent from the payload where the config names none", () => {
  expect(warningsOf({ agentId: "{{inbox}}" })).toMatchObject([
    {
      code: "mapping_never_succeeds",
      path: [...AT, "agentId"],
      message:
        'Mapping "mapping-1" can only succeed for the agent "main": the config names no agents.',
    },
  ]);
  expect(warningsOf({ agentId: "{{inbox}}" }, onlyOps)).toEqual([]);
  expect(warningsOf({ agentId: "{{now}}" })).toEqual([]);
});

test("findNeverSucceeds() warns of a model that is not listed", () => {
  expect(warningsOf({ model: "v/huge" }, onlySmall)).toMatchObject([
    {
      code: "mapping_never_succeeds",
      path: [...AT, "model"],
      message:
        'Mapping "mapping-1" can never succeed: The model of this action is not one of agents.defaults.models.',
    },
  ]);
  for (const model of ["v/small", "V/Small", "{{model}}"]) {
    expect(warningsOf({ model }, onlySmall)).toEqual([]);
  }
});

test("findNeverSucceeds() warns of a session key that no policy accepts", () => {
  for (const sessionKey of ["x".repeat(513), "a\nb"]) {
    expect(warningsOf({ sessionKey })).toMatchObject([
      { code: "mapping_never_succeeds", path: [...AT, "sessionKey"] },
    ]);
  }
  expect(warningsOf({ sessionKey: "agent:main:main" })).toEqual([]);
});

test("findNeverSucceeds() judges a text with a comment as it is rendered", () => {
  expect(warningsOf({ model: "v/small{{! the cheap one }}" }, onlySmall)).toEqual([]);
});

test("findNeverSucceeds() reports every reason at once", () => {
  const problems = warningsOf(
    { agentId: "main", model: "v/huge", sessionKey: "a\nb" },
    { ...onlyOps, ...onlySmall },
  );
  expect(problems.map(({ path }) => path.at(-1))).toEqual(["agentId", "model", "sessionKey"]);
});

test("findNeverSucceeds() judges the agent and the session key of a wake, and nothing else of it", () => {
  const ignored = { model: "v/huge", to: "a\nb" };
  const wake = { action: "wake", textTemplate: "x", ...ignored } as const;
  expect(warningsOf({ ...wake, agentId: "ops" }, { ...onlyOps, ...onlySmall })).toEqual([]);
  expect(warningsOf(wake, onlyOps)).toEqual([]);
  expect(warningsOf({ ...wake, agentId: "main" }, onlyOps)).toMatchObject([
    { code: "mapping_never_succeeds", path: [...AT, "agentId"] },
  ]);
  expect(warningsOf({ ...wake, sessionKey: "a\nb" })).toMatchObject([
    { code: "mapping_never_succeeds", path: [...AT, "sessionKey"] },
  ]);
});

test("findNeverSucceeds() warns of ids that contain what no id contains", () => {
  for (const field of ["agentId", "model", "sessionKey", "to"] as const) {
    expect(warningsOf({ [field]: "a\u200bb" })).toMatchObject([
      { code: "mapping_never_succeeds", path: [...AT, field] },
    ]);
  }
});

test("findNeverSucceeds() says nothing where a transform can change the values", () => {
  const transform = { module: "m.js", lock: [] };
  expect(warningsOf({ agentId: "main", transform }, onlyOps)).toEqual([]);
});

test("findNeverSucceeds() warns of the mapping of a preset, at the preset", () => {
  const hooks = { presets: ["gmail"], gmail: { model: "v/huge" } };
  expect(compileConfig({ hooks, ...onlySmall }, {}).problems).toMatchObject([
    { code: "mapping_never_succeeds", path: ["hooks", "presets", 0, "model"] },
  ]);
});

function warningsOfPrefix(mapping: MappingInput, hooks: HooksInput = {}) {
  const text = mapping.action === "wake" ? { textTemplate: "x" } : { messageTemplate: "x" };
  const one = { match: { path: "ci" }, ...text, ...mapping };
  return compileConfig({ hooks: { ...hooks, mappings: [one] } }, {}).problems;
}

test.each<[string, MappingInput, HooksInput?]>([
  ["hook:", { sessionKey: "hook:{{k}}" }],
  ["a key that begins with a payload value", { sessionKey: "{{k}}" }],
])("checkWeakPrefix() accepts %s", (_name, mapping, hooks) => {
  const codes = warningsOfPrefix(mapping, hooks).map(({ code }) => code);
  expect(codes).not.toContain("session_key_weak_prefix");
});

test("checkOpenPrefixes() warns of a list that allows every key", () => {
  for (const prefixes of [[], [""], ["hook:", " "]]) {
    expect(
      warningsOfPrefix({ sessionKey: "a{{k}}" }, { allowedSessionKeyPrefixes: prefixes }),
    ).toEqual([
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
  expect(warningsOfPrefix({}, { allowedSessionKeyPrefixes: ["hook:"] })).toEqual([]);
});

function warningsOfSessionStart(
  mapping: MappingInput,
  prefixes: readonly string[] | undefined = ["hook:"],
) {
  const text = mapping.action === "wake" ? { textTemplate: "x" } : { messageTemplate: "x" };
  const one = { match: { path: "ci" }, ...text, ...mapping };
  const partials = { key: "hook:{{a}}" };
  const hooks: HooksInput = { allowedSessionKeyPrefixes: prefixes, partials, mappings: [one] };
  const { problems } = compileConfig({ hooks }, { transforms: { "m.js": () => null } });
  return problems.filter(({ code }) => code === "session_key_unprefixed");
}

const countOf = (sessionKey: string, prefixes?: readonly string[]) =>
  warningsOfSessionStart({ sessionKey }, prefixes).length;

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
])("L6 checkSessionStart() warns of %s", (sessionKey) => {
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
])("L6 checkSessionStart() says nothing of %s", (_name, sessionKey, prefixes) => {
  expect(countOf(sessionKey, prefixes)).toBe(0);
});

test("L6 checkSessionStart() says nothing where no prefixes are set", () => {
  const one = { match: { path: "ci" }, messageTemplate: "x", sessionKey: "{{a}}" };
  expect(compileConfig({ hooks: { mappings: [one] } }, {}).problems).toEqual([]);
});

test("L6 checkSessionStart() judges no key of a mapping that skips, or that a transform can change", () => {
  const sessionKey = "{{a}}";
  expect(warningsOfSessionStart({ action: "wake", sessionKey })).toHaveLength(1);
  expect(warningsOfSessionStart({ skip: true, sessionKey })).toEqual([]);
  expect(warningsOfSessionStart({ transform: { module: "m.js" }, sessionKey })).toEqual([]);
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
  "L6 checkSessionStart() says nothing where the mapping asks for an allowed key by %s",
  (_name, mapping) => {
    const sessionKey = mapping.forEach === undefined ? "{{a}}" : "{{item.a}}";
    expect(warningsOfSessionStart({ ...mapping, sessionKey })).toEqual([]);
  },
);

test.each<[string, object]>([
  ["on another field", { "==": [{ var: "payload.b" }, "hook:x"] }],
  ["with another value", { in: [A, ["hook:x", "main"]] }],
  [
    "that also holds without",
    { or: [{ "==": [A, "hook:x"] }, { "==": [{ var: "payload.b" }, "y"] }] },
  ],
])("L6 checkSessionStart() warns beside a condition %s", (_name, when) => {
  expect(
    warningsOfSessionStart({ match: { path: "ci", when }, sessionKey: "{{payload.a}}" }),
  ).toHaveLength(1);
});

test("L6 checkSessionStart() warns of the name of the hook where a mapping takes any", () => {
  expect(warningsOfSessionStart({ match: {}, sessionKey: "{{path}}" })).toHaveLength(1);
});
