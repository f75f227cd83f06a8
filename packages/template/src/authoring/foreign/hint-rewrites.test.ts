import { describe, expect, it, test } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";
import { builtInHelpers } from "../../serving/helpers/index.ts";
import { compileDatePattern } from "../../serving/helpers/time.ts";
import { compileTemplate } from "../template.ts";
import { createCallTable, createNearTable } from "./calls.ts";
import { convertDatePattern } from "./convert-date-pattern.ts";
import { hintHelper } from "./hint-helper.ts";

describe("hintRewrites()", () => {
  it.each([
    ["{{JSON.stringify x}}", 'Write "{{json x}}".', "{{json x}}"],
    ["{{string.upper x}}", 'Did you mean "upper"?', undefined],
    [
      "{{lodash.size x}}",
      'The closest is "{{length x}}", which may render another text.',
      undefined,
    ],
    [
      "{{contact.first name}}",
      'The closest is "{{contact.[first name]}}", which may render another text.',
      undefined,
    ],
  ])("looks for the last part of %s, and edits only what is known", (source, hint, text) => {
    const [problem] = compileTemplate(source).problems;
    const { edit } = { edit: undefined, ...problem };
    expect([problem?.hint, edit && (edit as { text: string }).text]).toEqual([hint, text]);
  });

  it("reports a block once, where it begins", () => {
    const { problems } = compileTemplate("a {{if .a}}{{elif .b}}{{upcase c}}{{end}} {{size d}}");
    expect(problems).toMatchObject([
      {
        code: "template_syntax",
        message: '"{{if .a}}" is written as in another template language',
        hint: 'Write "{{#if a}}{{else if b}}{{upper c}}{{/if}}".',
        offset: 2,
      },
      { code: "template_helper_unknown", hint: 'Write "{{length d}}".' },
    ]);
    const { problems: unknown } = compileTemplate("{% if a %}{{upcase b}}{{size c}}{% endif %}");
    expect(unknown).toMatchObject([
      { message: '"{% if a %}" is written as in another template language', offset: 0 },
    ]);
  });

  it("shows the beginning of a long text, and has all of it as data", () => {
    const body = "x".repeat(700);
    const { hint, edit } = problemOfTemplate(`{{#foreach a as b}}${body}{{/foreach}}`);
    expect(hint).toHaveLength(600 + 'Write "…".'.length);
    expect(edit?.text).toBe(`{{#each a as |b|}}${body}{{/each}}`);
  });
});

const known = [...builtInHelpers.keys()];

test.each([
  ["uper", 'Did you mean "upper"?'],
  ["slugify", 'Did you mean "lower" or "replaceMatch"?'],
  ["to_title", 'Did you mean "humanize" or "capitalize"?'],
  ["as_currency", 'Did you mean "money"?'],
  ["myDate", 'Did you mean "date"?'],
  ["upcsae", 'Did you mean "upper"?'],
  ["forEach", 'Did you mean "each"?'],
  ["xyzzy", "Known: default, date, join, truncate, upper and others."],
])("hintHelper() names for %s at most five helpers", (name, hint) => {
  expect(hintHelper(name, known)).toBe(hint);
});

test("hintHelper() never names more than five helpers, and only those that there are", () => {
  for (const name of [
    ...createNearTable().keys(),
    ...createCallTable().keys(),
    "a_b_c",
    "join_sort_first_last_sum_max",
  ]) {
    const names = hintHelper(name, known).match(/"[^"]+"/g) ?? [];
    expect(names.length).toBeLessThanOrEqual(5);
    expect(names.every((one) => known.includes(one.slice(1, -1)))).toBe(true);
  }
});

test("hintHelper() lists all where there are few", () => {
  expect(hintHelper("xyzzy", ["one", "two"])).toBe("Known: one, two.");
  expect(hintHelper("slugify", ["one", "two"])).toBe("Known: one, two.");
});

test("hintHelper() asks whether a field with spaces is meant", () => {
  expect(problemOfTemplate("{{vlqx number}}").hint).toBe(
    'Known: default, date, join, truncate, upper and others. For the field "vlqx number" write "{{[vlqx number]}}".',
  );
  expect(problemOfTemplate("{{vlqx 'number'}}").hint).not.toContain("field");
});

