// @ts-check
// Templates of Jinja, Twig and Nunjucks (Home Assistant, Ansible) → the same here.

/** @type {import("./sample.mjs").Engine} */
export const JINJA = {
  title: "Jinja, Twig, Nunjucks",
  rows: [
    { original: "{{ user.name }}", ours: "{{user.name}}", text: "Ann" },
    { original: "{{ user['first name'] }}", ours: "{{user.[first name]}}", text: "Ann" },
    { original: "{{ state | upper }}", ours: "{{upper state}}", text: "OPEN" },
    { original: "{{ title | truncate(10) }}", ours: "{{truncate title 10}}", text: "Order 104…" },
    { original: '{{ note | default("none") }}', ours: '{{default note "none"}}', text: "none" },
    { original: '{{ labels | join(", ") }}', ours: '{{join labels ", "}}', text: "new, paid" },
    { original: "{{ labels | first | upper }}", ours: "{{upper (first labels)}}", text: "NEW" },
    { original: "{{ items | length }}", ours: "{{length items}}", text: "2" },
    {
      original: '{{ items | map(attribute="id") | join(", ") }}',
      ours: '{{join (pluck items "id") ", "}}',
      text: "a1, b2",
    },
    {
      original: '{{ items | selectattr("state", "eq", "open") | list | length }}',
      ours: '{{count items by="state" eq="open"}}',
      text: "1",
    },
    {
      original: '{{ title | replace("Order", "No.") }}',
      ours: '{{replace title "Order" "No."}}',
      text: "No. 1042 is paid",
    },
    { original: "{{ body | striptags }}", ours: "{{stripHtml body}}", text: "Hi Ann" },
    { original: "{{ labels | tojson }}", ours: "{{json labels}}", text: '["new","paid"]' },
    { original: '{{ "%.2f" | format(total) }}', ours: "{{number total digits=2}}", text: "19.50" },
    {
      original: '{{ as_datetime(createdAt).strftime("%Y-%m-%d") }}',
      ours: '{{date createdAt "YYYY-MM-DD"}}',
      text: "2026-01-01",
    },
    {
      original: "{{ 'draft' if draft else 'ready' }}",
      ours: "{{#if draft}}draft{{else}}ready{{/if}}",
      text: "ready",
    },
    {
      original: "{% if draft %}draft{% elif approved %}approved{% else %}waiting{% endif %}",
      ours: "{{#if draft}}draft{{else if approved}}approved{{else}}waiting{{/if}}",
      text: "approved",
    },
    {
      original: '{% if state == "open" and not draft %}go{% endif %}',
      ours: '{{#if (and (eq state "open") (not draft))}}go{{/if}}',
      text: "go",
    },
    {
      original: '{% if state in ["open", "new"] %}go{% endif %}',
      ours: '{{#if (in state "open" "new")}}go{{/if}}',
      text: "go",
    },
    {
      original: "{% for item in items %}{{ loop.index }}. {{ item.id }} {% endfor %}",
      ours: "{{#each items}}{{add @index 1}}. {{id}} {{/each}}",
      text: "1. a1 2. b2 ",
    },
    { original: "{# not shown #}", ours: "{{! not shown }}", text: "" },
  ],
  notes: [
    "A filter is a helper that stands first: `x | f(y)` is `{{f x y}}`. A filter behind a filter goes around it, in parentheses.",
    '`truncate` counts the ellipsis, and its ellipsis is one character; `ellipsis="..."` takes another.',
    "`{% set %}` does not exist. Write the expression where it is used, or `{{#with …}}`.",
    "Macros and includes are [partials](templates.md#partials).",
  ],
};
