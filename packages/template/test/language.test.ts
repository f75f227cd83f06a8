// Cases of the language (cases/*.json) → one test each: a template and a payload in, exactly the text out.
import { describe, expect, it, test } from "vitest";
import type { Deviation, LanguageCase } from "./case.ts";
import { helpers } from "./helpers.ts";
import { conformingFiles, deviations } from "./read-cases.ts";
import { problemOfTemplate, type RenderOptions, renderTemplate, traceTemplate } from "./render.ts";

function optionsOf({ partials }: LanguageCase): RenderOptions {
  return {
    headers: { "x-event": "push" },
    query: { q: "1" },
    helpers,
    ...(partials !== undefined && { partials }),
  };
}

function expectText(one: LanguageCase): void {
  const options = optionsOf(one);
  expect(renderTemplate(one.template, one.payload, options)).toBe(one.text);
  // The same walk while explain listens.
  const { parts } = traceTemplate(one.template, one.payload, options);
  expect(parts.map(({ text }) => text).join("")).toBe(one.text);
}

for (const [file, cases] of conformingFiles) {
  describe(`compileTemplate() of ${file}`, () => {
    for (const one of cases) it(one.name, () => expectText(one));
  });
}

describe("compileTemplate() deviates from Handlebars", () => {
  for (const one of deviations) {
    it(one.name, () => {
      if (one.problem === undefined) expectText(one);
      else expect(problemIn(one)).toEqual(one.problem);
    });
  }
});

function problemIn(one: Deviation): Deviation["problem"] {
  const { code, position } = problemOfTemplate(one.template, optionsOf(one));
  return { code, ...position };
}

test("cases of the language have unique names, and deviations have a reason", () => {
  const all = [...conformingFiles.flatMap(([, cases]) => cases), ...deviations];
  const names = all.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(deviations.filter(({ reason }) => !/\w.*\.$/.test(reason))).toEqual([]);
});
