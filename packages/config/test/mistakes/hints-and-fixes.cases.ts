// Configs with a mistake, the problem, and the config after following its hint, with an event that proves it.

import type { MistakeCase } from "./mistake-case.ts";

/** A flow map: YAML, and JSON5 as well. */
const hooks = (mapping: string, more = ""): string =>
  `{ hooks: { mappings: [{ match: { path: "shop" }, ${mapping} }] ${more} } }`;

const template = (text: string): string => hooks(`messageTemplate: ${JSON.stringify(text)}`);

interface TemplateMistake {
  readonly name: string;
  readonly written: string;
  readonly followed: string;
  readonly says: readonly string[];
  readonly payload: unknown;
  readonly text: string;
  readonly code?: string;
}

const inTemplate = ({
  name,
  written,
  followed,
  says,
  payload,
  ...rest
}: TemplateMistake): MistakeCase => ({
  ...{ name, says, code: rest.code ?? "template_syntax" },
  ...{ config: template(written), followed: template(followed) },
  ...{ event: { path: "shop", payload }, action: { untrustedText: rest.text } },
});

const order = {
  number: 7,
  note: "",
  title: "Two lamps and a table",
  customer: { name: "Ann", "last name": "Lee" },
  items: [
    { name: "lamp", state: "sent" },
    { name: "table", state: "open" },
  ],
};

