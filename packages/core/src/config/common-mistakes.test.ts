import { expect, test } from "vitest";
import { parse } from "../../test/reporting.ts";
import type { Problem } from "../base/problem.ts";

const inMapping = (mapping: unknown): readonly Problem[] =>
  parse({ hooks: { mappings: [mapping] } }).problems;

test.each([
  ["message", 'Write "messageTemplate".'],
  ["text", 'Write "textTemplate" with "action": "wake", or "messageTemplate".'],
  ["template", 'Write "messageTemplate".'],
  ["prompt", 'Write "messageTemplate".'],
  ["agent_id", 'Write "agentId".'],
  ["agent", 'Write "agentId".'],
  ["session_key", 'Write "sessionKey".'],
  ["session", 'Write "sessionKey".'],
  ["path", 'Write "match": { "path": "x" }.'],
  ["source", 'Write "match": { "source": "x" }.'],
  ["timeout", 'Write "timeoutSeconds", a number of seconds.'],
  ["mode", 'Write "wakeMode".'],
])("parseConfig() says what to write for %s in a mapping", (key, hint) => {
  expect(inMapping({ [key]: "x" })).toMatchObject([
    {
      code: "unknown_key",
      severity: "error",
      path: ["hooks", "mappings", 0, key],
      message: `"${key}" is not a known key.`,
      hint,
    },
  ]);
});

test("parseConfig() repeats only the value of a path in its hint", () => {
  expect(inMapping({ path: 5 })).toMatchObject([{ hint: 'Write "match": { "path": … }.' }]);
  expect(inMapping({ secret: "it is one" })[0]?.hint).toContain('"secret": … }');
});

test.each([
  ["name", 'Write "path": the name after the base path.'],
  ["url", 'Write "path": the name after the base path.'],
  ["method", "Remove it: hooks are always POST requests."],
])("parseConfig() says what to write for match.%s, also within match.not", (key, hint) => {
  expect(inMapping({ match: { [key]: "x" } })).toMatchObject([{ code: "unknown_key", hint }]);
  expect(inMapping({ match: { not: { [key]: "x" } } })).toMatchObject([
    { path: ["hooks", "mappings", 0, "match", "not", key], hint },
  ]);
});

test.each([
  "match_note",
  "match-note",
  "note",
  "//",
  "// why",
  "#",
  "_comment",
  "$comment",
  "action_comment",
  "description",
])("parseConfig() takes %s for a comment", (key) => {
  const hint = "Remove it, or write it as a comment: // …";
  expect(inMapping({ [key]: "x" })).toMatchObject([{ hint }]);
  expect(parse({ hooks: { [key]: "x" } }).problems).toMatchObject([{ hint }]);
});

test.each([
  [{ messagTemplate: "x" }, "messageTemplate"],
  [{ sesionKey: "x" }, "sessionKey"],
  [{ match: { pth: "x" } }, "path"],
  [{ match: { not: { header: {} } } }, "headers"],
  [{ transform: { module: "m.js", exports: "x" } }, "export"],
])("parseConfig() suggests the nearest known key for a mapping: %j", (mapping, nearest) => {
  expect(inMapping(mapping)).toMatchObject([
    { code: "unknown_key", hint: `Did you mean "${nearest}"?` },
  ]);
});

test.each([
  [{ tokn: "x" }, "token"],
  [{ maxBodybytes: 1 }, "maxBodyBytes"],
  [{ gmail: { acount: "x" } }, "account"],
  [{ gmail: { serve: { prot: 1 } } }, "port"],
  [{ limits: { maxIteration: 1 } }, "maxIterations"],
  [{ transforms: { worker: 1 } }, "workers"],
])("parseConfig() suggests the nearest known key for hooks: %j", (hooks, nearest) => {
  expect(parse({ hooks }).problems).toMatchObject([{ hint: `Did you mean "${nearest}"?` }]);
});

test("parseConfig() lists the known keys where none is near", () => {
  const [problem] = parse({ hooks: { gmail: { tailscale: { funnel: true } } } }).problems;
  expect(problem?.hint).toBe("Known keys: mode, path, target.");
  expect(inMapping({ zzzzzzzz: "x" })[0]?.hint).toMatch(/^Known keys: id, match, .*transform/);
});

test("parseConfig() sends a body's field in a mapping into the template", () => {
  expect(inMapping({ first_name: "{{contact.first_name}}" })).toMatchObject([
    { hint: "Remove it, and write its expression into messageTemplate or textTemplate." },
  ]);
});

