// @ts-check
// Rows of docs/what-where.md that do not follow from the schema: keys with kind, example and what they may read; and how to
// write values.

/**
 * `template`: text with `{{…}}`. `condition`: a JSON Logic rule. `path`: the way to a list in the body.
 * `secret`: a text, or a reference to where it is kept. `text`: a text as it is. `values`: a value, or a
 * list of them. `choice`: one of the words that the schema names.
 *
 * @typedef {"template" | "condition" | "path" | "secret" | "text" | "values" | "choice" | "number" | "boolean" | "list" | "object" | "any"} Kind
 */

/**
 * @typedef {object} KeyRow
 * @property {string} key below `hooks.mappings[]`, or below `hooks` where it begins so
 * @property {Kind} kind
 * @property {string} example of its value, in YAML
 * @property {Readonly<Record<string, unknown>>} [beside] other keys of the mapping that the example needs
 * @property {readonly string[]} [reads] the roots of a template or condition
 */

/** The table calls them "the event". */
export const EVENT = ["payload", "headers", "query", "path", "now"];
/** `item` and `index` are there in a mapping with `forEach`. */
export const TEMPLATE = [...EVENT, "item", "index"];

const SECRET = "4f9a1c07be5d3b8a62e0d1f7c9b83a55";
const RUN = { messageTemplate: "hi" };
const WAKE = { action: "wake", textTemplate: "hi" };
const DELIVERY = { action: "deliver", textTemplate: "hi", channel: "telegram" };
const RATE = { ...RUN, rateLimit: { events: 10 } };
const WINDOW = { ...RUN, coalesce: { key: "all", seconds: 30 } };
const MODULE = { transform: { module: "shape.js" } };
const PROVED = { auth: { provider: "github", secret: SECRET } };
const ANSWER = { ...RUN, respond: { text: "OK" } };

