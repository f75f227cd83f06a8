// Templates and bodies that are much work for their size.
import { list } from "./list.mjs";

/** @typedef {import("./events.mjs").CostlyEvent} CostlyEvent */

/** @returns {CostlyEvent[]} */
export function templates() {
  const marks = "*_[".repeat(60_000);
  const objects = list(8_000, (index) => ({ a: index, b: `b${index}` }));
  const wide = Object.fromEntries(list(12_000, (index) => [`key${index}`, index]));
  const html = "<b>x</b>".repeat(25_000);
  const each = (/** @type {string} */ inner) => `{{#each e}}${inner}{{/each}}.`;
  const e = list(9_000, () => 1);
  const values = [
    [
      "eq of objects",
      "{{#if (eq @root.v @root.w)}}{{/if}}",
      { v: objects, w: objects.slice(1, 100) },
    ],
    ["JSON as text, compared", "{{#if (eq @root.v 'x')}}{{/if}}", { v: objects }],
    ["JSON with escapes", "{{#if (eq @root.v 'x')}}{{/if}}", { v: ["\u0001".repeat(40_000)] }],
    [
      "JSON of numbers",
      "{{#if (eq @root.v 'x')}}{{/if}}",
      { v: list(10_000, (at) => (at + 0.1) * 1e-300) },
    ],
    ["JSON of a wide object", "{{#if (eq @root.v 'x')}}{{/if}}", { v: wide }],
    [
      "sort",
      "{{#if (sort @root.v)}}{{/if}}",
      { v: list(20_000, (at) => `k${(at * 7919) % 20_011}`) },
    ],
    [
      "sort of long texts",
      "{{#if (sort @root.v)}}{{/if}}",
      { v: list(200, (at) => `${"ä".repeat(500)}${at}`) },
    ],
    ["sort of objects", "{{#if (sort @root.v by='b')}}{{/if}}", { v: objects }],
    ["unique", "{{#if (unique @root.v)}}{{/if}}", { v: list(20_000, (at) => `k${at}`) }],
    ["pluck", "{{#if (pluck @root.v 'b')}}{{/if}}", { v: objects }],
    ["join", "{{#if (join @root.v)}}{{/if}}", { v: list(40_000, () => "a") }],
    ["split by nothing", "{{#if (split @root.v '')}}{{/if}}", { v: "x".repeat(200_000) }],
    ["split", "{{#if (split @root.v 'x')}}{{/if}}", { v: "xy".repeat(100_000) }],
    ["lines", "{{#if (lines @root.v)}}{{/if}}", { v: `${"\n".repeat(200_000)}x` }],
    ["replace", "{{#if (replace @root.v 'x' 'yz')}}{{/if}}", { v: "xy".repeat(100_000) }],
    [
      "contains, the slowest",
      "{{#if (contains @root.v @root.w)}}{{/if}}",
      { v: "a".repeat(150_000), w: `${"a".repeat(80_000)}b` },
    ],
    [
      "contains in a list",
      "{{#if (contains @root.v 'x')}}{{/if}}",
      { v: list(30_000, (at) => at) },
    ],
    ["upper", "{{#if (upper @root.v)}}{{/if}}", { v: "ä".repeat(100_000) }],
    ["length of a text", "{{#if (length @root.v)}}{{/if}}", { v: "😀".repeat(60_000) }],
    ["truncate", "{{#if (truncate @root.v 59990)}}{{/if}}", { v: "😀".repeat(60_000) }],
    ["escapeMarkdown", "{{#if (escapeMarkdown @root.v)}}{{/if}}", { v: marks }],
    [
      "escapeMarkdown of lines",
      "{{#if (escapeMarkdown @root.v)}}{{/if}}",
      { v: "1.\n".repeat(60_000) },
    ],
    [
      "table",
      "{{#if (table @root.v)}}{{/if}}",
      { v: list(4_000, () => ({ a: "| | | |", b: "\n \n \n " })) },
    ],
    ["list", "{{#if (list @root.v)}}{{/if}}", { v: list(20_000, () => "a\nb") }],
    ["quote", "{{#if (quote @root.v)}}{{/if}}", { v: "a\n".repeat(100_000) }],
    ["code", "{{#if (code @root.v)}}{{/if}}", { v: "`a".repeat(100_000) }],
    ["json with indents", "{{#if (json @root.v indent=2)}}{{/if}}", { v: objects.slice(0, 4_000) }],
    ["stripHtml of tags", "{{#if (stripHtml @root.v)}}{{/if}}", { v: html }],
    ["stripHtml of entities", "{{#if (stripHtml @root.v)}}{{/if}}", { v: "&lt;".repeat(50_000) }],
    [
      "htmlToText of links",
      "{{#if (htmlToText @root.v)}}{{/if}}",
      { v: "<a href=x>y".repeat(20_000) },
    ],
    [
      "htmlToText of lists",
      "{{#if (htmlToText @root.v)}}{{/if}}",
      { v: "<ol><li>a".repeat(25_000) },
    ],
    ["stripHtml of breaks", "{{#if (stripHtml @root.v)}}{{/if}}", { v: "<p>x ".repeat(45_000) }],
    [
      "stripHtml of one tag",
      "{{#if (stripHtml @root.v)}}{{/if}}",
      { v: `<a ${"='a'".repeat(45_000)}` },
    ],
    [
      "base64Decode",
      "{{#if (base64Decode @root.v)}}{{/if}}",
      { v: "8J+YgA".repeat(40_000).slice(0, 200_000) },
    ],
    ["urlDecode", "{{#if (urlDecode @root.v)}}{{/if}}", { v: "%41".repeat(80_000) }],
    [
      "urlDecode of single escapes",
      "{{#if (urlDecode @root.v)}}{{/if}}",
      { v: "%41a".repeat(60_000) },
    ],
    ["matches", "{{#if (matches @root.v '(a*)*b')}}{{/if}}", { v: "a".repeat(200_000) }],
    [
      "matches with many states",
      "{{#if (matches @root.v '(a|b)*a(a|b){20}c')}}{{/if}}",
      {
        v: list(20_000, (at) => at.toString(2).replaceAll("0", "a").replaceAll("1", "b")).join(""),
      },
    ],
    ["dates", each("{{#if (date @root.v)}}{{/if}}"), { v: "2026-01-02T03:04:05Z", e }],
    [
      "dates in a zone",
      each("{{#if (date @root.v zone='Asia/Tokyo')}}{{/if}}"),
      { v: 1_760_000_000, e },
    ],
    ["zones", each("{{#if (date @root.v zone=@root.z)}}{{/if}}"), { v: 1, z: "Asia/Tokyo", e }],
    [
      "patterns of dates",
      each("{{#if (date @root.v @root.z)}}{{/if}}"),
      { v: 1, z: "dddd MMMM ".repeat(20), e },
    ],
    ["numbers", each("{{#if (number @root.v digits=20 shift=-20)}}{{/if}}"), { v: 1e-300, e }],
    ["a loop with nothing", each(""), { e }],
    [
      "loops within loops",
      each("{{#each @root.w}}{{/each}}"),
      { w: [1, 2, 3], e: e.slice(0, 3_000) },
    ],
    [
      "a loop with many fields",
      each("{{a}}{{b}}{{c}}{{a}}{{b}}{{c}}{{a}}{{b}}{{c}}"),
      { e: list(8_000, () => ({ a: 1, b: "x", c: true })) },
    ],
    ["partials", each("{{> p this}}"), { e }],
    [
      "partials with a copy of the payload",
      each('{{> p @root n="x"}}'),
      { ...Object.fromEntries(list(5_000, (at) => [`k${at}`, at])), e: e.slice(0, 1_000) },
    ],
    [
      "keys of an object",
      "{{#each v}}{{@key}}{{/each}}",
      { v: Object.fromEntries(list(9_900, (at) => [`k${at}`, 1])) },
    ],
    ["a text that is rendered four times", "{{v}}{{v}}{{v}}{{v}}", { v: "x\u0085".repeat(80_000) }],
  ];
  return values.map(([name, template, payload]) => ({
    name: /** @type {string} */ (name),
    template: /** @type {string} */ (template),
    partials: { p: "{{x}}" },
    payload,
  }));
}
