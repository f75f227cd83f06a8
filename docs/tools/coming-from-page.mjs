// @ts-check
// Templates of other engines, and the same in our language → docs/coming-from.md. Run it with --write after a change.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const pageUrl = new URL("../coming-from.md", import.meta.url);

/** The event that the rows read. */
export const SAMPLE = {
  path: "shop",
  headers: { "x-event": "order.paid" },
  query: { team: "ops" },
  receivedAt: Date.parse("2026-01-02T03:04:05Z"),
  payload: {
    title: "Order 1042 is paid",
    state: "open",
    draft: false,
    approved: true,
    total: 19.5,
    createdAt: "2026-01-01T09:30:00Z",
    user: { name: "Ann", "first name": "Ann" },
    labels: ["new", "paid"],
    items: [
      { id: "a1", state: "open" },
      { id: "b2", state: "sent" },
    ],
    body: "<p>Hi <b>Ann</b></p>",
  },
};

/**
 * Each row has a template of the other engine, the same template here, and the text that it renders from the sample.
 *
 * @type {readonly { title: string, rows: readonly (readonly [string, string, string])[], notes: readonly string[] }[]}
 */
export const ENGINES = [
  {
    title: "Jinja, Twig, Nunjucks",
    rows: [
      ["{{ user.name }}", "{{user.name}}", "Ann"],
      ["{{ user['first name'] }}", "{{user.[first name]}}", "Ann"],
      ["{{ state | upper }}", "{{upper state}}", "OPEN"],
      ["{{ title | truncate(10) }}", "{{truncate title 10}}", "Order 104…"],
      ['{{ note | default("none") }}', '{{default note "none"}}', "none"],
      ['{{ labels | join(", ") }}', '{{join labels ", "}}', "new, paid"],
      ["{{ labels | first | upper }}", "{{upper (first labels)}}", "NEW"],
      ["{{ items | length }}", "{{length items}}", "2"],
      [
        '{{ items | map(attribute="id") | join(", ") }}',
        '{{join (pluck items "id") ", "}}',
        "a1, b2",
      ],
      [
        '{{ items | selectattr("state", "eq", "open") | list | length }}',
        '{{count items by="state" eq="open"}}',
        "1",
      ],
      [
        '{{ title | replace("Order", "No.") }}',
        '{{replace title "Order" "No."}}',
        "No. 1042 is paid",
      ],
      ["{{ body | striptags }}", "{{stripHtml body}}", "Hi Ann"],
      ["{{ labels | tojson }}", "{{json labels}}", '["new","paid"]'],
      ['{{ "%.2f" | format(total) }}', "{{number total digits=2}}", "19.50"],
      [
        '{{ as_datetime(createdAt).strftime("%Y-%m-%d") }}',
        '{{date createdAt "YYYY-MM-DD"}}',
        "2026-01-01",
      ],
      ["{{ 'draft' if draft else 'ready' }}", "{{#if draft}}draft{{else}}ready{{/if}}", "ready"],
      [
        "{% if draft %}draft{% elif approved %}approved{% else %}waiting{% endif %}",
        "{{#if draft}}draft{{else if approved}}approved{{else}}waiting{{/if}}",
        "approved",
      ],
      [
        '{% if state == "open" and not draft %}go{% endif %}',
        '{{#if (and (eq state "open") (not draft))}}go{{/if}}',
        "go",
      ],
      [
        '{% if state in ["open", "new"] %}go{% endif %}',
        '{{#if (in state "open" "new")}}go{{/if}}',
        "go",
      ],
      [
        "{% for item in items %}{{ loop.index }}. {{ item.id }} {% endfor %}",
        "{{#each items}}{{add @index 1}}. {{id}} {{/each}}",
        "1. a1 2. b2 ",
      ],
      ["{# not shown #}", "{{! not shown }}", ""],
    ],
    notes: [
      "A filter is a helper call: `x | f(y)` is `{{f x y}}`. A second filter goes around it, in parentheses.",
      '`truncate` counts its ellipsis, which is one character; `ellipsis="..."` changes it.',
      "`{% set %}` does not exist. Write the expression where it is used, or `{{#with …}}`.",
      "Macros and includes are [partials](templates.md#partials).",
    ],
  },
  {
    title: "Liquid",
    rows: [
      ["{{ user.name }}", "{{user.name}}", "Ann"],
      ["{{ state | upcase }}", "{{upper state}}", "OPEN"],
      ["{{ state | capitalize }}", "{{capitalize state}}", "Open"],
      ["{{ title | truncate: 10 }}", "{{truncate title 10}}", "Order 104…"],
      ['{{ note | default: "none" }}', '{{default note "none"}}', "none"],
      ['{{ labels | join: ", " }}', '{{join labels ", "}}', "new, paid"],
      ["{{ items | size }}", "{{length items}}", "2"],
      ["{{ items.first.id }}", "{{items[0].id}}", "a1"],
      ['{{ items | map: "id" | join: ", " }}', '{{join (pluck items "id") ", "}}', "a1, b2"],
      ['{{ items | where: "state", "open" | size }}', '{{count items by="state" eq="open"}}', "1"],
      [
        '{{ title | replace: "Order", "No." }}',
        '{{replace title "Order" "No."}}',
        "No. 1042 is paid",
      ],
      ['{{ title | remove: " is paid" }}', '{{replace title " is paid" ""}}', "Order 1042"],
      ['{{ title | split: " " | last }}', '{{last (split title " ")}}', "paid"],
      ["{{ body | strip_html }}", "{{stripHtml body}}", "Hi Ann"],
      ["{{ total | plus: 1 }}", "{{add total 1}}", "20.5"],
      ["{{ total | times: 100 | money }}", '{{money (multiply total 100) "EUR"}}', "19.50 EUR"],
      ['{{ createdAt | date: "%d.%m.%Y" }}', '{{date createdAt "DD.MM.YYYY"}}', "01.01.2026"],
      [
        '{% if state == "open" %}go{% elsif draft %}draft{% else %}stop{% endif %}',
        '{{#if (eq state "open")}}go{{else if draft}}draft{{else}}stop{{/if}}',
        "go",
      ],
      ["{% unless draft %}ready{% endunless %}", "{{#unless draft}}ready{{/unless}}", "ready"],
      [
        '{% case state %}{% when "open" %}to do{% else %}done{% endcase %}',
        '{{choose state open="to do" default="done"}}',
        "to do",
      ],
      [
        "{% for item in items limit:1 %}{{ item.id }}{% endfor %}",
        "{{#each (first items 1)}}{{id}}{{/each}}",
        "a1",
      ],
      ["{% comment %}not shown{% endcomment %}", "{{! not shown }}", ""],
    ],
    notes: [
      "A filter is a helper call: `x | f: y` is `{{f x y}}`. A second filter goes around it, in parentheses.",
      "An empty list and `0` are true in Liquid and false in `{{#if}}`. `{{#if total includeZero=true}}` treats 0 as true.",
      "`{% assign %}` and `{% capture %}` do not exist. Write the expression where it is used, or `{{#with …}}`.",
    ],
  },
  {
    title: "Go templates (Alertmanager, Grafana, Helm)",
    rows: [
      ["{{ .user.name }}", "{{user.name}}", "Ann"],
      ['{{ index .user "first name" }}', "{{user.[first name]}}", "Ann"],
      ["{{ (index .items 0).id }}", "{{items[0].id}}", "a1"],
      ["{{ len .items }}", "{{length items}}", "2"],
      ["{{ .state | toUpper }}", "{{upper state}}", "OPEN"],
      ['{{ .note | default "none" }}', '{{default note "none"}}', "none"],
      ['{{ join ", " .labels }}', '{{join labels ", "}}', "new, paid"],
      ["{{ trunc 10 .title }}", '{{truncate title 10 ellipsis=""}}', "Order 1042"],
      ['{{ printf "%.2f" .total }}', "{{number total digits=2}}", "19.50"],
      ["{{ .labels | toJson }}", "{{json labels}}", '["new","paid"]'],
      [
        '{{ .createdAt.Format "2006-01-02 15:04" }}',
        '{{date createdAt "YYYY-MM-DD HH:mm"}}',
        "2026-01-01 09:30",
      ],
      [
        "{{ if .draft }}draft{{ else if .approved }}approved{{ end }}",
        "{{#if draft}}draft{{else if approved}}approved{{/if}}",
        "approved",
      ],
      [
        '{{ if and (eq .state "open") (not .draft) }}go{{ end }}',
        '{{#if (and (eq state "open") (not draft))}}go{{/if}}',
        "go",
      ],
      ["{{ range .items }}{{ .id }} {{ end }}", "{{#each items}}{{id}} {{/each}}", "a1 b2 "],
      [
        "{{ range $i, $item := .items }}{{ $i }}: {{ $item.id }} {{ end }}",
        "{{#each items as |item i|}}{{i}}: {{item.id}} {{/each}}",
        "0: a1 1: b2 ",
      ],
      [
        "{{ range .items }}{{ $.title }} {{ end }}",
        "{{#each items}}{{@root.title}} {{/each}}",
        "Order 1042 is paid Order 1042 is paid ",
      ],
      ["{{ with .user }}{{ .name }}{{ end }}", "{{#with user}}{{name}}{{/with}}", "Ann"],
      ["{{- .state -}}", "{{~state~}}", "open"],
      ["{{/* not shown */}}", "{{! not shown }}", ""],
    ],
    notes: [
      "There is no leading dot, and every block is closed by its own name: `{{/if}}`, `{{/each}}`, `{{/with}}`.",
      "In `{{#each}}` and `{{#with}}`, a plain name is a field of the element; `../title` is outside of the block.",
      "There are no variables (`$x := …`) except names after `as`.",
      '`{{ template "x" . }}` is a [partial](templates.md#partials): `{{> x}}`.',
    ],
  },
  {
    title: "n8n and JavaScript",
    rows: [
      ["{{ $json.body.title }}", "{{title}}", "Order 1042 is paid"],
      ['{{ $json.body.user["first name"] }}', "{{user.[first name]}}", "Ann"],
      ['{{ $json.headers["x-event"] }}', "{{headers.x-event}}", "order.paid"],
      ["{{ $json.query.team }}", "{{query.team}}", "ops"],
      ["{{ $json.body.items[0].id }}", "{{items[0].id}}", "a1"],
      ["{{ $json.body.items.length }}", "{{items.length}}", "2"],
      ['{{ $json.body.note ?? "none" }}', '{{default note "none"}}', "none"],
      ["{{ $json.body.state.toUpperCase() }}", "{{upper state}}", "OPEN"],
      ["{{ $json.body.title.slice(0, 10) }}", "{{slice title 0 10}}", "Order 1042"],
      [
        '{{ $json.body.title.replaceAll("Order", "No.") }}',
        '{{replace title "Order" "No."}}',
        "No. 1042 is paid",
      ],
      ['{{ $json.body.labels.join(", ") }}', '{{join labels ", "}}', "new, paid"],
      [
        '{{ $json.body.items.map(i => i.id).join(", ") }}',
        '{{join (pluck items "id") ", "}}',
        "a1, b2",
      ],
      [
        '{{ $json.body.items.filter(i => i.state === "open").length }}',
        '{{count items by="state" eq="open"}}',
        "1",
      ],
      [
        '{{ $json.body.labels.includes("paid") ? "paid" : "due" }}',
        '{{#if (contains labels "paid")}}paid{{else}}due{{/if}}',
        "paid",
      ],
      ["{{ $json.body.total.toFixed(2) }}", "{{number total digits=2}}", "19.50"],
      ["{{ $json.body.total * 2 }}", "{{multiply total 2}}", "39"],
      ["{{ JSON.stringify($json.body.labels) }}", "{{json labels}}", '["new","paid"]'],
      ['{{ $now.toFormat("yyyy-MM-dd") }}', '{{date now "YYYY-MM-DD"}}', "2026-01-02"],
      ["${payload.title}", "{{title}}", "Order 1042 is paid"],
      ["{user.name}", "{{user.name}}", "Ann"],
    ],
    notes: [
      "The Webhook node puts the body into `$json.body`; here, plain names read the body.",
      "No JavaScript runs in a template: use [helpers](helpers.md), or [transform modules](transforms.md) for your own code.",
      "IF and Switch nodes become [conditions](conditions.md): one mapping for each branch.",
    ],
  },
];

