// @ts-check
// Codes of problems of a mapping: its match, what it takes and answers, and the fields of its action.

/** @type {import("../src/authoring/advice/code-row.ts").CodeRows} */
export const MAPPINGS = {
  id_duplicate: {
    meaning: "Two mappings have the same id.",
    level: "mappings",
    wrong:
      "- { id: deploy, match: { path: one }, messageTemplate: one }\n- { id: deploy, match: { path: two }, messageTemplate: two }",
    right:
      "- { id: deploy-one, match: { path: one }, messageTemplate: one }\n- { id: deploy-two, match: { path: two }, messageTemplate: two }",
    say: "Logs and `explain` identify mappings by id.",
  },
  match_blank: {
    meaning: "A clause of a match is blank.",
    wrong: 'match: { path: "" }',
    right: "match: { path: github }",
    say: "Write the name that the sender posts to. To match every name, remove `path`.",
  },
  body_misplaced: {
    meaning: "A `body` is on a mapping without `match.path`, or on a built-in route.",
    wrong: "match: { source: slack }\nbody: form",
    right: "match: { path: slack }\nbody: form",
    say: "A body is decoded before a mapping is chosen, so `body` needs a `match.path`.",
  },
  body_conflict: {
    meaning:
      "Two mappings of one name have different `body`, or a token in the body cannot be read from that kind.",
    level: "mappings",
    wrong:
      "- { match: { path: slack, source: a }, body: form, messageTemplate: a }\n- { match: { path: slack }, messageTemplate: b }",
    right:
      "- { match: { path: slack, source: a }, body: form, messageTemplate: a }\n- { match: { path: slack }, body: form, messageTemplate: b }",
    say: "All mappings of one name have the same kind of body.",
  },
  respond_invalid: {
    meaning: "A `respond` is not an answer that can be sent.",
    wrong: 'respond: { status: 204, text: "OK" }',
    right: 'respond: { text: "OK" }',
    say: "An answer has `text` or `json`; a 204 has neither.",
  },
  for_each_path: {
    meaning: "The path of `forEach` is not the path of a list.",
    wrong: 'forEach: "{{messages}}"',
    right: 'forEach: messages\nmessageTemplate: "{{item.subject}}"',
    say: "`forEach` is the path of a list, without braces.",
  },
  dedupe_key_constant: {
    meaning: "A `dedupeKey` has no expression, so that all events would have one key.",
    wrong: "dedupeKey: order.id",
    right: 'dedupeKey: "{{order.id}}"',
    say: "With a fixed text, every event after the first would count as a repeat. Use an expression that differs by event. (A fixed `sessionKey` is fine: all events share one conversation.)",
  },
  template_missing: {
    meaning: "A mapping has neither a template nor a transform.",
    level: "mappings",
    wrong: "- match: { path: deploy }",
    right: '- match: { path: deploy }\n  messageTemplate: "{{title}}"',
    say: "A run needs a `messageTemplate`, a wake a `textTemplate`. For events that need nothing, write `skip: true`.",
  },
  channel_unknown: {
    meaning: "The channel is not one that the gateway knows.",
    wrong: "channel: telegramm",
    right: "channel: telegram",
    say: "The hint names the nearest channel. Your own channel is known if `channels` or `host.channels` names it.",
  },
  channel_templated: {
    meaning: "The channel contains an expression.",
    wrong: 'channel: "{{channel}}"',
    right: "channel: telegram",
    say: "A sender must not choose where answers go. Write one mapping for each channel.",
  },
  channel_report_unproved: {
    meaning: "A mapping has `route` or `undelivered`, and no `auth` that proves who sends.",
    wrong:
      'messageTemplate: "{{message.text}}"\nroute: { channel: telegram, to: "{{message.chat.id}}" }',
    right:
      'auth: { provider: telegram, token: the-secret-token-of-setWebhook }\nmessageTemplate: "{{message.text}}"\nroute: { channel: telegram, to: "{{message.chat.id}}" }',
    say: "The hook token says that a system may send events. It does not say who wrote a message: anybody who has it could redirect the answers of the agent.",
  },
  instructions_untrusted: {
    meaning: "The instructions read values that a sender wrote.",
    wrong: 'instructions: "Summarize the issue {{issue.title}}."',
    right: 'instructions: Summarize the issue.\nmessageTemplate: "{{issue.title}}"',
    say: "`instructions` are followed, so they cannot contain a sender's text. Put its fields into the message.",
  },
};