/** @type {readonly KeyRow[]} */
export const MAPPING_KEYS = [
  { key: "id", kind: "text", example: "github-push" },
  { key: "match.path", kind: "text", example: "github" },
  { key: "match.source", kind: "text", example: "billing" },
  { key: "match.headers", kind: "values", example: "{ x-github-event: [push, release] }" },
  { key: "match.query", kind: "values", example: "{ team: ops }" },
  {
    key: "match.when",
    kind: "condition",
    example: '{ "==": [{ var: payload.action }, opened] }',
    reads: EVENT,
  },
  { key: "match.not", kind: "object", example: '{ headers: { x-test: "1" } }' },
  { key: "action", kind: "choice", example: "agent" },
  {
    key: "messageTemplate",
    kind: "template",
    example: '"{{user.name}} opened {{title}}"',
    reads: TEMPLATE,
  },
  {
    key: "textTemplate",
    kind: "template",
    example: '"{{title}} is done"',
    beside: WAKE,
    reads: TEMPLATE,
  },
  {
    key: "instructions",
    kind: "template",
    example: "Answer in one sentence. Today is {{now}}.",
    reads: ["path", "now", "mapping"],
  },
  { key: "wakeMode", kind: "choice", example: "next-heartbeat", beside: WAKE },
  { key: "channel", kind: "text", example: "telegram" },
  {
    key: "to",
    kind: "template",
    example: '"123456789"',
    beside: { ...RUN, channel: "telegram" },
    reads: TEMPLATE,
  },
  { key: "skip", beside: {}, kind: "boolean", example: "true" },
  {
    key: "route.channel",
    beside: { ...RUN, ...PROVED, route: { to: "{{chat.id}}" } },
    kind: "text",
    example: "telegram",
  },
  ...["route.to", "route.from", "route.accountId"].map((key) => ({
    key,
    beside: { ...RUN, ...PROVED, route: { channel: "telegram", to: "7" } },
    kind: /** @type {const} */ ("template"),
    example: '"{{message.from.id}}"',
    reads: TEMPLATE,
  })),
  {
    key: "undelivered.channel",
    beside: { ...RUN, ...PROVED, undelivered: { id: "{{id}}", code: "{{code}}" } },
    kind: "text",
    example: "whatsapp",
  },
  ...["undelivered.id", "undelivered.code"].map((key) => ({
    key,
    beside: {
      ...RUN,
      ...PROVED,
      undelivered: { channel: "whatsapp", id: "wamid.1", code: "131047" },
    },
    kind: /** @type {const} */ ("template"),
    example: '"{{status.id}}"',
    reads: TEMPLATE,
  })),
  { key: "forEach", kind: "path", example: "messages" },
  {
    key: "forEach.path",
    beside: { ...RUN, forEach: { path: "items" } },
    kind: "path",
    example: "entry.changes.value.messages",
  },
  {
    key: "forEach.when",
    beside: { ...RUN, forEach: { path: "items" } },
    kind: "condition",
    example: '{ "==": [{ var: item.type }, text] }',
    reads: [...EVENT, "item", "index"],
  },
  {
    key: "forEach.limit",
    beside: { ...RUN, forEach: { path: "items" } },
    kind: "choice",
    example: "first",
  },
  {
    key: "forEach.parse",
    beside: { ...RUN, forEach: { path: "items" } },
    kind: "boolean",
    example: "true",
  },
  {
    key: "forEach.single",
    beside: { ...RUN, forEach: { path: "items" } },
    kind: "boolean",
    example: "true",
  },
  {
    key: "forEach.atomic",
    beside: { ...RUN, forEach: { path: "items" } },
    kind: "boolean",
    example: "true",
  },
  { key: "continue", kind: "boolean", example: "true" },
  { key: "dedupeKey", kind: "template", example: '"order:{{order.id}}"', reads: TEMPLATE },
  { key: "rateLimit.events", kind: "number", example: "10" },
  { key: "rateLimit.perSeconds", beside: RATE, kind: "number", example: "60" },
  { key: "rateLimit.burst", beside: RATE, kind: "number", example: "20" },
  { key: "coalesce.key", beside: WINDOW, kind: "template", example: '"{{repo}}"', reads: TEMPLATE },
  { key: "coalesce.seconds", beside: WINDOW, kind: "number", example: "30" },
  { key: "coalesce.maxSeconds", beside: WINDOW, kind: "number", example: "300" },
  { key: "coalesce.limit", beside: WINDOW, kind: "number", example: "50" },
  { key: "coalesce.keep", beside: WINDOW, kind: "choice", example: "last" },
  { key: "onCompletion", kind: "text", example: "ci" },
  { key: "maxConcurrent", kind: "number", example: "1" },
  {
    key: "auth.provider",
    beside: { ...RUN, auth: { secret: SECRET } },
    kind: "text",
    example: "github",
  },
  {
    key: "auth.secret",
    beside: { ...RUN, auth: { provider: "github" } },
    kind: "secret",
    example: "{ env: GITHUB_SECRET }",
  },
  {
    key: "auth.token",
    beside: { ...RUN, auth: { header: "x-token" } },
    kind: "secret",
    example: "{ file: sender.token }",
  },
  { key: "body", kind: "choice", example: "form" },
  { key: "respond.status", beside: ANSWER, kind: "number", example: "200" },
  { key: "respond.text", kind: "text", example: "OK" },
  { key: "respond.json", kind: "any", example: "{ ok: true }" },
  { key: "respond.type", beside: ANSWER, kind: "text", example: "text/xml" },
  { key: "respond.headers", beside: ANSWER, kind: "object", example: "{ x-verify: abc }" },
  { key: "maxBodyBytes", kind: "number", example: "1000000" },
  { key: "transform.module", kind: "text", example: "shape.js" },
  { key: "transform.export", beside: MODULE, kind: "text", example: "shorten" },
  { key: "transform.timeoutMs", beside: MODULE, kind: "number", example: "2000" },
  { key: "transform.lock", beside: MODULE, kind: "list", example: "[channel, to]" },
  { key: "allowUnsafeExternalContent", kind: "boolean", example: "false" },
  { key: "markup", kind: "boolean", example: "true", beside: DELIVERY },
  { key: "summary", kind: "boolean", example: "true", beside: DELIVERY },
];

