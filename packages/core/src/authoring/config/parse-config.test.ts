import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../../test/reporting.ts";
import { compileHooks } from "../../compile-hooks.ts";
import { OPERATORS } from "../rules/index.ts";
import { defineHooks } from "./define-hooks.ts";
import { gmailPreset } from "./presets.ts";
import type { OperatorArities } from "./rule-types.ts";

/** Every key of the contract, each with a value that is right. */
const everything = {
  hooks: {
    enabled: true,
    token: { source: "env", provider: "default", id: "TOKEN" },
    path: "/hooks",
    maxBodyBytes: 262_144,
    presets: ["gmail"],
    mappings: [
      {
        id: "github",
        match: {
          path: "github",
          source: "github",
          headers: { "x-github-event": ["push", "release"] },
          query: { kind: "full" },
          when: { "==": [{ var: "payload.a" }, 1] },
          not: { path: "gitlab", not: { source: "x" } },
        },
        forEach: { path: "commits", atomic: true },
        instructions: "Review it.",
        action: "agent",
        wakeMode: "next-heartbeat",
        messageTemplate: "{{a}}",
        textTemplate: "{{a}}",
        name: "n",
        sessionKey: "k",
        to: "t",
        model: "m",
        thinking: "low",
        agentId: "main",
        sessionMode: "persistent",
        deliver: false,
        channel: "slack",
        timeoutSeconds: 60,
        allowUnsafeExternalContent: true,
        transform: { module: "m.js", export: "e", timeoutMs: 500, lock: ["to", "model"] },
      },
      { forEach: "messages" },
    ],
    partials: { "a b": "{{x}}" },
    transformsDir: "~/t",
    transforms: { isolation: "inline", env: ["HOME"], memoryMb: 64, workers: 1 },
    limits: { maxCharacters: 1000, maxIterations: 100, maxNesting: 10 },
    allowedAgentIds: ["*"],
    defaultSessionKey: "hook:all",
    allowRequestSessionKey: false,
    allowedSessionKeyPrefixes: [],
    gmail: {
      account: "a",
      label: "l",
      topic: "t",
      subscription: "s",
      pushToken: "${PUSH}",
      hookUrl: "u",
      includeBody: true,
      maxBytes: 20_000,
      renewEveryMinutes: 720,
      serve: { bind: "127.0.0.1", port: 0, path: "/" },
      tailscale: { mode: "funnel", path: "/p", target: "t" },
      model: "m",
      thinking: "off",
      allowUnsafeExternalContent: false,
    },
    internal: { enabled: true, entries: { anything: [1] } },
  },
  agents: { defaults: { models: { "v/m": { alias: "m" }, "v/n": null } }, list: [{ id: "main" }] },
};

test("parseConfig() accepts every key there is", () => {
  const { config, problems } = parse(everything);
  expect(problems).toEqual([]);
  const { internal: _internal, ...hooks } = everything.hooks;
  expect(config).toEqual({ ...everything, hooks });
});

test.each([
  { token: "${HOOK_TOKEN}" },
  { token: { env: "HOOK_TOKEN" } },
  { token: { file: "/run/token" } },
  { token: { source: "file", id: "/hooks/token" } },
])("parseConfig() accepts the secret %j", (hooks) => {
  expect(parse({ hooks }).problems).toEqual([]);
});

test("parseConfig() leaves the gateway's other keys alone, and reads none of them", () => {
  const foreign = {
    get foreign(): unknown {
      throw new Error("Nobody asked for this.");
    },
  };
  const config = {
    gateway: foreign,
    agents: {
      defaults: { workspace: foreign },
      list: [{ id: "main", tools: [foreign] }],
      other: foreign,
    },
    hooks: { internal: foreign },
  };
  expect(parse(config)).toEqual({
    config: { agents: { defaults: {}, list: [{ id: "main" }] }, hooks: {} },
    problems: [],
  });
});

test("parseConfig() reads of agents only what names them and the default one", () => {
  const agents = {
    defaults: { systemAgent: { agentId: "desk", model: 1 }, model: 7 },
    list: [{ id: "main", default: true, tools: {} }],
    entries: { desk: { default: false, tools: [] }, night: null },
  };
  expect(parse({ agents, hooks: {} })).toEqual({
    config: {
      agents: {
        defaults: { systemAgent: { agentId: "desk" } },
        list: [{ id: "main", default: true }],
        entries: { desk: { default: false }, night: null },
      },
      hooks: {},
    },
    problems: [],
  });
});

