// @ts-check
// Templates of Go, with the functions of Sprig (Alertmanager, Grafana, Helm, Argo) → the same here.

/** @type {import("./sample.mjs").Engine} */
export const GO = {
  title: "Go templates (Alertmanager, Grafana, Helm)",
  rows: [
    { original: "{{ .user.name }}", ours: "{{user.name}}", text: "Ann" },
    { original: '{{ index .user "first name" }}', ours: "{{user.[first name]}}", text: "Ann" },
    { original: "{{ (index .items 0).id }}", ours: "{{items[0].id}}", text: "a1" },
    { original: "{{ len .items }}", ours: "{{length items}}", text: "2" },
    { original: "{{ .state | toUpper }}", ours: "{{upper state}}", text: "OPEN" },
    { original: '{{ .note | default "none" }}', ours: '{{default note "none"}}', text: "none" },
    { original: '{{ join ", " .labels }}', ours: '{{join labels ", "}}', text: "new, paid" },
    {
      original: "{{ trunc 10 .title }}",
      ours: '{{truncate title 10 ellipsis=""}}',
      text: "Order 1042",
    },
    { original: '{{ printf "%.2f" .total }}', ours: "{{number total digits=2}}", text: "19.50" },
    { original: "{{ .labels | toJson }}", ours: "{{json labels}}", text: '["new","paid"]' },
    {
      original: '{{ .createdAt.Format "2006-01-02 15:04" }}',
      ours: '{{date createdAt "YYYY-MM-DD HH:mm"}}',
      text: "2026-01-01 09:30",
    },
    {
      original: "{{ if .draft }}draft{{ else if .approved }}approved{{ end }}",
      ours: "{{#if draft}}draft{{else if approved}}approved{{/if}}",
      text: "approved",
    },
    {
      original: '{{ if and (eq .state "open") (not .draft) }}go{{ end }}',
      ours: '{{#if (and (eq state "open") (not draft))}}go{{/if}}',
      text: "go",
    },
    {
      original: "{{ range .items }}{{ .id }} {{ end }}",
      ours: "{{#each items}}{{id}} {{/each}}",
      text: "a1 b2 ",
    },
    {
      original: "{{ range $i, $item := .items }}{{ $i }}: {{ $item.id }} {{ end }}",
      ours: "{{#each items as |item i|}}{{i}}: {{item.id}} {{/each}}",
      text: "0: a1 1: b2 ",
    },
    {
      original: "{{ range .items }}{{ $.title }} {{ end }}",
      ours: "{{#each items}}{{@root.title}} {{/each}}",
      text: "Order 1042 is paid Order 1042 is paid ",
    },
    {
      original: "{{ with .user }}{{ .name }}{{ end }}",
      ours: "{{#with user}}{{name}}{{/with}}",
      text: "Ann",
    },
    { original: "{{- .state -}}", ours: "{{~state~}}", text: "open" },
    { original: "{{/* not shown */}}", ours: "{{! not shown }}", text: "" },
  ],
  notes: [
    "The dot at the beginning is left out, and every block is closed by its own name: `{{/if}}`, `{{/each}}`, `{{/with}}`.",
    "Inside `{{#each}}` and `{{#with}}` a plain name is a field of the element; `../title` leads out of the block.",
    "Variables (`$x := …`) do not exist beside the names behind `as`.",
    '`{{ template "x" . }}` is a [partial](templates.md#partials): `{{> x}}`.',
  ],
};
