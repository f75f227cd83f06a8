// Modules in the styles that people write, from file to action.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { loadConfigFile } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { serve } from "../../../tools/test-support/serve.ts";
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

const EXAMPLE = fileURLToPath(new URL("../../../examples/transforms", import.meta.url));

test("the example of transforms type-checks as a project of its own", { timeout: 300_000 }, () => {
  const typescript = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  // TypeScript prints errors to standard output, and exits with 2.
  const { stdout, status } = spawnSync(process.execPath, [typescript, "-p", "tsconfig.json"], {
    cwd: EXAMPLE,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test("the example of transforms turns a push, a changed note and a broken build into actions", async () => {
  const notes = await serve((request, response) => {
    response.statusCode = request.headers.authorization === "Bearer t0ken" ? 200 : 401;
    response.end(JSON.stringify({ title: "Plans" }));
  });
  const { config } = await loadConfigFile(`${EXAMPLE}/hooks.json5`);
  const HOOK_TOKEN = "a-token-of-at-least-24-letters";
  const env = { ...process.env, NOTES_URL: notes.url, NOTES_TOKEN: "t0ken", HOOK_TOKEN };
  const { transforms, problems } = await load(EXAMPLE, config as object, { env });
  expect(problems).toEqual([]);
  const hooks = compileHooks(config as object, { transforms, secrets: () => HOOK_TOKEN });
  const push = {
    ref: "refs/heads/main",
    repository: { full_name: "acme/site" },
    commits: [{ message: "Fix the door\n\nIt was open.", author: { name: "Ada" } }],
  };
  const headers = { "x-github-event": "push" };
  const pushed = await hooks.resolve({ path: "github", payload: push, headers });
  expect(pushed).toMatchObject({
    action: {
      kind: "agent",
      channel: "slack",
      message: expect.stringContaining("New on acme/site:\n> - Fix the door (Ada)"),
    },
  });
  const pinged = await hooks.resolve({ path: "github", payload: {}, headers: {} });
  expect(pinged).toMatchObject({ outcome: "handled" });
  const changed = await hooks.resolve({ path: "note", payload: { id: "7" } });
  expect(changed).toMatchObject({
    action: { message: expect.stringContaining('The note "Plans" was changed.') },
  });
  const build = { project: "site", branch: "main", url: "https://ci.example/7" };
  const passed = await hooks.resolve({ path: "build", payload: { ...build, status: "passed" } });
  expect(passed).toMatchObject({ outcome: "handled" });
  const broken = await hooks.resolve({ path: "build", payload: { ...build, status: "failed" } });
  expect(broken).toMatchObject({
    action: {
      sessionKey: "hook:build:site",
      parts: [{ text: "The build of site is broken on main: https://ci.example/7" }],
    },
  });
});
