import { expect, test } from "vitest";
import type { MappingInput } from "../config/config.ts";
import { compileWithAdvice } from "../engine.ts";
import type { CompiledMapping } from "../resolve/compiled.ts";
import type { CompileOptions } from "./options.ts";

const ci = { path: "ci" };

function compile(mapping: MappingInput, options: CompileOptions = {}) {
  const result = compileWithAdvice({ hooks: { mappings: [mapping] } }, options);
  const mappings = result.ok ? result.compiled.mappings : [];
  return { compiled: mappings[0] as CompiledMapping, problems: result.problems };
}

test("compileMapping() compiles every templated field", () => {
  const templated = {
    name: "n {{a}}",
    sessionKey: "hook:{{a}}",
    to: "{{a}}",
    model: "{{a}}",
    thinking: "{{a}}",
    agentId: "{{a}}",
  } as const;
  const { compiled, problems } = compile(
    {
      match: ci,
      messageTemplate: "m {{a}}",
      instructions: "It is {{now}}.",
      ...templated,
      transform: { module: "m" },
    },
    { transforms: { m: () => null } },
  );
  expect(problems).toEqual([]);
  expect(compiled.text?.source).toBe("m {{a}}");
  expect(compiled.instructions?.source).toBe("It is {{now}}.");
  for (const [field, source] of Object.entries(templated)) {
    expect(compiled.fields[field as keyof typeof templated]).toMatchObject({
      source,
      isLiteral: false,
    });
  }
});

test("compileMapping() keeps what is not templated", () => {
  const fixed = { id: "x", action: "wake", allowUnsafeExternalContent: true } as const;
  const fields = {
    wakeMode: "next-heartbeat",
    sessionMode: "persistent",
    deliver: false,
    timeoutSeconds: 60,
  } as const;
  const { compiled } = compile({
    match: ci,
    textTemplate: "x",
    channel: " Teams ",
    ...fixed,
    ...fields,
  });
  expect(compiled).toMatchObject({
    ...fixed,
    fields: { ...fields, channel: "msteams" },
    source: 'webhook "x"',
  });
});

test("compileMapping() names the source of the fence on one line", () => {
  const { compiled } = compile({ id: "a\nb", match: ci, messageTemplate: "x" });
  expect(compiled.source).toBe('webhook "a b"');
});

test.each<[string, string, string]>([
  ["fixed", "operator", "operator"],
  ["{{a}}", "template", "template"],
  ["hook:{{a}}", "operator", "template"],
  ["{{a}}:x", "template", "template"],
  ["{{! note }} {{a}}", "template", "template"],
  ["{{#if a}}x{{/if}}", "template", "template"],
  ["{{payload.a}}", "template", "template"],
  ["{{headers.x-a}}", "template", "template"],
  ["{{query.a}}", "template", "template"],
  ["{{now}}", "operator", "operator"],
  ["{{path}}", "operator", "operator"],
])(
  "compileMapping() judges who decides %j: a session key %s, an agent %s",
  (source, key, agent) => {
    const mapping = { match: ci, messageTemplate: source, sessionKey: source, agentId: source };
    const { compiled } = compile(mapping);
    expect(compiled.origins).toMatchObject({ text: agent, sessionKey: key, agentId: agent });
    const others = compile({ match: ci, messageTemplate: "x", to: source, model: source });
    expect(others.compiled.origins).toMatchObject({ to: agent, model: agent });
  },
);

test("compileMapping() takes {{path}} for the sender's word where the mapping takes any name", () => {
  const mapping = { match: { source: "x" }, messageTemplate: "{{path}}", sessionKey: "{{path}}" };
  expect(compile(mapping).compiled.origins).toMatchObject({
    text: "template",
    sessionKey: "template",
  });
});

test("compileMapping() lists the fields whose templates read what a sender chose", () => {
  const literalStart = { sessionKey: "hook:{{k}}", name: "{{now}} {{path}}", to: "+1555" };
  const { compiled } = compile({ match: ci, messageTemplate: "{{x}}", ...literalStart });
  expect(compiled.taintedFields).toEqual(["sessionKey"]);
  const anyName = { match: { source: "x" }, messageTemplate: "x", name: "{{path}}" };
  expect(compile(anyName).compiled.taintedFields).toEqual(["name"]);
});

test("compileMapping() takes what is not set for the operator's", () => {
  const { compiled } = compile({ match: ci, messageTemplate: "x" });
  expect(compiled.origins).toEqual({
    text: "operator",
    sessionKey: "operator",
    agentId: "operator",
    to: "operator",
    accountId: "operator",
    model: "operator",
  });
  for (const field of ["name", "sessionKey", "to", "model", "thinking", "agentId"] as const) {
    expect(compiled.fields[field]).toBe(undefined);
  }
});

test("compileMapping() tells a text that is blank at its place", () => {
  expect(compile({ match: ci, messageTemplate: " \n" }).problems).toMatchObject([
    {
      code: "template_missing",
      path: ["hooks", "mappings", 0, "messageTemplate"],
      message: expect.stringContaining("is blank"),
      hint: expect.stringContaining("below | or > begins further right"),
    },
  ]);
});

