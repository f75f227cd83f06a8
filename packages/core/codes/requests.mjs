// @ts-check
// Codes of requests that fail, in the order of the docs. A request is sent with the hook token unless it says otherwise.

/**
 * @typedef {object} EventCodeMeaning
 * @property {number} status of the answer
 * @property {true | "partly"} [payloadAlone] whether the payload decides alone that the event can never succeed, so that
 *   it is useless to send it again; `partly`: the refusal says it. What another config would accept has no such mark.
 * @property {string} meaning in one sentence
 * @property {string} say why, and what to do
 */

/**
 * @typedef {object} RequestExample
 * @property {"mapping" | "hooks" | "top"} [level] of the config; default: "mapping"
 * @property {string} [config] what the request needs
 * @property {string} [before] a request that comes first, and is accepted
 * @property {string} request its first line, its headers, an empty line and the body
 * @property {boolean} [anonymous] whether it is sent without the token
 */

/** @typedef {EventCodeMeaning & (RequestExample | import("../src/authoring/advice/code-row.ts").ProvenElsewhere)} EventCodeRow */

const CASES = "packages/conformance/src/cases";

/** @type {Readonly<Record<string, EventCodeRow>>} */
export const EVENT_CODES = {
  invalid_payload: {
    status: 400,
    payloadAlone: true,
    meaning:
      "The body is JSON, but not of the form that this route takes; `issues` names the fields.",
    request: 'POST /hooks/wake\n\n{"message": "The backup is done."}',
    say: "`/wake` needs `text`, `/agent` needs `message`: see [HTTP](http.md). A mapping takes any JSON object or list.",
  },
  completion_unavailable: {
    status: 400,
    meaning: "The request wants to wait for its run, and this server carries no runs out.",
    request: 'POST /hooks/agent\n\n{"message": "Run the tests.", "waitForCompletion": true}',
    say: "Start it with `--dispatch host`, or leave `waitForCompletion` out: see [results of runs](results.md).",
  },
  invalid_json: {
    status: 400,
    payloadAlone: true,
    meaning: "The body is not JSON.",
    request: 'POST /hooks/example\n\n{"title": "Backup",}',
    say: "Check what the sender posts; many let you edit the body. For text, write `body: text` on the mapping.",
  },
  invalid_encoding: {
    status: 400,
    payloadAlone: true,
    meaning: "The body is not UTF-8, or not compressed as its `Content-Encoding` says.",
    request: 'POST /hooks/example\nContent-Encoding: gzip\n\n{"title": "Backup"}',
    say: "A proxy decompressed the body and kept the header, or the charset is not UTF-8.",
  },
  invalid_form: {
    status: 400,
    payloadAlone: true,
    meaning: "The body is not a form as its content type says, or has more than 1,000 fields.",
    config: "body: multipart",
    request: "POST /hooks/example\nContent-Type: multipart/form-data\n\ntitle=one",
    say: "The sender must write its form as HTML forms are written. Here the boundary is missing.",
  },
  invalid_idempotency_key: {
    status: 400,
    payloadAlone: true,
    meaning:
      "The `Idempotency-Key`, `idempotencyKey` or `dedupeKey` has over 256 characters, or control characters; or two headers hold different keys.",
    config: 'dedupeKey: "{{title}}"',
    request: 'POST /hooks/example\n\n{"title": "two\\nlines"}',
    say: "Make the key from an id of the event.",
  },
  payload_too_deep: {
    status: 400,
    payloadAlone: true,
    meaning: "The lists and objects of the body are nested too deep.",
    say: "No known service sends such a body: check who does.",
    proof: `${CASES}/bodies.ts`,
  },
  render_limit: {
    status: 400,
    meaning: "For this body, the templates need more work than `hooks.limits` allows.",
    level: "hooks",
    config:
      'limits: { maxCharacters: 20 }\nmappings:\n  - { match: { path: example }, messageTemplate: "{{title}}" }',
    request: 'POST /hooks/example\n\n{"title": "a title that is longer than that"}',
    say: "Shorten with `truncate`, take fewer elements with `{{#each (first list 20)}}`, or raise `hooks.limits`.",
  },
  work_limit: {
    status: 400,
    meaning: "With this body, the conditions and templates need more work than one event may take.",
    say: "The body has too many elements for these conditions and templates. Let the sender send less, or look at fewer elements.",
    proof: "packages/core/test/work/work-limit.slow.test.ts",
  },
  empty_text: {
    status: 400,
    meaning: "The message or text is empty for this body.",
    config: 'messageTemplate: "{{! later }}"',
    request: 'POST /hooks/example\n\n{"title": "Backup"}',
    say: "No expression of the template rendered text.",
  },
  session_key_refused: {
    status: 400,
    payloadAlone: "partly",
    meaning: "The session key is not allowed here.",
    config: 'sessionKey: "{{repo.name}}"',
    request: 'POST /hooks/example\n\n{"repository": {"name": "site"}}',
    say: "Every expression of the key rendered empty (`explain` shows which field was read), or the key does not begin with one of `hooks.allowedSessionKeyPrefixes`.",
  },
  coalesce_key_refused: {
    status: 400,
    payloadAlone: true,
    meaning: "The key by which events are joined is empty for this body, or too long.",
    config: 'coalesce: { key: "{{repo.name}}", seconds: 30 }',
    request: 'POST /hooks/example\n\n{"repository": {"name": "site"}}',
    say: "Every expression of `coalesce.key` rendered empty (`explain` shows which field was read), so that unrelated events would be joined; or it has more than 256 characters.",
  },
  agent_refused: {
    status: 400,
    payloadAlone: "partly",
    meaning: "Hooks may not reach this agent.",
    request: 'POST /hooks/agent\n\n{"message": "Hi", "agentId": "root"}',
    say: "Add the agent to `hooks.allowedAgentIds`, `agents.list` or `agents.entries`.",
  },
  model_refused: {
    status: 400,
    payloadAlone: "partly",
    meaning: "The model is not one of `agents.defaults.models`.",
    level: "top",
    config: "agents: { defaults: { models: [openai/gpt-5.5] } }",
    request: 'POST /hooks/agent\n\n{"message": "Hi", "model": "gpt-5"}',
    say: "Use a model of `agents.defaults.models`, by id or alias.",
  },
  unauthorized: {
    status: 401,
    meaning: "The token or signature is missing or wrong.",
    anonymous: true,
    request: 'POST /hooks/example\n\n{"title": "Backup"}',
    say: "The header is `Authorization: Bearer <token>`. For a hook with an `auth`, [the log says](#why-credentials-were-refused) which check failed, and `hookwright verify` explains a captured request.",
  },
  origin_refused: {
    status: 403,
    meaning:
      "A page of another site has sent this to a hook without proof: the host of its `Origin` is neither `Host` nor that of a `publicUrl`.",
    config: "auth: none",
    anonymous: true,
    request: 'POST /hooks/example\nOrigin: https://elsewhere.example\n\n{"title": "Backup"}',
    say: "A web page of another site sent the request. Give the hook a token, or send it from a page of the hook's own host.",
  },
  not_found: {
    status: 404,
    meaning: "No hook has this name, or none takes this event.",
    request: 'POST /hooks/exmaple\n\n{"title": "Backup"}',
    say: "The name is what follows `hooks.path` in the URL. If the name is known, no mapping took the event: the log names the closest one, and `explain` says why it did not match.",
  },
  run_not_found: {
    status: 404,
    meaning:
      "No run has this id, or it came by other credentials than the hook token, or it is forgotten.",
    say: "The id is the `runId` of the answer to your request. Runs are forgotten after `host.retainDays`: see [results of runs](results.md).",
    proof: "packages/core/src/serving/ingress/completion.test.ts",
  },
  method_not_allowed: {
    status: 405,
    meaning: "Hooks accept POST requests only; `Allow` says so.",
    request: "GET /hooks/example\n",
    say: "A browser sends GET. Set the sender's method to POST.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning:
      "The first delivery of this event is still in progress; send it again after `Retry-After` (a sender that switches hooks off on 4xx gets 503).",
    say: "Nothing to do: the sender retries.",
    proof: "packages/core/src/serving/ingress/gates.test.ts",
  },
  request_timeout: {
    status: 408,
    meaning: "The body did not arrive in time.",
    say: "The sender's connection is slow or broken. The limit is `bodyTimeoutMs`.",
    proof: `${CASES}/bodies.ts`,
  },
  length_required: {
    status: 411,
    meaning:
      "A request of HTTP/1.x has a `Content-Type`, and neither `Content-Length` nor `Transfer-Encoding`: its body cannot be read.",
    say: "Some simple clients omit the length. Make the sender set `Content-Length`, or `Content-Length: 0` for an empty body.",
    proof: "packages/adapter-node/test/no-length.test.ts",
  },
  payload_too_large: {
    status: 413,
    meaning:
      "The body is larger than the `maxBodyBytes` of the mapping or of the hooks, as it is sent or decompressed.",
    config: "maxBodyBytes: 100",
    request: `POST /hooks/example\n\n{"title": "${"long ".repeat(20)}"}`,
    say: "Raise `maxBodyBytes` of the mapping, or let the sender send less.",
  },
  batch_too_large: {
    status: 413,
    payloadAlone: true,
    meaning: "The list of `forEach` has more than 200 elements; nothing was dispatched.",
    say: "Write `forEach: { path: messages, limit: first }` to take the first 200.",
    proof: `${CASES}/batches.ts`,
  },
  unsupported_media_type: {
    status: 415,
    payloadAlone: "partly",
    meaning:
      "The body is not of the kind that this hook takes, or has another charset or `Content-Encoding`; `Accept-Encoding` names those that are taken.",
    request: "POST /hooks/example\nContent-Type: application/xml\n\n<order/>",
    say: "Let the sender post JSON, or write [`body: form`, `multipart` or `text`](http.md#kinds-of-bodies) into the mapping.",
  },
  idempotency_conflict: {
    status: 422,
    meaning: "The same `Idempotency-Key` or delivery id was used before with another body.",
    before: 'POST /hooks/example\nIdempotency-Key: order-7\n\n{"title": "paid"}',
    request: 'POST /hooks/example\nIdempotency-Key: order-7\n\n{"title": "shipped"}',
    say: "A key identifies one event. The sender must use a new one for another body.",
  },
  too_many_failures: {
    status: 429,
    meaning:
      "This address has sent too many wrong credentials; `Retry-After` says how long to wait.",
    say: "Someone guesses, or a sender has an old token. Valid credentials always pass.",
    proof: `${CASES}/credentials.ts`,
  },
  rate_limited: {
    status: 429,
    meaning:
      "The mapping takes no more events now (`rateLimit`); `Retry-After` says when; a sender that switches hooks off on 4xx gets 503.",
    config: "rateLimit: { events: 1, perSeconds: 60 }",
    before: 'POST /hooks/example\n\n{"title": "first"}',
    request: 'POST /hooks/example\n\n{"title": "second"}',
    say: "Raise the mapping's `rateLimit` if it is too low.",
  },
  client_closed: {
    status: 499,
    meaning:
      "The client has disconnected; the code is only in the record, because nobody reads an answer.",
    say: "The sender did not wait for the answer. It may retry.",
    proof: `${CASES}/endings.ts`,
  },
  transform_failed: {
    status: 500,
    meaning: "The transform of the mapping failed.",
    say: "The function threw an error, took too long, or returned something invalid. The log has the reason.",
    proof: `${CASES}/transforms.ts`,
  },
  transform_overloaded: {
    status: 503,
    meaning:
      "Too many events wait for the transform of the mapping; send it again after `Retry-After`.",
    say: "The function is too slow for so many events. Raise `hooks.transforms.workers`, or make it faster.",
    proof: `${CASES}/transforms.ts`,
  },
  bodies_overloaded: {
    status: 503,
    meaning:
      "Too many bodies of senders that are not known yet are being read, or the bodies of requests in flight are too large together; send it again after `Retry-After`.",
    say: "Many senders post at once, someone floods the server, or large compressed bodies arrive together. Senders retry.",
    proof: `${CASES}/auth/signed-limits.ts`,
  },
  keys_unavailable: {
    status: 503,
    meaning:
      "The keys of the sender are not available from its key service; send it again after `Retry-After`.",
    say: "The server cannot reach the address of the keys: check its network.",
    proof: `${CASES}/auth/json-web-tokens.ts`,
  },
  body_already_parsed: {
    status: 500,
    meaning: "Something before the hooks has parsed the body, so its signature cannot be checked.",
    say: "Only in code: put the hooks before `express.json()` and the like, or keep the bytes as `rawBody`.",
    proof: `${CASES}/auth/signed-limits.ts`,
  },
  helper_failed: {
    status: 500,
    meaning: "A template helper failed.",
    say: "Only in code: your helper threw an error.",
    proof: "packages/core/src/serving/resolve/resolve-element.test.ts",
  },
  internal_error: {
    status: 500,
    meaning: "The request could not be served.",
    say: "A port of the integrator failed, or this is a bug of ours. The log has the reason.",
    proof: `${CASES}/endings.ts`,
  },
  dispatch_failed: {
    status: 503,
    meaning: "The gateway did not take the action; send it again after `Retry-After`.",
    say: "The gateway is down, or its token is wrong. The log has the reason.",
    proof: `${CASES}/dispatching.ts`,
  },
  run_unreadable: {
    status: 503,
    meaning: "The state of the run cannot be read now; ask again after `Retry-After`.",
    say: "The host is stopping, or its store fails: the log has the reason.",
    proof: "packages/core/src/serving/ingress/completion.test.ts",
  },
  dispatch_timeout: {
    status: 503,
    meaning: "The gateway did not take the action in time; send it again after `Retry-After`.",
    say: "The gateway took too long to accept the action.",
    proof: `${CASES}/endings.ts`,
  },
  batch_timeout: {
    status: 503,
    meaning:
      "The elements of the batch did not fit into its time; `Retry-After` says when to send it again.",
    say: "The list is too long for the time that each element takes.",
    proof: `${CASES}/endings.ts`,
  },
  store_unavailable: {
    status: 503,
    meaning:
      "The store of idempotency keys fails, so it is unknown whether the event is a repeat; send it again after `Retry-After`.",
    say: "Check Redis, or the store that you passed.",
    proof: `${CASES}/repeats.ts`,
  },
  server_stopping: {
    status: 503,
    meaning: "The server is about to stop; send the event again after `Retry-After`.",
    say: "Nothing to do: the sender retries.",
    proof: "packages/core/src/serving/ingress/dispatch.test.ts",
  },
};
