// Mistakes in what a mapping reads, and in what it is recognized by.
import type { MistakeCase } from "./mistake-case.ts";

const shop = (keys: object) => ({
  hooks: { mappings: [{ match: { path: "shop" }, messageTemplate: "Order", ...keys }] },
});

/** A key without its braces. */
function keyCase(name: string, wrong: string, right: string, payload: object): MistakeCase {
  return {
    name: `a dedupeKey that is ${name}`,
    config: shop({ dedupeKey: wrong }),
    code: "dedupe_key_constant",
    says: ["hooks.mappings[0].dedupeKey", "has no expression", `Write "${right}".`],
    followed: shop({ dedupeKey: right }),
    event: { path: "shop", payload },
    action: { dedupeKey: "o-7" },
  };
}

export const CASES: readonly MistakeCase[] = [
  {
    name: "a repeated base path",
    config: {
      hooks: { mappings: [{ match: { path: "/hooks/shop" }, messageTemplate: "Order {{no}}" }] },
    },
    code: "match_repeats_base_path",
    says: ["hooks.mappings[0].match.path", 'Write "shop".'],
    followed: {
      hooks: { mappings: [{ match: { path: "shop" }, messageTemplate: "Order {{no}}" }] },
    },
    event: { path: "shop", payload: { no: "7" } },
    action: { outcome: "action", kind: "agent" },
  },
  keyCase("a path with an element", "orders[0].id", "{{orders[0].id}}", {
    orders: [{ id: "o-7" }],
  }),
  keyCase("a path below payload", "payload.event.uuid", "{{payload.event.uuid}}", {
    event: { uuid: "o-7" },
  }),
  keyCase("JSONPath", "$.order.number", "{{order.number}}", { order: { number: "o-7" } }),
  keyCase("a placeholder of JavaScript", "${transactionId}", "{{transactionId}}", {
    transactionId: "o-7",
  }),
  keyCase("single braces", "{ reference_id }", "{{reference_id}}", { reference_id: "o-7" }),
  keyCase("one word", "invoice", "{{invoice}}", { invoice: "o-7" }),
  {
    name: "a dedupeKey with words before a bare path",
    config: shop({ dedupeKey: "order:id" }),
    code: "dedupe_key_constant",
    says: ["hooks.mappings[0].dedupeKey", '"order:{{id}}"'],
    followed: shop({ dedupeKey: "order:{{id}}" }),
    event: [
      { path: "shop", payload: { id: 1 } },
      { path: "shop", payload: { id: 2 } },
    ],
    action: [{ dedupeKey: "order:1" }, { dedupeKey: "order:2" }],
  },
  {
    name: "a dedupeKey in YAML without quotes",
    config:
      "hooks:\n  mappings:\n    - match: { path: shop }\n      dedupeKey: cart.id # one run each\n      messageTemplate: Cart\n",
    code: "dedupe_key_constant",
    says: 'Write "{{cart.id}}".',
    followed:
      'hooks:\n  mappings:\n    - match: { path: shop }\n      dedupeKey: "{{cart.id}}" # one run each\n      messageTemplate: Cart\n',
    event: { path: "shop", payload: { cart: { id: "c" } } },
    action: { dedupeKey: "c" },
  },
  {
    name: "two states of one order with one dedupeKey",
    config: shop({ dedupeKey: "shop:{{order.id}}" }),
    events: [
      { path: "shop", payload: { order: { id: 7, state: "paid" } } },
      { path: "shop", payload: { order: { id: 7, state: "returned" } } },
    ],
    code: "dedupe_key_shared",
    says: ["hooks.mappings[0].dedupeKey", '"order.state"', '"shop:{{order.id}}:{{order.state}}"'],
    followed: shop({ dedupeKey: "shop:{{order.id}}:{{order.state}}" }),
    event: [
      { path: "shop", payload: { order: { id: 7, state: "paid" } } },
      { path: "shop", payload: { order: { id: 7, state: "returned" } } },
    ],
    action: [{ dedupeKey: "shop:7:paid" }, { dedupeKey: "shop:7:returned" }],
  },
  {
    name: "a mail mapping that reads the first mail",
    config: {
      hooks: {
        mappings: [{ match: { path: "gmail" }, messageTemplate: "Mail: {{messages[0].subject}}" }],
      },
    },
    code: "list_first_only",
    says: ["hooks.mappings[0].messageTemplate", '"messages"', '"forEach": "messages"'],
    followed: {
      hooks: {
        mappings: [
          {
            match: { path: "gmail" },
            messageTemplate: "Mail: {{messages[0].subject}}",
            forEach: "messages",
          },
        ],
      },
    },
    event: { path: "gmail", payload: { messages: [{ subject: "one" }, { subject: "two" }] } },
    action: {
      outcome: "batch",
      actions: [{ untrustedText: "Mail: one" }, { untrustedText: "Mail: two" }],
    },
  },
  {
    name: "alerts of which the first is read, in YAML",
    config: `hooks:
  mappings:
    - id: alerts # of Grafana
      match: { path: grafana }
      messageTemplate: >-
        {{status}}: {{alerts[0].labels.alertname}} on {{alerts.0.labels.host}}
      # the end
`,
    code: "list_first_only",
    says: ["hooks.mappings[0].messageTemplate", '"alerts"', "{{#each alerts}}"],
    followed: `hooks:
  mappings:
    - id: alerts # of Grafana
      match: { path: grafana }
      messageTemplate: >-
        {{status}}: {{alerts[0].labels.alertname}} on {{alerts.0.labels.host}}
      forEach: alerts
      # the end
`,
    event: {
      path: "grafana",
      payload: {
        status: "firing",
        alerts: [
          { labels: { alertname: "Disk", host: "a" } },
          { labels: { alertname: "Load", host: "b" } },
        ],
      },
    },
    action: {
      actions: [{ untrustedText: "firing: Disk on a" }, { untrustedText: "firing: Load on b" }],
    },
  },
  {
    name: "a chat message behind three lists",
    config: {
      hooks: {
        mappings: [
          {
            match: { path: "chat" },
            messageTemplate:
              "{{entry[0].changes[0].value.contacts[0].name}}: {{entry[0].changes[0].value.messages[0].text.body}}",
          },
        ],
      },
    },
    code: "list_first_only",
    says: '"forEach": "entry.changes.value.messages"',
    followed: {
      hooks: {
        mappings: [
          {
            match: { path: "chat" },
            messageTemplate:
              "{{entry[0].changes[0].value.contacts[0].name}}: {{entry[0].changes[0].value.messages[0].text.body}}",
            forEach: "entry.changes.value.messages",
          },
        ],
      },
    },
    event: {
      path: "chat",
      payload: {
        entry: [
          {
            changes: [
              {
                value: {
                  contacts: [{ name: "Ada" }],
                  messages: [{ text: { body: "hi" } }, { text: { body: "there" } }],
                },
              },
            ],
          },
        ],
      },
    },
    action: { actions: [{ untrustedText: "Ada: hi" }, { untrustedText: "Ada: there" }] },
  },
  {
    name: "a body that is a list",
    config: {
      hooks: { mappings: [{ match: { path: "grid" }, messageTemplate: "{{[0].event}}" }] },
    },
    code: "list_first_only",
    says: '"forEach": "payload"',
    followed: {
      hooks: {
        mappings: [
          { match: { path: "grid" }, messageTemplate: "{{[0].event}}", forEach: "payload" },
        ],
      },
    },
    event: { path: "grid", payload: [{ event: "bounce" }, { event: "open" }] },
    action: { actions: [{ untrustedText: "bounce" }, { untrustedText: "open" }] },
  },
  {
    name: "labels of an issue of which the first is shown",
    config: {
      hooks: {
        mappings: [{ match: { path: "tracker" }, messageTemplate: "{{title}} {{tags[0].name}}" }],
      },
    },
    code: "list_first_only",
    says: ['"tags"', "{{#each tags}}…{{/each}}"],
    followed: {
      hooks: {
        mappings: [
          {
            match: { path: "tracker" },
            messageTemplate: "{{title}}{{#each tags}} {{name}}{{/each}}",
          },
        ],
      },
    },
    event: { path: "tracker", payload: { title: "T", tags: [{ name: "a" }, { name: "b" }] } },
    action: { untrustedText: "T a b" },
  },
];
