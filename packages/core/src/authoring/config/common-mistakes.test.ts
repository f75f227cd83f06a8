import { expect, test } from "vitest";
import { parse } from "../../../test/reporting.ts";
import { safeCompileHooks } from "../../compile-hooks.ts";
import type { Problem } from "../../model/problem.ts";
import { knownKeys } from "../schema/index.ts";
import { FOREIGN, MISNAMED, NEWER } from "./misnamed-keys.ts";
import { parseConfig } from "./parse-config.ts";

const inMapping = (mapping: unknown): readonly Problem[] =>
  parse({ hooks: { mappings: [mapping] } }).problems;

test.each([
  ["message", 'Write "messageTemplate".'],
  ["text", 'Write "textTemplate" with "action": "wake", or "messageTemplate".'],
  ["prompt", 'Write "messageTemplate".'],
  ["agent_id", 'Write "agentId".'],
  ["session_key", 'Write "sessionKey".'],
  ["session", 'Write "sessionKey".'],
  ["path", 'Write "match": { "path": "x" }.'],
  ["source", 'Write "match": { "source": "x" }.'],
  ["timeout", 'Write "timeoutSeconds", a number of seconds.'],
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
  [{ match: { not: { header: {} } } }, "headers"],
])("parseConfig() suggests the nearest known key for a mapping: %j", (mapping, nearest) => {
  expect(inMapping(mapping)).toMatchObject([
    { code: "unknown_key", hint: `Did you mean "${nearest}"?` },
  ]);
});