const INTRODUCTION = `# Coming from Jinja, Liquid, Go or n8n

<!-- Made by docs/tools/coming-from-page.mjs. -->

Templates here are [Handlebars](templates.md): \`{{name}}\` is a value, \`{{helper name}}\` a call, \`{{#if name}}…{{/if}}\` a block. Three rules cover most differences:

1. The helper comes first, its arguments follow, separated by spaces: \`{{truncate title 80}}\`.
2. A call inside of a call or an \`if\` has parentheses: \`{{#if (eq state "open")}}\`.
3. A block is closed by its own name: \`{{#each items}}…{{/each}}\`.

A missing value renders an empty string, never an error. The middle column renders the last column with this event:
`;

/** @returns {string} */
export function makePage() {
  const { payload, headers, query } = SAMPLE;
  const event = JSON.stringify({ headers, query, payload }, undefined, 2);
  const sections = ENGINES.map(({ title, rows, notes }) => {
    const lines = rows.map((row) => `| ${row.map(code).join(" | ")} |`);
    const table = ["| there | here | renders |", "|---|---|---|", ...lines].join("\n");
    return `## ${title}\n\n${table}\n\n${notes.map((note) => `- ${note}`).join("\n")}`;
  });
  return `${[INTRODUCTION, `\`\`\`json\n${event}\n\`\`\``, ...sections].join("\n\n").replaceAll(/\n{3,}/g, "\n\n")}\n`;
}

/** A cell of a table. @param {string} text */
function code(text) {
  return text === "" ? "" : `\`${text.trimEnd().replaceAll("|", "\\|")}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, makePage());
}
