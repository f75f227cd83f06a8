import { expect, test } from "vitest";
import type { HookwrightConfig } from "../../authoring/config/config.ts";
import {
  channelNamesOf,
  type OwnChannel,
  planPolicies,
} from "../../authoring/plan/plan-policies.ts";
import { ACTION_FIELDS } from "../../model/action-fields.ts";
import { checkAgent, checkId, hasAllowedPrefix, type IdField, linkPolicies } from "./policy.ts";

const policiesOf = (config: HookwrightConfig, options: Parameters<typeof planPolicies>[1] = {}) =>
  linkPolicies(planPolicies(config, options));

const createAgentPolicy = (config: HookwrightConfig) => policiesOf(config).agents;

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

test("checkAgent() refuses every agent if none is allowed, and names the key that limits agents", () => {
  const none = createAgentPolicy({
    agents: { list: [{ id: "main" }] },
    hooks: { allowedAgentIds: [] },
  });
  for (const agent of ["main", undefined]) {
    expect(checkAgent(agent, "operator", none)).toMatchObject({
      message: "The agent of this action is not one of hooks.allowedAgentIds.",
      detail: "hooks.allowedAgentIds would have to name it.",
    });
  }
});

test("checkAgent() knows the agents of entries and the one of the system", () => {
  const policy = createAgentPolicy({
    agents: { defaults: { systemAgent: { agentId: "Boss" } }, entries: { Triage: null, ops: {} } },
  });
  const isKnown = (agent: string) => checkAgent(agent, "template", policy) === undefined;
  expect(["triage", "ops", "boss", "main"].map(isKnown)).toEqual([true, true, true, false]);
});

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
  const unset = { allowedPrefixes: undefined, allowRequest: true };
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
  const { agents, models, sessionKeys } = policiesOf({
    agents: { list: [undefined, {}, { id: "ops" }], defaults: { models: [undefined, "v/small"] } },
    hooks: { allowedAgentIds: [undefined, "ops"], allowedSessionKeyPrefixes: [undefined, "ci:"] },
  } as unknown as HookwrightConfig);
  expect([[...agents.known.keys()], [...(agents.allowed ?? [])]]).toEqual([["ops"], ["ops"]]);
  expect([agents.defaultAgentId, [...(models?.keys() ?? [])]]).toEqual(["ops", ["v/small"]]);
  expect(sessionKeys.allowedPrefixes).toEqual(["ci:"]);
});
