// @ts-check
// Templates of Liquid (Shopify, Jekyll, Zapier's and Customer.io's) → the same here.

/** @type {import("./sample.mjs").Engine} */
export const LIQUID = {
  title: "Liquid",
  rows: [
    { original: "{{ user.name }}", ours: "{{user.name}}", text: "Ann" },
    { original: "{{ state | upcase }}", ours: "{{upper state}}", text: "OPEN" },
    { original: "{{ state | capitalize }}", ours: "{{capitalize state}}", text: "Open" },
    { original: "{{ title | truncate: 10 }}", ours: "{{truncate title 10}}", text: "Order 104…" },
    { original: '{{ note | default: "none" }}', ours: '{{default note "none"}}', text: "none" },
    { original: '{{ labels | join: ", " }}', ours: '{{join labels ", "}}', text: "new, paid" },
    { original: "{{ items | size }}", ours: "{{length items}}", text: "2" },
    { original: "{{ items.first.id }}", ours: "{{items[0].id}}", text: "a1" },
    {
      original: '{{ items | map: "id" | join: ", " }}',
      ours: '{{join (pluck items "id") ", "}}',
      text: "a1, b2",
    },
    {
      original: '{{ items | where: "state", "open" | size }}',
      ours: '{{count items by="state" eq="open"}}',
      text: "1",
    },
    {
      original: '{{ title | replace: "Order", "No." }}',
      ours: '{{replace title "Order" "No."}}',
      text: "No. 1042 is paid",
    },
    {
      original: '{{ title | remove: " is paid" }}',
      ours: '{{replace title " is paid" ""}}',
      text: "Order 1042",
    },
    {
      original: '{{ title | split: " " | last }}',
      ours: '{{last (split title " ")}}',
      text: "paid",
    },
    { original: "{{ body | strip_html }}", ours: "{{stripHtml body}}", text: "Hi Ann" },
    { original: "{{ total | plus: 1 }}", ours: "{{add total 1}}", text: "20.5" },
    {
      original: "{{ total | times: 100 | money }}",
      ours: '{{money (multiply total 100) "EUR"}}',
      text: "19.50 EUR",
    },
    {
      original: '{{ createdAt | date: "%d.%m.%Y" }}',
      ours: '{{date createdAt "DD.MM.YYYY"}}',
      text: "01.01.2026",
    },
    {
      original: '{% if state == "open" %}go{% elsif draft %}draft{% else %}stop{% endif %}',
      ours: '{{#if (eq state "open")}}go{{else if draft}}draft{{else}}stop{{/if}}',
      text: "go",
    },
    {
      original: "{% unless draft %}ready{% endunless %}",
      ours: "{{#unless draft}}ready{{/unless}}",
      text: "ready",
    },
    {
      original: '{% case state %}{% when "open" %}to do{% else %}done{% endcase %}',
      ours: '{{choose state open="to do" default="done"}}',
      text: "to do",
    },
    {
      original: "{% for item in items limit:1 %}{{ item.id }}{% endfor %}",
      ours: "{{#each (first items 1)}}{{id}}{{/each}}",
      text: "a1",
    },
    { original: "{% comment %}not shown{% endcomment %}", ours: "{{! not shown }}", text: "" },
  ],
  notes: [
    "A filter is a helper that stands first: `x | f: y` is `{{f x y}}`. A filter behind a filter goes around it, in parentheses.",
    "`{{ title }}` of an empty list or `0`: Liquid counts both as true, and `{{#if}}` counts both as false. `{{#if total includeZero=true}}` takes 0 as true.",
    "`{% assign %}` and `{% capture %}` do not exist. Write the expression where it is used, or `{{#with …}}`.",
  ],
};
