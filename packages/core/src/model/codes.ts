// The closed tables of codes: of failed requests, and of problems of a config.

/** Each event code with the status of its answer and its meaning, in the order of the docs. */
export const EVENT_CODES = {
  invalid_payload: {
    status: 400,
    meaning:
      "The body is JSON, but not of the form that this route takes; `issues` names the fields.",
  },
  invalid_json: { status: 400, meaning: "The body is not JSON." },
  invalid_encoding: {
    status: 400,
    meaning: "The body is not UTF-8, or not compressed as its `Content-Encoding` says.",
  },
  invalid_form: {
    status: 400,
    meaning: "The body is not a form as its content type says, or has more than 1,000 fields.",
  },
  invalid_idempotency_key: {
    status: 400,
    meaning: "The `Idempotency-Key` or `dedupeKey` has over 256 characters, or control characters.",
  },
  payload_too_deep: {
    status: 400,
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
  session_key_refused: { status: 400, meaning: "The session key is not allowed here." },
  agent_refused: { status: 400, meaning: "Hooks may not reach this agent." },
  model_refused: { status: 400, meaning: "The model is not one of `agents.defaults.models`." },
  unauthorized: { status: 401, meaning: "The token or signature is missing or wrong." },
  not_found: { status: 404, meaning: "No hook has this name, or none takes this event." },
  method_not_allowed: {
    status: 405,
    meaning: "Hooks accept POST requests only; `Allow` says so.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning:
      "The first delivery of this event is still being worked on; send it again after `Retry-After`. 503 for senders that switch a hook off on a 4xx.",
  },
  request_timeout: { status: 408, meaning: "The body did not arrive in time." },
  payload_too_large: {
    status: 413,
    meaning:
      "The body is larger than the `maxBodyBytes` of the mapping or of the hooks, as it is sent or decompressed.",
  },
  batch_too_large: {
    status: 413,
    meaning: "The list of `forEach` has more than 200 elements; nothing was dispatched.",
  },
  unsupported_media_type: {
    status: 415,
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
      "Too many bodies of senders that are not known yet are being read; send it again after `Retry-After`.",
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

/** What each code of a config problem means, in one sentence. */
export const CONFIG_CODES = {
  config_unreadable: "The config file cannot be read.",
  config_syntax: "The config file is not valid in the format of its extension.",
  key_repeated: "A key stands twice in one object, so that only one of its values counts.",
  hooks_missing: "The config has no `hooks`, so nothing is served.",
  hooks_disabled: "The key `hooks.enabled` is not `true`, so nothing is served.",
  wrong_type: "A value is of a type that is not accepted there.",
  unknown_key: "A key is not known at its position.",
  missing_key: "A required key is missing.",
  invalid_value: "A value is of the right type, but not accepted.",
  token_missing: "The hooks are enabled and have no token.",
  token_is_a_name: "The token looks like the name of an environment variable.",
  token_placeholder: "The token is a placeholder that nobody replaced.",
  token_weak_public:
    "The token is shorter than 16 characters, and other machines can reach the server.",
  token_short: "The token is shorter than 24 characters.",
  token_shared:
    "The token, or the secret of an `auth`, stands at another place of the config, too.",
  secret_missing: "A secret that the config refers to is not set or cannot be read.",
  secret_source_unknown: "A reference names a kind of secret store that is not known.",
  secret_blank: "A secret, token or key of an `auth` is blank.",
  secret_malformed: "A secret or key of an `auth` is not written as its form asks.",
  secret_short: "A secret of an `auth` has fewer than 16 bytes.",
  secret_trimmed: "White space around a secret of an `auth` was cut off.",
  auth_open: "A hook takes events from everybody.",
  auth_misplaced: "An `auth` stands on a mapping without `match.path`, or on a built-in route.",
  auth_conflict: "Two mappings of one name have different `auth`.",
  auth_incomplete: "An `auth` lacks what its way of proof needs.",
  auth_ambiguous: "An `auth` names two ways of proof.",
  auth_scheme_invalid: "An `auth` describes signatures that cannot be checked.",
  body_misplaced: "A `body` stands on a mapping without `match.path`, or on a built-in route.",
  body_conflict:
    "Two mappings of one name have different `body`, or a token in the body cannot be read from that kind.",
  respond_invalid: "A `respond` is no answer that can be sent.",
  provider_unknown: "There is no provider of that name.",
  verifier_unknown: "The function that an `auth` names was not passed.",
  keys_port_missing: "An `auth` needs keys from the network, and what fetches them was not passed.",
  path_invalid: "The base path can never match a request.",
  preset_unknown: "There is no preset of that name.",
  preset_failed: "A preset threw an error, or did not return a list of mappings.",
  id_duplicate: "Two mappings have the same id.",
  match_blank: "A clause of a match is blank.",
  match_repeats_base_path: "The path of a match begins with the base path.",
  match_path_pattern:
    "The path of a match looks like a pattern, and paths are compared as they are.",
  match_header_name: "A match asks for a header whose name has an underscore.",
  match_missing: "A mapping has no match, so it takes every event.",
  template_missing: "A mapping has neither a template nor a transform.",
  template_syntax: "A template is not valid Handlebars.",
  template_unclosed: "A tag or block of a template is never closed.",
  template_block_mismatch: "A block of a template is closed by another name.",
  template_else_stray: "An else is outside of a block.",
  template_too_deep: "The blocks of a template are nested too deep.",
  template_helper_unknown: "A template calls a helper that does not exist.",
  template_helper_misused: "A template calls a helper with arguments that it does not take.",
  template_partial_unknown: "A template names a partial that does not exist.",
  template_partial_cyclic: "Partials include each other without end.",
  template_decorator: "A template uses a decorator, which is not supported.",
  field_without_effect: "A field has no effect where it stands.",
  template_escaped_line: "A text shows a backslash and an n where a line break is probably meant.",
  recipient_of_last:
    "A recipient stands beside the channel `last`, which may be another one each time.",
  unsafe_external_content:
    "The fence is switched off, so that senders can give orders to the agent.",
  session_prefix_open: "The list of session key prefixes allows every key.",
  session_key_weak_prefix:
    "A session key begins with text that no allowed prefix covers, and goes on with payload values.",
  channel_unknown: "The channel is not one that the gateway knows.",
  channel_templated: "The channel contains an expression.",
  channel_setting_missing: "A channel cannot send without a setting that is not there.",
  channel_setting_invalid: "A setting of a channel has a value that the channel cannot use.",
  channel_library_missing: "The library that a channel sends with is not installed.",
  channel_not_built: "The gateway knows the channel, and the host cannot send to it yet.",
  runner_missing: "No runner is set, so that nothing can take a turn.",
  runner_setting_missing: "A runner cannot work without a setting that is not there.",
  runner_setting_invalid:
    "A setting of the runner is not known, or has a value that it cannot use.",
  transform_unavailable: "The transform module was not passed, or there is no loader for it.",
  transform_export_missing: "The transform module has no such function.",
  transform_missing: "The file of the transform module does not exist.",
  transform_outside: "The transform module, or what it imports, lies outside of its directory.",
  transform_syntax: "The transform module is not valid code.",
  transform_load_failed: "The transform module failed while it was loaded.",
  transform_bare_payload: "The transform takes the payload itself instead of the context.",
  condition_operator_unknown: "A condition uses an operator that does not exist.",
  condition_arguments: "A condition gives an operator arguments that it does not take.",
  condition_variable: "A condition reads a variable that does not exist.",
  condition_too_deep: "The operators of a condition are nested too deep.",
  for_each_path: "The path of `forEach` is not the path of a list.",
  instructions_untrusted: "The instructions read values that a sender wrote.",
  mapping_unreachable: "No event can reach the mapping.",
  mapping_never_succeeds: "Every event of the mapping would be refused.",
} as const;

/** A stable name of one kind of config problem. */
export type ConfigCode = keyof typeof CONFIG_CODES;
