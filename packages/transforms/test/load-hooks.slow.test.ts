// Config files with transform modules → hooks that run them, or all problems together.
import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  compileDocument,
  type HooksLoadOptions,
  loadHooks,
  parseConfigText,
} from "@hookwright/config";
import type { CreateTransformLoader, Transform } from "@hookwright/core";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { createTransformLoader } from "../src/load/transform-loader.ts";
import {
  callOf,
  configOf,
  contextOf,
  copyModules,
  createTestLoader,
  failureOf,
  load,
  modulesDir,
} from "./support/load-modules.ts";

const TOKEN = "a-token-of-at-least-24-characters";

function write(text: string, others: Readonly<Record<string, string>> = {}): string {
  return join(createTempDir({ "hooks.json5": text, ...others }), "hooks.json5");
}

const createLoader: CreateTransformLoader = (options) =>
  createTransformLoader({ ...options, output: "ignore" });

/** Closed with the test. */
async function loadConfig(path: string, options: HooksLoadOptions = {}) {
  const loaded = await loadHooks(path, { createTransformLoader: createLoader, ...options });
  onTestFinished(async () => {
    if (loaded.ok) await loaded.close(0);
  });
  return loaded;
}

const WITH_MODULE = `{
  hooks: { enabled: true, token: "${TOKEN}", mappings: [
    { match: { path: "x" }, transform: { module: "m.ts" } },
  ] },
}`;

const pidOf = `export default () => ({ message: "pid " + process.pid });`;

