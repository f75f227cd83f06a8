// Config files → compiled hooks, or problems with their positions.

import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { CreateTransformLoader, Problem } from "@hookwright/core";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { loadConfigFile } from "../files/load-config-file.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { compileDocument, loadHooks } from "./load-hooks.ts";
import { locateProblems } from "./locate-problems.ts";

const TOKEN = "a-token-of-at-least-24-characters";

function write(text: string, others: Readonly<Record<string, string>> = {}): string {
  return join(createTempDir({ "hooks.json5": text, ...others }), "hooks.json5");
}

test("loadHooks() gives all warnings to its hooks: those of the text, the modules and the compiler", async () => {
  const module: Problem = {
    ...{ code: "transform_bare_payload", severity: "warning", message: "It takes the payload." },
    path: ["hooks", "mappings", 0, "transform", "module"],
  };
  const createTransformLoader: CreateTransformLoader = () => ({
    load: async () => ({
      ...{ transforms: { "a.js": { default: () => undefined } }, problems: [module], files: [] },
      close: async () => undefined,
    }),
    isModule: () => false,
    close: async () => undefined,
  });
  const mapping = '{ match: { path: "a" }, transform: { module: "a.js" } }';
  const text = `{ hooks: { enabled: true, enabled: true, token: "short", mappings: [${mapping}] } }`;
  const loaded = await loadHooks(write(text), { createTransformLoader });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { warnings } = loaded.hooks;
  expect(warnings.map(({ code }) => code).toSorted()).toEqual([
    ...["key_repeated", "token_short", "transform_bare_payload"],
  ]);
  expect(warnings.every((problem) => "position" in problem)).toBe(true);
});

test("loadHooks() gives warnings to its hooks that its report has left out", async () => {
  const mappings = Array.from({ length: 150 }, (_, index) => {
    return `{ match: { path: "a${index}" }, deliver: false, to: "7", messageTemplate: "x" }`;
  });
  const text = `{ hooks: { enabled: true, token: "${TOKEN}", mappings: [${mappings.join()}] } }`;
  const loaded = await loadHooks(write(text));
  expect(loaded).toMatchObject({ ok: true, furtherProblems: 50 });
  expect(loaded.ok && loaded.hooks.warnings).toHaveLength(150);
});

test("loadHooks() gives all problems with their positions", async () => {
  const text =
    '{\n  hooks: {\n    enabled: true,\n    pathh: "/x",\n    presets: ["gmial"],\n  },\n}';
  const path = write(text);
  const loaded = await loadHooks(path);
  expect(loaded).toMatchObject({ ok: false, source: text, filename: path, config: { hooks: {} } });
  expect(loaded.problems.map(({ code, position }) => ({ code, ...position }))).toEqual(
    expect.arrayContaining([
      { code: "unknown_key", line: 4, column: 5 },
      { code: "token_missing", line: 2, column: 10 },
      { code: "preset_unknown", line: 5, column: 15 },
    ]),
  );
});

test("loadHooks() reports a file that cannot be read or parsed", async () => {
  const missing = join(createTempDir(), "none.json");
  expect(await loadHooks(missing)).toMatchObject({
    ok: false,
    problems: [{ code: "config_unreadable" }],
  });
  expect(await loadHooks(write("{"))).toMatchObject({
    ok: false,
    problems: [{ code: "config_syntax" }],
  });
});

test.each([
  ["a file beside the config", '{ file: "token.txt" }', ""],
  [
    "a provider of the gateway",
    '{ source: "file", provider: "vault", id: "/hooks/token" }',
    'secrets: { providers: { vault: { source: "file", path: "vault.json" } } },',
  ],
])("loadHooks() takes the token from %s", async (_what, token, others) => {
  const path = write(`{ ${others} hooks: { enabled: true, token: ${token} } }`, {
    "token.txt": `${TOKEN}\n`,
    "vault.json": JSON.stringify({ hooks: { token: TOKEN } }),
  });
  const loaded = await loadHooks(path);
  expect(loaded.ok && loaded.hooks.verifyToken(TOKEN)).toBe(true);
});

test("loadHooks() reads secrets from the port of its options", async () => {
  const path = write('{ hooks: { enabled: true, token: { env: "ANY" } } }');
  const loaded = await loadHooks(path, { secrets: () => TOKEN });
  expect(loaded.ok && loaded.hooks.verifyToken(TOKEN)).toBe(true);
});

const WITH_MODULE = `{
  hooks: { mappings: [{ match: { path: "x" }, transform: { module: "m.ts" } }] },
}`;

test("loadHooks() decompresses with node:zlib, which takes br, unless it is given another port", async () => {
  const path = write("{ hooks: {} }");
  const result = await loadHooks(path);
  expect(result.ok && result.hooks.ports.decompressor?.codings).toContain("br");
  const decompressor = { codings: [], decompress: () => Promise.reject(new Error("unused")) };
  const given = await loadHooks(path, { decompressor });
  expect(given.ok && given.hooks.ports.decompressor).toBe(decompressor);
});

