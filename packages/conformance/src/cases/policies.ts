// Session keys, agents and models that a request, a template, a mapping or a transform sets.
import type { Case, CaseExpectation } from "../case.ts";

function post(name: string, body: object): Case["request"] {
  return { target: `/hooks/${name}`, body: JSON.stringify(body) };
}

function run(action: object): CaseExpectation {
  return { status: 202, actions: [action] };
}

function refused(code: string, issue: string): CaseExpectation {
  return { status: 400, code, issues: [issue] };
}

const KEY_REFUSED = refused("session_key_refused", "/sessionKey");
const AGENT_REFUSED = refused("agent_refused", "/agentId");
const MODEL_REFUSED = refused("model_refused", "/model");

/** One mapping called `x`, with these fields. */
function mapped(fields: object): object {
  return { mappings: [{ match: { path: "x" }, messageTemplate: "static", ...fields }] };
}

const AGENTS = { agents: { list: [{ id: "main" }, { id: "ops" }] } };
const MODELS = { agents: { defaults: { models: { "a/b": { alias: "quick" }, "c/d": {} } } } };

const sessionKeys: readonly Case[] = [
  {
    name: "a request's key must start with one of the prefixes that the config allows",
    hooks: { allowedSessionKeyPrefixes: ["ci:", "cd:"] },
    request: post("agent", { message: "m", sessionKey: "cd:1" }),
    expect: run({ sessionKey: "cd:1" }),
  },
  {
    name: "the default prefix is not allowed if the config names others",
    hooks: { allowedSessionKeyPrefixes: ["ci:"] },
    request: post("agent", { message: "m", sessionKey: "hook:1" }),
    expect: KEY_REFUSED,
  },
  {
    name: "a request's blank key is treated as missing",
    request: post("agent", { message: "m", sessionKey: " " }),
    expect: run({ sessionKey: { asymmetricMatch: (key: string) => /^hook:[\w-]{36}$/.test(key) } }),
  },
  {
    name: "the operator's default key is used if there is none",
    hooks: { defaultSessionKey: "main" },
    request: post("agent", { message: "m" }),
    expect: run({ sessionKey: "main" }),
  },
  {
    name: "a key of 512 characters is accepted",
    request: post("agent", { message: "m", sessionKey: `hook:${"x".repeat(507)}` }),
    expect: run({ kind: "agent" }),
  },
  {
    name: "a longer key is refused",
    request: post("agent", { message: "m", sessionKey: `hook:${"x".repeat(508)}` }),
    expect: KEY_REFUSED,
  },
  {
    name: "a request's key with a control character is refused",
    request: post("agent", { message: "m", sessionKey: "hook:a\nb" }),
    expect: KEY_REFUSED,
  },
  {
    name: "a template's key with a control character is refused",
    request: post("key", { key: "hook:a\u0000b" }),
    expect: KEY_REFUSED,
  },
  {
    name: "literal text before the first expression makes a key acceptable",
    hooks: mapped({ sessionKey: "ci-{{id}}" }),
    request: post("x", { id: 7 }),
    expect: run({ sessionKey: "ci-7" }),
  },
  {
    name: "literal text after the first expression does not",
    hooks: mapped({ sessionKey: "{{id}}-ci" }),
    request: post("x", { id: "main" }),
    expect: KEY_REFUSED,
  },
  {
    name: "some expressions of a key may be empty",
    hooks: mapped({ sessionKey: "hook:{{issue.id}}{{pull.id}}" }),
    request: post("x", { pull: { id: 7 } }),
    expect: run({ sessionKey: "hook:7" }),
  },
  {
    name: "a transform's key with an allowed prefix",
    request: post("made", { result: { sessionKey: "hook:made" } }),
    expect: run({ sessionKey: "hook:made", message: "As written." }),
  },
  {
    name: "a transform's key without one is refused",
    request: post("made", { result: { sessionKey: "agent:main:main" } }),
    expect: KEY_REFUSED,
  },
];

const agents: readonly Case[] = [
  {
    name: "a request's agent that the config does not name is refused",
    config: AGENTS,
    request: post("agent", { message: "m", agentId: "root" }),
    expect: AGENT_REFUSED,
  },
  {
    name: "a request's agent is refused if the config names none",
    request: post("agent", { message: "m", agentId: "main" }),
    expect: AGENT_REFUSED,
  },
  {
    name: "a template's agent may be named by hooks.allowedAgentIds alone",
    hooks: { allowedAgentIds: ["main", "ops"] },
    request: post("agent-of", { agent: "ops" }),
    expect: run({ agentId: "ops" }),
  },
  {
    name: "a template's agent that is listed but not allowed is refused",
    config: AGENTS,
    hooks: { allowedAgentIds: ["main"] },
    request: post("agent-of", { agent: "ops" }),
    expect: AGENT_REFUSED,
  },
  {
    name: "a transform's agent that the config names",
    config: AGENTS,
    request: post("made", { result: { agentId: "ops" } }),
    expect: run({ agentId: "ops" }),
  },
  {
    name: "a transform's agent that the config does not name is refused",
    config: AGENTS,
    request: post("made", { result: { agentId: "root" } }),
    expect: AGENT_REFUSED,
  },
  {
    name: "the operator's agent needs no list",
    hooks: mapped({ agentId: "ops" }),
    request: post("x", {}),
    expect: run({ agentId: "ops" }),
  },
  {
    name: "the operator's agent is checked against hooks.allowedAgentIds",
    hooks: { ...mapped({ agentId: "ops" }), allowedAgentIds: ["main"] },
    request: post("x", {}),
    expect: AGENT_REFUSED,
  },
  {
    name: "a star among hooks.allowedAgentIds allows all",
    config: AGENTS,
    hooks: { allowedAgentIds: ["main", "*"] },
    request: post("agent-of", { agent: "ops" }),
    expect: run({ agentId: "ops" }),
  },
];

const models: readonly Case[] = [
  {
    name: "a request's model that the list names",
    config: MODELS,
    request: post("agent", { message: "m", model: "c/d" }),
    expect: run({ model: "c/d" }),
  },
  {
    name: "the operator's model is checked too",
    config: MODELS,
    hooks: mapped({ model: "e/f" }),
    request: post("x", {}),
    expect: MODEL_REFUSED,
  },
  {
    name: "a transform's model is checked too",
    config: MODELS,
    request: post("made", { result: { model: "e/f" } }),
    expect: MODEL_REFUSED,
  },
  {
    name: "a transform's model that the list names by alias",
    config: MODELS,
    request: post("made", { result: { model: "quick" } }),
    expect: run({ model: "quick" }),
  },
  {
    name: "an empty list of models allows all",
    config: { agents: { defaults: { models: {} } } },
    request: post("model-of", { model: "e/f" }),
    expect: run({ model: "e/f" }),
  },
];

export const policyCases: readonly Case[] = [...sessionKeys, ...agents, ...models];
