import { expect, test } from "vitest";
import type { HooksInput, HookwrightConfig, ModelsInput } from "../../authoring/config/config.ts";
import {
  channelNamesOf,
  type OwnChannel,
  planPolicies,
} from "../../authoring/plan/plan-policies.ts";
import { ACTION_FIELDS } from "../../model/action-fields.ts";
import type { Origin } from "./draft.ts";
import {
  checkAgent,
  checkId,
  checkModel,
  checkSessionKey,
  hasAllowedPrefix,
  type IdField,
  isOpen,
  linkPolicies,
  refuseEmptySessionKey,
  type SessionKeyPolicy,
  spellAgent,
  spellModel,
} from "./policy.ts";

const policiesOf = (config: HookwrightConfig, options: Parameters<typeof planPolicies>[1] = {}) =>
  linkPolicies(planPolicies(config, options));

const createAgentPolicy = (config: HookwrightConfig, defaultAgentId?: string) =>
  policiesOf(config, { defaultAgentId }).agents;

const createModelPolicy = (models: ModelsInput | undefined) =>
  policiesOf({ agents: { defaults: { ...(models && { models }) } } }).models;

const createChannels = (channels: readonly OwnChannel[] = [], named: readonly string[] = []) =>
  policiesOf({}, { channels, named }).channels;

const CODES: Readonly<Record<IdField, string>> = {
  sessionKey: "session_key_refused",
  agentId: "agent_refused",
  model: "model_refused",
  to: "invalid_payload",
  accountId: "invalid_payload",
};
const fields = Object.keys(CODES) as IdField[];

test("checkId() knows every field of an action that is an id", () => {
  const ids = ACTION_FIELDS.filter(({ value }) => value === "id" || value === "key");
  expect(ids.map(({ name }) => name).sort()).toEqual([...fields].sort());
});

test.each(fields)(
  "checkId() refuses in %s what no id contains, with a 400 that names it",
  (field) => {
    for (const character of ["\n", "\u0000", "\u0085", "\u2028", "\u202e", "\u200b", "\u{e0041}"]) {
      const refusal = checkId(field, `a${character}b`);
      expect(refusal).toMatchObject({
        code: CODES[field],
        status: 400,
        issues: [{ path: `/${field}`, message: refusal?.message }],
      });
      expect(refusal?.message).toMatch(/ contains control or invisible characters\.$/);
    }
  },
);

test.each(fields)("checkId() takes 512 characters in %s, and no more", (field) => {
  expect(checkId(field, "x".repeat(512))).toBe(undefined);
  expect(checkId(field, "x".repeat(513))?.message).toMatch(/ is longer than 512 characters\.$/);
});

test.each(fields)("checkId() takes letters of any script in %s", (field) => {
  for (const id of ["", "hook:größe 1", "#ไทย", "+1 (555) 1", "👍"])
    expect(checkId(field, id)).toBe(undefined);
});

const MESSAGE = "The model of this action is not one of agents.defaults.models.";

function isAccepted(model: string | undefined, models: ModelsInput | undefined): boolean {
  return checkModel(model, createModelPolicy(models)) === undefined;
}

test("checkModel() refuses with a 400 that names the field", () => {
  expect(checkModel("v/huge", createModelPolicy(["v/small"]))).toEqual({
    code: "model_refused",
    status: 400,
    message: MESSAGE,
    issues: [{ path: "/model", message: MESSAGE }],
    detail: "agents.defaults.models would have to name it.",
  });
});

test("checkModel() accepts any model if the config lists none", () => {
  for (const models of [undefined, [], {}]) expect(isAccepted("v/huge", models)).toBe(true);
});

test("checkModel() accepts the models of a map by id and by alias", () => {
  const models = { "v/small": { alias: " Mini " }, "v/large": {}, "v/odd": null };
  for (const model of ["v/small", "mini", "MINI", "v/large", "v/odd"]) {
    expect(isAccepted(model, models)).toBe(true);
  }
  expect(isAccepted("v/huge", models)).toBe(false);
  expect(isAccepted("__proto__", models)).toBe(false);
});

test("checkModel() accepts an action that names no model", () => {
  expect(isAccepted(undefined, ["v/small"])).toBe(true);
});

test("spellModel() spells a model as the config does, by id or by alias", () => {
  const policy = createModelPolicy({ "V/Small": { alias: " Mini " } });
  expect(["v/small", "MINI"].map((model) => spellModel(model, policy))).toEqual([
    "V/Small",
    "Mini",
  ]);
  expect(spellModel("V/Huge", undefined)).toBe("V/Huge");
});

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

