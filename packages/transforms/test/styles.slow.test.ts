// Modules in the styles that people write, from file to action.
import { compileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { callOf, configOf, contextOf, copyModules, load } from "./support/load-modules.ts";

const STYLES: readonly (string | readonly [string, string])[] = [
  "esm.mjs",
  "esm.js",
  "common.js",
  "common.cjs",
  "compiled.js",
  "typed.ts",
  "typed.mts",
  ["github/issues/opened.js", "issueOpened"],
  "ctx-body.js",
];

test("createTransformLoader() loads ES modules, CommonJS and TypeScript, as the core binds them", async () => {
  const config = configOf(STYLES);
  const { transforms, problems } = await load(copyModules("styles"), config);
  expect(problems).toEqual([]);
  const hooks = compileHooks(config, { transforms });
  for (const style of STYLES) {
    const [module, exported] = typeof style === "string" ? [style] : style;
    const event = { path: `${module} ${exported}`, payload: { text: "hello" } };
    expect(await hooks.resolve(event)).toMatchObject({
      outcome: "action",
      action: {
        kind: "agent",
        message: expect.stringContaining(`${module.split("/").at(-1)}: hello`),
      },
    });
  }
});

test("createTransformLoader() lists the named exports of CommonJS, functions or not", async () => {
  const dir = copyModules("styles");
  const loaded = await load(dir, configOf([["common.js", "shout"], "common.cjs"]));
  expect(await callOf(loaded, "common.js", "shout")(contextOf({ text: "hi" }))).toEqual({
    message: "HI",
  });
  expect(Object.keys(loaded.transforms["common.cjs"] as object)).toEqual([
    "default",
    "transform",
    "version",
  ]);
  expect(loaded.transforms["common.cjs"]).toMatchObject({ default: null, version: null });
});

test("createTransformLoader() gives two mappings of one file their own functions in the same workers", async () => {
  const dir = copyModules("styles");
  const module = "github/issues/opened.js";
  const config = configOf([
    [module, "issueOpened"],
    [module, "issueClosed"],
  ]);
  const { transforms } = await load(dir, config);
  const hooks = compileHooks(config, { transforms });
  const messages = ["issueOpened", "issueClosed"].map(async (exported) =>
    hooks.resolve({ path: `${module} ${exported}`, payload: { text: "7" } }),
  );
  expect(await Promise.all(messages)).toMatchObject([
    { action: { message: expect.stringContaining("opened.js: 7") } },
    { action: { message: expect.stringContaining("closed: 7") } },
  ]);
});

test("createTransformLoader() distinguishes null and undefined, and passes on `action` unchanged", async () => {
  const config = configOf([
    ...["action-for-kind.js", "action-null.js"],
    ...(["handled", "unchanged"] as const).map((name) => ["nothing.js", name] as const),
  ]);
  const { transforms } = await load(copyModules("styles"), config);
  const hooks = compileHooks(config, { transforms });
  const resolve = async (path: string) => hooks.resolve({ path, payload: { text: "t" } });
  expect(await resolve("action-for-kind.js undefined")).toMatchObject({
    action: { kind: "wake", parts: [{ text: "action-for-kind.js: t" }] },
  });
  expect(await resolve("action-null.js undefined")).toMatchObject({ outcome: "handled" });
  expect(await resolve("nothing.js handled")).toMatchObject({ outcome: "handled" });
  // The mapping has no text that could remain.
  expect(await resolve("nothing.js unchanged")).toMatchObject({ refusal: { code: "empty_text" } });
});

test("createTransformLoader() warns of a module that expects the bare body, at start and when it fails", async () => {
  const config = configOf(["bare-body.js"]);
  const loaded = await load(copyModules("styles"), config);
  expect(loaded.problems).toEqual([
    {
      code: "transform_bare_payload",
      severity: "warning",
      path: ["hooks", "mappings", 0, "transform", "module"],
      message:
        'The transform module "bare-body.js" reads issue, sender from its argument, but the function gets an object with payload.',
      hint: "Write ({ payload }) => … and read payload.issue; beside payload there are headers, query, path, url and now.",
    },
  ]);
  const hooks = compileHooks(config, { transforms: loaded.transforms });
  expect(await hooks.resolve({ path: "bare-body.js undefined", payload: {} })).toMatchObject({
    outcome: "refused",
    refusal: {
      code: "transform_failed",
      detail: expect.stringMatching(
        /threw TypeError: .*reading 'title'.* \(.*bare-body\.js:2:\d+\); the function gets an object with payload/,
      ),
    },
  });
});

test("createTransformLoader() loads no module for a name that the caller provides", async () => {
  const { transforms, problems } = await load(copyModules("styles"), configOf(["my-own"]), {
    provided: ["my-own"],
  });
  expect({ transforms, problems }).toEqual({ transforms: {}, problems: [] });
});

test.each([
  null,
  7,
  {},
  { hooks: {} },
  { hooks: { mappings: {} } },
  { hooks: { mappings: [null, {}, { transform: "x.js" }, { transform: { module: 5 } }] } },
  { hooks: { mappings: [{ transform: { module: " " } }], transformsDir: 5 } },
])("createTransformLoader() finds nothing in %j", async (config) => {
  const loaded = await load("/", config as object);
  expect(loaded).toMatchObject({ transforms: {}, problems: [], files: [] });
});
