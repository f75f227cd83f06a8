// The closed table of what a request can meet: code → HTTP status.

/** Each code with the status it is answered with. 499 is for the record only: nobody is left to read it. */
export const EVENT_STATUS = {
  invalid_payload: 400,
  invalid_json: 400,
  invalid_encoding: 400,
  payload_too_deep: 400,
  render_limit: 400,
  empty_text: 400,
  session_key_refused: 400,
  agent_refused: 400,
  model_refused: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_failures: 429,
  client_closed: 499,
  helper_failed: 500,
  transform_failed: 500,
  internal_error: 500,
  dispatch_failed: 503,
  dispatch_timeout: 503,
  batch_timeout: 503,
  server_stopping: 503,
} as const;

/** A stable name of one way in which a request fails. */
export type EventCode = keyof typeof EVENT_STATUS;
