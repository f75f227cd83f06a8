import { expect, test } from "vitest";
import type { Transforms } from "../base/ports.ts";
import type { Transform } from "../base/transform.ts";
import type { TransformReference } from "../config/mapping.ts";
import { bindTransform } from "./transform.ts";

const PATH = ["hooks", "mappings", 0];
const one: Transform = () => ({ message: "one" });
const two: Transform = () => ({ message: "two" });

function bind(transforms: Transforms, reference: Partial<TransformReference> = {}) {
  return bindTransform({ module: "m.js", lock: [], ...reference }, transforms, PATH);
}

test.each<[string, Transforms]>([
  ["the default export", { "m.js": { default: one, transform: two } }],
  ["the export `transform` where there is no default", { "m.js": { transform: one } }],
  [
    "the export `transform` where the default is no function",
    { "m.js": { default: 5, transform: one } },
  ],
  ["a module that is a function", { "m.js": one }],
  ["module.exports of CommonJS", { "m.js": { default: { transform: one } } }],
  ["a transpiled default", { "m.js": { default: { default: one } } }],
])("bindTransform() takes %s", (_name, transforms) => {
  expect(bind(transforms)).toEqual({ ok: true, transform: one });
});

test("bindTransform() uses the export that the mapping names", () => {
  const named = { export: "toAgent" };
  expect(bind({ "m.js": { default: two, toAgent: one } }, named)).toMatchObject({ transform: one });
  expect(bind({ "m.js": { default: { toAgent: one } } }, named)).toMatchObject({ transform: one });
  expect(bind({ "m.js": one }, named)).toMatchObject({ transform: one });
});

test("bindTransform() does not fall back where the named export is missing", () => {
  expect(bind({ "m.js": { default: one } }, { export: "toAgent" })).toMatchObject({ ok: false });
});

test("bindTransform() ignores inherited properties of modules and tables", () => {
  expect(bind({}, { module: "toString" })).toMatchObject({ ok: false });
  expect(bind({ "m.js": {} }, { export: "toString" })).toMatchObject({ ok: false });
});

test("bindTransform() suggests the nearest module", () => {
  expect(bind({ "n.js": one, "other.js": two })).toEqual({
    ok: false,
    problem: {
      code: "transform_unavailable",
      severity: "error",
      path: ["hooks", "mappings", 0, "transform", "module"],
      message: 'The transform module "m.js" is not available.',
      hint: 'Did you mean "n.js"?',
    },
  });
});

test("bindTransform() says how to pass modules where there are none", () => {
  expect(bind({})).toMatchObject({
    problem: { hint: 'Pass its function: compileHooks(config, { transforms: { "m.js": … } }).' },
  });
});

test("bindTransform() suggests the nearest export", () => {
  const path = [...PATH, "transform"];
  expect(bind({ "m.js": { toAgent: one } }, { export: "toAgnet" })).toEqual({
    ok: false,
    problem: {
      code: "transform_export_missing",
      severity: "error",
      path: [...path, "export"],
      message: 'The transform module "m.js" exports no function "toAgnet".',
      hint: 'Did you mean "toAgent"?',
    },
  });
  expect(bind({ "m.js": { run: one } })).toMatchObject({
    problem: {
      path: [...path, "module"],
      message: 'The transform module "m.js" exports no function "default".',
      hint: "Known: run.",
    },
  });
});

test("bindTransform() says that a module exports no function", () => {
  for (const module of [{}, { default: 5, version: "1" }, undefined, null, 5]) {
    const transforms = { "m.js": module } as unknown as Transforms;
    expect(bind(transforms)).toMatchObject({ problem: { hint: "It exports no function." } });
  }
});
