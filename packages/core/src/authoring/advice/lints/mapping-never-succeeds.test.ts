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

test("check() checks a text with a comment as it is rendered", () => {
  expect(warningsOf({ model: "v/small{{! the cheap one }}" }, onlySmall)).toEqual([]);
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