test.each<[MappingInput, string]>([
  [{}, "messageTemplate"],
  [{ textTemplate: "x" }, "messageTemplate"],
  [{ action: "wake" }, "textTemplate"],
  [{ action: "wake", messageTemplate: "x" }, "textTemplate"],
])("compileMapping() wants a text from %j", (mapping, field) => {
  const { problems } = compile({ match: ci, ...mapping });
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([
    {
      code: "template_missing",
      severity: "error",
      path: ["hooks", "mappings", 0],
      message: `Mapping "mapping-1" has neither ${field} nor a transform, so every event would be refused.`,
      hint: `Add "${field}": "… {{field.of.the.body}} …".`,
    },
  ]);
});

test("compileMapping() needs no text where there is a transform", () => {
  const mapping = { match: ci, transform: { module: "m.js" } };
  const { compiled, problems } = compile(mapping, { transforms: { "m.js": () => null } });
  expect(problems).toEqual([]);
  expect(compiled.text).toBe(undefined);
});

test("compileMapping() binds a transform with its limit and lock", () => {
  const call = () => null;
  const options = { transforms: { "m.js": call } };
  const bare = { match: ci, transform: { module: "m.js" } };
  expect(compile(bare, options).compiled.transform).toEqual({ call, timeoutMs: 10_000, lock: [] });
  expect(compile(bare, { ...options, transformTimeoutMs: 500 }).compiled.transform?.timeoutMs).toBe(
    500,
  );
  const own = { ...bare, deliver: false, transform: { module: "m.js", timeoutMs: 50, lock: true } };
  expect(compile(own, options).compiled.transform).toEqual({
    call,
    timeoutMs: 50,
    lock: ["deliver"],
  });
});

test("compileMapping() reports a transform that is not there", () => {
  const { problems } = compile({ match: ci, transform: { module: "m.js" } });
  expect(problems).toMatchObject([
    { code: "transform_unavailable", path: ["hooks", "mappings", 0, "transform", "module"] },
  ]);
});

test("compileMapping() warns of a channel that it does not know", () => {
  expect(compile({ match: ci, messageTemplate: "x", channel: "telegramm" }).problems).toEqual([
    {
      code: "channel_unknown",
      severity: "warning",
      path: ["hooks", "mappings", 0, "channel"],
      message: 'Mapping "mapping-1" names the channel "telegramm", which is not known.',
      hint: 'Did you mean "telegram"?',
    },
  ]);
});

test.each([
  ["slack:#ops", 'Write "channel": "slack" and "to": "#ops".', { channel: "slack", to: "#ops" }],
  ["none", 'Write "deliver": false in place of it', { deliver: false }],
])("compileMapping() says what is meant by the channel %s", (channel, hint, followed) => {
  const [problem] = compile({ match: ci, messageTemplate: "x", channel }).problems;
  expect(problem?.hint).toContain(hint);
  expect(compile({ match: ci, messageTemplate: "x", ...followed }).problems).toEqual([]);
});

test.each([
  [{ plugins: { entries: { matrix: {} } } }, "warning", /plugins\.entries/],
  [{ plugins: { entries: { matrix: {} } }, host: {} }, "error", /plugins\.entries/],
  [{ plugins: { entries: { other: {} } } }, "warning", /is not known/],
  [{ plugins: "none", host: { runner: {} } }, "error", /is not known/],
  [{ host: null }, "warning", /is not known/],
])(
  "compileMapping() takes the channel of a plugin beside %j with the severity %s",
  (root, severity, message) => {
    const mappings = [{ match: ci, messageTemplate: "x", channel: " Matrix" }];
    const result = compileWithAdvice({ hooks: { mappings }, ...root }, {});
    expect(result.problems).toMatchObject([
      { code: "channel_unknown", severity, message: expect.stringMatching(message) },
    ]);
    expect(result.ok && result.compiled.mappings[0]?.fields.channel).toBe(
      severity === "warning" && "Matrix",
    );
  },
);

test.each([{ channels: { matrix: {} } }, { host: { channels: { matrix: {} } } }])(
  "compileMapping() knows a channel that %j names",
  (root) => {
    const mappings = [{ match: ci, messageTemplate: "x", channel: "matrix" }];
    expect(compileWithAdvice({ hooks: { mappings }, ...root }, {}).problems).toEqual([]);
  },
);

test("compileMapping() refuses a channel with an expression", () => {
  expect(compile({ match: ci, messageTemplate: "x", channel: "{{channel}}" }).problems).toEqual([
    {
      code: "channel_templated",
      severity: "error",
      path: ["hooks", "mappings", 0, "channel"],
      message:
        'The channel of mapping "mapping-1" contains an expression; senders cannot choose channels.',
      hint: 'Name one channel; only "to" may be templated.',
    },
  ]);
});