test("loadHooks() says what to install if a mapping names a module and there is no loader", async () => {
  expect(await loadHooks(write(WITH_MODULE))).toMatchObject({
    ok: false,
    problems: [
      {
        code: "transform_unavailable",
        path: ["hooks", "mappings", 0, "transform", "module"],
        position: { line: 2, column: 68 },
        hint: expect.stringContaining("npm install @hookwright/transforms"),
      },
    ],
  });
});

/** A loader without files: every module is the function. */
function createLoader(problems: readonly Problem[] = []) {
  const log: unknown[] = [];
  const createTransformLoader: CreateTransformLoader = async (options) => {
    log.push(options);
    return {
      load: async (_config, { provided, secrets }) => {
        log.push({ provided, token: secrets({ env: "HOOK_TOKEN" }) });
        const close = async (graceMs?: number) => void log.push(`close modules ${graceMs}`);
        return { transforms: { "m.ts": () => null }, problems, files: ["/m.ts"], close };
      },
      isModule: () => false,
      close: async (graceMs) => void log.push(`close loader ${graceMs}`),
    };
  };
  return { log, createTransformLoader };
}

test("loadHooks() passes options to the module loader, and closes it with the hooks", async () => {
  const { log, createTransformLoader } = createLoader();
  const path = write(WITH_MODULE);
  const env = { HOOK_TOKEN: TOKEN };
  const warn = (): void => undefined;
  const transforms = { own: () => null };
  const loaded = await loadHooks(path, { createTransformLoader, env, warn, transforms });
  expect(loaded).toMatchObject({ ok: true, files: [path, "/m.ts"] });
  if (loaded.ok) await loaded.close(7);
  expect(log).toEqual([
    { configFile: path, env, warn },
    { provided: ["own"], token: TOKEN },
    "close loader 7",
  ]);
});

test("loadHooks() locates the problems of modules, and closes a failed load", async () => {
  const problem: Problem = {
    code: "transform_syntax",
    severity: "error",
    path: ["hooks", "mappings", 0, "transform", "module"],
    message: "No module.",
  };
  const { log, createTransformLoader } = createLoader([problem]);
  expect(await loadHooks(write(WITH_MODULE), { createTransformLoader })).toMatchObject({
    ok: false,
    problems: [
      { code: "hooks_disabled", severity: "warning" },
      { ...problem, position: { line: 2, column: 68 } },
    ],
  });
  expect(log.slice(2)).toEqual(["close modules 0", "close loader 0"]);
});

test.each([
  ["no mappings", "{ hooks: {} }"],
  ["mappings of another shape", "{ hooks: { mappings: 1 } }"],
  ["a mapping without a transform", "{ hooks: { mappings: [{ match: { path: 'x' } }] } }"],
  ["a transform of another shape", "{ hooks: { mappings: [{ transform: { module: 1 } }] } }"],
  [
    "a function that is given",
    "{ hooks: { mappings: [{ match: { path: 'x' }, transform: { module: 'own ' } }] } }",
  ],
])("loadHooks() creates no module loader for %s", async (_what, text) => {
  const { log, createTransformLoader } = createLoader();
  const transforms = { own: () => null };
  const loaded = await loadHooks(write(text), { createTransformLoader, transforms });
  expect(log).toEqual([]);
  if (loaded.ok) await loaded.close();
});

test.each([
  ["cannot be created", () => Promise.reject(new Error("no such package"))],
  [
    "rejects",
    () => ({
      load: () => Promise.reject(new Error("no such package")),
      isModule: () => false,
      close: () => Promise.resolve(),
    }),
  ],
])("loadHooks() reports a module loader that %s", async (_what, createTransformLoader) => {
  const loaded = await loadHooks(write(WITH_MODULE), { createTransformLoader });
  expect(loaded.ok).toBe(false);
  expect(loaded.problems.at(-1)).toMatchObject({
    code: "transform_unavailable",
    message: "The transform modules cannot be loaded: no such package.",
  });
});

test("compileDocument() returns a document that could not be parsed", async () => {
  const document = await parseConfigText("{", { filename: "<stdin>" });
  expect(await compileDocument(document)).toBe(document);
});

test("loadHooks() tells at most 100 problems, and how many more there are", async () => {
  const keys = Array.from({ length: 250 }, (_, index) => `key${index}: 1`).join(",\n");
  const loaded = await loadHooks(write(`{ hooks: { path: "/x", path: "/y", ${keys} } }`));
  expect(loaded.problems).toHaveLength(100);
  expect(loaded.problems.every(({ severity }) => severity === "error")).toBe(true);
  expect(loaded.problems.at(-1)?.position?.line).toBe(100);
  // 150 keys, and the warning about the repeated key.
  expect(loaded.furtherProblems).toBe(151);
});