test.each([
  [{ tokn: "x" }, "token"],
  [{ maxBodybytes: 1 }, "maxBodyBytes"],
  [{ gmail: { serve: { prot: 1 } } }, "port"],
  [{ limits: { maxIteration: 1 } }, "maxIterations"],
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

test("parseConfig() makes a mapping of a webhook that is a key of hooks", () => {
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
  ["wakeup", 'Write "wake".'],
  ["5", undefined],
  ["notify", 'Write "wake".'],
  ["run", 'Write "agent".'],
  ["deliver", 'Write "agent".'],
  ["shell", undefined],
  [5, undefined],
  [{}, 'Write "wake", or remove it for a run of the agent.'],
  [{ kind: "wake" }, 'Write "wake"; its fields belong into the mapping itself.'],
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
  [{ name: 5 }, 'Write "5", in quotes.'],
  [{ name: {} }, undefined],
  [{ skip: "maybe" }, undefined],
  [{ channel: ["telegram"] }, 'Write the id of one channel, such as "telegram", or "last".'],
  [{ messageTemplate: ["a"] }, 'Write one text, with "\\n" where a line ends.'],
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
  [{ partials: { a: ["b"] } }, 'Write the template as one text, with "\\n" where a line ends.'],
  [{ token: 12_345 }, TOKEN_HINT],
  [{ token: { env: "A", file: "b" } }, TOKEN_HINT],
  [{ token: ["a", "b", "c"] }, TOKEN_HINT],
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

test("parseConfig() repeats no value of the config but names", () => {
  const secret = "hunter2-hunter2-hunter2";
  const hooks = { token: { value: secret }, path: [secret], gmail: { pushToken: [secret] } };
  expect(JSON.stringify(parse({ hooks }).problems)).not.toContain(secret);
});

test.each([
  ["message", "Remove it: the text is what transforms are there for."],
  ["textTemplate", "Remove it: the text is what transforms are there for."],
  ["agentid", 'Write "agentId".'],
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

test("parseConfig() says how to write hooks that are not an object", () => {
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
  [{ transform: { module: "m.js", file: "m.js" } }, 'Remove it: "module" beside it says the same.'],
  [
    { transform: { module: "m.js", file: "n.js" } },
    'Remove it: "module" is also there, and is the one that is used. Move what only "file" says into it.',
  ],
  [{ auth: { mode: "hmac", secret: "s" } }, /^Known keys: /],
  [
    { auth: { digest: "sha256", header: "X-Hub-Signature-256", secret: "s" } },
    'Write "provider": "github" in place of "digest", "header"; the secret stays.',
  ],
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
  [{ match: { and: ["x".repeat(300)] } }, 'Write "when": { "and": … }.'],
  [{ body: "CI: {{a}}" }, /^Write "messageTemplate": the text to the agent\./],
  [{ body: "xml" }, 'Write "text".'],
  [{ wakeMode: "immediately" }, 'Write "now".'],
])("parseConfig() says what to write for %j in a mapping", (mapping, hint) => {
  const [problem] = inMapping(mapping);
  if (typeof hint === "string") expect(problem?.hint).toBe(hint);
  else expect(problem?.hint).toMatch(hint);
});

test.each([
  [{ listen: ":8080" }, /^Remove it: `hookwright serve --port`/],
  [{ apiKey: "x" }, /^Write "token"/],
  [{ handlers: [] }, /^Write "mappings": \[/],
  [{ logLevel: "debug" }, /^Remove it: `hookwright serve` logs/],
  [{ messageTemplate: "x" }, 'Write "messageTemplate" into an entry of "mappings".'],
  [{ gmail: { clientSecret: "x" } }, /^Write "credentials"/],
])("parseConfig() says what to write for %j in hooks", (hooks, hint) => {
  const [problem] = parse({ hooks }).problems;
  if (typeof hint === "string") expect(problem?.hint).toBe(hint);
  else expect(problem?.hint).toMatch(hint);
});

test.each([
  [
    { gmail: { model: "m", deliver: false } },
    /move "model", "deliver" up .*"path": "gmail".*\["gmail"\]/,
  ],
  [{ gmail: true, other: false }, /^Write a list of names: \["gmail"\]\.$/],
  [{ other: false }, /^Write a list of names: \["gmail"\]\.$/],
  [5, /^Write a list of names/],
])("parseConfig() keeps what is in presets: %j", (presets, hint) => {
  expect(parse({ hooks: { presets } }).problems[0]?.hint).toMatch(hint);
});

const inAuth = (auth: unknown) => inMapping({ auth });

test.each(["hmac", "signature", "secret", "webhookSecret"])(
  "parseConfig() moves %s of a mapping into its auth",
  (key) => {
    expect(inMapping({ [key]: "x" })).toMatchObject([
      { code: "unknown_key", hint: expect.stringMatching(/^Write "auth": \{ "provider"/) },
    ]);
  },
);

test("parseConfig() moves a provider and a token of a mapping into its auth", () => {
  expect(inMapping({ provider: "github" })[0]?.hint).toMatch(/^Write "auth": /);
  expect(inMapping({ token: "x" })[0]?.hint).toMatch(/^Write "auth": \{ "token"/);
});

test.each([
  ["webhookSecret", 'Write "secret".'],
  ["hmac", 'Write "scheme": "hmac".'],
  ["verifyToken", 'Write "handshake": { "verifyToken": … }.'],
  ["providr", 'Did you mean "provider"?'],
  ["toleranceSecond", 'Did you mean "toleranceSeconds"?'],
])("parseConfig() says what to write for %s in an auth", (key, hint) => {
  expect(inAuth({ [key]: "x" })).toMatchObject([
    { code: "unknown_key", path: ["hooks", "mappings", 0, "auth", key], hint },
  ]);
});

test.each([
  [{ signature: { headr: "x" } }, "header"],
  [{ timestamp: { units: "s" } }, "unit"],
  [{ handshake: { verifyTokn: "x" } }, "verifyToken"],
])("parseConfig() suggests the nearest key of a part of an auth: %j", (auth, nearest) => {
  expect(inAuth(auth)).toMatchObject([{ code: "unknown_key", hint: `Did you mean "${nearest}"?` }]);
});

test("parseConfig() says how an auth is written", () => {
  expect(inAuth("none")).toEqual([]);
  expect(inAuth("github")).toMatchObject([
    {
      code: "wrong_type",
      path: ["hooks", "mappings", 0, "auth"],
      hint: 'Write { "provider": "github", "secret": { "env": "NAME" } }, or "none".',
    },
  ]);
  expect(inAuth(5)).toMatchObject([{ hint: expect.stringContaining('"provider": …') }]);
  expect(inAuth([])).toMatchObject([{ code: "wrong_type" }]);
});

test.each([
  [{ secret: 5 }, "secret"],
  [{ secret: ["a", "b"] }, "secret"],
  [{ secrets: "a" }, "secrets"],
  [{ tokens: "a" }, "tokens"],
  [{ token: 5 }, "token"],
  [{ publicKey: 5 }, "publicKey"],
  [{ basic: "ann:pass" }, "basic"],
  [{ signature: "x-s" }, "signature"],
  [{ timestamp: "x-t" }, "timestamp"],
  [{ id: "x-i" }, "id"],
  [{ handshake: true }, "handshake"],
])("parseConfig() says how to write the value in the auth %j, once", (auth, key) => {
  expect(inAuth(auth)).toMatchObject([
    {
      code: "wrong_type",
      path: ["hooks", "mappings", 0, "auth", key],
      hint: expect.stringMatching(/^Write /),
    },
  ]);
});

test("parseConfig() names the values that a key of an auth can have", () => {
  expect(inAuth({ encoding: "hexx" })).toMatchObject([
    { code: "invalid_value", hint: 'Write "hex".' },
  ]);
  expect(inAuth({ basic: { user: "ann" } })).toMatchObject([{ code: "missing_key" }]);
  expect(inAuth({ toleranceSeconds: 0 })).toMatchObject([
    { code: "invalid_value", message: '"toleranceSeconds" must be at least 1.' },
  ]);
});

test("parseConfig() repeats no secret of an auth", () => {
  const secret = "hunter2-hunter2-hunter2";
  const auth = { secret: { value: secret }, tokens: { a: secret }, basic: secret };
  expect(JSON.stringify(inAuth(auth))).not.toContain(secret);
});

// What fixes a wrong key or value of a config, as data.

const changeOf = (hooks: unknown) => parse({ hooks }).problems[0]?.change;

const inMappingOfChanges = (mapping: unknown) => changeOf({ mappings: [mapping] });

test.each([
  [{ session_key: "a" }, "sessionKey", true],
  [{ prompt: "a" }, "messageTemplate", true],
  [{ mesageTemplate: "a" }, "messageTemplate", true],
  [{ timeout: 30 }, "timeoutSeconds", false],
])("adviseUnknownKey() renames the key of %j", (mapping, key, safe) => {
  expect(inMappingOfChanges(mapping)).toEqual({ kind: "rename", key, safe });
});

test.each([
  [{ prompt: "a", messageTemplate: "b" }],
  [{ path: "a" }],
  [{ hmac: "a" }],
  [{ type: "wake" }],
])("adviseUnknownKey() renames no key of %j", (mapping) => {
  expect(inMappingOfChanges(mapping)).toBeUndefined();
});

/** Where the objects stand of which rows tell, by their owner. */
const PLACES: Readonly<Record<string, readonly (string | number)[]>> = {
  hooks: ["hooks"],
  gmail: ["hooks", "gmail"],
  mapping: ["hooks", "mappings", 0],
  match: ["hooks", "mappings", 0, "match"],
  auth: ["hooks", "mappings", 0, "auth"],
  transform: ["hooks", "mappings", 0, "transform"],
  respond: ["hooks", "mappings", 0, "respond"],
};

const rows = [MISNAMED, NEWER, FOREIGN].flatMap((table) =>
  Object.entries(table).flatMap(([owner, ofOwner]) =>
    Object.entries(ofOwner).map(([key, row]) => ({ owner, key, row })),
  ),
);

test.each(rows)("the row of $key in $owner names a key that $owner has", ({ owner, row }) => {
  const known = knownKeys([...(PLACES[owner] ?? []), ""]);
  expect([undefined, ...known]).toContain(row.key);
});

test.each(rows.filter(({ row }) => row.renames !== undefined))(
  "the row of $key in $owner gives the change of its own data, whatever its sentence says",
  ({ owner, key, row: { key: meant, renames } }) => {
    const place = PLACES[owner] ?? [];
    const config = place.reduceRight<unknown>(
      (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
      { [key]: "a" },
    );
    const problem = parse(config).problems.find(({ path }) => path.at(-1) === key);
    expect(problem?.change).toEqual({
      kind: "rename",
      key: meant,
      safe: renames === "value fits",
    });
  },
);

test("adviseUnknownKey() puts the only rule of a match into when", () => {
  const rule = { "==": [1, 2] };
  const wrapped = (...path: string[]) => ({
    kind: "wrap",
    key: "when",
    path: ["hooks", "mappings", 0, ...path],
    safe: true,
  });
  expect(inMappingOfChanges({ match: { path: "a", not: rule } })).toEqual(wrapped("match", "not"));
  expect(inMappingOfChanges({ match: rule })).toEqual(wrapped("match"));
  expect(inMappingOfChanges({ match: { path: "a", ...rule } })).toBeUndefined();
  expect(inMappingOfChanges({ auth: rule })).toBeUndefined();
});

test.each([
  [{ deliver: "false" }, { kind: "replace", value: false, safe: true }],
  [{ timeoutSeconds: "5m" }, { kind: "replace", value: 300, safe: true }],
  [{ match: "a" }, { kind: "wrap", key: "path", safe: true }],
  [{ transform: "a" }, { kind: "replace", value: { module: "a.js" }, safe: true }],
  [{ transform: "a.ts" }, { kind: "replace", value: { module: "a.ts" }, safe: true }],
  [{ to: 5 }, { kind: "quote", safe: true }],
  [{ to: { "{ a }": null } }, { kind: "quote", safe: true }],
  [{ action: "agent-run" }, { kind: "replace", value: "agent", safe: false }],
  [{ auth: { signature: "X-A" } }, { kind: "wrap", key: "header", safe: true }],
])("parseConfig() gives the value of %j its type", (mapping, change) => {
  expect(inMappingOfChanges(mapping)).toEqual(change);
});

test("parseConfig() makes a list of one name", () => {
  expect(changeOf({ presets: "gmail" })).toEqual({ kind: "wrap", safe: true });
});

test.each([
  [{ deliver: "maybe" }],
  [{ timeoutSeconds: "soon" }],
  [{ match: ["a"] }],
  [{ to: {} }],
  [{ rateLimit: "5" }],
  [{ auth: { signature: "a b" } }],
])("parseConfig() does not guess what %j means", (mapping) => {
  expect(inMappingOfChanges(mapping)).toBeUndefined();
});

// Keys of other systems, and keys at the wrong place.

function hintsOf(hooks: object): readonly (string | undefined)[] {
  const problems: Problem[] = [];
  parseConfig({ hooks }, (problem) => problems.push(problem));
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["unknown_key"]));
  return problems.map(({ hint }) => hint);
}

const inMappingOfForeignKey = (mapping: object) => hintsOf({ mappings: [mapping] })[0];
const inMatch = (match: object) => inMappingOfForeignKey({ match });

test.each([
  [{ on: "issues" }, 'Write "match": { "headers": { "x-github-event": "issues" } }'],
  [{ on: { push: { branches: ["main"] } } }, '"headers": { "x-github-event": "push" }'],
  [{ on: { push: {}, issues: {} } }, '"headers": { "x-github-event": ["push","issues"] }'],
  [{ "trigger-rule": {} }, 'Write "match": { "when": '],
  [{ if: "x" }, 'Write "match": { "when": '],
  [{ responseMode: "onReceived" }, 'Write "respond"'],
  [{ enabled: true }, "Remove it"],
  [{ chat_id: "1" }, 'Write "to".'],
  [{ constructor: "x" }, "Known keys: id, match,"],
])("parseConfig() knows the key of another system in the mapping %j", (mapping, hint) => {
  expect(inMappingOfForeignKey(mapping)).toContain(hint);
});

test.each([
  [{ event: "issues" }, 'Write "headers": { "x-github-event": "issues" }'],
  [{ events: ["issues", "push"] }, '"x-github-event": ["issues","push"]'],
  [{ events: [] }, '"x-github-event": "push"'],
  [{ on: [1] }, '"x-github-event": "push"'],
  [
    { payload: { action: "opened" } },
    'Write "when": { "==": [{ "var": "payload.action" }, "opened"] }.',
  ],
  [
    { body: { n: 1, gone: null, deep: {} } },
    'Write "when": { "and": [{ "==": [{ "var": "payload.n" }, 1] }, { "==": [{ "var": "payload.gone" }, null] }] }.',
  ],
  [{ json: "x" }, 'Write "when": { "==": [{ "var": "payload.field" }, "value"] }.'],
  [{ filter: {} }, 'Write "when"'],
])("parseConfig() knows the key of another system in the match %j", (match, hint) => {
  expect(inMatch(match)).toContain(hint);
});

test.each([
  [{ port: 18790 }, "hookwright serve --port 18790"],
  [{ auth: { token: "x" } }, 'Write "token": "${NAME}"'],
  [{ routes: [] }, 'Write "mappings".'],
])("parseConfig() knows the key of another system in the hooks %j", (hooks, hint) => {
  expect(hintsOf(hooks)[0]).toContain(hint);
});

test.each([
  [{ hooks: { presets: ["imap"] } }, /IMAP|mail/],
  [{ hooks: { gmail: { account: ["a@example.com"] } } }, /^Write one text\./],
])("parseConfig() says what to write for the mailboxes of %j", (config, hint) => {
  const result = safeCompileHooks(config as object);
  const problems = result.ok ? result.hooks.warnings : result.problems;
  expect(problems.map((problem) => problem.hint ?? "")).toContainEqual(expect.stringMatching(hint));
});

test.each([
  ["noAuth", true, /^Write "auth": "none"/],
  ["noAuth", false, /^Remove it/],
  ["requireAuth", true, /^Remove it/],
  ["requireAuth", false, /^Write "auth": "none"/],
])("parseConfig() says what the switch %s: %j means for auth", (key, value, hint) => {
  expect(inMapping({ [key]: value })).toMatchObject([{ hint: expect.stringMatching(hint) }]);
});
