import { expect, test } from "vitest";
import type { HookwrightConfig } from "../config/config.ts";
import type { Origin } from "./draft.ts";
import { checkAgent, createAgentPolicy, spellAgent } from "./policy.ts";

const NOT_NAMED =
  "The agent of this action is not one that the config names in hooks.allowedAgentIds, agents.list or agents.entries.";
const NOT_ALLOWED = "The agent of this action is not one of hooks.allowedAgentIds.";

function messageFor(
  agentId: string | undefined,
  origin: Origin,
  config: HookwrightConfig,
): string | undefined {
  return checkAgent(agentId, origin, createAgentPolicy(config))?.message;
}

const nothing: HookwrightConfig = {};
const listed: HookwrightConfig = { agents: { list: [{ id: "main" }, { id: " Ops " }] } };
const allowed: HookwrightConfig = { hooks: { allowedAgentIds: ["hooks", " main "] } };
const entered: HookwrightConfig = {
  agents: { defaults: { systemAgent: { agentId: "Boss" } }, entries: { Triage: null, ops: {} } },
};
const both: HookwrightConfig = { ...listed, hooks: { allowedAgentIds: ["main"] } };
const all: HookwrightConfig = { ...listed, hooks: { allowedAgentIds: ["*"] } };

test("checkAgent() refuses with a 400 that names the field", () => {
  expect(checkAgent("x", "request", createAgentPolicy(nothing))).toEqual({
    code: "agent_refused",
    status: 400,
    message: NOT_NAMED,
    issues: [{ path: "/agentId", message: NOT_NAMED }],
    detail: "hooks.allowedAgentIds, agents.list or agents.entries would have to name it.",
  });
});

test.each<Origin>(["template", "request", "transform"])(
  "checkAgent() accepts from a %s only agents that the config names",
  (origin) => {
    expect(messageFor("main", origin, nothing)).toBe(undefined);
    expect(messageFor("ops", origin, nothing)).toBe(NOT_NAMED);
    expect(messageFor("triage", origin, entered)).toBe(undefined);
    expect(messageFor("boss", origin, entered)).toBe(undefined);
    expect(messageFor("main", origin, entered)).toBe(NOT_NAMED);
    expect(messageFor("main", origin, listed)).toBe(undefined);
    expect(messageFor("ops", origin, listed)).toBe(undefined);
    expect(messageFor("root", origin, listed)).toBe(NOT_NAMED);
    expect(messageFor("hooks", origin, allowed)).toBe(undefined);
    expect(messageFor("root", origin, allowed)).toBe(NOT_NAMED);
    expect(messageFor("ops", origin, both)).toBe(NOT_ALLOWED);
    expect(messageFor("ops", origin, all)).toBe(undefined);
    expect(messageFor("root", origin, all)).toBe(NOT_NAMED);
    expect(messageFor("*", origin, all)).toBe(NOT_NAMED);
  },
);

test("checkAgent() checks what the operator wrote against allowedAgentIds only", () => {
  expect(messageFor("root", "operator", nothing)).toBe(undefined);
  expect(messageFor("root", "operator", listed)).toBe(undefined);
  expect(messageFor("root", "operator", all)).toBe(undefined);
  expect(messageFor("root", "operator", allowed)).toBe(NOT_ALLOWED);
  expect(messageFor("HOOKS", "operator", allowed)).toBe(undefined);
});

test("checkAgent() checks the default agent where the action names none", () => {
  expect(messageFor(undefined, "operator", allowed)).toBe(undefined);
  expect(messageFor(undefined, "request", { hooks: { allowedAgentIds: ["ops"] } })).toBe(
    NOT_ALLOWED,
  );
  const second = { agents: { list: [{ id: "ops" }] }, hooks: { allowedAgentIds: ["ops"] } };
  expect(messageFor(undefined, "request", second)).toBe(undefined);
  for (const config of [nothing, listed, all]) {
    expect(messageFor(undefined, "request", config)).toBe(undefined);
  }
});

test("checkAgent() refuses every agent where none is allowed", () => {
  const none = { ...listed, hooks: { allowedAgentIds: [] } };
  expect(messageFor("main", "operator", none)).toBe(NOT_ALLOWED);
  expect(messageFor(undefined, "operator", none)).toBe(NOT_ALLOWED);
});

test("checkAgent() names the config key that limits agents", () => {
  const refusal = checkAgent("root", "operator", createAgentPolicy(allowed));
  expect(refusal?.detail).toBe("hooks.allowedAgentIds would have to name it.");
});

test("spellAgent() spells an agent as the list of agents does, else as the list of allowed ones", () => {
  const policy = createAgentPolicy({ ...listed, hooks: { allowedAgentIds: ["OPS", "Hooks"] } });
  expect(["ops", "OPS", "hooks", "Root"].map((id) => spellAgent(id, policy))).toEqual([
    "Ops",
    "Ops",
    "Hooks",
    "Root",
  ]);
});

test("createAgentPolicy() sends actions to the host's default, else the first listed, else main", () => {
  expect(createAgentPolicy(listed, "boss").defaultAgentId).toBe("boss");
  expect(createAgentPolicy({ agents: { list: [{ id: " ops " }] } }).defaultAgentId).toBe("ops");
  const marked = [{ id: "ops" }, { id: " boss ", default: true }, { id: "x", default: true }];
  expect(createAgentPolicy({ agents: { list: marked } }).defaultAgentId).toBe("boss");
  expect(createAgentPolicy({ agents: { list: [] } }).defaultAgentId).toBe("main");
  expect(createAgentPolicy(nothing).defaultAgentId).toBe("main");
});

test("createAgentPolicy() prefers the agent of the system, then a marked one of list or entries", () => {
  const defaultOf = (agents: HookwrightConfig["agents"]) =>
    createAgentPolicy(agents === undefined ? {} : { agents }).defaultAgentId;
  const list = [{ id: "ops" }, { id: "night", default: true }];
  const entries = { boss: { default: true }, desk: {} };
  expect(defaultOf({ defaults: { systemAgent: { agentId: "DESK" } }, list, entries })).toBe("desk");
  expect(defaultOf({ defaults: { systemAgent: { agentId: " " } }, list, entries })).toBe("night");
  expect(defaultOf({ defaults: { systemAgent: {} }, list: [{ id: "ops" }], entries })).toBe("boss");
  expect(defaultOf({ list: [{ id: "ops" }], entries: { desk: {} } })).toBe("ops");
  expect(defaultOf({ entries: { desk: null } })).toBe("main");
});

test("createAgentPolicy() ignores the wrong parts of a config", () => {
  const config = {
    agents: { list: [undefined, {}, { id: "ops" }] },
    hooks: { allowedAgentIds: [undefined, "ops"] },
  } as unknown as HookwrightConfig;
  const policy = createAgentPolicy(config);
  expect([...policy.known.keys()]).toEqual(["ops"]);
  expect([...(policy.allowed ?? [])]).toEqual(["ops"]);
  expect(policy.defaultAgentId).toBe("ops");
});
