import { expect, test } from "vitest";
import { compileConfig } from "../../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "../../config/config.ts";
import { foreignAgentsOf } from "./agent-commands-exposed.ts";

/** Top-level keys of a gateway, and a mapping of its hooks. */
type Case = [name: string, gateway: object, mapping?: MappingInput, hooks?: HooksInput];

function exposuresOf(gateway: object, mapping?: MappingInput, hooks?: HooksInput) {
  const one = { match: { path: "ci" }, messageTemplate: "{{job}} failed", ...mapping };
  const config = { ...gateway, hooks: { ...hooks, mappings: [one] } };
  return compileConfig(config, {}).problems.filter(({ code }) => code === "agent_commands_exposed");
}

const OPEN = { bind: "lan", auth: { mode: "token" } };
const FAMILY = {
  id: "family",
  sandbox: { mode: "all", scope: "agent" },
  tools: { allow: ["read"], deny: ["exec", "write", "edit", "apply_patch", "process", "browser"] },
};

test.each<Case>([
  ["a gateway on the local network", { gateway: OPEN, tools: { profile: "coding" } }],
  [
    "a gateway that tailscale shows to everybody",
    { gateway: { bind: "loopback", tailscale: { mode: "funnel" } }, tools: { profile: "full" } },
  ],
  [
    "a hook that takes events from everybody",
    { gateway: { bind: "loopback" }, tools: { allow: ["group:runtime", "group:fs"] } },
    { auth: "none" },
  ],
  [
    "an agent whose sandbox is switched off",
    {
      gateway: OPEN,
      agents: {
        defaults: { sandbox: { mode: "non-main", scope: "session" } },
        list: [{ id: "main", default: true, sandbox: { mode: "off" } }, FAMILY],
      },
    },
  ],
  [
    "an agent whose own profile is wider",
    {
      gateway: OPEN,
      tools: { profile: "messaging" },
      agents: { entries: { ops: { default: true, tools: { profile: "coding" } } } },
    },
  ],
  [
    "a wake of the main session, which has no sandbox",
    {
      gateway: OPEN,
      tools: { profile: "coding" },
      agents: { defaults: { sandbox: { mode: "non-main" } } },
    },
    { action: "wake", textTemplate: "{{text}}", messageTemplate: undefined },
  ],
  [
    "a delivery that is also noted in the main session",
    { gateway: OPEN, tools: { profile: "coding" } },
    {
      action: "deliver",
      channel: "telegram",
      to: "1",
      textTemplate: "{{text}}",
      messageTemplate: undefined,
      summary: true,
    },
  ],
  [
    "an event that chooses the agent",
    {
      gateway: OPEN,
      agents: { list: [FAMILY, { id: "ops", tools: { alsoAllow: ["exec"] } }] },
    },
    { agentId: "{{agent}}" },
  ],
  [
    "a transform, whose text nobody knows before",
    { gateway: OPEN, tools: { profile: "coding" } },
    { messageTemplate: "always the same", transform: { module: "x.mjs" } },
  ],
  [
    "a signed hook that the hook token opens, too",
    { gateway: OPEN, tools: { profile: "coding" } },
    { auth: { provider: "github", secret: "a-secret-of-some-length", orToken: true } },
  ],
  [
    "a command of our own host that never asks",
    {
      gateway: OPEN,
      host: {
        runner: { command: { preset: "claude", args: ["-p", "--dangerously-skip-permissions"] } },
      },
    },
  ],
])("agent_commands_exposed: reports %s", (_name, gateway, mapping, hooks) => {
  expect(exposuresOf(gateway, mapping, hooks)).toHaveLength(1);
});

