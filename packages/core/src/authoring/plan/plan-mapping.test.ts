import { expect, test } from "vitest";
import { eventBudget } from "../../../../template/test/event-budget.ts";
import { now } from "../../../test/now.ts";
import { compileUsable } from "../../../test/reporting.ts";
import { compileConfig, compileHooks, safeCompileHooks } from "../../compile-hooks.ts";
import type { Problem } from "../../model/problem.ts";
import { linkMatch } from "../../serving/link/link-mapping.ts";
import { findFailedClause } from "../../serving/match/index-mappings.ts";
import type { CompiledMapping } from "../../serving/resolve/compiled.ts";
import type { HooksInput, MappingInput, MatchInput } from "../config/config.ts";
import { normalizeMatch } from "../config/normalize-mappings.ts";
import type { CompileOptions } from "./options.ts";
import { planMatch } from "./plan-mapping.ts";

const ci = { path: "ci" };

function compile(mapping: MappingInput, options: CompileOptions = {}) {
  const result = compileConfig({ hooks: { mappings: [mapping] } }, options);
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
  ["{{headers.x-a}}", "template", "template"],
])("planMapping() records who decides %j: a session key %s, an agent %s", (source, key, agent) => {
  const mapping = { match: ci, messageTemplate: source, sessionKey: source, agentId: source };
  const { compiled } = compile(mapping);
  expect(compiled.origins).toMatchObject({ text: agent, sessionKey: key, agentId: agent });
  const others = compile({ match: ci, messageTemplate: "x", to: source, model: source });
  expect(others.compiled.origins).toMatchObject({ to: agent, model: agent });
});

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
  ["none", 'Write "deliver": false instead', { deliver: false }],
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
])(
  "compileMapping() takes the channel of a plugin beside %j with the severity %s",
  (root, severity, message) => {
    const mappings = [{ match: ci, messageTemplate: "x", channel: " Matrix" }];
    const result = compileConfig({ hooks: { mappings }, ...root }, {});
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
    expect(compileConfig({ hooks: { mappings }, ...root }, {}).problems).toEqual([]);
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

const subject = {
  path: "ci",
  source: undefined,
  payload: { state: "red", list: ["a"] },
  headers: { "x-event": "push" },
  query: { kind: "full" },
  now,
};

function compileMatching(match: MatchInput) {
  const problems: Problem[] = [];
  const plan = planMatch(normalizeMatch(match), ["hooks", "mappings", 0, "match"], (problem) => {
    problems.push(problem);
  });
  const rule = linkMatch(plan);
  return { rule, problems };
}

const matches = (match: MatchInput): boolean =>
  findFailedClause(compileMatching(match).rule, subject, eventBudget()) === undefined;

test.each([
  ["payload.state", "red"],
  ["query.kind", "full"],
])("planMatch() evaluates a condition over %s", (name, value) => {
  expect(matches({ when: { "==": [{ var: name }, value] } })).toBe(true);
  expect(matches({ when: { "==": [{ var: name }, "other"] } })).toBe(false);
});

test("planMatch() compiles what must not match, at any depth", () => {
  const red = { when: { "==": [{ var: "payload.state" }, "red"] } };
  expect(matches({ not: red })).toBe(false);
  expect(matches({ not: { not: red } })).toBe(true);
});

test("planMatch() reports what is wrong with a condition, and where", () => {
  const { problems } = compileMatching({
    when: { nope: 1 },
    not: { when: { and: [{ nein: 1 }] } },
  });
  const at = ["hooks", "mappings", 0, "match"];
  expect(problems).toMatchObject([
    { code: "condition_operator_unknown", severity: "error", path: [...at, "when", "nope"] },
    { code: "condition_operator_unknown", path: [...at, "not", "when", "and", 0, "nein"] },
  ]);
});

// `sessionMode: "persistent"` beside the session keys of a mapping.

const ASKS: MappingInput = {
  id: "ci",
  match: { path: "ci" },
  messageTemplate: "{{state}}",
  sessionMode: "persistent",
};

function problemsOf(mapping: MappingInput, hooks: HooksInput = {}) {
  const result = safeCompileHooks({ hooks: { ...hooks, mappings: [{ ...ASKS, ...mapping }] } });
  return result.ok ? [] : result.problems;
}

test("checkLastingSession() reports a persistent session without a key, and its hint gives one", async () => {
  const [problem, ...others] = problemsOf({});
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    code: "missing_key",
    path: ["hooks", "mappings", 0, "sessionKey"],
    message:
      'Mapping "ci" has "sessionMode": "persistent" and no session key, so that no two events share a session.',
  });
  const [, written = ""] = /such as "([^"]+)"/.exec(problem?.hint ?? "") ?? [];
  const followed = compileHooks({ hooks: { mappings: [{ ...ASKS, sessionKey: written }] } });
  const event = { path: "ci", payload: { state: "red", branch: "main" } };
  expect(await followed.resolve(event)).toMatchObject({
    action: { sessionMode: "persistent", sessionKey: "hook:ci:main" },
  });
});