test("loadHooks() counts the problems of included files that it does not tell", async () => {
  const lines = Array.from({ length: 130 }, () => "a b: c: d").join("\n");
  const path = write("{ hooks: { include: ['a.yaml', 'b.yaml'], tokn: 1 } }", {
    "a.yaml": lines,
    "b.yaml": lines,
  });
  const loaded = await loadHooks(path);
  expect(loaded.problems).toHaveLength(100);
  expect(loaded.furtherProblems).toBe(2 * 130 + 1 - 100);
});

test("loadHooks() tries fixes of a large file until it has read enough of it again", async () => {
  const text = `{ hooks: { pathh: "/x", tokn: "x", defaultSessionKey: "${"k".repeat(4_200_000)}" } }`;
  const document = await parseConfigText(text);
  const { problems } = await compileDocument(document, { fixes: true });
  const keys = problems.filter(({ code }) => code === "unknown_key");
  expect(keys.map(({ fixes }) => fixes?.length ?? 0)).toEqual([1, 0]);
});

async function locate(code: Problem["code"], path: Problem["path"]): Promise<Problem | undefined> {
  const document = await parseConfigText('{\n  hooks: {\n    tokn: "x" } }');
  if (!document.ok) throw new Error("The text must be valid.");
  const problem: Problem = { code, severity: "error", path, message: "m", hint: "h" };
  return locateProblems([problem], document)[0];
}

test("locateProblems() gives the position of the value", async () => {
  expect(await locate("invalid_value", ["hooks", "tokn"])).toEqual({
    code: "invalid_value",
    severity: "error",
    path: ["hooks", "tokn"],
    message: "m",
    hint: "h",
    position: { line: 3, column: 11 },
    range: {
      start: { line: 3, column: 11, offset: 23 },
      end: { line: 3, column: 14, offset: 26 },
    },
  });
});

test("locateProblems() gives the position of the key for an unknown key", async () => {
  expect((await locate("unknown_key", ["hooks", "tokn"]))?.position).toEqual({
    line: 3,
    column: 5,
  });
});

test("locateProblems() gives the position of the parent for a missing key", async () => {
  expect((await locate("missing_key", ["hooks", "token"]))?.position).toEqual({
    line: 2,
    column: 10,
  });
});

test("loadConfigFile() reads a file in the format of its name", async () => {
  const dir = createTempDir({ "a.json5": "{a: 1}", "b.yaml": "a: 1", "c.json": "\uFEFF{}" });
  for (const name of ["a.json5", "b.yaml"]) {
    const path = join(dir, name);
    expect(await loadConfigFile(path)).toMatchObject({
      ok: true,
      config: { a: 1 },
      filename: path,
      files: [path],
    });
  }
  expect(await loadConfigFile(join(dir, "c.json"))).toMatchObject({ ok: true });
});

test("loadConfigFile() lists a link and its target", async () => {
  const dir = createTempDir({ "a.json5": "{}" });
  const [link, file] = [join(dir, "link.json5"), join(dir, "a.json5")];
  symlinkSync(file, link);
  expect((await loadConfigFile(link)).files).toEqual([link, file]);
});

test.each([
  ["hooks.yml", "hooks.yaml"],
  ["hooks.json", "hooks.yaml"],
  ["hokos.yaml", "hooks.yaml"],
  ["folder", "folder/a.json5"],
  ["several", undefined],
  ["other.yaml", undefined],
  ["nowhere/hooks.yaml", undefined],
])("loadConfigFile() says of %j which config was meant", async (name, meant) => {
  const dir = createTempDir({
    "hooks.yaml": "",
    "hooks.test.yaml": "",
    "folder/a.json5": "",
    "folder/package.json": "",
    "several/a.json": "",
    "several/b.json": "",
  });
  const { problems } = await loadConfigFile(join(dir, name));
  const hint = meant && `Did you mean "${join(dir, meant)}"?`;
  expect(problems.map((problem) => problem.hint)).toEqual([hint]);
});

test.each([
  ["none.json", "there is no such file"],
  ["plain.txt/none.json", "there is no such file"],
  ["folder", "it is not a regular file"],
  ["bytes.json", "it is not UTF-8 text"],
  ["large.json", "it is larger than 16777216 bytes"],
  ["a\0b", "the system says ERR_INVALID_ARG_VALUE"],
])("loadConfigFile() says why %j cannot be read", async (name, reason) => {
  const files = { "plain.txt": "", "bytes.json": Buffer.from([0x7b, 0xff]), "large.json": "" };
  const dir = createTempDir(files);
  mkdirSync(join(dir, "folder"));
  truncateSync(join(dir, "large.json"), 16 * 1024 * 1024 + 1);
  const path = join(dir, name);
  const message = `The config file cannot be read: ${reason}.`;
  expect(await loadConfigFile(path)).toEqual({
    ok: false,
    problems: [{ code: "config_unreadable", severity: "error", path: [], message }],
    filename: path,
    files: [path],
  });
});