test("parseConfig() makes a mapping of a webhook that stands as a key of hooks", () => {
  const { problems } = parse({ hooks: { voice: { path: "/hooks/voice" } } });
  expect(problems).toMatchObject([
    {
      hint: 'For a webhook of that name write an entry of "mappings" with "match": { "path": "voice" }.',
    },
  ]);
  expect(parse({ hooks: { voice: true } }).problems[0]?.hint).toMatch(/^Known keys: enabled,/);
});

test.each([
  ["agent-run", 'Write "agent".'],
  ["agent_turn", 'Write "agent".'],
  ["AGENT", 'Write "agent".'],
  ["wakeup", 'Write "wake".'],
  ["Wake-up", 'Write "wake".'],
  ["5", undefined],
  ["notify", 'Write "wake".'],
  ["run", 'Write "agent".'],
  ["deliver", 'Write "agent".'],
  ["shell", undefined],
  [5, undefined],
  [{}, 'Write "wake", or remove it for a run of the agent.'],
  [{ kind: "wake" }, 'Write "wake"; its fields belong into the mapping itself.'],
  [["agent"], 'Write "agent"; its fields belong into the mapping itself.'],
])("parseConfig() says what to write for the action %j", (action, hint) => {
  const [problem] = inMapping({ action });
  expect(problem).toMatchObject({
    code: "invalid_value",
    message: '"action" must be "wake" or "agent".',
  });
  expect(problem?.hint).toBe(hint);
});

const MATCH_HINT = 'Write an object: { "path": "name", … }. For several, write a mapping for each.';

test.each([
  [{ match: "github" }, 'Write { "path": "github" }.'],
  [{ match: 'say "hi"' }, 'Write { "path": "say \\"hi\\"" }.'],
  [{ match: "" }, MATCH_HINT],
  [{ match: " " }, MATCH_HINT],
  [{ match: [{ path: "ci" }] }, MATCH_HINT],
  [{ transform: "github" }, 'Write { "module": "github.js" }.'],
  [{ transform: "./github.ts" }, 'Write { "module": "./github.ts" }.'],
  [{ transform: "" }, 'Remove the key, or write { "module": "file-in-transformsDir.js" }.'],
  [
    { deliver: { channel: "slack" } },
    'Write true or false; the channel belongs into "channel", the recipient into "to".',
  ],
  [
    { forEach: ["messages"] },
    'Write the path of a list in the payload: "messages"; or { "path", "when", "limit": "first", "atomic", "parse", "single" }.',
  ],
  [{ match: { headers: { token: 5 } } }, "Write a text, or a list of texts."],
  [{ match: { query: { kind: [] } } }, "Write a text, or a list of texts."],
  [{ name: 5 }, 'Write "5", in quotes.'],
  [{ name: {} }, undefined],
  [{ skip: "maybe" }, undefined],
  [{ rateLimit: 5 }, 'Write { "events": 10, "perSeconds": 60 }.'],
  [{ channel: ["telegram"] }, 'Write the id of one channel, such as "telegram", or "last".'],
  [{ messageTemplate: ["a"] }, 'Write one text, with "\\n" where a line ends.'],
  [
    { transform: { module: "m.js", lock: "all" } },
    "Write a list of fields, or true for all of them.",
  ],
])("parseConfig() says how to write the value in %j", (mapping, hint) => {
  const [problem] = inMapping(mapping);
  expect(problem?.code).toBe("wrong_type");
  expect(problem?.hint).toBe(hint);
});

const SECRET_HINT =
  'Write the token, "${NAME}" for an environment variable, or { "file": "path" }.';
const TOKEN_HINT =
  'Write the token, "${NAME}" for an environment variable, { "file": "path" }, or a list of two of these while you replace one.';

test.each([
  [{ mappings: { github: {} } }, 'Write a list: [{ "match": { "path": "name" }, … }].'],
  [{ presets: { gmail: true } }, 'Write a list of names: ["gmail"].'],
  [{ presets: "gmail" }, 'Write a list: ["gmail"].'],
  [{ mappings: ["github"] }, 'Write an object: { "match": { "path": … }, … }.'],
  [{ partials: ["a"] }, 'Write an object: { "name": "its template" }.'],
  [{ partials: { a: ["b"] } }, 'Write the template as one text, with "\\n" where a line ends.'],
  [{ token: 12_345 }, TOKEN_HINT],
  [{ token: { env: "A", file: "b" } }, TOKEN_HINT],
  [{ token: ["a", "b", "c"] }, TOKEN_HINT],
  [{ token: [] }, TOKEN_HINT],
  [{ gmail: { pushToken: [] } }, SECRET_HINT],
])("parseConfig() says how to write the value in hooks: %j", (hooks, hint) => {
  expect(parse({ hooks }).problems).toMatchObject([{ code: "wrong_type", hint }]);
});

