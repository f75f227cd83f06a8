import { expect, test } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";
import { builtInHelpers } from "../helpers/index.ts";
import { createCallTable, createNearTable, normalizeName } from "./calls.ts";
import { hintHelper } from "./hint-helper.ts";

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
])("F3 hintHelper() names for %s at most five helpers", (name, hint) => {
  expect(hintHelper(name, known)).toBe(hint);
});

test("F3 hintHelper() never names more than five helpers, and only those that there are", () => {
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

test("the table of calls names helpers that exist, and normalized names of others", () => {
  for (const [name, shapes] of createCallTable()) {
    for (const { helper } of shapes) {
      expect([helper, helper === "" || builtInHelpers.has(helper)]).toEqual([helper, true]);
    }
    expect(normalizeName(name)).toBe(name);
  }
  for (const [name, helpers] of createNearTable()) {
    expect([name, helpers.every((helper) => builtInHelpers.has(helper))]).toEqual([name, true]);
    expect(normalizeName(name)).toBe(name);
  }
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
  const followed = /(?:write|here is) "(\{\{\[?.*?\}\})"/.exec(hint)?.[1];
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
