// The closed table of the codes of problems of a config.

/** What each code of a config problem means, in one sentence. */
export const CONFIG_CODES = {
  config_unreadable: "The config file cannot be read.",
  config_syntax: "The config file is not valid in the format of its extension.",
  yaml_value_misread: "YAML reads a value as something else than what seems to be written.",
  event_unreadable: "An event file cannot be read, or its name does not say what is in it.",
  event_syntax: "An event file is not valid in the format of its name.",
  test_unreadable: "A test file cannot be read.",
  test_syntax: "A test file is not valid in the format of its extension.",
  case_duplicate: "Two test cases, or two rows of one, have the same name.",
  key_repeated: "A key stands twice in one object, so that only one of its values counts.",
  hooks_missing: "The config has no `hooks`, so nothing is served.",
  hooks_misplaced: "A key of `hooks` stands at the root of the config, where nothing reads it.",
  hooks_disabled: "The key `hooks.enabled` is not `true`, so nothing is served.",
  include_unresolved: "The config includes files, and what read it did not read them.",
  include_invalid: "An entry of `include` names no files that can be included.",
  include_empty: "A pattern of `include` fits no file.",
  include_nested: "An included file includes further files.",
  partial_duplicate: "Two files have a partial of one name.",
  wrong_type: "A value is of a type that is not accepted there.",
  unknown_key: "A key is not known at its position.",
  missing_key: "A required key is missing.",
  invalid_value: "A value is of the right type, but not accepted.",
  token_missing: "The hooks are enabled and have no token.",
  token_is_a_name: "The token looks like the name of an environment variable.",
  token_placeholder:
    "The token is a placeholder that nobody replaced, or a reference taken as text.",
  token_not_ascii: "The token has characters that clients send in different ways.",
  token_weak_public:
    "The token is shorter than 16 characters, and other machines can reach the server.",
  token_header_refused: "A header cannot carry the hook token, because it means something else.",
  token_short: "The token is shorter than 24 characters.",
  token_shared:
    "The token, or the secret of an `auth`, stands at another place of the config, too.",
  secret_missing: "A secret that the config refers to is not set or cannot be read.",
  env_file_unreadable:
    "The file of variables beside the config, or that of `--env-file`, cannot be read.",
  env_file_exposed: "Other users of the machine can read the file of variables that holds secrets.",
  secret_source_unknown: "A reference names a kind of secret store that is not known.",
  secret_placeholder:
    "A secret or token of an `auth` is a placeholder that nobody replaced, or a reference taken as text.",
  secret_blank: "A secret, token or key of an `auth` is blank.",
  secret_malformed: "A secret or key of an `auth` is not written as its form asks.",
  secret_wrapped:
    "A secret has what was copied with it: quotes, a name, a scheme, or a whole file.",
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
    "The path of a match looks like a pattern or a URL, and paths are compared as they are.",
  match_path_unsent: "The path of a match has what no request carries in the name of a hook.",
  value_pattern:
    "A value that is compared or used as it is looks like a pattern, or like a list of values.",
  value_expression:
    "A value that is used as it is has an expression or a variable in braces, which nothing fills in.",
  match_header_name: "A match asks for a header whose name has an underscore.",
  match_header_value:
    "A match asks for a header with a value that its sender writes in another case.",
  match_header_vendor: "A match asks for a header that another vendor sends than the `auth` names.",
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
  template_item_stray: "A template reads `item` or `index`, and its mapping has no `forEach`.",
  template_name_stray: "A template uses a name outside of the block that gives it.",
  template_block_field:
    "A template reads a field within a block whose element probably does not have it.",
  template_never_filled: "No event that comes to an expression fills it.",
  template_list_field: "A template reads a field of a list, and lists have no fields.",
  template_name_unquoted:
    "A template names a field of each element without quotation marks, and no event has such a field.",
  template_root_missing: "A template reads a field below a name that the body does not have.",
  template_payload_key:
    "A template reads a field that the body and its own key `payload` both have.",
  template_value_unread: "A helper cannot read a value of an event.",
  partial_unused: "No template uses a partial.",
  template_decorator: "A template uses a decorator, which is not supported.",
  template_foreign_syntax:
    "A template has what another template language would evaluate, and this one does not.",
  field_without_effect: "A field has no effect where it stands.",
  template_escaped_line: "A text shows a backslash and an n where a line break is probably meant.",
  recipient_of_last:
    "A recipient stands beside the channel `last`, which may be another one each time.",
  unsafe_external_content:
    "The fence is switched off, so that senders can give orders to the agent.",
  session_prefix_open: "The list of session key prefixes allows every key.",
  session_key_weak_prefix:
    "A session key begins with text that no allowed prefix covers, and goes on with payload values.",
  session_key_unprefixed:
    "A session key begins with a payload value where only some beginnings are allowed.",
  channel_unknown: "The channel is not one that the gateway knows.",
  channel_templated: "The channel contains an expression.",
  channel_setting_missing: "A channel cannot send without a setting that is not there.",
  channel_setting_invalid: "A setting of a channel has a value that the channel cannot use.",
  channel_library_missing: "The library that a channel sends with is not installed.",
  channel_not_built: "The gateway knows the channel, and the host cannot send to it yet.",
  recipient_missing: "Answers go to nobody: no channel, or no recipient on it, is found for them.",
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
  condition_in_reversed: "An `in` has its two values in the wrong order.",
  condition_compares_text:
    "A condition compares a field with the text of true, false or null, or with a word for it, and not with the value.",
  condition_field_missing:
    "No event has a field that a condition reads, and the events have something like it.",
  condition_never_changes: "A condition gives the same answer for every event.",
  integer_too_long: "A config reads an integer that a number cannot hold.",
  condition_too_deep: "The operators of a condition are nested too deep.",
  dedupe_key_constant: "A `dedupeKey` has no expression, so that all events would have one key.",
  dedupe_key_shared:
    "Different events have one `dedupeKey`, so that only the first of them would run.",
  list_first_only: "A mapping reads the first element of a list only.",
  for_each_list_missing: "No event has the list of `forEach`.",
  for_each_unread: "The templates of a mapping with `forEach` never read the element.",
  for_each_path: "The path of `forEach` is not the path of a list.",
  instructions_untrusted: "The instructions read values that a sender wrote.",
  mapping_unreachable: "No event can reach the mapping.",
  mapping_hardly_reached: "Only events that no sender sends can reach the mapping.",
  mapping_without_event: "None of the events is taken by the mapping.",
  mapping_never_succeeds:
    "Every event of the mapping would be refused, or every one that is not for the default agent.",
} as const;

/** A stable name of one kind of config problem. */
export type ConfigCode = keyof typeof CONFIG_CODES;