test("parseConfig() says how to write models", () => {
  expect(parse({ agents: { defaults: { models: "v/m" } } }).problems).toMatchObject([
    { hint: 'Write a list of "provider/model" ids, or a map from id to settings.' },
  ]);
  expect(parse({ agents: { defaults: { models: { "v/m": "alias" } } } }).problems).toMatchObject([
    { message: '"v/m" must be an object or null, not a string.' },
  ]);
});

test("parseConfig() names the entry of a list that is of a wrong type", () => {
  const models = ["v/m", 5];
  expect(parse({ agents: { defaults: { models } } }).problems).toMatchObject([
    {
      path: ["agents", "defaults", "models", 1],
      message: 'Entry 2 of "models" must be a string, not a number.',
      hint: "Write it in quotes.",
    },
  ]);
});

test("parseConfig() repeats no value of the config but names", () => {
  const secret = "hunter2-hunter2-hunter2";
  const hooks = { token: { value: secret }, path: [secret], gmail: { pushToken: [secret] } };
  expect(JSON.stringify(parse({ hooks }).problems)).not.toContain(secret);
});

test.each([
  ["message", "Remove it: the text is what transforms are there for."],
  ["textTemplate", "Remove it: the text is what transforms are there for."],
  ["agentid", 'Write "agentId".'],
  [5, undefined],
])("parseConfig() says what to do about %s in a lock", (field, hint) => {
  const [problem] = inMapping({ transform: { module: "m.js", lock: [field] } });
  expect(problem).toMatchObject({
    code: "invalid_value",
    path: ["hooks", "mappings", 0, "transform", "lock", 0],
  });
  expect(problem?.hint).toBe(hint);
});

test.each([
  [{ waitForCompletion: true }, /^Remove it: senders get their answer/],
  [{ sessionKeySource: "static" }, /^Remove it: .*"allowedSessionKeyPrefixes"/],
  [{ continue: true }, /^Remove it: the first mapping/],
  [{ onCompletion: "ops" }, /^Remove it: a result is posted to no address/],
  [{ maxConcurrent: 2 }, /^Remove it: the runs of one session key/],
  [{ markup: true }, /^Remove it: .*markup of its channel/],
  [{ summary: true }, /^Remove it: each run adds its summary/],
  [{ route: { channel: "slack", to: "C1" } }, /^Remove it: "channel" and "to"/],
  [{ route: "github" }, /^Write "match"/],
])("parseConfig() has a hint of its own for %j of newer gateways", (mapping, hint) => {
  expect(inMapping(mapping)[0]?.hint).toMatch(hint);
});

test("parseConfig() says how newer gateways' gmail.delivery is written", () => {
  expect(parse({ hooks: { gmail: { delivery: {} } } }).problems).toMatchObject([
    { code: "unknown_key", hint: 'Remove it, and write "mode": "push", "pull" or "poll".' },
  ]);
  expect(parse({ hooks: { gmail: { mode: "pul" } } }).problems).toMatchObject([
    { code: "invalid_value", hint: 'Write "pull".' },
  ]);
});

test.each(["headers", "query", "when"])(
  "parseConfig() moves %s of a mapping into its match",
  (key) => {
    expect(inMapping({ [key]: {} })[0]?.hint).toBe(`Write "match": { "${key}": … }.`);
  },
);

test("parseConfig() takes settings that it does not know for no webhook", () => {
  expect(parse({ hooks: { schedule: { everySeconds: 60 } } }).problems[0]?.hint).toMatch(
    /^Known keys/,
  );
  expect(parse({ hooks: { voice: { text: "x" } } }).problems[0]?.hint).toContain(
    'entry of "mappings"',
  );
});

test("parseConfig() says how to write hooks that are no object", () => {
  expect(parse({ hooks: null }).problems).toMatchObject([
    { code: "wrong_type", hint: expect.stringContaining("In YAML, indent its keys.") },
  ]);
});

test("parseConfig() writes values that JSON does not have into no hint, and does not throw", () => {
  const mapping = { transform: { module: { a: 1n }, file: { a: 1n } }, match: { "==": [1n, 1] } };
  const { problems } = parse({ hooks: { mappings: [mapping] } });
  expect(problems).toContainEqual(
    expect.objectContaining({ hint: 'Remove it: "module" beside it says the same.' }),
  );
  expect(problems).toContainEqual(
    expect.objectContaining({ hint: 'Write "when": {"==":["1n",1]}.' }),
  );
});

