// @ts-check
// Expressions of n8n, and of JavaScript's template literals → the same here.

/** @type {import("./sample.mjs").Engine} */
export const N8N = {
  title: "n8n and JavaScript",
  rows: [
    { original: "{{ $json.body.title }}", ours: "{{title}}", text: "Order 1042 is paid" },
    { original: '{{ $json.body.user["first name"] }}', ours: "{{user.[first name]}}", text: "Ann" },
    { original: '{{ $json.headers["x-event"] }}', ours: "{{headers.x-event}}", text: "order.paid" },
    { original: "{{ $json.query.team }}", ours: "{{query.team}}", text: "ops" },
    { original: "{{ $json.body.items[0].id }}", ours: "{{items[0].id}}", text: "a1" },
    { original: "{{ $json.body.items.length }}", ours: "{{items.length}}", text: "2" },
    { original: '{{ $json.body.note ?? "none" }}', ours: '{{default note "none"}}', text: "none" },
    { original: "{{ $json.body.state.toUpperCase() }}", ours: "{{upper state}}", text: "OPEN" },
    {
      original: "{{ $json.body.title.slice(0, 10) }}",
      ours: "{{slice title 0 10}}",
      text: "Order 1042",
    },
    {
      original: '{{ $json.body.title.replaceAll("Order", "No.") }}',
      ours: '{{replace title "Order" "No."}}',
      text: "No. 1042 is paid",
    },
    {
      original: '{{ $json.body.labels.join(", ") }}',
      ours: '{{join labels ", "}}',
      text: "new, paid",
    },
    {
      original: '{{ $json.body.items.map(i => i.id).join(", ") }}',
      ours: '{{join (pluck items "id") ", "}}',
      text: "a1, b2",
    },
    {
      original: '{{ $json.body.items.filter(i => i.state === "open").length }}',
      ours: '{{count items by="state" eq="open"}}',
      text: "1",
    },
    {
      original: '{{ $json.body.labels.includes("paid") ? "paid" : "due" }}',
      ours: '{{#if (contains labels "paid")}}paid{{else}}due{{/if}}',
      text: "paid",
    },
    {
      original: "{{ $json.body.total.toFixed(2) }}",
      ours: "{{number total digits=2}}",
      text: "19.50",
    },
    { original: "{{ $json.body.total * 2 }}", ours: "{{multiply total 2}}", text: "39" },
    {
      original: "{{ JSON.stringify($json.body.labels) }}",
      ours: "{{json labels}}",
      text: '["new","paid"]',
    },
    {
      original: '{{ $now.toFormat("yyyy-MM-dd") }}',
      ours: '{{date now "YYYY-MM-DD"}}',
      text: "2026-01-02",
    },
    { original: "${payload.title}", ours: "{{title}}", text: "Order 1042 is paid" },
    { original: "{user.name}", ours: "{{user.name}}", text: "Ann" },
  ],
  notes: [
    "The Webhook node puts the body into `$json.body`; here the body is what plain names read.",
    "Nothing of JavaScript runs in a template: no operators, no methods, no arrow functions. There are [helpers](helpers.md), and [transform modules](transforms.md) for code of your own.",
    "What an IF or Switch node decides is a [condition](conditions.md) of a mapping: one mapping for each branch.",
  ],
};
