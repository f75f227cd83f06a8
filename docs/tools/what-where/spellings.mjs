// @ts-check
// The same value of an event, as a template and as a condition read it; each is executed by a test.

/** What the spellings read. */
export const EVENT = {
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
 * `template` stands between braces; `variable` is the text behind `var`. An element is what `forEach` takes.
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
