// @ts-check
// Codes of problems that only events show: `check --events`.

const LONG = "820982911946154508";

/** @param {string} rule */
const when = (rule) => `match:\n  path: example\n  when: ${rule}`;

/** @type {import("../src/authoring/advice/code-row.ts").CodeRows} */
export const EVENTS = {
  template_list_field: {
    meaning: "A template reads a field of a list, and lists have no fields.",
    events: [{ labels: [{ name: "bug" }, { name: "ui" }] }],
    wrong: 'messageTemplate: "Labels: {{labels.name}}"',
    right: `messageTemplate: 'Labels: {{join (pluck labels "name")}}'`,
    say: "`pluck` takes a field of each element, `join` makes one text of them, [`{{#each labels}}`](templates.md) repeats a text, and `labels.length` counts.",
  },
  template_name_unquoted: {
    meaning:
      "A template names a field of each element without quotation marks, and no event has such a field.",
    events: [{ labels: [{ name: "bug" }, { name: "ui" }] }],
    wrong: "messageTemplate: 'Labels: {{join (pluck labels name)}}'",
    right: `messageTemplate: 'Labels: {{join (pluck labels "name")}}'`,
    say: 'In `pluck list "a"` and `by="a"`, the field name is a string. Without quotes it is a field of the event that would contain the name.',
  },
  template_root_missing: {
    meaning: "A template reads a field below a name that the body does not have.",
    events: [{ ref: "refs/heads/main" }],
    wrong: 'messageTemplate: "Pushed to {{body.ref}}"',
    right: 'messageTemplate: "Pushed to {{ref}}"',
    say: "Body fields have no prefix, or `payload.`.",
  },
  template_payload_key: {
    meaning: "A template reads a field that the body and its own key `payload` both have.",
    events: [{ id: "outer", payload: { id: "inner" } }],
    wrong: 'messageTemplate: "Item {{payload.id}}"',
    right: 'messageTemplate: "Item {{payload.payload.id}}"',
    say: "`payload.id` is `id` of the body, and only if the body has none, that of its key `payload`. For the body's, write `{{id}}`.",
  },
  template_value_unread: {
    meaning: "A helper cannot read a value of an event.",
    events: [{ due: "in 3 days" }],
    wrong: `messageTemplate: 'Due {{default (date due "D MMM") "some day"}}'`,
    right: 'messageTemplate: "Due {{due}}"',
    say: "The message shows the form of the value: letters as `a` and `A`, digits as `9`. [Helpers](helpers.md) says what each can read.",
  },
  template_never_filled: {
    meaning: "No event that comes to an expression fills it.",
    events: [{ title: "Printer on fire" }],
    wrong: 'messageTemplate: "{{title}} {{priority}}"',
    right: `messageTemplate: '{{title}}{{#if priority}} {{priority}}{{/if}}'`,
    say: "The name may be wrong, or you need more events. Expressions in blocks that never render are not checked.",
  },
  integer_too_long: {
    meaning: "A config reads an integer that a number cannot hold.",
    events: [{ id: LONG, name: "Ann" }],
    wrong: 'messageTemplate: "Order {{id}}"',
    right: 'messageTemplate: "Order of {{name}}"',
    say: "The agent's text is right, because such integers stay text, and `<` and `>` are exact. `==` with a number compares doubles: put the other value into quotes.",
  },
  condition_field_missing: {
    meaning: "No event has a field that a condition reads, and the events have something like it.",
    events: [{ title: "Printer on fire", resource: { fields: { "System.State": "Ready" } } }],
    wrong: when('{ "==": [{ var: payload.resource.fields.System.State }, Ready] }'),
    right: when('{ "==": [{ var: "payload.resource.fields.[System.State]" }, Ready] }'),
    say: "The hint names something similar: a name, a key with dots, a text with JSON, a list, or the path without another tool's root.",
  },
  for_each_list_missing: {
    meaning: "No event has the list of `forEach`.",
    events: [{ messages: [{ subject: "a" }, { subject: "b" }] }],
    wrong: 'forEach: mesages\nmessageTemplate: "{{item.subject}}"',
    right: 'forEach: messages\nmessageTemplate: "{{item.subject}}"',
    say: "An empty list is fine. A list that is missing from every event means that every event is dropped.",
  },
  condition_never_changes: {
    meaning: "A condition gives the same answer for every event.",
    events: [
      { title: "Printer on fire", state: "open" },
      { title: "Lamp out", state: "open" },
    ],
    wrong: when('{ "==": [{ var: payload.state }, open] }'),
    right: "match: { path: example }",
    say: "Either an event is missing, or the condition is useless. One event alone proves neither.",
  },
  dedupe_key_shared: {
    meaning: "Different events have one `dedupeKey`, so that only the first of them would run.",
    events: [
      { id: 7, state: "open", title: "Printer on fire" },
      { id: 7, state: "closed", title: "Printer on fire" },
    ],
    wrong: 'dedupeKey: "ticket:{{id}}"',
    right: 'dedupeKey: "ticket:{{id}}:{{state}}"',
    say: "The second event would count as a repeat of the first. Fields that differ by attempt, such as `attempt` or `sentAt`, are not compared. If one run for both is intended, keep the key.",
  },
  mapping_without_event: {
    meaning: "None of the events is taken by the mapping.",
    level: "mappings",
    events: [{ title: "Printer on fire" }],
    wrong:
      '- match: { path: example }\n  messageTemplate: "{{title}}"\n- match: { path: other }\n  messageTemplate: "{{title}}"',
    right: '- match: { path: example }\n  messageTemplate: "{{title}}"',
    say: "Its templates are not checked. Record an event with [`hookwright record`](recording.md).",
  },
};
