import { expect, test } from "vitest";
import type { MappingInput } from "../../authoring/config/config.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { Resolution } from "../../model/resolution.ts";

const UNKNOWN =
  '"thinking" is none of the levels off, minimal, low, medium, high, xhigh, max, and is passed on unchanged.';

test("finishAction() refuses a template without text and expressions", async () => {
  expect(await resolve({ messageTemplate: "{{! later }}" }, {})).toMatchObject({
    refusal: { code: "empty_text", issues: [{ path: "/message" }] },
  });
});

test.each([{}, { a: "\n " }])(
  "finishAction() fences a text that is blank for %j",
  async (payload) => {
    const message = expect.stringMatching(/Source: webhook "mapping-1"\n\n> (?:\n> )? ?\n<<<END_/);
    expect(await resolve({ messageTemplate: "{{a}}" }, payload)).toMatchObject({
      outcome: "action",
      action: { message, parts: [{ kind: "untrusted" }] },
      emptyExpressions: 1,
    });
    const wake = { action: "wake", textTemplate: " {{a}}\n" } as const;
    expect(await resolve(wake, payload)).toMatchObject({ outcome: "action", emptyExpressions: 1 });
  },
);

test.each([{}, { team: null }, { team: " \n" }])(
  "finishAction() refuses a run and a wake whose agent is blank for %j",
  async (payload) => {
    const message = "The agent of this action is made of values that this payload does not have.";
    const refused = {
      outcome: "refused",
      refusal: {
        code: "agent_refused",
        status: 400,
        message,
        issues: [{ path: "/agentId", message }],
        detail:
          '"agentId" of mapping "mapping-1" is "{{team}}". Every expression of it is empty for this event.',
      },
    };
    const agentId = "{{team}}";
    expect(await resolve({ messageTemplate: "x", agentId }, payload)).toMatchObject(refused);
    const wake = { action: "wake", textTemplate: "x", agentId } as const;
    expect(await resolve(wake, payload)).toMatchObject(refused);
  },
);

test.each([
  ["max", undefined],
  ["Think Harder", undefined],
  ["adaptive", UNKNOWN],
  [undefined, undefined],
])(
  "finishAction() tells the sender and the record of thinking %j that names no level",
  async (thinking, warning) => {
    const warnings = warning === undefined ? [] : [warning];
    const expected = {
      outcome: "action",
      action: { kind: "agent", ...(thinking !== undefined && { thinking }) },
      warnings,
      ...(warning !== undefined && { notes: warnings }),
    };
    const mapping = { messageTemplate: "x", thinking: "{{level}}" };
    expect(await resolve(mapping, { level: thinking })).toMatchObject(expected);
    const hooks = compileHooks({ hooks: {} });
    const payload = { message: "x", thinking };
    expect(await hooks.resolve({ path: "agent", payload, proof: "token" })).toMatchObject(expected);
  },
);

test("finishAction() checks the agent and the session key of a wake, and none of the others", async () => {
  const mapping: MappingInput = {
    action: "wake",
    textTemplate: "x",
    model: "v/huge",
    to: "{{key}}",
    agentId: "{{agent}}",
  };
  expect(await resolve(mapping, { agent: "root" })).toMatchObject({
    refusal: { code: "agent_refused" },
  });
  const late = { ...mapping, agentId: "main", sessionKey: "hook:{{key}}" } as const;
  expect(await resolve(late, {})).toMatchObject({ refusal: { code: "session_key_refused" } });
  const resolution = await resolve(mapping, { key: "a\nb", agent: "MAIN" });
  expect(resolution).toEqual({
    outcome: "action",
    mappingId: "mapping-1",
    action: {
      kind: "wake",
      text: "x",
      mode: "now",
      agentId: "main",
      parts: [{ kind: "trusted", text: "x" }],
      untrustedText: "",
    },
    taintedFields: ["agentId"],
    warnings: [],
  });
});

test("finishAction() makes a new session for every run without a key", async () => {
  let count = 0;
  const hooks = compileHooks(
    { hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "x" }] } },
    { randomId: () => `id-${++count}` },
  );
  const first = await hooks.resolve({ path: "ci", payload: {} });
  const second = await hooks.resolve({ path: "ci", payload: {} });
  expect([first, second]).toMatchObject([
    { action: { sessionKey: "hook:id-1" } },
    { action: { sessionKey: "hook:id-2" } },
  ]);
});

test("finishAction() fences every text with an id of its own", async () => {
  const mapping = { messageTemplate: "{{a}}", sessionKey: "k" };
  const messages = await Promise.all([resolve(mapping, { a: "x" }), resolve(mapping, { a: "x" })]);
  const ids = messages.map(
    (one) => /id="([^"]+)"/.exec(JSON.stringify(one).replaceAll("\\", ""))?.[1],
  );
  expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
  expect(ids[0]).not.toBe(ids[1]);
});

test("finishAction() puts instructions before the fence, as a trusted part", async () => {
  const mapping = { instructions: " Be brief. ", messageTemplate: "{{a}}" };
  const resolution = await resolve(mapping, { a: "x" });
  expect(resolution).toMatchObject({
    action: {
      message: expect.stringMatching(/^Be brief\.\n\nSECURITY NOTICE: .*>>>$/s),
      parts: [
        { kind: "trusted", text: "Be brief." },
        { kind: "untrusted", text: "x", source: 'webhook "mapping-1"' },
      ],
    },
  });
});