test.each([
  [{ systemPrompt: "x" }, 'Write "instructions".'],
  [{ each: "items" }, 'Write "forEach": "path.of.the.list".'],
  [{ respond: { body: "ok" } }, 'Write "text", or "json" for a JSON value.'],
  [{ transform: { module: "m.js", file: "m.js" } }, 'Remove it: "module" beside it says the same.'],
  [
    { transform: { module: "m.js", file: "n.js" } },
    'Remove it: "module" stands beside it and is what is used. Move into that what only "file" says.',
  ],
  [{ auth: { mode: "hmac", secret: "s" } }, /^Known keys: /],
  [
    { auth: { digest: "sha256", header: "X-Hub-Signature-256", secret: "s" } },
    'Write "provider": "github" in place of "digest", "header"; the secret stays.',
  ],
  [{ action: ["wake"] }, 'Write "wake"; its fields belong into the mapping itself.'],
  [{ action: { kind: "wake" } }, 'Write "wake"; its fields belong into the mapping itself.'],
  [{ idempotencyKey: "x" }, /^Write "dedupeKey"/],
  [{ presets: ["gmail"] }, 'Write "presets" into "hooks", beside "mappings".'],
  [
    { match: { provider: "github" } },
    'Remove it, and write "auth": { "provider": "github", "secret": … } beside "match".',
  ],
  [
    { match: { action: "opened" } },
    'Write "when": { "==": [{ "var": "payload.action" }, "opened"] }.',
  ],
  [
    { match: { action: ["opened", "closed"] } },
    'Write "when": { "in": [{ "var": "payload.action" }, ["opened","closed"]] }.',
  ],
  [{ match: { action: "wake" } }, /^Write it beside "match"/],
  [{ match: { action: { a: 1 } } }, 'Write "when": { "==": [{ "var": "payload.action" }, …] }.'],
  [
    { match: { not: { "==": [{ var: "payload.a" }, "x"] } } },
    'Write "when": {"==":[{"var":"payload.a"},"x"]}.',
  ],
  [{ match: { and: ["x".repeat(300)] } }, 'Write "when": { "and": … }.'],
  [{ body: "CI: {{a}}" }, /^Write "messageTemplate": the text to the agent\./],
  [{ body: "xml" }, 'Write "text".'],
  [{ wakeMode: "immediately" }, 'Write "now".'],
  [{ wakeMode: "heartbeat" }, 'Write "next-heartbeat".'],
])("parseConfig() says what to write for %j in a mapping", (mapping, hint) => {
  const [problem] = inMapping(mapping);
  if (typeof hint === "string") expect(problem?.hint).toBe(hint);
  else expect(problem?.hint).toMatch(hint);
});

test.each([
  [{ listen: ":8080" }, /^Remove it: `hookwright serve --port`/],
  [{ apiKey: "x" }, /^Write "token"/],
  [{ handlers: [] }, /^Write "mappings": \[/],
  [{ maxBodySize: "1mb" }, 'Write "maxBodyBytes", a number of bytes.'],
  [{ logLevel: "debug" }, /^Remove it: `hookwright serve` logs/],
  [{ messageTemplate: "x" }, 'Write "messageTemplate" into an entry of "mappings".'],
  [{ gmail: { clientSecret: "x" } }, /^Write "credentials"/],
  [{ gmail: { mailbox: "x" } }, 'Write "label", such as "INBOX".'],
])("parseConfig() says what to write for %j in hooks", (hooks, hint) => {
  const [problem] = parse({ hooks }).problems;
  if (typeof hint === "string") expect(problem?.hint).toBe(hint);
  else expect(problem?.hint).toMatch(hint);
});

test("parseConfig() tells the types of a key that takes several", () => {
  expect(inMapping({ transform: { module: "m.js", lock: "all" } })[0]?.message).toBe(
    '"lock" must be a list or true or false, not a string.',
  );
});

test.each([
  [
    { gmail: { model: "m", deliver: false } },
    /move "model", "deliver" up .*"path": "gmail".*\["gmail"\]/,
  ],
  [{ gmail: true, other: false }, /^Write a list of names: \["gmail"\]\.$/],
  [{ other: false }, /^Write a list of names: \["gmail"\]\.$/],
  [5, /^Write a list of names/],
])("parseConfig() keeps what stands in presets: %j", (presets, hint) => {
  expect(parse({ hooks: { presets } }).problems[0]?.hint).toMatch(hint);
});
