// @ts-check
// Examples of problems of a mapping: its match, what it takes and answers, and the fields of its action.

/** @type {Readonly<Record<string, import("./example.mjs").CodeExample>>} */
export const MAPPINGS = {
  id_duplicate: {
    level: "mappings",
    wrong:
      "- { id: deploy, match: { path: one }, messageTemplate: one }\n- { id: deploy, match: { path: two }, messageTemplate: two }",
    right:
      "- { id: deploy-one, match: { path: one }, messageTemplate: one }\n- { id: deploy-two, match: { path: two }, messageTemplate: two }",
    say: "Logs and `explain` name mappings by their ids.",
  },
  match_blank: {
    wrong: 'match: { path: "" }',
    right: "match: { path: github }",
    say: "Write the name that the sender posts to. For every name, leave `path` out.",
  },
  match_repeats_base_path: {
    wrong: "match: { path: /hooks/github }",
    right: "match: { path: github }",
    say: "`path` is what follows the base path: `github` for `POST /hooks/github`.",
  },
  match_path_pattern: {
    wrong: "match: { path: shop-* }",
    right: 'match: { when: { startsWith: [{ var: path }, "shop-"] } }',
    say: "Names are compared as they are. A condition can look at the name.",
  },
  match_path_unsent: {
    wrong: "match: { path: büro }",
    right: "match: { path: b%C3%BCro }",
    say: "The name of a hook is compared as the URL carries it: blanks and letters beyond ASCII in their percent form, and nothing from `?` or `#` on.",
  },
  value_pattern: {
    wrong: 'match: { path: github, headers: { x-github-event: "pull_request*" } }',
    right:
      'match: { path: github, when: { startsWith: [{ var: headers.x-github-event }, "pull_request"] } }',
    say: "Values of `headers`, `query` and `source`, in `==` and in `in` are compared as they are. For one of several values write a list; a condition can look at a part.",
  },
  value_expression: {
    wrong: 'match: { path: shop, headers: { x-user: "{{user.name}}" } }',
    right:
      "match: { path: shop, when: { ==: [{ var: headers.x-user }, { var: payload.user.name }] } }",
    say: "Templates are filled in, and nothing else is: neither a match, nor a condition, nor the answer of `respond`.",
  },
  match_header_name: {
    wrong: "match: { path: github, headers: { X_GITHUB_EVENT: push } }",
    right: "match: { path: github, headers: { x-github-event: push } }",
    say: "Names of headers have hyphens; capitals do not matter.",
  },
  match_missing: {
    wrong: "match: {}",
    right: "match: { path: github }",
    say: "Such a mapping takes every event that no earlier mapping took. That is allowed, but seldom meant.",
  },
  mapping_unreachable: {
    level: "mappings",
    wrong:
      "- { match: { path: shop }, messageTemplate: anything }\n- { match: { path: shop, source: paid }, messageTemplate: paid }",
    right:
      "- { match: { path: shop, source: paid }, messageTemplate: paid }\n- { match: { path: shop }, messageTemplate: anything }",
    say: "The first mapping that matches takes the event: put the narrow one before the wide one. `check --reach` shows which takes from which.",
  },
  mapping_hardly_reached: {
    level: "mappings",
    wrong:
      '- match: { path: crm, when: { in: [{ var: payload.action }, [added, changed]] } }\n  messageTemplate: changed\n- match: { path: crm, when: { "==": [{ var: payload.action }, added] } }\n  messageTemplate: added',
    right:
      '- match: { path: crm, when: { "==": [{ var: payload.action }, added] } }\n  messageTemplate: added\n- match: { path: crm, when: { in: [{ var: payload.action }, [added, changed]] } }\n  messageTemplate: changed',
    say: "`in` takes every text of its list. For `==` behind it remain values that are no text and equal one, such as a list of one text; no sender sends these. Put the narrow mapping first.",
  },
  mapping_never_succeeds: {
    level: "top",
    wrong:
      "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - match: { path: x }\n      messageTemplate: hi\n      model: gpt-5\nagents: { defaults: { models: [openai/gpt-5.5] } }",
    right:
      "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - match: { path: x }\n      messageTemplate: hi\n      model: openai/gpt-5.5\nagents: { defaults: { models: [openai/gpt-5.5] } }",
    say: "A fixed value is one that the policies of the gateway always refuse.",
  },
  body_misplaced: {
    wrong: "match: { source: slack }\nbody: form",
    right: "match: { path: slack }\nbody: form",
    say: "A body is decoded before a mapping is chosen, when only the name is known. So `body` needs a `match.path`.",
  },
  body_conflict: {
    level: "mappings",
    wrong:
      "- { match: { path: slack, source: a }, body: form, messageTemplate: a }\n- { match: { path: slack }, messageTemplate: b }",
    right:
      "- { match: { path: slack, source: a }, body: form, messageTemplate: a }\n- { match: { path: slack }, body: form, messageTemplate: b }",
    say: "All mappings of one name take the same kind of body.",
  },
  respond_invalid: {
    wrong: 'respond: { status: 204, text: "OK" }',
    right: 'respond: { text: "OK" }',
    say: "An answer has `text` or `json`, and a 204 has neither.",
  },
  for_each_unread: {
    wrong: 'forEach: commits\nmessageTemplate: "{{commit.message}}"',
    right: 'forEach: commits\nmessageTemplate: "{{item.message}}"',
    say: "The element is `{{item}}`, or the list with nothing but it: `{{commits[0].message}}`. Templates that read only the event say the same for every element: then leave `forEach` out.",
  },
  match_header_value: {
    wrong: 'match: { path: github, headers: { x-github-event: Push } }\nmessageTemplate: "{{ref}}"',
    right: 'match: { path: github, headers: { x-github-event: push } }\nmessageTemplate: "{{ref}}"',
    say: "Values of headers are compared as they are. The vendor writes those of this header without capital letters.",
  },
  match_header_vendor: {
    wrong:
      'match: { path: code, headers: { x-github-event: push } }\nauth: { provider: gitlab, token: { file: sender.secret } }\nmessageTemplate: "{{ref}}"',
    right:
      'match: { path: code, headers: { x-gitlab-event: Push Hook } }\nauth: { provider: gitlab, token: { file: sender.secret } }\nmessageTemplate: "{{ref}}"',
    say: "An event that passes the `auth` of one vendor has no header of another one, so that the mapping takes none. Relays with an `auth` of their own hand such headers on, and are not warned of.",
  },
  for_each_path: {
    wrong: 'forEach: "{{messages}}"',
    right: 'forEach: messages\nmessageTemplate: "{{item.subject}}"',
    say: "`forEach` is the path of a list, without braces.",
  },
  dedupe_key_constant: {
    wrong: "dedupeKey: order.id",
    right: 'dedupeKey: "{{order.id}}"',
    say: "What tells events apart is an expression. A text would be the key of all of them, so that for a day every event but the first counts as a repeat. `sessionKey` may be a text: then all events go to one conversation.",
  },
  list_first_only: {
    wrong: 'match: { path: gmail }\nmessageTemplate: "{{messages[0].subject}}"',
    right: 'match: { path: gmail }\nforEach: messages\nmessageTemplate: "{{messages[0].subject}}"',
    say: "Senders put several events into one list. With `forEach`, each element becomes an action, and `messages[0]` is that element; `{{#each messages}}` shows all of them in one action. Where the first one is all that is wanted, leave it: the record of each event that has more says so. A warning for mails of the path `gmail`, else a hint.",
  },
  template_missing: {
    level: "mappings",
    wrong: "- match: { path: deploy }",
    right: '- match: { path: deploy }\n  messageTemplate: "{{title}}"',
    say: "A run needs a `messageTemplate`, and a wake a `textTemplate`: what the assistant is told. An event that needs nothing has `skip: true`.",
  },
  field_without_effect: {
    wrong: 'action: wake\ntextTemplate: "{{title}}"\nmodel: openai/gpt-5.5',
    right: 'action: wake\ntextTemplate: "{{title}}"',
    say: "A wake is a line for the running conversation, and has no model, name or session of its own. Remove the field, or make it a run with `action: agent` and `messageTemplate`.",
  },
  channel_unknown: {
    wrong: "channel: telegramm",
    right: "channel: telegram",
    say: "The hint names the nearest channel. A channel of your own is known when `channels` or `host.channels` of the config names it.",
  },
  channel_templated: {
    wrong: 'channel: "{{channel}}"',
    right: "channel: telegram",
    say: "A sender must not choose where answers go. Write one mapping for each channel, and choose by a condition.",
  },
  recipient_of_last: {
    wrong: 'to: "123456789"',
    right: 'channel: telegram\nto: "123456789"',
    say: "Without `channel`, the answer goes to the last channel that was used, to which this recipient may not belong.",
  },
  unsafe_external_content: {
    wrong: "allowUnsafeExternalContent: true",
    right: "instructions: Answer in one sentence.",
    say: "Then a sender's words are orders to the assistant. Your own words belong into `instructions`, which stand outside of the fence.",
  },
  instructions_untrusted: {
    wrong: 'instructions: "Summarize the issue {{issue.title}}."',
    right: 'instructions: Summarize the issue.\nmessageTemplate: "{{issue.title}}"',
    say: "`instructions` are followed, so nothing of a sender may be in them. Write its fields into the message.",
  },
  session_prefix_open: {
    level: "hooks",
    wrong: "allowedSessionKeyPrefixes: []",
    right: 'allowedSessionKeyPrefixes: ["hook:"]',
    say: "An empty list allows every key, so that a sender can choose any conversation of the gateway.",
  },
  session_key_unprefixed: {
    level: "hooks",
    wrong:
      'allowedSessionKeyPrefixes: ["hook:"]\nmappings:\n  - match: { path: git }\n    sessionKey: "{{repository.full_name}}"\n    messageTemplate: "{{title}}"',
    right:
      'allowedSessionKeyPrefixes: ["hook:"]\nmappings:\n  - match: { path: git }\n    sessionKey: "hook:{{repository.full_name}}"\n    messageTemplate: "{{title}}"',
    say: "A key that begins with a value of the event is refused where the value does not happen to begin with an allowed text. Write the beginning yourself.",
  },
  session_key_weak_prefix: {
    wrong: 'sessionKey: "repo-{{repository.id}}"',
    right: 'sessionKey: "hook:repo-{{repository.id}}"',
    say: "With what follows from the event, such a key may become that of another conversation. Keys of hooks begin with `hook:`.",
  },
};
