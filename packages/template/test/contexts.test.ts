// What a name reads where contexts are entered in ways that templates seldom use, with and without a trace.
import { expect, test } from "vitest";
import { renderTemplate, traceTemplate } from "./render.ts";

const own = { payload: { b: "own" }, a: "body" };

test.each([
  [
    "a block parameter that is the payload",
    "{{#with payload as |p|}}{{p.a}}{{/with}}",
    { a: 1 },
    "1",
  ],
  ["`payload` within the payload", "{{#with payload}}{{payload.a}}{{/with}}", { a: 1 }, "1"],
  [
    "`payload` within a body with a key of that name",
    "{{#with this}}{{payload.b}}{{/with}}",
    own,
    "own",
  ],
  [
    "a block parameter that is the payload's own key",
    "{{#with payload as |p|}}{{p.b}} {{p.a}}{{/with}}",
    own,
    "own body",
  ],
  [
    "`payload` within that key",
    "{{#with payload}}{{payload.b}} {{payload.a}}{{/with}}",
    own,
    "own body",
  ],
  [
    "the context of a loop around an element that is equal to it",
    "{{#with a}}{{#each @root.list}}{{../b}}{{/each}}{{/with}}",
    { a: 1, list: [1, 2], b: "top" },
    "top",
  ],
  ["fields beside those of a call", "{{> p payload x=a}}", { a: 1, b: 2 }, "x=1 a=1 b=2"],
  [
    "the payload's own fields in a call",
    "{{> p payload x=a}}",
    { ...own, b: 3 },
    "x=body a=body b=3",
  ],
  [
    "an inline partial that is defined above another",
    '{{#*inline "one"}}1{{a}}{{/inline}}{{#with b}}{{#*inline "two"}}2{{> one}}{{/inline}}{{> two}}{{/with}}',
    { a: "x", b: { a: "y" } },
    "21y",
  ],
  ["a field of an argument of a call", "{{> q x=a}}", { a: { b: { c: "deep" } } }, "deep"],
])("a template reads %s", (_, source, payload, text) => {
  const partials = { p: "x={{x}} a={{a}} b={{b}}", q: "{{#with x}}{{b.c}}{{/with}}" };
  expect(renderTemplate(source, payload, { partials })).toBe(text);
  const traced = traceTemplate(source, payload, { partials });
  expect(traced.text).toBe(text);
  for (const { text: shown, paths } of traced.parts) {
    for (const path of paths ?? []) expect([path, readPath(path, payload)]).toEqual([path, shown]);
  }
});

function readPath(path: string, payload: unknown): string {
  const steps = path.split(".").slice(1);
  return String(steps.reduce((value, step) => Reflect.get(value as object, step), payload));
}