/** @type {readonly KeyRow[]} */
export const HOOKS_KEYS = [
  { key: "hooks.enabled", kind: "boolean", example: "true" },
  { key: "hooks.token", kind: "secret", example: "{ env: HOOK_TOKEN }" },
  { key: "hooks.path", kind: "text", example: "/hooks" },
  { key: "hooks.mappings", kind: "list", example: "[]" },
  { key: "hooks.include", kind: "list", example: "[hooks.d/*.yaml]" },
  {
    key: "hooks.partials",
    kind: "template",
    beside: { messageTemplate: "{{> user}}" },
    example: '{ user: "{{name}} <{{email}}>" }',
    reads: TEMPLATE,
  },
  { key: "hooks.templates.emptyLines", kind: "choice", example: "drop" },
  { key: "hooks.templates.ignore", kind: "list", example: '["{%"]' },
  { key: "hooks.presets", kind: "list", example: "[gmail]" },
  { key: "hooks.queryToken", kind: "boolean", example: "false" },
  { key: "hooks.tokenHeaders", kind: "list", example: "[x-hook-token]" },
  { key: "hooks.respond", kind: "object", example: "{ agent: { status: 200 } }" },
  { key: "hooks.maxBodyBytes", kind: "number", example: "1000000" },
  { key: "hooks.throttle", kind: "object", example: "{ failures: 20, windowSeconds: 60 }" },
  { key: "hooks.dedupe", kind: "object", example: "{ ttlSeconds: 86400 }" },
  { key: "hooks.limits", kind: "object", example: "{ maxCharacters: 100000 }" },
  { key: "hooks.allowedAgentIds", kind: "list", example: "[main]" },
  { key: "hooks.defaultSessionKey", kind: "text", example: "hook:all" },
  { key: "hooks.allowRequestSessionKey", kind: "boolean", example: "false" },
  { key: "hooks.allowedSessionKeyPrefixes", kind: "list", example: '["hook:"]' },
  { key: "hooks.transformsDir", kind: "text", example: "hooks/transforms" },
  { key: "hooks.transforms", kind: "object", example: "{ workers: 4 }" },
  { key: "hooks.gmail", kind: "object", example: "{ account: ann@example.com }" },
];

/** Keys that belong to another feature of the gateway. */
export const OTHER_KEYS = ["hooks.internal"];

/** The event that the spellings read. */
export const SAMPLE = {
  path: "github",
  headers: { "X-GitHub-Event": "push" },
  query: { team: "ops" },
  receivedAt: Date.parse("2026-01-02T03:04:05Z"),
  payload: {
    title: "Fix login",
    user: { name: "Ann" },
    commits: [{ message: "First" }, { message: "Second" }],
    "first name": "Ann",
    labels: { "app.kubernetes.io/name": "shop" },
    messages: [{ subject: "Hi" }],
  },
};

/**
 * The same value in a template (`template` in braces) and in a condition (`variable` of `var`); with `forEach`, of an element.
 *
 * @type {readonly { readonly what: string, readonly template: string, readonly variable: string, readonly value: string | number, readonly forEach?: string }[]}
 */
export const SPELLINGS = [
  { what: "a field of the body", template: "title", variable: "payload.title", value: "Fix login" },
  {
    what: "a field of a field",
    template: "user.name",
    variable: "payload.user.name",
    value: "Ann",
  },
  {
    what: "the first of a list",
    template: "commits[0].message",
    variable: "payload.commits[0].message",
    value: "First",
  },
  {
    what: "how many a list has",
    template: "commits.length",
    variable: "payload.commits.length",
    value: 2,
  },
  {
    what: "a name with a blank",
    template: "[first name]",
    variable: "payload.first name",
    value: "Ann",
  },
  {
    what: "a name with a dot",
    template: "labels.[app.kubernetes.io/name]",
    variable: 'payload.labels["app.kubernetes.io/name"]',
    value: "shop",
  },
  {
    what: "a header",
    template: "headers.x-github-event",
    variable: "headers.x-github-event",
    value: "push",
  },
  { what: "a parameter of the URL", template: "query.team", variable: "query.team", value: "ops" },
  { what: "the name of the hook", template: "path", variable: "path", value: "github" },
  {
    what: "the time of receipt",
    template: "now",
    variable: "now",
    value: "2026-01-02T03:04:05.000Z",
  },
  {
    what: "a field of the element, with `forEach`",
    template: "item.subject",
    variable: "item.subject",
    value: "Hi",
    forEach: "messages",
  },
];
