// The same cases → real Handlebars: what we claim of it, where we agree and where we do not, is so.
import Handlebars from "handlebars";
import { describe, expect, it } from "vitest";
import type { Deviation, LanguageCase } from "./case.ts";
import { ownHelpers } from "./helpers.ts";
import { conformingFiles, deviations } from "./read-cases.ts";

for (const [file, cases] of conformingFiles) {
  describe(`Handlebars agrees on ${file}`, () => {
    for (const one of cases) it(one.name, () => expect(renderTheirs(one)).toBe(one.text));
  });
}

describe("Handlebars renders another text", () => {
  for (const one of deviations) it(one.name, () => expectDeviation(one));
});

function expectDeviation(one: Deviation): void {
  const noEscape = one.escape !== true;
  expect(one.handlebars).not.toBe(one.text);
  if (one.handlebars === "throws") expect(() => renderTheirs(one, noEscape)).toThrow();
  else expect(renderTheirs(one, noEscape)).toBe(one.handlebars);
}

function renderTheirs({ template, payload, partials = {} }: LanguageCase, noEscape = true): string {
  const environment = Handlebars.create();
  // Its "log" writes to the console.
  environment.log = () => undefined;
  for (const [name, { call }] of Object.entries(ownHelpers)) {
    environment.registerHelper(name, (...all: unknown[]) => {
      const options = all.pop() as Handlebars.HelperOptions;
      return call(all, options.hash);
    });
  }
  const compiled = Object.entries(partials).map(([name, text]) => [
    name,
    environment.compile(text, { noEscape }),
  ]);
  const render = environment.compile(template, { noEscape });
  return render(payload, { partials: Object.fromEntries(compiled) });
}