test.each(["hook:{{now}}", "hook:{{{ now }}}"])(
  "checkLastingSession() reports the key %s, which no two events have",
  (sessionKey) => {
    expect(problemsOf({ sessionKey })).toMatchObject([
      { code: "invalid_value", path: ["hooks", "mappings", 0, "sessionKey"] },
    ]);
  },
);

test("checkLastingSession() tells a key of a wrong type once", () => {
  const sessionKey = 7 as unknown as string;
  expect(problemsOf({ sessionKey }).map(({ code }) => code)).toEqual(["wrong_type"]);
});

test("a persistent session for which neither mapping nor transform gives a key is a 400", async () => {
  const transforms = {
    "none.js": { default: () => undefined },
    "key.js": { default: () => ({ sessionKey: "hook:a" }) },
  };
  const resolveWith = (module: string) =>
    compileHooks(
      { hooks: { mappings: [{ ...ASKS, transform: { module } }] } },
      { transforms },
    ).resolve({ path: "ci", payload: { state: "red" } });
  expect(await resolveWith("none.js")).toMatchObject({
    refusal: { code: "session_key_refused", status: 400 },
  });
  expect(await resolveWith("key.js")).toMatchObject({ action: { sessionKey: "hook:a" } });
});

test("compileMapping() refuses a wake of a session at the next heartbeat, unless a transform can change it", () => {
  const late = {
    action: "wake",
    textTemplate: "x",
    wakeMode: "next-heartbeat",
    sessionKey: "hook:a",
  };
  const problemsOf = (mapping: object) => {
    const result = safeCompileHooks({
      hooks: { mappings: [{ match: { path: "a" }, ...mapping }] },
    });
    return result.ok ? [] : result.problems;
  };
  expect(problemsOf(late)).toMatchObject([
    { code: "invalid_value", path: ["hooks", "mappings", 0, "sessionKey"] },
  ]);
  expect(problemsOf({ ...late, wakeMode: "now" })).toEqual([]);
  expect(problemsOf({ ...late, skip: true })).toEqual([]);
});

const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

const configOf = (changes: MappingInput) => ({
  hooks: { mappings: [{ ...mapping, ...changes }] },
});

const compileEach = (changes: MappingInput) => compileConfig(configOf(changes), {});

test.each(["messages", "data.items", "a[0][1]", "__prototype__", '["b.c"].list'])(
  "compileForEach() accepts the path %s",
  (path) => {
    expect(compileEach({ forEach: path }).problems).toEqual([]);
  },
);

test.each([
  ["messages", ["messages"], false],
  ["payload.messages", ["messages"], true],
  ["data.items[0].list", ["data", "items", "0", "list"], false],
])("compileForEach() takes %s apart", (path, steps, isFromPayload) => {
  const { compiled } = compileUsable(configOf({ forEach: path }));
  expect(compiled.mappings[0]?.forEach).toEqual({
    path,
    steps,
    isFromPayload,
    when: undefined,
    isSliced: false,
    takesFirst: false,
    atomic: false,
    parse: false,
    single: false,
  });
});

