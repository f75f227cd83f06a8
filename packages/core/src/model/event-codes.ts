// The closed table of the codes of failed requests.

/**
 * Each event code with the status of its answer and its meaning, in the order of the docs.
 *
 * `payloadAlone`: the payload decides alone that the event can never succeed, so that to send it again is of no use.
 * What another config would let through has no such mark. `partly`: the refusal says it.
 */
export const EVENT_CODES = {
  invalid_payload: {
    status: 400,
    payloadAlone: true,
    meaning:
      "The body is JSON, but not of the form that this route takes; `issues` names the fields.",
  },
  invalid_json: { status: 400, payloadAlone: true, meaning: "The body is not JSON." },
  invalid_encoding: {
    status: 400,
    payloadAlone: true,
    meaning: "The body is not UTF-8, or not compressed as its `Content-Encoding` says.",
  },
  invalid_form: {
    status: 400,
    payloadAlone: true,
    meaning: "The body is not a form as its content type says, or has more than 1,000 fields.",
  },
  invalid_idempotency_key: {
    status: 400,
    payloadAlone: true,
    meaning:
      "The `Idempotency-Key`, `idempotencyKey` or `dedupeKey` has over 256 characters, or control characters; or two headers hold different keys.",
  },
  payload_too_deep: {
    status: 400,
    payloadAlone: true,
    meaning: "The lists and objects of the body are nested too deep.",
  },
  render_limit: {
    status: 400,
    meaning: "For this body, the templates need more work than `hooks.limits` allows.",
  },
  work_limit: {
    status: 400,
    meaning: "With this body, the conditions and templates need more work than one event may take.",
  },
  empty_text: { status: 400, meaning: "The message or text is empty for this body." },
  session_key_refused: {
    status: 400,
    payloadAlone: "partly",
    meaning: "The session key is not allowed here.",
  },
  agent_refused: {
    status: 400,
    payloadAlone: "partly",
    meaning: "Hooks may not reach this agent.",
  },
  model_refused: {
    status: 400,
    payloadAlone: "partly",
    meaning: "The model is not one of `agents.defaults.models`.",
  },
  unauthorized: { status: 401, meaning: "The token or signature is missing or wrong." },
  origin_refused: {
    status: 403,
    meaning:
      "A page of another site has sent this to a hook without proof: the host of its `Origin` is neither `Host` nor that of a `publicUrl`.",
  },
  not_found: { status: 404, meaning: "No hook has this name, or none takes this event." },
  method_not_allowed: {
    status: 405,
    meaning: "Hooks accept POST requests only; `Allow` says so.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning:
      "The first delivery of this event is still being worked on; send it again after `Retry-After` (a sender that switches hooks off on 4xx gets 503).",
  },
  request_timeout: { status: 408, meaning: "The body did not arrive in time." },
  length_required: {
    status: 411,
    meaning:
      "A request of HTTP/1.x has a `Content-Type`, and neither `Content-Length` nor `Transfer-Encoding`: its body cannot be read.",
  },
  payload_too_large: {
    status: 413,
    meaning:
      "The body is larger than the `maxBodyBytes` of the mapping or of the hooks, as it is sent or decompressed.",
  },
  batch_too_large: {
    status: 413,
    payloadAlone: true,
    meaning: "The list of `forEach` has more than 200 elements; nothing was dispatched.",
  },
  unsupported_media_type: {
    status: 415,
    payloadAlone: "partly",
    meaning:
      "The body is not of the kind that this hook takes, or has another charset or `Content-Encoding`; `Accept-Encoding` names those that are taken.",
  },
  idempotency_conflict: {
    status: 422,
    meaning: "The same `Idempotency-Key` or delivery id came before with another body.",
  },
  too_many_failures: {
    status: 429,
    meaning:
      "This address has sent too many wrong credentials; `Retry-After` says how long to wait.",
  },
  rate_limited: {
    status: 429,
    meaning:
      "The mapping takes no more events now (`rateLimit`); `Retry-After` says when; a sender that switches hooks off on 4xx gets 503.",
  },
  client_closed: {
    status: 499,
    meaning: "The client has gone; the code is only in the record, because nobody reads an answer.",
  },
  transform_failed: { status: 500, meaning: "The transform of the mapping failed." },
  transform_overloaded: {
    status: 503,
    meaning:
      "Too many events wait for the transform of the mapping; send it again after `Retry-After`.",
  },
  bodies_overloaded: {
    status: 503,
    meaning:
      "Too many bodies of senders that are not known yet are being read, or the bodies of requests in flight are too large together; send it again after `Retry-After`.",
  },
  keys_unavailable: {
    status: 503,
    meaning:
      "The keys of the sender cannot be had from its key service; send it again after `Retry-After`.",
  },
  body_already_parsed: {
    status: 500,
    meaning: "Something before the hooks has parsed the body, so its signature cannot be checked.",
  },
  helper_failed: { status: 500, meaning: "A template helper failed." },
  internal_error: { status: 500, meaning: "The request could not be served." },
  dispatch_failed: {
    status: 503,
    meaning: "The gateway did not take the action; send it again after `Retry-After`.",
  },
  dispatch_timeout: {
    status: 503,
    meaning: "The gateway did not take the action in time; send it again after `Retry-After`.",
  },
  batch_timeout: {
    status: 503,
    meaning:
      "The elements of the batch did not fit into its time; `Retry-After` says when to send it again.",
  },
  store_unavailable: {
    status: 503,
    meaning:
      "The store of idempotency keys fails, so nobody knows whether the event came before; send it again after `Retry-After`.",
  },
  server_stopping: {
    status: 503,
    meaning: "The server is about to stop; send the event again after `Retry-After`.",
  },
} as const;

/** A stable name of one way in which a request fails. */
export type EventCode = keyof typeof EVENT_CODES;