test.each<[MappingInput, object, readonly string[]]>([
  [{ name: "Build", to: "+1555", sessionKey: "k", model: "v/m" }, {}, []],
  [{ name: "At {{now}} on {{path}}" }, {}, []],
  [{ name: "Build {{job}}", to: "{{to}}" }, { job: "x", to: "y" }, ["to", "name"]],
  [{ name: "{{headers.x}}{{query.y}}{{job}}", to: "{{to}}" }, { to: "y" }, ["to"]],
  [{ name: "Build {{job}}" }, {}, ["name"]],
  [
    { sessionKey: "hook:{{k}}", thinking: "{{t}}" },
    { k: "1", t: "low" },
    ["sessionKey", "thinking"],
  ],
  [{ agentId: "{{a}}", model: "{{m}}" }, { a: "main", m: "v/m" }, ["agentId", "model"]],
  [{ action: "wake", agentId: "{{a}}" }, { a: "main" }, ["agentId"]],
  [{ action: "wake", sessionKey: "hook:{{k}}" }, { k: "1" }, ["sessionKey"]],
  [{ action: "wake", sessionKey: "hook:{{k}}", agentId: "main" }, { k: "1" }, ["sessionKey"]],
  [
    { action: "wake", sessionKey: "hook:{{k}}", agentId: "{{a}}" },
    { k: "1", a: "main" },
    ["sessionKey", "agentId"],
  ],
])(
  "finishAction() names the fields that hold text from outside: %j %j",
  async (mapping, payload, tainted) => {
    const text = mapping.action === "wake" ? { textTemplate: "x" } : { messageTemplate: "x" };
    const resolution = await resolve({ ...text, ...mapping }, payload);
    expect(resolution.outcome).toBe("action");
    expect(Reflect.get(resolution, "taintedFields")).toEqual(tainted);
  },
);

test("finishAction() counts what a transform or a request sets as text from outside", async () => {
  const hooks = compileHooks(
    {
      hooks: {
        mappings: [
          {
            match: { path: "ci" },
            messageTemplate: "x",
            name: "{{job}}",
            model: "v/m",
            transform: { module: "t.js" },
          },
        ],
      },
    },
    { transforms: { "t.js": () => ({ to: "+1555", thinking: " ", deliver: false }) } },
  );
  const results = await Promise.all([
    hooks.resolve({ path: "ci", payload: { job: "x" } }),
    hooks.resolve({ path: "agent", payload: { message: "x" } }),
    hooks.resolve({ path: "agent", payload: { message: "x", name: "n", channel: "slack" } }),
    hooks.resolve({ path: "wake", payload: { text: "x" } }),
  ]);
  expect(results.map((one) => Reflect.get(one, "taintedFields"))).toEqual([
    ["to", "name"],
    [],
    ["name"],
    [],
  ]);
});

async function resolve(mapping: MappingInput, payload: object): Promise<Resolution> {
  const hooks = compileHooks({
    hooks: { mappings: [{ match: { path: "ci" }, ...mapping }] },
    agents: { list: [{ id: "main" }], defaults: { models: ["v/m"] } },
  });
  return hooks.resolve({ path: "ci", payload });
}

test("finishAction() checks key, agent and model of a run, in this order", async () => {
  const mapping = {
    messageTemplate: "x",
    sessionKey: "{{key}}",
    agentId: "{{agent}}",
    model: "{{model}}",
  };
  const bad = { key: "a\nb", agent: "root", model: "v/huge" };
  const good = { key: "hook:k", agent: "main", model: "v/m" };
  const codes: unknown[] = [];
  for (const payload of [bad, { ...bad, key: "hook:k" }, { ...good, model: "v/huge" }, good]) {
    const resolution = await resolve(mapping, payload);
    codes.push(resolution.outcome === "refused" ? resolution.refusal.code : resolution.outcome);
  }
  expect(codes).toEqual(["session_key_refused", "agent_refused", "model_refused", "action"]);
});

test("finishAction() does not report a thinking level of the operator to senders", async () => {
  const mapping = { messageTemplate: "x", thinking: "adaptive" };
  expect(await resolve(mapping, {})).toMatchObject({ outcome: "action", warnings: [] });
});

test("finishAction() leaves out the optional fields that nothing set", async () => {
  const resolution = await resolve({ messageTemplate: "x", sessionKey: "k" }, {});
  expect(Object.keys(Reflect.get(resolution, "action")).sort()).toEqual([
    "channel",
    "deliver",
    "kind",
    "message",
    "name",
    "parts",
    "sessionKey",
    "untrustedText",
    "wakeMode",
  ]);
});

test("finishAction() warns of a session key and of a thinking level together", async () => {
  const mapping = { messageTemplate: "x", thinking: "{{a}}", sessionKey: "{{a}}" };
  expect(await resolve(mapping, { a: "adaptive" })).toMatchObject({
    warnings: [expect.stringContaining("hook:"), UNKNOWN],
  });
});
