// Config files with transform modules → hooks that run them, or all problems together.
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import {
  compileDocument,
  type HooksLoadOptions,
  loadHooks,
  parseConfigText,
} from "@hookwright/config";
import type { CreateTransformLoader, Transform } from "@hookwright/core";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { createTransformLoader } from "../src/load/transform-loader.ts";

const TOKEN = "a-token-of-at-least-24-characters";

function write(text: string, others: Readonly<Record<string, string>> = {}): string {
  return join(createTempDir({ "hooks.json5": text, ...others }), "hooks.json5");
}

const createLoader: CreateTransformLoader = (options) =>
  createTransformLoader({ ...options, output: "ignore" });

/** Closed with the test. */
async function load(path: string, options: HooksLoadOptions = {}) {
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
  const loaded = await load(path);
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
  const loaded = await load(path);
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
  expect(await load(path)).toMatchObject({
    ok: true,
    problems: [{ code: "transform_bare_payload", position: { line: 3, column: 50 } }],
  });
});

test("loadHooks() prefers a function of its options to a file of the same name", async () => {
  const own: Transform = () => ({ message: "own" });
  const path = write(WITH_MODULE, { "hooks/transforms/m.ts": "export default (" });
  const loaded = await load(path, { transforms: { "m.ts": own } });
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
  const loaded = await load(path, { env: { HOOK_TOKEN: TOKEN, OWN: "own" } });
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