test("parseConfig() takes null for a key that is not set", () => {
  const mapping = { id: null, thinking: null, transform: null, auth: null, messageTemplate: "x" };
  const hooks = { token: null, gmail: { model: null }, mappings: [mapping] };
  expect(parse({ agents: { list: null }, hooks })).toEqual({
    config: { agents: {}, hooks: { gmail: {}, mappings: [{ messageTemplate: "x" }] } },
    problems: [],
  });
});

test("parseConfig() reports what cannot be read, and goes on with the rest", () => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const hooks = {
    get token(): string {
      throw new Error("hunter2");
    },
    presets: revoked,
    mappings: [revoked, { id: "a", deliver: 1 }],
  };
  const { config, problems } = parse({ hooks });
  expect(config).toEqual({ hooks: { mappings: [undefined, { id: "a" }] } });
  expect(problems.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["hooks.token", '"token" cannot be read: it throws an error.'],
    ["hooks.presets", '"presets" cannot be read: it throws an error.'],
    ["hooks.mappings.0", 'Entry 1 of "mappings" cannot be read: it throws an error.'],
    ["hooks.mappings.1.deliver", '"deliver" must be true or false, not a number.'],
  ]);
  expect(parse(revoked)).toMatchObject({
    config: {},
    problems: [{ path: [], message: "The config cannot be read: it throws an error." }],
  });
});

test("parseConfig() reports a value that is not JSON, once", () => {
  const rule = { "==": [{ var: "payload.a" }, 1n] };
  const { config, problems } = parse({
    hooks: { path: () => "/x", mappings: [{ match: { when: rule } }] },
  });
  expect(config).toEqual({
    hooks: { mappings: [{ match: { when: { "==": [{ var: "payload.a" }, undefined] } } }] },
  });
  expect(problems.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["hooks.path", '"path" must be a string, not a function.'],
    ["hooks.mappings.0.match.when.==.1", 'Entry 2 of "==" is not a JSON value.'],
  ]);
});

test("parseConfig() refuses a config with too many values", () => {
  expect(parse({ hooks: { presets: Array(500_001) } }).problems).toMatchObject([
    { code: "invalid_value", path: ["hooks"], message: expect.stringContaining("too many") },
  ]);
}, 60_000);

test("parseConfig() refuses a config that contains itself", () => {
  const mapping: Record<string, unknown> = {};
  mapping["match"] = { not: mapping };
  expect(parse({ hooks: { mappings: [mapping] } }).problems).toMatchObject([
    { code: "invalid_value", path: ["hooks"], message: expect.stringContaining("500 levels deep") },
  ]);
});

test.each([
  [null, "null"],
  [undefined, "nothing"],
])("parseConfig() refuses %j for a config", (input, name) => {
  expect(parse(input)).toEqual({
    config: {},
    problems: [
      {
        code: "wrong_type",
        severity: "error",
        path: [],
        message: `The config must be an object, not ${name}.`,
      },
    ],
  });
});

test("parseConfig() takes out what is wrong, keeps the rest, and leaves its input as it was", () => {
  const input = { hooks: { path: "/x", enabled: "yes", mappings: [5, { id: "a", deliver: 1 }] } };
  const before = structuredClone(input);
  const { config } = parse(input);
  expect(config).toEqual({ hooks: { path: "/x", mappings: [undefined, { id: "a" }] } });
  expect(input).toEqual(before);
});

test("parseConfig() never throws, and says only what is there", () => {
  const keys = fc.constantFrom("hooks", "mappings", "match", "not", "transform", "gmail", "token");
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(fc.oneof(keys, fc.string()), tie("tree"), { maxKeys: 4 }),
      fc.array(tie("tree"), { maxLength: 2 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (hooks) => {
      for (const { message, path } of parse({ hooks }).problems) {
        expect(message).not.toContain("undefined");
        expect(path[0]).toBe("hooks");
      }
    }),
  );
});

test("parseConfig() refuses what is nested too deep for it", () => {
  let match: object = {};
  for (let level = 0; level < 20_000; level++) match = { not: match };
  expect(parse({ hooks: { mappings: [{ match }] } })).toEqual({
    config: {},
    problems: [
      {
        code: "invalid_value",
        severity: "error",
        path: ["hooks"],
        message: "Lists and objects are nested more than 500 levels deep.",
        hint: undefined,
      },
    ],
  });
});