const signed = {
  "Company Name": "a",
  data: {
    "Status@": "b",
    "E-Mail Adresse": "c",
    "Name (first)": "d",
    "Net (EUR)": "e",
    "50%": "f",
    "C#": "g",
    "Q & A": "h",
    "last name": "i",
    "Größe (cm)": "j",
    "First Name": { value: "k" },
    "a/b": "l",
    "Order #": "m",
    "Total (incl. tax)": "n",
  },
  odata: { "@context": "o" },
  "@odata.context": "p",
  "@type": "q",
  "#text": "r",
  "Preis €": "s",
};

test.each([
  ["{{Company Name}}", "a"],
  ["{{data.Status@}}", "b"],
  ["{{data.E-Mail Adresse}}", "c"],
  ["{{data.Name (first)}}", "d"],
  ["{{data.Net (EUR)}}", "e"],
  ["{{data.50%}}", "f"],
  ["{{data.C#}}", "g"],
  ["{{data.Q & A}}", "h"],
  ["{{data.last name}}", "i"],
  ["{{data.Größe (cm)}}", "j"],
  ["{{data.First Name.value}}", "k"],
  ["{{data.Order #}}", "m"],
  ["{{odata.@context}}", "o"],
  ["{{@odata.context}}", "p"],
  ["{{@type}}", "q"],
  ["{{#text}}", "r"],
  ["{{Preis €}}", "s"],
])("the hint for %s names the field in brackets, and renders it when followed", (source, text) => {
  const { hint = "" } = problemOfTemplate(source);
  const followed = /(?:write|closest is) "(\{\{\[?.*?\}\})"/.exec(hint)?.[1];
  expect([hint, followed && renderTemplate(followed, signed)]).toEqual([hint, text]);
});

test.each([
  "{{Upper name}}",
  "{{strings.ToUpper name}}",
  "{{date.Format x}}",
  "{{a.toUpperCase b}}",
])("the hint for %s is about a helper", (source) => {
  expect(problemOfTemplate(source).hint).not.toContain("For the field");
});

const convert = (pattern: string) =>
  convertDatePattern(pattern, (one) => compileDatePattern(one).ok);

test.each([
  ["%Y-%m-%dT%H:%M:%SZ", "YYYY-MM-DDTHH:mm:ss[Z]"],
  ["%A, %-d %B %y at %I:%M %p %z", "dddd, D MMMM YY [at] hh:mm A ZZ"],
  ["%F %T %Z", "YYYY-MM-DD HH:mm:ss [UTC]"],
  ["Mon, 02 Jan 2006 15:04:05 MST", "ddd, DD MMM YYYY HH:mm:ss [UTC]"],
  ["2006-01-02T15:04:05Z07:00", "YYYY-MM-DDTHH:mm:ssZ"],
  ["January 2, 2006 3:04 PM", "MMMM D, YYYY h:mm A"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "YYYY-MM-DDTHH:mm:ss.SSSZ"],
  ["EEEE d MMM yy 'at' h:mm a", "dddd D MMM YY [at] h:mm A"],
  ["d.m.Y H:i", "DD.MM.YYYY HH:mm"],
  ["F jS", undefined],
  ["dddd D MMMM", undefined],
  ["%Q", undefined],
  ["%H ]h[", "HH ][h]["],
])("convertDatePattern() makes of %s %s", (pattern, ours) => {
  expect(convert(pattern)).toBe(ours);
});

it("keeps code, message and position of a tag, and says what to write", () => {
  expect(compileTemplate("a\n{{x | upper}}").problems).toEqual([
    {
      code: "template_syntax",
      message: '"{{x | upper}}" is not a Handlebars expression',
      hint: 'Write "{{upper x}}".',
      line: 2,
      column: 1,
      offset: 2,
      edit: { start: 2, end: 15, text: "{{upper x}}" },
    },
  ]);
});

it("has no edit for what only comes near, and says so", () => {
  const { hint, edit } = problemOfTemplate("{{a | truncate(20)}}");
  expect(hint).toBe(
    'The closest is "{{truncate a 20 ellipsis="..."}}", which may render another text.',
  );
  expect(edit).toBe(undefined);
});
