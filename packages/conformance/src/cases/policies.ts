// Agents and models that a request, a template, a mapping or a transform sets.
import { mapped, post, refused, run } from "../build-case.ts";
import type { Case } from "../case.ts";

const AGENT_REFUSED = refused("agent_refused", "/agentId");
const MODEL_REFUSED = refused("model_refused", "/model");

const AGENTS = { agents: { list: [{ id: "main" }, { id: "ops" }] } };
const MODELS = { agents: { defaults: { models: { "a/b": { alias: "quick" }, "c/d": {} } } } };

const agents: readonly Case[] = [
  {
    name: "a request's agent that the config does not name is refused",
    config: AGENTS,
    request: post("agent", { message: "m", agentId: "root" }),
    expect: AGENT_REFUSED,
  },
  {
    name: "a request's agent is refused if the config names none, but for the default one",
    request: post("agent", { message: "m", agentId: "ops" }),
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
    name: "an agent whose template renders blank is refused, and never the default one",
    config: AGENTS,
    request: post("agent-of", {}),
    expect: {
      ...AGENT_REFUSED,
      record: {
        detail:
          '"agentId" of mapping "agent-of" is "{{agent}}". Every expression of it is empty for this event.',
      },
    },
  },
  {
    name: "a star among hooks.allowedAgentIds allows all",
    config: AGENTS,
    hooks: { allowedAgentIds: ["main", "*"] },
    request: post("agent-of", { agent: "ops" }),
    expect: run({ agentId: "ops" }),
  },
  {
    name: "a wake may name an agent of the config, which is spelled as there",
    config: AGENTS,
    request: post("wake", { text: "up", agentId: "OPS" }),
    expect: { status: 200, actions: [{ kind: "wake", agentId: "ops" }] },
  },
  {
    name: "the agent of a wake is refused if the config does not name it",
    request: post("wake", { text: "up", agentId: "ops" }),
    expect: AGENT_REFUSED,
  },
];

const models: readonly Case[] = [
  {
    name: "a line break in a recipient is refused",
    request: post("agent", { message: "m", to: "+1\n2" }),
    expect: refused("invalid_payload", "/to"),
  },
  {
    name: "an invisible character in a model is refused",
    request: post("agent", { message: "m", model: "a/\u200bb" }),
    expect: refused("model_refused", "/model"),
  },
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

export const policyCases: readonly Case[] = [...agents, ...models];