test.each<Case>([
  [
    "a signed hook",
    { gateway: OPEN, tools: { profile: "coding" } },
    { auth: { provider: "github", secret: "a-secret-of-some-length" } },
  ],
  ["the hook token on loopback", { gateway: { bind: "loopback" }, tools: { profile: "coding" } }],
  [
    "the hook token in a tailnet",
    { gateway: { bind: "tailnet", tailscale: { mode: "serve" } }, tools: { profile: "coding" } },
  ],
  ["the hook token where nothing says who can connect", { tools: { profile: "coding" } }],
  [
    "a custom address on loopback",
    { gateway: { bind: "custom", customBindHost: "127.0.0.1" }, tools: { profile: "full" } },
  ],
  ["a gateway that says nothing of tools", { gateway: OPEN }, { auth: "none" }],
  [
    "a denied command, whoever allows it",
    { gateway: OPEN, tools: { profile: "coding", deny: ["group:runtime"] } },
  ],
  [
    "a list of tools without commands",
    {
      gateway: OPEN,
      tools: { profile: "coding" },
      agents: { list: [{ id: "main", tools: { allow: ["read", "memory_search"] } }] },
    },
  ],
  ["a profile without commands", { gateway: OPEN, tools: { profile: "messaging" } }],
  [
    "a sandbox for all sessions",
    {
      gateway: OPEN,
      tools: { profile: "coding" },
      agents: { defaults: { sandbox: { mode: "all" } } },
    },
  ],
  [
    "a session of a hook where only the main session has no sandbox",
    {
      gateway: OPEN,
      tools: { profile: "coding" },
      agents: { defaults: { sandbox: { mode: "non-main" } } },
    },
  ],
  [
    "commands that a person allows one by one",
    { gateway: OPEN, tools: { profile: "coding", exec: { ask: "always" } } },
  ],
  [
    "another agent, which has no commands",
    {
      gateway: OPEN,
      agents: { list: [{ id: "main", default: true, sandbox: { mode: "off" } }, FAMILY] },
    },
    { agentId: "Family" },
  ],
  [
    "an event that chooses among agents without commands",
    {
      gateway: OPEN,
      agents: { list: [FAMILY, { id: "ops", tools: { alsoAllow: ["exec"] } }] },
    },
    { agentId: "{{agent}}" },
    { allowedAgentIds: ["family"] },
  ],
  [
    "a text of the operator's own",
    { gateway: OPEN, tools: { profile: "coding" } },
    { messageTemplate: "The build has failed: look at its log." },
  ],
  [
    "a delivery, which no agent reads",
    { gateway: OPEN, tools: { profile: "coding" } },
    {
      action: "deliver",
      channel: "telegram",
      to: "1",
      textTemplate: "{{text}}",
      messageTemplate: undefined,
    },
  ],
  ["a mapping that skips", { gateway: OPEN, tools: { profile: "coding" } }, { skip: true }],
  [
    "a command of our own host with its preset's limits",
    {
      gateway: OPEN,
      tools: { profile: "coding" },
      host: { runner: { command: { preset: "claude" } } },
    },
  ],
])("agent_commands_exposed: accepts %s", (_name, gateway, mapping, hooks) => {
  expect(exposuresOf(gateway, mapping, hooks)).toEqual([]);
});

test("agent_commands_exposed: names hook, agent and key, and what to write", () => {
  const gateway = {
    gateway: OPEN,
    agents: { list: [{ id: "Ops", default: true, tools: { allow: ["read", "exec*"] } }] },
  };
  expect(exposuresOf(gateway)).toMatchObject([
    {
      severity: "warning",
      path: ["hooks", "mappings", 0],
      message:
        'Every machine that gateway.bind lets in can, with the hook token, send a text to agent "Ops" through mapping "mapping-1", and agents.list[0].tools.allow lets this agent run commands.',
      hint: 'Write the signature of the sender as "auth", or deny "exec" in the agent\'s tools, give it "sandbox": { "mode": "all" }, or name another in "agentId".',
    },
  ]);
  const [open] = exposuresOf(gateway, { auth: "none", agentId: "ops" });
  expect(open?.message).toMatch(/^Anybody can send a text to agent "ops"/);
  expect(open?.path).toEqual(["hooks", "mappings", 0, "agentId"]);
});

test("foreignAgentsOf() reads nothing of values of another shape, and never throws", () => {
  const nothing = { ids: [], commands: {} };
  const throwing = new Proxy({}, { get: () => Promise.reject, ownKeys: () => [1] as never });
  for (const value of [undefined, null, 5, "x", [], { agents: 5, tools: "full", gateway: [] }]) {
    expect(foreignAgentsOf(value)).toEqual(nothing);
  }
  expect(foreignAgentsOf({ agents: { entries: throwing } })).toEqual(nothing);
  const odd = { agents: { list: [null, { id: 5 }, { id: "__proto__" }], entries: [] } };
  expect(foreignAgentsOf(odd).commands).toEqual({});
});