test("checkAgent() checks the default agent if the action names none", () => {
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

test("checkAgent() refuses every agent if none is allowed", () => {
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

test("planPolicies() sends actions to the host's default, else the first listed, else main", () => {
  expect(createAgentPolicy(listed, "boss").defaultAgentId).toBe("boss");
  expect(createAgentPolicy({ agents: { list: [{ id: " ops " }] } }).defaultAgentId).toBe("ops");
  const marked = [{ id: "ops" }, { id: " boss ", default: true }, { id: "x", default: true }];
  expect(createAgentPolicy({ agents: { list: marked } }).defaultAgentId).toBe("boss");
  expect(createAgentPolicy({ agents: { list: [] } }).defaultAgentId).toBe("main");
  expect(createAgentPolicy(nothing).defaultAgentId).toBe("main");
});

const unset: SessionKeyPolicy = { allowedPrefixes: undefined, allowRequest: true };
const limited: SessionKeyPolicy = { allowedPrefixes: ["hook:", "ci:"], allowRequest: true };
const open: SessionKeyPolicy = { allowedPrefixes: [""], allowRequest: true };
const outsiders: readonly Origin[] = ["template", "request", "transform"];

/** The key of the run, or the message of the refusal. */
function check(key: string, origin: Origin, policy = unset): string {
  const result = checkSessionKey(key, origin, policy);
  return result.ok ? result.key : result.refusal.message;
}

const NOT_ALLOWED_OF_SESSION_KEY =
  'The session key must start with "hook:" or "ci:", as hooks.allowedSessionKeyPrefixes says.';

test("checkSessionKey() accepts any key that the operator wrote, as it is", () => {
  for (const policy of [unset, limited, open, { ...unset, allowRequest: false }]) {
    for (const key of ["main", "agent:main:main", "hook:x", "täglich 1"]) {
      expect(checkSessionKey(key, "operator", policy)).toEqual({ ok: true, key, isMoved: false });
    }
  }
});

test.each(outsiders)("checkSessionKey() puts a key of a %s under hook:", (origin) => {
  const key = "hook:my-project";
  expect(checkSessionKey("my-project", origin, unset)).toEqual({ ok: true, key, isMoved: true });
  expect(check("agent:main:main", origin)).toBe("hook:agent:main:main");
  expect(check("hook", origin)).toBe("hook:hook");
});

test.each(outsiders)("checkSessionKey() leaves a key of a %s that starts with hook:", (origin) => {
  for (const key of ["hook:x", "hook:", "HOOK:x", "Hook:a:b"]) {
    expect(checkSessionKey(key, origin, unset)).toEqual({ ok: true, key, isMoved: false });
  }
});

test.each(outsiders)("checkSessionKey() takes from a %s only configured prefixes", (origin) => {
  expect(check("ci:1", origin, limited)).toBe("ci:1");
  expect(check("CI:1", origin, limited)).toBe("CI:1");
  for (const key of ["x", "xci:1", "ci", "agent:main:main"]) {
    expect(check(key, origin, limited)).toBe(NOT_ALLOWED_OF_SESSION_KEY);
  }
});

test.each(outsiders)("checkSessionKey() takes any key of a %s if nothing limits them", (origin) => {
  expect(check("agent:main:main", origin, open)).toBe("agent:main:main");
});

test("checkSessionKey() refuses with a 400 that names the field, the reason and the config key", () => {
  const message = NOT_ALLOWED_OF_SESSION_KEY;
  expect(checkSessionKey("agent:main:main", "request", limited)).toEqual({
    ok: false,
    refusal: {
      code: "session_key_refused",
      status: 400,
      message,
      issues: [{ path: "/sessionKey", message }],
      detail: "hooks.allowedSessionKeyPrefixes would have to allow it.",
    },
  });
});

test("checkSessionKey() accepts no key of a request if requests may not choose", () => {
  const policy = { ...unset, allowRequest: false };
  expect(checkSessionKey("hook:x", "request", policy)).toMatchObject({
    refusal: {
      message:
        "The session key is not accepted from requests: hooks.allowRequestSessionKey is false.",
      detail: "hooks.allowRequestSessionKey is false.",
    },
  });
  expect(check("hook:x", "template", policy)).toBe("hook:x");
  expect(check("hook:x", "transform", policy)).toBe("hook:x");
});

test("planPolicies() knows no prefixes, a list of them, and no limit", () => {
  const prefixesOf = (allowedSessionKeyPrefixes?: string[]) =>
    create(allowedSessionKeyPrefixes && { allowedSessionKeyPrefixes }).allowedPrefixes;
  expect(prefixesOf()).toBe(undefined);
  expect(prefixesOf([" hook: ", "ci:"])).toEqual(["hook:", "ci:"]);
  expect(prefixesOf([])).toEqual([""]);
  expect(prefixesOf(["hook:", " "])).toEqual(["hook:", ""]);
});

test("planPolicies() lets requests choose session keys unless the config forbids it", () => {
  expect(create(undefined).allowRequest).toBe(true);
  expect(create({ allowRequestSessionKey: false }).allowRequest).toBe(false);
});

test("isOpen() says whether any key is accepted", () => {
  expect([unset, limited, open].map(isOpen)).toEqual([false, false, true]);
});

test("refuseEmptySessionKey() reports that the payload has none of the values", () => {
  expect(refuseEmptySessionKey()).toMatchObject({
    code: "session_key_refused",
    status: 400,
    message: "The session key is made of values that this payload does not have.",
    detail: "Every expression of it is empty for this event.",
  });
});

function create(hooks: HooksInput | undefined): SessionKeyPolicy {
  return policiesOf(hooks === undefined ? {} : { hooks }).sessionKeys;
}

const BUILT_IN = [
  "last",
  "whatsapp",
  "telegram",
  "discord",
  "slack",
  "mattermost",
  "signal",
  "imessage",
  "msteams",
];

test("planPolicies() knows the built-in channels, and only those", () => {
  const { ids, find } = createChannels();
  expect(ids).toEqual(BUILT_IN);
  expect(BUILT_IN.map(find)).toEqual(BUILT_IN);
  for (const name of ["sms", "", " ", "toString", "__proto__"]) expect(find(name)).toBe(undefined);
});

test("planPolicies() adds channels that the config names, after those that are known", () => {
  const named = ["Matrix", "teams", "TELEGRAM", "pager"];
  const { ids, find } = createChannels([{ id: "Pager" }], named);
  expect(ids).toEqual([...BUILT_IN, "Pager", "Matrix"]);
  expect(["matrix", "teams", "telegram", "pager"].map(find)).toEqual([
    ...["Matrix", "msteams", "telegram", "Pager"],
  ]);
});

test("channelNamesOf() reads the keys of channels and host.channels, and nothing below them", () => {
  const matrix = Proxy.revocable({}, {});
  matrix.revoke();
  const channels = { " matrix ": matrix.proxy, defaults: {}, modelByChannel: {}, irc: null };
  expect(channelNamesOf({ channels, host: { channels: { pager: {}, irc: {} } } })).toEqual([
    ...["matrix", "irc", "pager"],
  ]);
});

test("channelNamesOf() finds no names in what it cannot read", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const thrower = Object.defineProperty({}, "channels", {
    get() {
      throw new Error("not today");
    },
  });
  const wrong = [undefined, null, "x", [], { channels: ["a"] }, { channels: "a" }, { host: 7 }];
  for (const config of [...wrong, proxy, thrower, { channels: proxy }, { channels: null }]) {
    expect(channelNamesOf(config)).toEqual([]);
  }
});

test("hasAllowedPrefix() folds the case of ASCII letters only", () => {
  expect(hasAllowedPrefix("HoOk:x", unset)).toBe(true);
  // Lower-cased, the Kelvin sign is "k".
  expect(hasAllowedPrefix("hoo\u212a:x", unset)).toBe(false);
  const policy = { ...unset, allowedPrefixes: ["Straße:"] };
  expect(hasAllowedPrefix("sTRAße:1", policy)).toBe(true);
  expect(hasAllowedPrefix("strasse:1", policy)).toBe(false);
});

test("planPolicies() prefers the agent of the system, then a marked one of list or entries", () => {
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

test("planPolicies() ignores the wrong parts of a config", () => {
  const config = {
    agents: { list: [undefined, {}, { id: "ops" }] },
    hooks: { allowedAgentIds: [undefined, "ops"] },
  } as unknown as HookwrightConfig;
  const policy = createAgentPolicy(config);
  expect([...policy.known.keys()]).toEqual(["ops"]);
  expect([...(policy.allowed ?? [])]).toEqual(["ops"]);
  expect(policy.defaultAgentId).toBe("ops");
});

test("planPolicies() ignores the wrong elements of a list", () => {
  const models = [undefined, "v/small"] as unknown as ModelsInput;
  expect([...(createModelPolicy(models)?.keys() ?? [])]).toEqual(["v/small"]);
});

test("planPolicies() ignores the wrong elements of a list", () => {
  const hooks = { allowedSessionKeyPrefixes: [undefined, "ci:"] } as unknown as HooksInput;
  expect(create(hooks).allowedPrefixes).toEqual(["ci:"]);
});

test("checkModel() accepts the models of a list by id, in any case", () => {
  const models = ["v/small", " V/Large "];
  expect(isAccepted("v/small", models)).toBe(true);
  expect(isAccepted("v/large", models)).toBe(true);
  expect(isAccepted("V/SMALL", models)).toBe(true);
  expect(isAccepted("small", models)).toBe(false);
  expect(isAccepted("v/smal", models)).toBe(false);
});