test("gmailPreset() makes one agent run of each mail's own session", () => {
  expect(gmailPreset({})).toMatchObject([
    {
      id: "gmail",
      match: { path: "gmail" },
      forEach: "messages",
      dedupeKey: "gmail:{{account}}:{{messages[0].id}}",
      action: "agent",
      wakeMode: "now",
      name: "Gmail",
      sessionKey: "hook:gmail:{{messages[0].id}}",
    },
  ]);
});

test("gmailPreset() shows sender, subject, snippet and body", () => {
  const [mapping] = gmailPreset({});
  for (const field of ["from", "subject", "snippet", "body"]) {
    expect(mapping?.messageTemplate).toContain(`{{messages[0].${field}}}`);
  }
});

test("gmailPreset() takes model, thinking and the fence switch of hooks.gmail, and nothing else", () => {
  const own = { model: "v/m", thinking: "low", allowUnsafeExternalContent: true };
  expect(gmailPreset({ gmail: { ...own, account: "a", label: "l" } })).toEqual([
    { ...gmailPreset({})[0], ...own },
  ]);
});

test("gmailPreset() leaves unset what hooks.gmail does not set", () => {
  for (const hooks of [{}, { gmail: {} }]) {
    const [mapping] = gmailPreset(hooks);
    for (const field of ["model", "thinking", "allowUnsafeExternalContent", "deliver", "channel"]) {
      expect(mapping).not.toHaveProperty(field);
    }
  }
});

test.each([
  [undefined, 6_819_200],
  [1, 819_500],
  [0, 819_200],
])("gmailPreset() takes pushes of a hundred mails of %s bytes", (maxBytes, maxBodyBytes) => {
  const gmail = maxBytes === undefined ? {} : { maxBytes };
  expect(gmailPreset({ gmail })[0]).toMatchObject({ maxBodyBytes });
});

test("gmailPreset() makes one run for each mail of a push, and none of a push without mails", async () => {
  const hooks = compileHooks({ hooks: { presets: ["gmail"] } });
  const resolve = (...ids: readonly string[]) =>
    hooks.resolve({
      path: "gmail",
      payload: { messages: ids.map((id) => ({ id, subject: `Subject ${id}` })) },
    });
  const batch = await resolve("m1", "m2", "m3");
  if (batch.outcome !== "batch") throw new Error("no batch");
  expect(batch.elements.map(({ resolution }) => resolution)).toMatchObject(
    ["m1", "m2", "m3"].map((id) => ({
      action: {
        sessionKey: `hook:gmail:${id}`,
        untrustedText: expect.stringContaining(`Subject: Subject ${id}`),
      },
    })),
  );
  expect(await resolve("m1")).toMatchObject({ outcome: "action", mappingId: "gmail" });
  expect(await resolve()).toEqual({ outcome: "handled", mappingId: "gmail", list: "empty" });
});

test("defineHooks() gives back the config that it got", () => {
  const config = { hooks: { enabled: false } };
  expect(defineHooks(config)).toBe(config);
});

test("defineHooks() knows the operators that conditions have", () => {
  const names: { readonly [Name in keyof OperatorArities]: readonly [number, number] } = {
    var: [1, 2],
    missing: [1, MANY],
    missing_some: [2, 2],
    exists: [1, MANY],
    if: [2, MANY],
    "?:": [3, 3],
    and: [1, MANY],
    or: [1, MANY],
    map: [2, 2],
    filter: [2, 2],
    all: [2, 2],
    none: [2, 2],
    some: [2, 2],
    reduce: [2, 3],
    find: [2, 3],
    count: [1, 2],
    startsWith: [2, 2],
    endsWith: [2, 2],
    matches: [2, 3],
    parseJson: [1, 2],
    "==": [2, 2],
    "===": [2, 2],
    "!=": [2, 2],
    "!==": [2, 2],
    "!": [1, 1],
    "!!": [1, 1],
    ">": [2, 2],
    ">=": [2, 2],
    "<": [2, 3],
    "<=": [2, 3],
    max: [1, MANY],
    min: [1, MANY],
    "+": [1, MANY],
    "-": [1, 2],
    "*": [1, MANY],
    "/": [2, 2],
    "%": [2, 2],
    merge: [0, MANY],
    in: [2, 2],
    cat: [0, MANY],
    substr: [2, 3],
  };
  expect(names).toEqual(
    Object.fromEntries([...OPERATORS].map(([name, { arity }]) => [name, arity])),
  );
});

const MANY = Number.POSITIVE_INFINITY;
