import { expect, test } from "vitest";
import { compileHooks } from "../../compile-hooks.ts";
import type { HooksInput, HookwrightConfig, MappingInput } from "../config/config.ts";

async function decisionsOf(
  mapping: MappingInput,
  hooks: HooksInput = {},
  rest: HookwrightConfig = {},
): Promise<readonly string[]> {
  const one = { match: { path: "ci" }, messageTemplate: "{{a}}", ...mapping };
  const compiled = compileHooks({ ...rest, hooks: { ...hooks, mappings: [one] } }, OPTIONS);
  const { stages } = await compiled.explain({ path: "ci", payload: { a: "abc", id: "hook:7" } });
  return stages;
}

const OPTIONS = { clock: () => 0, randomId: () => "id" };

test("describeStage() reports who chose the session key", async () => {
  const keys: readonly (readonly [MappingInput, HooksInput, string])[] = [
    [{}, {}, "The session key is a new one, as nothing sets it."],
    [
      {},
      { defaultSessionKey: "hook:all" },
      "The session key is hooks.defaultSessionKey, as nothing else sets one.",
    ],
    [
      { sessionKey: "ci:{{a}}" },
      {},
      "The session key is accepted: the operator wrote it, or how it begins.",
    ],
    [{ sessionKey: "{{id}}" }, {}, 'The session key is accepted: it starts with "hook:".'],
    [
      { sessionKey: "{{a}}" },
      {},
      'The session key was put under "hook:", where all keys from outside belong.',
    ],
    [
      { sessionKey: "{{id}}" },
      { allowedSessionKeyPrefixes: ["hook:"] },
      "The session key is accepted: it starts with one of hooks.allowedSessionKeyPrefixes.",
    ],
  ];
  for (const [mapping, hooks, sentence] of keys) {
    expect((await decisionsOf(mapping, hooks))[1]).toBe(sentence);
  }
});

test("describeStage() reports why the agent is the one that it is", async () => {
  const allowed = { allowedAgentIds: ["main", "abc"] };
  const agents: readonly (readonly [MappingInput, HooksInput, string])[] = [
    [{}, {}, "No agent is named, so it is the default one."],
    [
      {},
      allowed,
      "No agent is named, so it is the default one, which hooks.allowedAgentIds names.",
    ],
    [{ agentId: "ops" }, {}, "The agent is the one that the operator wrote."],
    [
      { agentId: "main" },
      allowed,
      "The agent is the one that the operator wrote, which hooks.allowedAgentIds names.",
    ],
    [{ agentId: "{{a}}" }, allowed, "The agent is accepted: the config names it."],
  ];
  for (const [mapping, hooks, sentence] of agents) {
    expect((await decisionsOf(mapping, hooks))[2]).toBe(sentence);
  }
});

test("describeStage() reports how many runs of the mapping are at work at a time, and who gets their ends", async () => {
  const limited = await decisionsOf({ maxConcurrent: 2, onCompletion: "ci" });
  expect(limited.slice(-2)).toEqual([
    "It waits while 2 runs of the mapping are at work.",
    'Its end is posted to the endpoint "ci" of host.notify alone.',
  ]);
  expect((await decisionsOf({ maxConcurrent: 1 })).at(-1)).toBe(
    "It waits while 1 run of the mapping is at work.",
  );
});

test("describeStage() reports why the model is accepted", async () => {
  const models = { agents: { defaults: { models: ["vendor/small"] } } };
  expect((await decisionsOf({ model: "vendor/small" }))[3]).toBe(
    "The model is accepted: the config does not limit models.",
  );
  expect((await decisionsOf({ model: "vendor/small" }, {}, models))[3]).toBe(
    "The model is accepted: agents.defaults.models names it.",
  );
});

test("describeStage() reports whether the text is fenced, and how long it is", async () => {
  expect((await decisionsOf({})).at(-1)).toMatch(
    /^The message has 3 characters, \d{3} with the fence and the text before it\.$/,
  );
  expect((await decisionsOf({ allowUnsafeExternalContent: true })).at(-1)).toBe(
    "The message has 3 characters and no fence: the mapping sets allowUnsafeExternalContent.",
  );
  expect((await decisionsOf({ action: "wake", textTemplate: "Look." })).at(-1)).toBe(
    "The text has 5 characters and no fence: the operator wrote it without a value of the payload.",
  );
});
