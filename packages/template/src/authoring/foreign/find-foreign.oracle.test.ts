// Law: a template of another engine that a machine may rewrite renders, for every event that holds what it
// names, what that engine renders.
import fc from "fast-check";
import { Liquid } from "liquidjs";
import nunjucks from "nunjucks";
import { describe, expect, test } from "vitest";
import { renderTemplate } from "../../../test/render.ts";
import { findForeign } from "./find-foreign.ts";

/** What replaces the foreign pieces; undefined if no machine may write it. */
function rewrite(source: string): string | undefined {
  let text = "";
  let at = 0;
  for (const piece of findForeign(source)) {
    if (piece.text === undefined || piece.isGuess === true) return undefined;
    text += source.slice(at, piece.start) + piece.text;
    at = piece.end;
  }
  return text + source.slice(at);
}

interface Event {
  readonly [field: string]: unknown;
}

/** Letters of which none is more than one code unit; what is empty differs among all engines. */
const words = fc
  .array(fc.constantFrom("Ann", "böse", "a/b", "x, y", "OPEN", "fix it", "7 of 9", "<b>"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((all) => all.join(" "));

const numbers = fc.integer({ min: 1, max: 5_000 });

const elements = fc.record({ name: words, state: fc.constantFrom("open", "closed"), n: numbers });

const events: fc.Arbitrary<Event> = fc.record({
  title: words,
  name: words,
  ref: fc.constantFrom("refs/heads/main", "refs/tags/v1.2"),
  state: fc.constantFrom("open", "closed"),
  n: numbers,
  m: numbers,
  yes: fc.constant(true),
  no: fc.constant(false),
  at: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString().replace(/\.\d+Z$/, "Z")),
  user: fc.record({ login: words, site: fc.record({ name: words }) }),
  items: fc.array(elements, { minLength: 1, maxLength: 4 }),
  labels: fc.array(words, { minLength: 1, maxLength: 4 }),
});

const liquid = new Liquid({ timezoneOffset: 0 });
const jinja = new nunjucks.Environment(null, {
  autoescape: false,
  trimBlocks: true,
  lstripBlocks: true,
});

const JS_NAMES = "title name ref state n m yes no at user items labels".split(" ");

/** Each inside of a tag is JavaScript. */
function renderJs(source: string, event: Event): string {
  return source.replace(/\{\{(.*?)\}\}/g, (_, inner: string) => {
    const call = new Function(...JS_NAMES, `return (${inner});`);
    return String(call(...JS_NAMES.map((name) => event[name])));
  });
}

const ENGINES = {
  liquid: (source: string, event: Event): string => liquid.parseAndRenderSync(source, event),
  jinja: (source: string, event: Event): string => jinja.renderString(source, { ...event }),
  js: renderJs,
};

type Engine = keyof typeof ENGINES;

/** Written, and rewritten without a person. */
const REWRITTEN: Readonly<Record<Engine, readonly string[]>> = {
  liquid: [
    "{{ title | upcase }} {{ title | downcase | strip }} {{ user.login | capitalize }}",
    "{{ title | truncate: 8 }} {{ title | truncate: 9, '..' }} {{ title | truncate: 12, '' }}",
    "{{ title | replace: ' ', '-' }} {{ title | remove: 'it' }} {{ title | replace: 'Ann', n }}",
    "{{ title | size }} {{ items | size }} {{ title | slice: 0, 4 }}",
    "{{ labels | join: ', ' }} {{ labels | first }} {{ labels | last }} {{ labels | uniq | join: '/' }}",
    '{{ items | map: "name" | join: ", " }} {{ items | map: "name" }} {{ items | map: "name" | size }}',
    '{{ items | where: "state", "open" | map: "name" | join: "; " }}',
    '{{ items | where: "state", "open" | size }} {{ items | sum: "n" }}',
    "{{ title | default: 'none' }} {{ gone | default: 'none' }} {{ user.gone | default: user.login }}",
    "{{ n | plus: 2 }} {{ n | minus: m }} {{ n | times: 3 }} {{ n | round: 1 }}",
    "{{ at | date: '%Y-%m-%d %H:%M:%S' }} {{ at | date: '%b %-d, %Y' }}",
    "{{ user | json }} {{ items | json }}",
    "{% if state == 'open' %}a{% elsif n > 100 %}b{% else %}c{% endif %}",
    "{% unless state == 'open' %}a{% else %}b{% endunless %} {% if title contains 'fix' %}c{% endif %}",
    "{% if no %}a{% else %}b{% endif %}{% if yes and state != 'open' %}c{% endif %}",
    "{% for item in items %}{{ forloop.index }}. {{ item.name | upcase }} {{ title }}\n{% endfor %}",
    "{% for item in items %}{% if item.state == state %}{{ item.n }}{% unless forloop.last %}, {% endunless %}{% endif %}{% endfor %}",
    "{% if gone == nil %}a{% endif %}{% if title != blank %}b{% endif %}{%- if n >= m -%} c {%- endif %}",
  ],
  jinja: [
    "{{ title | upper }} {{ title|lower|trim }} {{ title | capitalize }} {{ title | safe }}",
    "{{ title | replace(' ', '-') }} {{ labels | join(', ') }} {{ labels | first }} {{ labels|last }}",
    "{{ title | length }} {{ items|length }} {{ user.gone | default('none') }} {{ gone | default(title) }}",
    "{{ gone or title }} {{ no or n }} {{ yes and title }} {{ title and state }}",
    "{{ no | default('a', true) }} {{ title | default('a', true) }}",
    "{{ '#' ~ n ~ ' ' ~ title }} {{ n - m }} {{ n * 3 }}",
    "{{ 'yes' if state == 'open' else 'no' }} {{ title if n > 100 }}",
    "{% if state == 'open' %}a{% elif n > 100 %}b{% else %}c{% endif %}",
    "{% if not no and state in ['open', 'x'] %}a{% endif %}{% if 'fix' in title %}b{% endif %}",
    "{% if gone is defined %}a{% else %}b{% endif %}{% if title is defined %}c{% endif %}{% if gone is none or gone is not defined %}d{% endif %}",
    "{% for item in items %}{{ loop.index }}/{{ loop.index0 }} {{ item.name }} {{ title }}\n{% endfor %}",
    "{% for item in items %}{% for l in labels %}{{ item.n }}{{ l | upper }}{% if loop.first %}!{% endif %}{% endfor %}{% endfor %}",
    "{% for item in gone %}{{ item }}{% else %}none{% endfor %}",
    "{{ user | dump }} {{ items | dump }}",
    "a\n{% if yes %}\n  b {{ title | upper }}\n{% endif %}\nc",
  ],
  js: [
    "{{title.toUpperCase()}} {{title.trim().toLowerCase()}} {{user?.login}}",
    "{{title.replaceAll(' ', '-')}} {{title.slice(0, 4)}} {{title.substring(1, 3)}} {{title.slice(1)}}",
    "{{JSON.stringify(user)}} {{JSON.stringify(items)}} {{JSON.stringify(title)}}",
    "{{labels.join(', ')}} {{labels.length}} {{title.split(' ').length}} {{ref.split('/')}}",
    "{{user.gone ?? title}} {{no || n}} {{title || 'x'}} {{yes && title}} {{no && title}}",
    "{{state === 'open' ? 'a' : 'b'}} {{n > 100 ? title : 'few'}} {{(!no) ? 1 : 2}}",
    "{{'#' + n + ' ' + title}} {{n - m}} {{n * 3}} {{n + 1}}",
    "{{title.includes('fix') ? 'a' : 'b'}} {{ref.startsWith('refs/tags/') ? 'tag' : 'branch'}} {{labels.includes(title) ? 1 : 0}}",
    "{{ref.split('/').join('.')}} {{title.toString()}} {{n.toString()}}",
  ],
};

const GO_EVENT: Event = {
  title: "Fix it",
  state: "open",
  n: 5,
  yes: true,
  no: false,
  labels: ["bug", "ci"],
  user: { login: "ann" },
  items: [
    { name: "a", state: "open" },
    { name: "b", state: "closed" },
  ],
};

/** What Go 1.19 renders for it with `text/template`: npm has no such engine. */
test.each([
  ["{{.title}} {{.user.login}}", "Fix it ann"],
  ['{{if eq .state "open"}}a{{else if .no}}b{{else}}c{{end}}', "a"],
  [
    '{{if and .yes (ne .state "closed")}}a{{end}}{{if not .no}}b{{end}}{{if or .no .yes}}c{{end}}',
    "abc",
  ],
  ["{{range .items}}{{.name}} {{$.title}}; {{end}}", "a Fix it; b Fix it; "],
  ["{{range $i, $x := .items}}{{$i}} {{$x.name}} {{.state}}; {{end}}", "0 a open; 1 b closed; "],
  ["{{range $x := .labels}}{{$x}},{{else}}none{{end}}", "bug,ci,"],
  ["{{range .none}}{{.}}{{else}}none{{end}}", "none"],
  ["{{with .user}}{{.login}}{{end}}{{with .none}}x{{else}}y{{end}}", "anny"],
  ["{{len .items}} {{len .title}} {{index .labels 1}}", "2 6 ci"],
  ["{{range .labels}}{{.}} {{end}}", "bug ci "],
  ["{{- if gt (len .items) 1 -}} many {{- end -}}", "many"],
  ['{{if .title}}{{range .items}}{{if eq .state "open"}}{{.name}}{{end}}{{end}}{{end}}', "a"],
  ["{{or .no .title}} {{and .yes .title}} {{not .yes}}", "Fix it Fix it false"],
  ["{{if .yes}}{{if ge 2 1}}a{{end}}{{if le 2 1}}b{{end}}{{end}}", "a"],
])("findForeign() gives for %s of Go a template that renders the same", (source, rendered) => {
  expect(renderTemplate(rewrite(source) as string, GO_EVENT)).toBe(rendered);
});

/** Our words only come near, or we have none: a person decides. */
const LEFT: readonly string[] = [
  // Without quotation marks, it is a field of the event
  "{{ labels | map: name | join: ', ' }}",
  "{{ items | where: state, 'open' }}",
  "{{ items | sum: n }}",
  // The engines differ, or ours has another rule
  "{{ labels | join }}",
  "{{ title | truncate }}",
  "{{ title | truncate(20) }}",
  "{{ title | truncate: n }}",
  "{{ title | truncate: 2 }}",
  "{{ title | split: ' ' | last }}",
  "{{ items | sort: 'name' }}",
  "{{ labels | unique }}",
  "{{ labels | map('upper') | join(', ') }}",
  "{{ items | where: 'n', '5' }}",
  "{{ items | where: 'state' }}",
  "{{ n | divided_by: 2 }}",
  "{{ n / 2 }}",
  "{{ n | round }}",
  "{{ n + m }}",
  "{{ title | escape }}",
  "{{ title | strip_html }}",
  "{{ user | tojson }}",
  "{{ n | pluralize }}",
  "{{ n | filesizeformat }}",
  "{{title.replace('a', 'b')}}",
  "{{n.toFixed(2)}}",
  "{{n.toLocaleString()}}",
  "{{title.substring(3, 1)}}",
  "{{labels.sort().join(', ')}}",
  "{{ at | timeago }}",
  "{{ title is string }}",
  "{{ title | replace: '', 'x' }}",
  // Calls with a dot, which are not paths
  "{{Math.round n}}",
  "{{Math.round(n)}}",
  "{{title.toUpperCase x}}",
  "{{user.login title}}",
  // A part of a block has no words here, or names what is not there
  "{% for item in items reversed %}{{ item.name | upcase }}{% endfor %}",
  "{% for item in items %}{% if loop.length > 1 %}{{ item.name }}{% endif %}{% endfor %}",
  "{% if yes %}{% set x = title %}{{ x | upper }}{% endif %}",
  "{% assign t = title | upcase %}{{ t | downcase }}",
  "{% for item in items %}{{ item.n | divided_by: 2 }}{% endfor %}",
  "{% if yes and no or state %}a{% endif %}",
];

test.each(LEFT)("findForeign() leaves %s to a person", (source) => {
  expect(rewrite(source) ?? source).toBe(source);
});

test("findForeign() makes of JSON.stringify without parentheses the call of our helper", () => {
  expect(rewrite("{{JSON.stringify user}} {{JSON.parse title}}")).toBe(
    "{{json user}} {{parseJson title}}",
  );
});

/** Empty lines around tags that are alone on a line depend on the settings of an engine. */
const withoutEmptyLines = (text: string): string => text.replace(/\n\s*\n/g, "\n").trim();

describe.each(Object.keys(REWRITTEN) as Engine[])("findForeign() of %s", (engine) => {
  test.each(REWRITTEN[engine])("gives a template that renders the same for %s", (source) => {
    const ours = rewrite(source);
    expect(ours).not.toBe(undefined);
    expect(ours).not.toBe(source);
    fc.assert(
      fc.property(events, (event) => {
        const rendered = renderTemplate(ours as string, event);
        expect(withoutEmptyLines(rendered)).toBe(withoutEmptyLines(ENGINES[engine](source, event)));
      }),
      { numRuns: 40 },
    );
  });
});
