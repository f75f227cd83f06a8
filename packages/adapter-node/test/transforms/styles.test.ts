// Modules in the styles that people write, from file to action.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { createGate } from "../support/gate.ts";
import { serve } from "../support/serve.ts";
import { callOf, configOf, contextOf, copyModules, load } from "./support.ts";

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

test("loadTransforms() takes ES modules, CommonJS and TypeScript, as the core binds them", async () => {
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

test("loadTransforms() lifts the named exports of CommonJS, functions or not", async () => {
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

test("loadTransforms() gives two mappings of one file their own functions in the same workers", async () => {
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

test("loadTransforms() tells null from undefined, and hands `action` on as it is", async () => {
  const modules = ["action-for-kind.js", "action-null.js", "nothing.js"];
  const loaded = await load(copyModules("styles"), configOf(modules));
  const context = contextOf({ text: "t" });
  expect(await callOf(loaded, "action-for-kind.js")(context)).toEqual({
    action: "wake",
    text: "action-for-kind.js: t",
  });
  expect(await callOf(loaded, "action-null.js")(context)).toEqual({ action: null });
  expect(await callOf(loaded, "nothing.js", "handled")(context)).toBe(null);
  expect(await callOf(loaded, "nothing.js", "unchanged")(context)).toBe(undefined);
});

test("loadTransforms() warns of a module that expects the bare body, and again when it fails", async () => {
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

test("loadTransforms() lets modules call the network with a token from the environment", async () => {
  const notes = await serve((request, response) => {
    response.end(JSON.stringify({ title: `${request.url} ${request.headers.authorization}` }));
  });
  const env = { ...process.env, NOTES_URL: notes.url, NOTES_TOKEN: "t0ken" };
  const loaded = await load(copyModules("styles"), configOf(["network.mjs"]), { env });
  expect(await callOf(loaded, "network.mjs")(contextOf({ id: 7 }))).toEqual({
    message: "/notes/7 Bearer t0ken",
  });
});

test("loadTransforms() lets modules start programs and keep a file beside themselves", async () => {
  const dir = copyModules("styles");
  const loaded = await load(dir, configOf(["child-process.mjs", "state-file.cjs"]));
  expect(await callOf(loaded, "child-process.mjs")(contextOf({ a: 2, b: 3 }))).toEqual({
    message: "5",
  });
  const remember = callOf(loaded, "state-file.cjs");
  expect(await remember(contextOf({ id: "a" }))).toEqual({ message: "new: a" });
  expect(await remember(contextOf({ id: "a" }))).toBe(null);
  expect(readFileSync(join(dir, "hooks/transforms/seen.json"), "utf8")).toBe('["a"]');
});

test("loadTransforms() keeps each file's idea of its own place", async () => {
  const dir = realpathSync(copyModules("styles"));
  const loaded = await load(dir, configOf(["own-place.ts"]));
  const folder = join(dir, "hooks/transforms");
  expect(await callOf(loaded, "own-place.ts")(contextOf({}))).toEqual({
    message: [folder, `${folder}/own-place.ts`, `${folder}/lib/place.ts`, `${folder}/lib`].join(
      "\n",
    ),
  });
});

test("loadTransforms() bundles packages of the user, CommonJS ones with optional parts too", async () => {
  const dir = copyModules("styles");
  const files = {
    "node_modules/greet/package.json": '{ "name": "greet", "main": "main.js" }',
    "node_modules/greet/main.js": `
      const { join } = require("path");
      let optional = "none";
      try { optional = require("not-installed"); } catch {}
      const data = require("./data.json");
      module.exports = (name) => [data.hello, name, optional, join(__dirname, "x")].join(" ");
    `,
    "node_modules/greet/data.json": '{ "hello": "Hello" }',
    "hooks/transforms/greet.ts": `
      import greet from "greet";
      export default ({ payload }: { payload: { name: string } }) => ({ message: greet(payload.name) });
    `,
  };
  mkdirSync(join(dir, "node_modules/greet"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const loaded = await load(dir, configOf(["greet.ts"]));
  expect(loaded.files.map((file) => file.slice(realpathSync(dir).length + 1))).toEqual([
    "hooks/transforms/greet.ts",
  ]);
  expect(await callOf(loaded, "greet.ts")(contextOf({ name: "Ada" }))).toEqual({
    message: `Hello Ada none ${realpathSync(dir)}/node_modules/greet/x`,
  });
});

test("loadTransforms() leaves compiled add-ons where they are", async () => {
  const dir = copyModules("styles");
  const folder = join(dir, "hooks/transforms");
  writeFileSync(join(folder, "addon.node"), "no add-on");
  writeFileSync(
    join(folder, "native.cjs"),
    'exports.default = () => { try { require("./addon.node"); } catch (error) { return { message: error.message }; } };',
  );
  const loaded = await load(dir, configOf(["native.cjs"]));
  expect(await callOf(loaded, "native.cjs")(contextOf({}))).toEqual({
    message: expect.stringContaining(`${realpathSync(folder)}/addon.node`),
  });
});

test("loadTransforms() keeps a module's memory between events", async () => {
  const loaded = await load(copyModules("styles"), configOf(["remembers.js"]));
  const call = callOf(loaded, "remembers.js");
  for (const message of ["1", "2", "3"]) expect(await call(contextOf({}))).toEqual({ message });
});

test("loadTransforms() lets work go on that a module left running after its answer", async () => {
  const gate = createGate();
  const { url } = await serve((_, response) => {
    response.end();
    gate.open();
  });
  const loaded = await load(copyModules("styles"), configOf(["after-answer.mjs"]));
  const call = callOf(loaded, "after-answer.mjs");
  expect(await call(contextOf({ url, delayMs: 300 }))).toEqual({ message: "soon" });
  await loaded.close();
  await gate.opened;
});

test("loadTransforms() passes over what the caller has a function for", async () => {
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
])("loadTransforms() finds nothing in %j", async (config) => {
  const loaded = await load("/", config as object);
  expect(loaded).toMatchObject({ transforms: {}, problems: [], files: [] });
});
