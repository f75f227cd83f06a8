import { expect, test } from "vitest";
import { compileConfig } from "../../../compile-hooks.ts";
import type { HookwrightConfig, MappingInput } from "../../config/config.ts";

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

test("check() warns of an agent that is not allowed", () => {
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

test("check() checks the default agent where none is named", () => {
  expect(warningsOf({}, onlyOps)).toMatchObject([
    { path: AT, message: expect.stringContaining(NOT_ALLOWED) },
  ]);
  expect(warningsOf({}, { ...onlyOps, agents: { list: [{ id: "ops" }] } })).toEqual([]);
});

test("check() warns of an agent from the payload where the config names none", () => {
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

test("check() warns of a model that is not listed", () => {
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

test("check() warns of a session key that no policy accepts", () => {
  for (const sessionKey of ["x".repeat(513), "a\nb"]) {
    expect(warningsOf({ sessionKey })).toMatchObject([
      { code: "mapping_never_succeeds", path: [...AT, "sessionKey"] },
    ]);
  }
  expect(warningsOf({ sessionKey: "agent:main:main" })).toEqual([]);
});

test("check() checks a text with a comment as it is rendered", () => {
  expect(warningsOf({ model: "v/small{{! the cheap one }}" }, onlySmall)).toEqual([]);
});

test("check() reports every reason at once", () => {
  const problems = warningsOf(
    { agentId: "main", model: "v/huge", sessionKey: "a\nb" },
    { ...onlyOps, ...onlySmall },
  );
  expect(problems.map(({ path }) => path.at(-1))).toEqual(["agentId", "model", "sessionKey"]);
});

test("check() checks the agent and the session key of a wake, and nothing else of it", () => {
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

test("check() warns of ids that contain what no id contains", () => {
  for (const field of ["agentId", "model", "sessionKey", "to"] as const) {
    expect(warningsOf({ [field]: "a\u200bb" })).toMatchObject([
      { code: "mapping_never_succeeds", path: [...AT, field] },
    ]);
  }
});

test("check() reports nothing where a transform can change the values", () => {
  const transform = { module: "m.js", lock: [] };
  expect(warningsOf({ agentId: "main", transform }, onlyOps)).toEqual([]);
});

test("check() warns of the mapping of a preset, at the preset", () => {
  const hooks = { presets: ["gmail"], gmail: { model: "v/huge" } };
  expect(compileConfig({ hooks, ...onlySmall }, {}).problems).toMatchObject([
    { code: "mapping_never_succeeds", path: ["hooks", "presets", 0, "model"] },
  ]);
});