export const CASES: readonly MistakeCase[] = [
  {
    name: "an action that is an object with fields of the mapping",
    config: hooks(`action: { kind: "wake", wakeMode: "now", text: "Order {{number}}" }`),
    code: "invalid_value",
    says: ['Move "wakeMode", "textTemplate" up into the mapping itself', '"action": "wake"'],
    followed: hooks(`action: "wake", wakeMode: "now", textTemplate: "Order {{number}}"`),
    event: { path: "shop", payload: order },
    action: { kind: "wake", untrustedText: "Order 7", mode: "now" },
  },
  {
    name: "an action that is an object without a word for the action",
    config: hooks(
      `action: { agent: "sales", session_key: "hook:shop:{{number}}" }, messageTemplate: "x"`,
    ),
    code: "invalid_value",
    says: ['Move "agentId", "sessionKey" up into the mapping itself', 'remove "action"'],
    followed: hooks(`agentId: "sales", sessionKey: "hook:shop:{{number}}", messageTemplate: "x"`),
    event: { path: "shop", payload: order },
    action: { kind: "agent", agentId: "sales", sessionKey: "hook:shop:7" },
  },
  {
    name: "a preset with settings",
    config: `{ hooks: { presets: { gmail: { agentId: "post", deliver: false } } } }`,
    code: "wrong_type",
    says: [
      'move "agentId", "deliver" up into an entry of "mappings"',
      '"path": "gmail"',
      '["gmail"]',
    ],
    followed: `{ hooks: { presets: ["gmail"], mappings: [{ match: { path: "gmail" }, forEach: "messages",
      messageTemplate: "Mail {{item.subject}}", agentId: "post", deliver: false }] } }`,
    event: { path: "gmail", payload: { messages: [{ id: "m1", subject: "Hi" }] } },
    action: { kind: "agent", agentId: "post", deliver: false, untrustedText: "Mail Hi" },
  },
  {
    name: "presets that are switched on",
    config: "{ hooks: { presets: { gmail: true } } }",
    code: "wrong_type",
    says: ['Write a list of names: ["gmail"].'],
    followed: `{ hooks: { presets: ["gmail"] } }`,
    event: { path: "gmail", payload: { account: "a", messages: [{ id: "m1", subject: "Hi" }] } },
    action: { kind: "agent", name: "Gmail" },
  },
  {
    name: "a preset of a name that a mapping has",
    config: `{ hooks: { presets: ["Shop", "gmail"], mappings: [{ match: { path: "/shop" }, messageTemplate: "{{number}}" }] } }`,
    code: "preset_unknown",
    says: ["Remove it", '"path": "shop" takes the webhooks of that name already'],
    followed: `{ hooks: { presets: ["gmail"], mappings: [{ match: { path: "/shop" }, messageTemplate: "{{number}}" }] } }`,
    event: { path: "shop", payload: order },
    action: { untrustedText: "7" },
  },
  {
    name: "a block text in the column of its key",
    config: `hooks:
  mappings:
    - match: { path: shop }
      messageTemplate: |
      # Order {{number}}
      channel: last`,
    code: "template_missing",
    says: ["messageTemplate of mapping", "is blank", "below | or > begins further right"],
    followed: `hooks:
  mappings:
    - match: { path: shop }
      messageTemplate: |
        # Order {{number}}
      channel: last`,
    event: { path: "shop", payload: order },
    action: { untrustedText: "# Order 7\n" },
  },
  {
    name: "a time in milliseconds, in a word near to seconds",
    config: hooks(`messageTemplate: "x", timeoutMilliseconds: 30000`),
    code: "unknown_key",
    says: ['Write the time in seconds, as "timeoutSeconds".'],
    followed: hooks(`messageTemplate: "x", timeoutSeconds: 30`),
    event: { path: "shop", payload: {} },
    action: { timeoutSeconds: 30 },
  },
  {
    name: "a key that says the opposite",
    config: hooks(`messageTemplate: "x", noDeliver: true`),
    code: "unknown_key",
    says: ['Say the opposite, with "deliver".'],
    followed: hooks(`messageTemplate: "x", deliver: false`),
    event: { path: "shop", payload: {} },
    action: { deliver: false },
  },
  {
    name: "a clause of a match that says the opposite",
    config: `{ hooks: { mappings: [{ match: { path: "shop", headersNot: { x-kind: "test" } }, messageTemplate: "x" }] } }`,
    code: "unknown_key",
    says: ['Write "not": { "headers": … }.'],
    followed: `{ hooks: { mappings: [{ match: { path: "shop", not: { headers: { x-kind: "test" } } }, messageTemplate: "x" }] } }`,
    event: [
      { path: "shop", payload: {}, headers: { "x-kind": "test" } },
      { path: "shop", payload: {} },
    ],
    action: [{ outcome: "unmatched" }, { message: "x" }],
  },
  {
    name: "a telephone number as the channel",
    config: hooks(`messageTemplate: "x", channel: "+4930123456"`),
    code: "channel_unknown",
    says: ['write "to": "+4930123456"', 'such as "channel": "whatsapp"'],
    followed: hooks(`messageTemplate: "x", channel: "whatsapp", to: "+4930123456"`),
    event: { path: "shop", payload: {} },
    action: { channel: "whatsapp", to: "+4930123456" },
  },
  {
    name: "a group of Telegram as the channel",
    config: hooks(`messageTemplate: "x", channel: "-1001234567890"`),
    code: "channel_unknown",
    says: ['write "to": "-1001234567890"', 'such as "channel": "telegram"'],
    followed: hooks(`messageTemplate: "x", channel: "telegram", to: "-1001234567890"`),
    event: { path: "shop", payload: {} },
    action: { channel: "telegram", to: "-1001234567890" },
  },
  {
    name: "a person as the channel, whose channel nobody can know",
    config: hooks(`messageTemplate: "x", channel: "@ann"`),
    code: "channel_unknown",
    says: ['write "to": "@ann", and the name of its channel.'],
    followed: hooks(`messageTemplate: "x", channel: "telegram", to: "@ann"`),
    event: { path: "shop", payload: {} },
    action: { channel: "telegram", to: "@ann" },
  },
  {
    name: "a key that names the variable of a secret",
    config: hooks(
      `messageTemplate: "x", auth: { provider: "linear", secretEnv: "shop_webhook_signing_secret" }`,
    ),
    code: "unknown_key",
    says: ['Write "secret": { "env": … }, with the name of the variable.'],
    followed: hooks(
      `messageTemplate: "x", auth: { provider: "linear", secret: { env: "shop_webhook_signing_secret" } }`,
    ),
    event: { path: "shop", payload: {} },
    action: { message: "x" },
  },
  {
    name: "a key that names the file of the token",
    config: hooks(`messageTemplate: "x"`, `, token_file: "./hook-token"`),
    code: "unknown_key",
    says: ['Write "token": { "file": … }, with the path of the file.'],
    followed: hooks(`messageTemplate: "x"`, `, token: { file: "./hook-token" }`),
    event: { path: "shop", payload: {} },
    action: { message: "x" },
  },
  {
    name: "a key that names the variable of a webhook secret",
    config: hooks(
      `messageTemplate: "x", auth: { provider: "linear", webhookSecretEnv: "SIGNING" }`,
    ),
    code: "unknown_key",
    says: ['Write "secret": { "env": … }'],
    followed: hooks(
      `messageTemplate: "x", auth: { provider: "linear", secret: { env: "SIGNING" } }`,
    ),
    event: { path: "shop", payload: {} },
    action: { message: "x" },
  },
  inTemplate({
    name: "a separator by a name",
    written: `{{join names sep=" / "}}`,
    code: "template_helper_misused",
    says: ['Pass the value of "sep" without its name', '{{join labels ", "}}'],
    followed: `{{join names " / "}}`,
    payload: { names: ["Ann", "Bo"] },
    text: "Ann / Bo",
  }),
  inTemplate({
    name: "the format of a date by a name",
    written: `{{date at format="YYYY"}}`,
    code: "template_helper_misused",
    says: ['Pass the value of "format" without its name', '{{date created_at "YYYY-MM-DD"}}'],
    followed: `{{date at "YYYY"}}`,
    payload: { at: "2026-11-23T09:00:00Z" },
    text: "2026",
  }),
  {
    name: "a negation that YAML reads as a tag",
    config: `hooks:
  mappings:
    - match:
        path: shop
        when:
          !: { var: payload.note }
      messageTemplate: "{{number}}"`,
    code: "config_syntax",
    says: [
      "YAML reads this operator as syntax, not as a key",
      'Put quotes around the operator: "!"',
    ],
    followed: `hooks:
  mappings:
    - match:
        path: shop
        when:
          "!": { var: payload.note }
      messageTemplate: "{{number}}"`,
    event: { path: "shop", payload: order },
    action: { untrustedText: "7" },
  },
  {
    name: "a comparison that YAML reads as the head of a block",
    config: `hooks: { mappings: [{ match: { path: shop, when: { >=: [{ var: payload.number }, 7] } }, messageTemplate: "{{number}}" }] }`,
    code: "config_syntax",
    says: ["YAML reads this operator as syntax, not as a key", '">=": …'],
    followed: `hooks: { mappings: [{ match: { path: shop, when: { ">=": [{ var: payload.number }, 7] } }, messageTemplate: "{{number}}" }] }`,
    event: { path: "shop", payload: order },
    action: { untrustedText: "7" },
  },
  {
    name: "a vendor's signature in words of another gateway",
    config: hooks(
      `messageTemplate: "x", auth: { mode: "hmac", header: "Stripe-Signature", algorithm: "sha256", secret: { env: "S" } }`,
    ),
    code: "unknown_key",
    says: [
      'Write "provider": "stripe" in place of "mode", "algorithm", "header"; the secret stays.',
    ],
    followed: hooks(`messageTemplate: "x", auth: { provider: "stripe", secret: { env: "S" } }`),
    event: { path: "shop", payload: {} },
    action: { kind: "agent", message: "x" },
  },
  {
    name: "the signature of a sender of one's own in such words",
    config: hooks(
      `messageTemplate: "x", auth: { method: "hmac", header: "x-shop-sign", secret: { env: "S" } }`,
    ),
    code: "unknown_key",
    says: [
      '"scheme": "hmac" and "signature": { "header": "x-shop-sign" } in place of "method", "header"',
    ],
    followed: hooks(
      `messageTemplate: "x", auth: { scheme: "hmac", signature: { header: "x-shop-sign" }, secret: { env: "S" } }`,
    ),
    event: { path: "shop", payload: {} },
    action: { kind: "agent", message: "x" },
  },
  {
    name: "a second spelling that says something else",
    config: hooks(`messageTemplate: "Order {{number}}", prompt: "of {{customer.name}}"`),
    code: "unknown_key",
    says: ['"messageTemplate" is also there', 'Move what only "prompt" says into it'],
    followed: hooks(`messageTemplate: "Order {{number}} of {{customer.name}}"`),
    event: { path: "shop", payload: order },
    action: { untrustedText: "Order 7 of Ann" },
  },
  {
    name: "a second spelling that says the same",
    config: hooks(`messageTemplate: "x", agentId: "sales", agent_id: "sales"`),
    code: "unknown_key",
    says: ['Remove it: "agentId" beside it says the same.'],
    followed: hooks(`messageTemplate: "x", agentId: "sales"`),
    event: { path: "shop", payload: {} },
    action: { agentId: "sales" },
  },
  {
    name: "a room in place of a channel",
    config: hooks(`messageTemplate: "x", channel: "#orders"`),
    code: "channel_unknown",
    says: ['"to": "#orders"', '"channel": "slack"'],
    followed: hooks(`messageTemplate: "x", channel: "slack", to: "#orders"`),
    event: { path: "shop", payload: {} },
    action: { channel: "slack", to: "#orders" },
  },
  {
    name: "a misspelt key of forEach",
    config: hooks(`forEach: { pats: "items", atomic: true }, messageTemplate: "{{item.name}}"`),
    code: "unknown_key",
    says: ['"pats" is not a known key.', 'Did you mean "path"?'],
    followed: hooks(`forEach: { path: "items", atomic: true }, messageTemplate: "{{item.name}}"`),
    event: { path: "shop", payload: order },
    action: { outcome: "batch", actions: [{ untrustedText: "lamp" }, { untrustedText: "table" }] },
  },
  {
    name: "a misspelt reference of a secret",
    config: hooks(`messageTemplate: "x", auth: { provider: "github", secret: { fiel: "a.txt" } }`),
    code: "unknown_key",
    says: ['"fiel" is not a known key.', 'Did you mean "file"?'],
    followed: hooks(
      `messageTemplate: "x", auth: { provider: "github", secret: { file: "a.txt" } }`,
    ),
    event: { path: "shop", payload: {} },
    action: { message: "x" },
  },
  {
    name: "a misspelt reference in a list of tokens",
    config: hooks(`messageTemplate: "x"`, `, token: [{ env: "A" }, { enw: "B" }]`),
    code: "unknown_key",
    says: ['"enw" is not a known key.', 'Did you mean "env"?'],
    followed: hooks(`messageTemplate: "x"`, `, token: [{ env: "A" }, { env: "B" }]`),
    event: { path: "shop", payload: {} },
    action: { message: "x" },
  },
  inTemplate({
    name: "the length of a text by a name",
    written: "{{truncate title length=9}}",
    code: "template_helper_misused",
    says: ['"length" without its name', "{{truncate title 80}}"],
    followed: "{{truncate title 9}}",
    payload: order,
    text: "Two lamp…",
  }),
  inTemplate({
    name: "a fallback that is missing",
    written: "{{default note}}",
    code: "template_helper_misused",
    says: ['Write it as in "{{default user.name "somebody"}}".'],
    followed: '{{default note "no note"}}',
    payload: order,
    text: "no note",
  }),
  inTemplate({
    name: "a shortened text without an ellipsis, in Liquid",
    written: `{{ title | truncate: 9, '' }} {{default note "none"}}`,
    says: ['Write "{{truncate title 9 ellipsis=""}}".'],
    followed: '{{truncate title 9 ellipsis=""}} {{default note "none"}}',
    payload: order,
    text: "Two lamps none",
  }),
  inTemplate({
    name: "a field of each element without quotation marks, in Liquid",
    written: "{{ items | map: name | join: '+' }}",
    says: ['The closest is "{{join (pluck items "name") "+"}}"'],
    followed: '{{join (pluck items "name") "+"}}',
    payload: order,
    text: "lamp+table",
  }),
  inTemplate({
    name: "a field of each element, in Liquid",
    written: '{{ items | map: "state" }}',
    says: ['Write "{{join (pluck items "state") ""}}".'],
    followed: '{{join (pluck items "state") ""}}',
    payload: order,
    text: "sentopen",
  }),
  inTemplate({
    name: "JSON.stringify without parentheses",
    written: "{{JSON.stringify customer}}",
    code: "template_helper_unknown",
    says: ['Write "{{json customer}}".'],
    followed: "{{json customer}}",
    payload: order,
    text: '{"name":"Ann","last name":"Lee"}',
  }),
  inTemplate({
    name: "the last part of a text, in Liquid",
    written: "{{ title | split: ' ' | last }}",
    says: ['The closest is "{{last (split title " ")}}", which may render another text.'],
    followed: '{{last (split title " ")}}',
    payload: order,
    text: "table",
  }),
  inTemplate({
    name: "a fallback for what is false, in Jinja",
    written: "{{ paid | default('open', true) }}",
    says: ['Write "{{or paid "open"}}".'],
    followed: '{{or paid "open"}}',
    payload: { paid: false },
    text: "open",
  }),
  inTemplate({
    name: "a division of Liquid, which drops the fraction",
    written: "{{ number | divided_by: 2 }}",
    says: ['The closest is "{{divide number 2}}"'],
    followed: "{{divide number 2}}",
    payload: order,
    text: "3.5",
  }),
  inTemplate({
    name: "a field with a space",
    written: "{{customer.last name}}",
    code: "template_helper_unknown",
    says: ['The closest is "{{customer.[last name]}}"'],
    followed: "{{customer.[last name]}}",
    payload: order,
    text: "Lee",
  }),
  inTemplate({
    name: "capital letters of Liquid, which makes the others small",
    written: "{{ title | capitalize }}",
    says: ['Write "{{capitalize (lower title)}}".'],
    followed: "{{capitalize (lower title)}}",
    payload: { title: "URGENT order" },
    text: "Urgent order",
  }),
];
