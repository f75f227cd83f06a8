import { expect, test } from "vitest";
import { plan as planOf } from "../../compile-hooks.ts";
import { findMisshapen } from "./find-misshapen.ts";
import { planShape } from "./plan-shape.ts";

const made = planOf({
  hooks: {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    partials: { who: "{{user.login}}" },
    mappings: [
      { match: { path: "ci" }, messageTemplate: "{{job}} is {{upper state}} by {{> who}}" },
    ],
  },
});
const text = made.ok ? JSON.stringify(made.plan) : "";

test("findMisshapen() finds nothing in a plan", () => {
  expect(findMisshapen(JSON.parse(text), planShape)).toBe(undefined);
});

test.each<[(plan: Record<string, unknown>) => object, readonly (string | number)[]]>([
  [(plan) => ({ ...plan, mappings: {} }), ["mappings"]],
  [(plan) => ({ ...plan, settings: { enabled: true, path: "/x" } }), ["settings", "maxBodyBytes"]],
  [(plan) => ({ ...plan, partials: [] }), ["partials"]],
  [(plan) => ({ ...plan, partials: { who: "text" } }), ["partials", "who"]],
  [(plan) => ({ ...plan, tokens: [{ path: [-1], secret: "x" }] }), ["tokens", 0, "path", 0]],
  [(plan) => ({ ...plan, queryToken: "yes" }), ["queryToken"]],
])("findMisshapen() names what is of another shape %#", (change, where) => {
  expect(findMisshapen(change(JSON.parse(text)), planShape)).toEqual(where);
});

test("findMisshapen() names the part of a tree that is of another shape", () => {
  const found = findMisshapen(JSON.parse(text.replace('"upper"', "7")), planShape);
  expect(found?.slice(0, 5)).toEqual(["mappings", 0, "text", "program", "body"]);
});
