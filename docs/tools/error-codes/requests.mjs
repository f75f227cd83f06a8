// @ts-check
// Examples of requests that fail, by their codes. A request is sent with the hook token unless it says otherwise.

/**
 * @typedef {object} RequestExample
 * @property {"mapping" | "hooks" | "top"} [level] of the config; default: "mapping"
 * @property {string} [config] what the request needs
 * @property {string} [before] a request that comes first, and is accepted
 * @property {string} request its first line, its headers, an empty line and the body
 * @property {boolean} [anonymous] whether it is sent without the token
 * @property {string} say why, and what to do
 */

/** @typedef {RequestExample | import("./example.mjs").ProvenElsewhere} EventExample */

const CASES = "packages/conformance/src/cases";

/** @type {Readonly<Record<string, EventExample>>} */
export const REQUESTS = {
  invalid_payload: {
    request: 'POST /hooks/wake\n\n{"message": "The backup is done."}',
    say: "`/wake` takes `text`, and `/agent` takes `message`: [HTTP](http.md) has their fields. A mapping takes any JSON object or list.",
  },
  invalid_json: {
    request: 'POST /hooks/example\n\n{"title": "Backup",}',
    say: "Look at what the sender really posts; many let you edit the body. A sender that posts text has `body: text` on its mapping.",
  },
  invalid_encoding: {
    request: 'POST /hooks/example\nContent-Encoding: gzip\n\n{"title": "Backup"}',
    say: "A proxy or program on the way has decompressed the body and left the header, or uses another charset than UTF-8.",
  },
  invalid_form: {
    config: "body: multipart",
    request: "POST /hooks/example\nContent-Type: multipart/form-data\n\ntitle=one",
    say: "The sender has to write its form as HTML forms are written. Here the boundary is missing.",
  },
  invalid_idempotency_key: {
    config: 'dedupeKey: "{{title}}"',
    request: 'POST /hooks/example\n\n{"title": "two\\nlines"}',
    say: "Make the key of an id of the event.",
  },
  payload_too_deep: {
    say: "No service sends such a body: look at who does.",
    proof: `${CASES}/depths.ts`,
  },
  render_limit: {
    level: "hooks",
    config:
      'limits: { maxCharacters: 20 }\nmappings:\n  - { match: { path: example }, messageTemplate: "{{title}}" }',
    request: 'POST /hooks/example\n\n{"title": "a title that is longer than that"}',
    say: "Shorten with `truncate`, take fewer elements with `{{#each (first list 20)}}`, or raise `hooks.limits`.",
  },
  work_limit: {
    say: "The body has so many elements that conditions and templates would take too long. Let the sender send less, or look at fewer elements.",
    proof: "packages/core/test/work/work-limit.slow.test.ts",
  },
  empty_text: {
    config: 'messageTemplate: "{{! later }}"',
    request: 'POST /hooks/example\n\n{"title": "Backup"}',
    say: "The template has no text and no expression that could render something.",
  },
  session_key_refused: {
    config: 'sessionKey: "{{repo.name}}"',
    request: 'POST /hooks/example\n\n{"repository": {"name": "site"}}',
    say: "Every expression of the key rendered empty: `explain` shows which field was read. Or the key begins with none of `hooks.allowedSessionKeyPrefixes`.",
  },
  agent_refused: {
    request: 'POST /hooks/agent\n\n{"message": "Hi", "agentId": "root"}',
    say: "Name the agent in `hooks.allowedAgentIds`, `agents.list` or `agents.entries`.",
  },
  model_refused: {
    level: "top",
    config: "agents: { defaults: { models: [openai/gpt-5.5] } }",
    request: 'POST /hooks/agent\n\n{"message": "Hi", "model": "gpt-5"}',
    say: "Name a model of `agents.defaults.models`, by its id or alias.",
  },
  unauthorized: {
    anonymous: true,
    request: 'POST /hooks/example\n\n{"title": "Backup"}',
    say: "The header is `Authorization: Bearer <token>`. For a hook with an `auth`, [the log says](#why-credentials-were-refused) which check failed, and `hookwright verify` explains a captured request.",
  },
  origin_refused: {
    config: "auth: none",
    anonymous: true,
    request: 'POST /hooks/example\nOrigin: https://elsewhere.example\n\n{"title": "Backup"}',
    say: "The request comes from a web page of another site. Give the hook a token, or let a page of the hook's own host send it.",
  },
  not_found: {
    request: 'POST /hooks/exmaple\n\n{"title": "Backup"}',
    say: "The name is what follows `hooks.path` in the URL. Where the name is known, no mapping took the event: the log names the nearest one, and `explain` says why it did not.",
  },
  method_not_allowed: {
    request: "GET /hooks/example\n",
    say: "A browser sends GET. Senders have a setting for the method: POST.",
  },
  idempotency_in_progress: {
    say: "Nothing to do: the sender comes again.",
    proof: "packages/core/src/serving/ingress/gates.test.ts",
  },
  request_timeout: {
    say: "The connection of the sender is slow or broken. `bodyTimeoutMs` is the limit.",
    proof: `${CASES}/bodies.ts`,
  },
  length_required: {
    say: "Some small devices and simple clients omit the length. Have the sender set `Content-Length`, or `Content-Length: 0` for an empty body.",
    proof: "packages/adapter-node/test/no-length.test.ts",
  },
  payload_too_large: {
    config: "maxBodyBytes: 100",
    request: `POST /hooks/example\n\n{"title": "${"long ".repeat(20)}"}`,
    say: "Raise `maxBodyBytes` of the mapping, or let the sender send less.",
  },
  batch_too_large: {
    say: "Write `forEach: { path: messages, limit: first }` to take the first 200.",
    proof: `${CASES}/batches.ts`,
  },
  unsupported_media_type: {
    request: "POST /hooks/example\nContent-Type: application/xml\n\n<order/>",
    say: "Let the sender post JSON, or write [`body: form`, `multipart` or `text`](http.md#kinds-of-bodies) into the mapping.",
  },
  idempotency_conflict: {
    before: 'POST /hooks/example\nIdempotency-Key: order-7\n\n{"title": "paid"}',
    request: 'POST /hooks/example\nIdempotency-Key: order-7\n\n{"title": "shipped"}',
    say: "A key stands for one event. The sender has to take a new one for another body.",
  },
  too_many_failures: {
    say: "Somebody guesses, or a sender has an old token. A right one always passes.",
    proof: `${CASES}/credentials.ts`,
  },
  rate_limited: {
    config: "rateLimit: { events: 1, perSeconds: 60 }",
    before: 'POST /hooks/example\n\n{"title": "first"}',
    request: 'POST /hooks/example\n\n{"title": "second"}',
    say: "The `rateLimit` of the mapping is there for this. Raise it where it is too low.",
  },
  client_closed: {
    say: "The sender did not wait for the answer. It may come again.",
    proof: `${CASES}/endings.ts`,
  },
  transform_failed: {
    say: "The function threw an error, took too long, or returned something wrong. The log has the reason; the sender is not told.",
    proof: `${CASES}/transforms.ts`,
  },
  transform_overloaded: {
    say: "The function is too slow for so many events. Raise `hooks.transforms.workers`, or make it faster.",
    proof: `${CASES}/transforms.ts`,
  },
  bodies_overloaded: {
    say: "Very many senders post at once, somebody floods the server, or large compressed bodies come together. Senders come again.",
    proof: `${CASES}/auth/signed-limits.ts`,
  },
  keys_unavailable: {
    say: "The server cannot reach the address of the keys: look at its way to the internet.",
    proof: `${CASES}/auth/json-web-tokens.ts`,
  },
  body_already_parsed: {
    say: "Only in code: put the hooks before `express.json()` and the like, or keep the bytes as `rawBody`.",
    proof: `${CASES}/auth/signed-limits.ts`,
  },
  helper_failed: {
    say: "Only in code: a helper of your own threw an error.",
    proof: "packages/core/src/serving/resolve/resolve-element.test.ts",
  },
  internal_error: {
    say: "A port of the integrator failed, or there is a mistake in this project. The log has the reason.",
    proof: `${CASES}/endings.ts`,
  },
  dispatch_failed: {
    say: "What carries actions out refused: the gateway is down, or its token is wrong. The log has the reason.",
    proof: `${CASES}/dispatching.ts`,
  },
  dispatch_timeout: {
    say: "What carries actions out took too long to accept it.",
    proof: `${CASES}/endings.ts`,
  },
  batch_timeout: {
    say: "The list is too long for what each element takes.",
    proof: `${CASES}/endings.ts`,
  },
  store_unavailable: {
    say: "Look at Redis, or at the store that you passed.",
    proof: `${CASES}/idempotency/repeats.ts`,
  },
  server_stopping: {
    say: "Nothing to do: the sender comes again.",
    proof: "packages/core/src/serving/ingress/dispatch.test.ts",
  },
};
