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
    say: "`pluck` takes a field of each element, and `join` makes one text of them; [`{{#each labels}}`](templates.md) repeats a text for each. How many there are says `labels.length`.",
  },
  template_name_unquoted: {
    meaning:
      "A template names a field of each element without quotation marks, and no event has such a field.",
    events: [{ labels: [{ name: "bug" }, { name: "ui" }] }],
    wrong: "messageTemplate: 'Labels: {{join (pluck labels name)}}'",
    right: `messageTemplate: 'Labels: {{join (pluck labels "name")}}'`,
    say: '`pluck list "a"` and `by="a"` take the name of a field as a text. Without quotation marks it is a field of the event that holds such a name; the elements are taken whole where no event has one.',
  },
  template_root_missing: {
    meaning: "A template reads a field below a name that the body does not have.",
    events: [{ ref: "refs/heads/main" }],
    wrong: 'messageTemplate: "Pushed to {{body.ref}}"',
    right: 'messageTemplate: "Pushed to {{ref}}"',
    say: "Fields of the body have no word before them, or `payload.`. It is no finding where any event has the field as it is written.",
  },
  template_payload_key: {
    meaning: "A template reads a field that the body and its own key `payload` both have.",
    events: [{ id: "outer", payload: { id: "inner" } }],
    wrong: 'messageTemplate: "Item {{payload.id}}"',
    right: 'messageTemplate: "Item {{payload.payload.id}}"',
    say: "Where a body has a key `payload`, `payload.id` is `id` of the body, and only where the body has none, that of its key. For that of the body write `{{id}}`.",
  },
  template_value_unread: {
    meaning: "A helper cannot read a value of an event.",
    events: [{ due: "in 3 days" }],
    wrong: `messageTemplate: 'Due {{default (date due "D MMM") "some day"}}'`,
    right: 'messageTemplate: "Due {{due}}"',
    say: "The message shows what the value looks like: letters as `a` and `A`, digits as `9`. [Helpers](helpers.md) says what each can read.",
  },
  template_never_filled: {
    meaning: "No event that comes to an expression fills it.",
    events: [{ title: "Printer on fire" }],
    wrong: 'messageTemplate: "{{title}} {{priority}}"',
    right: `messageTemplate: '{{title}}{{#if priority}} {{priority}}{{/if}}'`,
    say: "The name may be wrong, or the events are few. An expression in a block that no event shows is not looked at.",
  },
  integer_too_long: {
    meaning: "A config reads an integer that a number cannot hold.",
    events: [{ id: LONG, name: "Ann" }],
    wrong: 'messageTemplate: "Order {{id}}"',
    right: 'messageTemplate: "Order of {{name}}"',
    say: "The text of the agent is right: such integers are kept as text. Their order is that of numbers, exactly; `==` with a number compares doubles, so write the other value in quotation marks.",
  },
  condition_field_missing: {
    meaning: "No event has a field that a condition reads, and the events have something like it.",
    events: [{ title: "Printer on fire", resource: { fields: { "System.State": "Ready" } } }],
    wrong: when('{ "==": [{ var: payload.resource.fields.System.State }, Ready] }'),
    right: when('{ "==": [{ var: "payload.resource.fields.[System.State]" }, Ready] }'),
    say: "The hint says what is there: a near name, a key with dots, a text that holds JSON, a list, or the same path without the root of another tool.",
  },
  for_each_list_missing: {
    meaning: "No event has the list of `forEach`.",
    events: [{ messages: [{ subject: "a" }, { subject: "b" }] }],
    wrong: 'forEach: mesages\nmessageTemplate: "{{item.subject}}"',
    right: 'forEach: messages\nmessageTemplate: "{{item.subject}}"',
    say: "An empty list is fine: that event needs no action. If the list is missing from every event, every event is dropped.",
  },
  condition_never_changes: {
    meaning: "A condition gives the same answer for every event.",
    events: [
      { title: "Printer on fire", state: "open" },
      { title: "Lamp out", state: "open" },
    ],
    wrong: when('{ "==": [{ var: payload.state }, open] }'),
    right: "match: { path: example }",
    say: "Either an event is missing that the condition is there for, or the condition says nothing. One event alone proves neither.",
  },
  dedupe_key_shared: {
    meaning: "Different events have one `dedupeKey`, so that only the first of them would run.",
    events: [
      { id: 7, state: "open", title: "Printer on fire" },
      { id: 7, state: "closed", title: "Printer on fire" },
    ],
    wrong: 'dedupeKey: "ticket:{{id}}"',
    right: 'dedupeKey: "ticket:{{id}}:{{state}}"',
    say: "The second event would count as a repeat of the first, and nothing would run for it. Fields that only a new attempt of the sender changes, such as `attempt` or `sentAt`, are not compared. Where one run for both is meant, leave the key as it is.",
  },
  mapping_without_event: {
    meaning: "None of the events is taken by the mapping.",
    level: "mappings",
    events: [{ title: "Printer on fire" }],
    wrong:
      '- match: { path: example }\n  messageTemplate: "{{title}}"\n- match: { path: other }\n  messageTemplate: "{{title}}"',
    right: '- match: { path: example }\n  messageTemplate: "{{title}}"',
    say: "What such a mapping writes is not looked at. Record an event of it with [`hookwright record`](recording.md).",
  },
};