test("loadHooks() loads the transform modules beside the config, until it is closed", async () => {
  const path = write(WITH_MODULE, { "hooks/transforms/m.ts": pidOf });
  const loaded = await loadConfig(path);
  if (!loaded.ok) throw new Error("not loaded");
  const resolution = await loaded.hooks.resolve({ path: "x", payload: {} });
  const text = resolution.outcome === "action" ? resolution.action.parts[0]?.text : undefined;
  const [, pid = ""] = /^pid (\d+)$/.exec(text ?? "") ?? [];
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  const module = realpathSync(join(path, "../hooks/transforms/m.ts"));
  expect(loaded.files).toEqual([path, module]);
  await loaded.close(0);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

test("loadHooks() reports the problems of modules together with all others, each with its position", async () => {
  const text = `{
  hooks: { enabled: true, pathh: 1, token: "short", mappings: [
    { match: { path: "a" }, transform: { module: "broken.ts" } },
    { match: { path: "b" }, transform: { module: "missing.ts" } },
    { match: { path: "c" }, transform: { module: "bare.ts" } },
    { match: { path: "d" }, transform: { module: "good.ts", export: "other" } },
    { match: { path: "e" }, messageTemplate: "{{#if x}}" },
  ] },
}`;
  const path = write(text, {
    "hooks/transforms/broken.ts": "export default (",
    "hooks/transforms/bare.ts": "export default (push) => ({ message: push.ref });",
    "hooks/transforms/good.ts": "export default () => null;",
  });
  const loaded = await loadConfig(path);
  expect(
    loaded.problems
      .map(({ code, severity, position }) => `${code} ${severity} ${position?.line}`)
      .sort(),
  ).toEqual([
    "template_unclosed error 7",
    "token_short warning 2",
    "transform_bare_payload warning 5",
    "transform_export_missing error 6",
    "transform_missing error 4",
    "transform_syntax error 3",
    "unknown_key error 2",
  ]);
  expect(loaded.files.map((file) => file.slice(file.lastIndexOf("/") + 1))).toEqual([
    "hooks.json5",
    "broken.ts",
    "missing.ts",
    "bare.ts",
    "good.ts",
  ]);
});

test("loadHooks() succeeds with warnings of modules", async () => {
  const path = write(WITH_MODULE, {
    "hooks/transforms/m.ts": "export default ({ ref }) => ({ message: ref });",
  });
  expect(await loadConfig(path)).toMatchObject({
    ok: true,
    problems: [{ code: "transform_bare_payload", position: { line: 3, column: 50 } }],
  });
});

test("loadHooks() prefers a function of its options to a file of the same name", async () => {
  const own: Transform = () => ({ message: "own" });
  const path = write(WITH_MODULE, { "hooks/transforms/m.ts": "export default (" });
  const loaded = await loadConfig(path, { transforms: { "m.ts": own } });
  expect(loaded.ok && (await loaded.hooks.resolve({ path: "x", payload: {} }))).toMatchObject({
    action: { parts: [{ text: "own" }] },
  });
  expect(loaded.files).toEqual([path]);
});

test("loadHooks() reads secrets and the environment of modules from its options", async () => {
  const path = write(WITH_MODULE.replace(`"${TOKEN}"`, '{ env: "HOOK_TOKEN" }'), {
    "hooks/transforms/m.ts":
      "export default () => ({ message: [process.env.OWN, process.env.HOOK_TOKEN].join() });",
  });
  const loaded = await loadConfig(path, { env: { HOOK_TOKEN: TOKEN, OWN: "own" } });
  expect(loaded.ok && loaded.hooks.verifyToken(TOKEN)).toBe(true);
  expect(loaded.ok && (await loaded.hooks.resolve({ path: "x", payload: {} }))).toMatchObject({
    action: { parts: [{ text: "own," }] },
  });
});

test("compileDocument() starts relative paths at the folder of the file name, else at the working directory", async () => {
  const path = write(WITH_MODULE, { "hooks/transforms/m.ts": "export default () => null;" });
  const compile = async (filename: string) => {
    const document = await parseConfigText(WITH_MODULE, { filename, format: "json5" });
    const loaded = await compileDocument(document, { createTransformLoader });
    if (loaded.ok) await loaded.close(0);
    return loaded;
  };
  expect(await compile(path)).toMatchObject({ ok: true });
  const missing = { code: "transform_missing", position: { line: 2, column: 10 } };
  expect(await compile("<stdin>")).toMatchObject({
    ok: false,
    filename: "<stdin>",
    source: WITH_MODULE,
    config: { hooks: {} },
    problems: [missing],
    files: [join(process.cwd(), "hooks/transforms")],
  });
});

const INLINE = { transforms: { isolation: "inline" } };

test("createTransformLoader() runs modules in its own process if the config says inline", async () => {
  const dir = copyModules("styles");
  const modules = ["esm.mjs", "common.cjs", "typed.ts", "nothing.js", "remembers.js"];
  const loaded = await load(dir, configOf(modules, INLINE));
  const context = contextOf({ text: "t" });
  expect(await callOf(loaded, "esm.mjs")(context)).toEqual({ message: "esm.mjs: t" });
  expect(await callOf(loaded, "common.cjs", "transform")(context)).toEqual({
    message: "common.cjs: t",
  });
  expect(await callOf(loaded, "typed.ts")(context)).toEqual({ message: "typed.ts: t" });
  expect(await callOf(loaded, "nothing.js", "handled")(context)).toBe(null);
  expect(await callOf(loaded, "nothing.js", "unchanged")(context)).toBe(undefined);
  await callOf(loaded, "remembers.js")(context);
  expect(await callOf(loaded, "remembers.js")(context)).toEqual({ message: "2" });
});

test("createTransformLoader() passes inline modules a copy, and reads their results as JSON", async () => {
  const loaded = await load(
    copyModules("hostile"),
    configOf(["mutates.js", "returns.js", "throws.js"], INLINE),
  );
  const context = contextOf({ text: "as sent", inner: { list: [1] } });
  const before = JSON.stringify(context);
  expect(await callOf(loaded, "mutates.js")(context)).toEqual({ message: "changed" });
  expect(JSON.stringify(context)).toBe(before);
  const returned = callOf(loaded, "returns.js");
  expect(await failureOf(returned(contextOf({ what: "cyclic" })))).toMatch(
    /^TransformFailure: returned a value that cannot be written as JSON: Converting circular structure/,
  );
  const thrown = callOf(loaded, "throws.js");
  expect(await failureOf(thrown(contextOf({ what: "text" })))).toMatch(
    /threw a string instead of an Error/,
  );
});

test("createTransformLoader() reports what an inline module throws while it is loaded", async () => {
  const dir = copyModules("styles");
  writeFileSync(join(dir, "hooks/transforms/throws.js"), "\nnull.x;");
  const { problems } = await load(dir, configOf(["throws.js"], INLINE));
  expect(problems).toMatchObject([
    {
      code: "transform_load_failed",
      message: expect.stringMatching(/"throws\.js" threw TypeError: .* while it was loaded\.$/),
    },
  ]);
});

test("createTransformLoader() reloads an inline module that changed, and keeps the others' memory", async () => {
  const dir = copyModules("styles");
  const loader = createTestLoader(dir);
  const config = configOf(["remembers.js", "esm.mjs"], INLINE);
  const before = await loader.load(config);
  await callOf(before, "remembers.js")(contextOf({}));
  writeFileSync(
    join(dir, "hooks/transforms/esm.mjs"),
    'export default () => ({ message: "new" });',
  );
  const after = await loader.load(config);
  await before.close();
  expect(await callOf(after, "esm.mjs")(contextOf({}))).toEqual({ message: "new" });
  expect(await callOf(after, "remembers.js")(contextOf({}))).toEqual({ message: "2" });
  expect(await callOf(before, "esm.mjs")(contextOf({ text: "t" }))).toEqual({
    message: "esm.mjs: t",
  });
});

const FILES = { "a.ts": "export default () => null;", "b.ts": "export default () => null;" };

const MISSING = `The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.

If you are installing esbuild with npm, make sure that you don't specify the "--no-optional" flag.`;

afterEach(() => {
  vi.doUnmock("esbuild");
  vi.unstubAllEnvs();
});

const unavailable = {
  code: "transform_unavailable",
  severity: "error",
  path: ["hooks", "mappings", 0, "transform", "module"],
  message:
    'The transform modules cannot be loaded: The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.',
  hint: expect.stringContaining("npm install"),
};

test.each([
  ["worker", ["a.ts", "b.ts"]],
  ["inline", ["a.ts"]],
])(
  "createTransformLoader() reports a missing esbuild with isolation %s",
  async (isolation, names) => {
    vi.doMock("esbuild", () => ({ build: () => Promise.reject(new Error(MISSING)) }));
    const config = configOf(names, { transforms: { isolation } });
    const loaded = await createTestLoader(modulesDir(FILES)).load(config);
    expect(loaded.problems).toEqual([unavailable]);
    // The names are still defined, so that the core does not report them a second time.
    expect(Object.keys(loaded.transforms)).toEqual(names);
  },
);

test("createTransformLoader() reports that it cannot create a folder for built modules", async () => {
  const dir = modulesDir(FILES);
  vi.stubEnv("TMPDIR", "/nowhere");
  const loaded = await createTestLoader(dir).load(configOf(["a.ts"]));
  expect(loaded.problems).toEqual([
    {
      code: "transform_unavailable",
      severity: "error",
      path: ["hooks", "mappings", 0, "transform", "module"],
      message: expect.stringMatching(/cannot be loaded: ENOENT/),
    },
  ]);
});