test.each([
  [undefined, "mandrill_events", [], true],
  [undefined, "mandrill_events[0].list", ["0", "list"], true],
  [undefined, "payload", [], true],
  ["json", "mandrill_events", ["mandrill_events"], false],
] as const)(
  "compileForEach() takes with the body %j the field whose JSON is the payload for it: %s",
  (body, path, steps, isFromPayload) => {
    const secret = "0123456789abcdef0123456789";
    const auth = { provider: "mandrill", secret, publicUrl: "https://a.example/hooks/ci" };
    const { compiled } = compileUsable(configOf({ auth, forEach: path, ...(body && { body }) }));
    expect(compiled.mappings[0]?.forEach).toMatchObject({ steps, isFromPayload });
  },
);

test("compileForEach() reports what is wrong with a condition and a limit", () => {
  const when = { "==": [{ var: "elemnt.id" }, 1] };
  const problems = (forEach: object) =>
    compileEach({ forEach: { path: "list", ...forEach } } as MappingInput).problems;
  expect(problems({ when })).toMatchObject([
    {
      code: "condition_variable",
      path: ["hooks", "mappings", 0, "forEach", "when", "==", 0, "var"],
      message: 'There is no "elemnt" to read.',
    },
  ]);
  expect(problems({ when: "item.id" })).toMatchObject([
    { code: "wrong_type", path: ["hooks", "mappings", 0, "forEach", "when"] },
  ]);
  expect(problems({ limit: 200 })).toMatchObject([
    { code: "invalid_value", path: ["hooks", "mappings", 0, "forEach", "limit"] },
  ]);
  expect(problems({ when: { "==": [{ var: "item.id" }, 1] }, limit: "first" })).toEqual([]);
});

test.each([
  "{{messages}}",
  "a b",
  ".a",
  "a..b",
  "a]",
  "__proto__",
  "a.__proto__.b",
  "a[0].__proto__",
  'a["__proto__"]',
  "a.[__proto__]",
])("compileForEach() refuses the path %s", (path) => {
  expect(compileEach({ forEach: path }).problems).toEqual([
    {
      code: "for_each_path",
      severity: "error",
      path: ["hooks", "mappings", 0, "forEach"],
      message: 'forEach of mapping "mapping-1" is not the path of a list in the payload.',
      hint: expect.stringMatching(/^Write (?:a path such as "messages"|"|the whole path)/),
    },
  ]);
});

test("compileMapping() knows {{item}} and {{index}} where there is one action per element", () => {
  const text = { messageTemplate: "{{item}} {{index}}" };
  const rootsOf = (changes: MappingInput) => {
    const { compiled } = compileUsable(configOf({ ...text, ...changes }));
    return compiled.mappings[0]?.text?.roots;
  };
  expect(rootsOf({ forEach: "messages" })).toEqual(["item", "index"]);
  expect(rootsOf({})).toEqual(["payload"]);
});

test.each([
  ["{{messages}}", 'Write "messages".'],
  ["${{ github.event.commits }}", 'Write "commits".'],
  ["$.data.items", 'Write "data.items".'],
  ["$json.body.items", 'Write "items".'],
  ["items[*]", 'Write "items": all elements of each list on the path are taken.'],
  ["[*].lines", "Write the path of the list: all elements of each list"],
  ["$.items[*].lines[*]", 'Write "items.lines": all'],
  ["items[]", 'Write "items": all'],
  ["items.#.lines", 'Write "items.lines": all'],
  ["items[?(@.x)]", 'Write { "path": "items", "when": … }'],
  ["$.items[?(@.x)]", 'Write { "path": "items", "when": … }'],
  [".items[]", 'Write "items": all'],
  [".items", 'Write "items".'],
  ["={{ $json.items }}", 'Write "items".'],
  ["range .Values.items", 'Write "items".'],
  ["{{ range .items }}", 'Write "items".'],
  [".", 'Write "payload".'],
  ["$", 'Write "payload".'],
  ["this.items", 'Write "items".'],
  ["items | first", 'Write { "path": "items", "limit": "first" }'],
  ["items[-1]", "No path counts from the end."],
])("compileForEach() says what to write for %s, as other tools have it", (path, hint) => {
  const [problem, ...others] = compileEach({ forEach: path }).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: "for_each_path" });
  expect(problem?.hint).toContain(hint);
  const followed = /^Write ("[^"]+")/.exec(hint)?.[1];
  if (followed === undefined) return;
  expect(compileEach({ forEach: JSON.parse(followed) as string }).problems).toEqual([]);
});
