// What can be wrong with a module, as the operator is told: everything at once, each with its place.
import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Problem, safeCompileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { createTempDir } from "../support/temp-dir.ts";
import { configOf, createTestLoader, load } from "./support.ts";

const GOOD = "export default () => null;";

function modulesDir(files: Readonly<Record<string, string>>): string {
  const entries = Object.entries(files).map(([name, text]) => [`hooks/transforms/${name}`, text]);
  return realpathSync(createTempDir(Object.fromEntries(entries)));
}

async function problemsOf(
  files: Readonly<Record<string, string>>,
  modules: readonly string[],
): Promise<readonly Problem[]> {
  const { problems } = await load(modulesDir(files), configOf(modules));
  return problems;
}

test.each([
  ["../evil.js", 'it goes up with ".."'],
  ["sub/../../evil.js", 'it goes up with ".."'],
  ["sub\\..\\..\\evil.js", 'it goes up with ".."'],
  ["/etc/evil.js", "it is an absolute path"],
  ["\\\\host\\evil.js", "it is an absolute path"],
  ["~/evil.js", "it starts in a home directory"],
  ["~root/evil.js", "it starts in a home directory"],
  ["C:\\evil.js", "it is a URL or names a drive"],
  ["file:///etc/evil.js", "it is a URL or names a drive"],
  ["https://example.com/evil.js", "it is a URL or names a drive"],
  ["data:text/javascript,evil", "it is a URL or names a drive"],
  ["node:fs", "it is a URL or names a drive"],
])("loadTransforms() refuses the name %s", async (name, why) => {
  expect(await problemsOf({ "good.js": GOOD }, ["good.js", name])).toEqual([
    {
      code: "transform_outside",
      severity: "error",
      path: ["hooks", "mappings", 1, "transform", "module"],
      message: `The transform module "${name}" is not within hooks.transformsDir: ${why}.`,
      hint: "Put the file into that folder and write its path from there.",
    },
  ]);
});

test("loadTransforms() refuses links that lead out, of the file and of a folder on the way", async () => {
  const dir = modulesDir({ "good.js": GOOD, "real/inner.js": GOOD });
  const folder = join(dir, "hooks/transforms");
  const outside = createTempDir({ "evil.js": GOOD, "hooks/transforms-2/evil.js": GOOD });
  symlinkSync(join(outside, "evil.js"), join(folder, "file-link.js"));
  symlinkSync(outside, join(folder, "folder-link"));
  symlinkSync(join(folder, "real"), join(folder, "inner-link"));
  // A folder whose name only begins like the one that is allowed.
  symlinkSync(join(outside, "hooks/transforms-2"), join(folder, "sibling"));
  const modules = ["file-link.js", "folder-link/evil.js", "sibling/evil.js", "inner-link/inner.js"];
  const { problems, transforms } = await load(dir, configOf(modules));
  expect(
    problems.map(({ code, path, message }) => [code, path[2], message.split(": ")[1]]),
  ).toEqual(
    [0, 1, 2].map((index) => ["transform_outside", index, "it is a link that leads out of it."]),
  );
  expect(transforms["inner-link/inner.js"]).toHaveProperty("default");
});

test("loadTransforms() takes a folder that is a link itself, or absolute", async () => {
  const dir = modulesDir({ "good.js": GOOD });
  symlinkSync(join(dir, "hooks/transforms"), join(dir, "linked"));
  for (const transformsDir of ["linked", join(dir, "linked"), "./hooks/transforms/"]) {
    const { problems } = await load(dir, configOf(["good.js"], { transformsDir }));
    expect(problems).toEqual([]);
  }
});

test("loadTransforms() refuses relative imports that lead out, and takes packages that are links", async () => {
  const dir = modulesDir({
    "direct.js": 'import "../../outside.js"; export default () => null;',
    "far.js": 'import "./lib/far.js"; export default () => null;',
    "lib/far.js": 'export { x } from "../linked.js";',
    "url.js": 'import "file:///etc/passwd.js"; export default () => null;',
    "alias.js": 'import "#outside"; export default () => null;',
    "package.js":
      'import "workspace"; import "./../../node_modules/plain/index.js"; export default () => null;',
  });
  const folder = join(dir, "hooks/transforms");
  const outside = createTempDir({
    "x.js": "export const x = 1;",
    "workspace/index.js": "export {};",
  });
  createIn(dir, {
    "outside.js": "export {};",
    "package.json": '{ "imports": { "#outside": "./outside.js" } }',
    "node_modules/plain/index.js": "export {};",
  });
  symlinkSync(join(outside, "x.js"), join(folder, "linked.js"));
  symlinkSync(join(outside, "workspace"), join(dir, "node_modules/workspace"));
  const modules = ["direct.js", "far.js", "url.js", "alias.js", "package.js"];
  const { problems } = await load(dir, configOf(modules));
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    [
      "transform_outside",
      'The transform module "direct.js" imports "../../outside.js" (in direct.js), which is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      'The transform module "far.js" imports "../linked.js" (in lib/far.js), which is not within hooks.transformsDir.',
    ],
    [
      "transform_syntax",
      'The transform module "url.js" cannot be built: url.js:1:8: A file: URL cannot be imported; write a relative path.',
    ],
    [
      "transform_outside",
      'The transform module "alias.js" imports "#outside" (in alias.js), which is not within hooks.transformsDir.',
    ],
  ]);
});

test.each([
  ["github", 'Did you mean "github.ts"?'],
  ["./github", 'Did you mean "github.ts"?'],
  ["transforms/stripe.js", 'Did you mean "billing/stripe.js"?'],
  ["gihtub.ts", 'Did you mean "github.ts"?'],
  ["billing", "There: billing/stripe.js, github.ts."],
  ["zebra.js", "There: billing/stripe.js, github.ts."],
  ["a\0b.js", "There: billing/stripe.js, github.ts."],
])("loadTransforms() tells where %j, which is not there, may be meant", async (name, hint) => {
  const files = {
    "github.ts": GOOD,
    "billing/stripe.js": GOOD,
    "notes.md": "",
    "node_modules/zebra.js": GOOD,
  };
  expect(await problemsOf(files, [name, name])).toEqual(
    [0, 1].map((index) => ({
      code: "transform_missing",
      severity: "error",
      path: ["hooks", "mappings", index, "transform", "module"],
      message: `The transform module "${name}" is not there.`,
      hint,
    })),
  );
});

test("loadTransforms() tells of a folder without modules, and of a file that is none", async () => {
  expect(await problemsOf({ "x.json": "{}" }, ["x", "x.json"])).toMatchObject([
    { code: "transform_missing", hint: "hooks.transformsDir holds no module." },
    {
      code: "transform_missing",
      message: 'The file "x.json" is no transform module.',
      hint: "Modules end in .js, .mjs, .cjs, .ts, .mts.",
    },
  ]);
});

test("loadTransforms() tells once that the folder is not there, or is none", async () => {
  const dir = createTempDir({ "a-file": "" });
  for (const transformsDir of ["nowhere", "a-file"]) {
    const config = configOf(["a.js", "b.js"], { transformsDir });
    const { problems, files, transforms } = await load(dir, config);
    expect(problems).toEqual([
      {
        code: "transform_missing",
        severity: "error",
        path: ["hooks", "transformsDir"],
        message: `The folder of the transform modules, "${transformsDir}", is not there.`,
        hint: "Create it beside the config, or name another one in hooks.transformsDir.",
      },
    ]);
    expect(files).toEqual([join(dir, transformsDir)]);
    expect(Object.keys(transforms)).toEqual(["a.js", "b.js"]);
  }
});

test("loadTransforms() tells file, line and column of what cannot be built, in imports too", async () => {
  const files = {
    "syntax.ts": "export default () => {\n  const x: number = ;\n};",
    "imports.js":
      'import "./helper.js";\nimport missing from "left-pad";\nimport scoped from "@a/b/c";\nimport { nothing } from "./nothing.js";\nexport default () => [missing, scoped, nothing];',
    "helper.js": "export const = 1;",
  };
  const problems = await problemsOf(files, ["syntax.ts", "imports.js"]);
  expect(problems.map(({ code, path, message, hint }) => [code, path[2], message, hint])).toEqual([
    [
      "transform_syntax",
      0,
      'The transform module "syntax.ts" cannot be built: syntax.ts:2:21: Unexpected ";".',
      undefined,
    ],
    [
      "transform_syntax",
      1,
      'The transform module "imports.js" cannot be built: helper.js:1:14: Expected identifier but found "=".',
      undefined,
    ],
    [
      "transform_syntax",
      1,
      'The transform module "imports.js" cannot be built: imports.js:2:21: Could not resolve "left-pad".',
      "Install the package where the module can find it: npm install left-pad",
    ],
    [
      "transform_syntax",
      1,
      'The transform module "imports.js" cannot be built: imports.js:3:20: Could not resolve "@a/b/c".',
      "Install the package where the module can find it: npm install @a/b",
    ],
    [
      "transform_syntax",
      1,
      'The transform module "imports.js" cannot be built: imports.js:4:25: Could not resolve "./nothing.js".',
      undefined,
    ],
  ]);
});

test("loadTransforms() tells the author's line of what a module throws while it is loaded", async () => {
  const files = {
    "throws.ts":
      'type X = number;\nimport { read } from "./lib/read.ts";\nexport default read({} as never);',
    "lib/read.ts": "export function read(config: { x: { y: number } }) {\n  return config.x.y;\n}",
    "text.js": 'throw "just text";',
    "exits.js": "process.exit(1);",
  };
  const problems = await problemsOf(
    files,
    Object.keys(files).filter((name) => !name.startsWith("lib")),
  );
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    [
      "transform_load_failed",
      `The transform module "throws.ts" threw TypeError: Cannot read properties of undefined (reading 'y') (read lib/read.ts:2:19, called by <anonymous> throws.ts:3:16) while it was loaded.`,
    ],
    [
      "transform_load_failed",
      'The transform module "text.js" threw a string, no Error while it was loaded.',
    ],
    ["transform_load_failed", 'The transform module "exits.js" ended its worker with exit code 1.'],
  ]);
});

test("loadTransforms() gives up a module that never finishes loading", async () => {
  const dir = modulesDir({
    "slow.js": "await new Promise(() => undefined);",
    "stuck.js": "for (;;);",
  });
  const { problems } = await load(dir, configOf(["slow.js", "stuck.js"]), { loadTimeoutMs: 500 });
  expect(problems.map(({ message }) => message)).toEqual([
    'The transform module "slow.js" was not loaded within 500 ms.',
    'The transform module "stuck.js" was not loaded within 500 ms.',
  ]);
});

test("loadTransforms() tells that no worker can be had, at once or a moment later", async () => {
  const dir = modulesDir({ "good.js": GOOD });
  const tooLarge = { env: { HUGE: "x".repeat(4_000_000) } };
  const { problems } = await load(dir, configOf(["good.js"]), tooLarge);
  expect(problems).toMatchObject([
    {
      code: "transform_load_failed",
      message: expect.stringMatching(/could not get a worker: .*E2BIG/),
    },
  ]);
  const { execPath } = process;
  process.execPath = join(dir, "no-such-node");
  const late = load(dir, configOf(["good.js"])).finally(() => {
    process.execPath = execPath;
  });
  expect((await late).problems).toMatchObject([
    {
      code: "transform_load_failed",
      message: expect.stringMatching(/could not get a worker: .*ENOENT/),
    },
  ]);
});

test("loadTransforms() leaves exports to the core, which reports none of its problems again", async () => {
  const dir = modulesDir({ "wrong.js": "export const tranform = () => null; export const n = 5;" });
  const config = configOf(["wrong.js", ["wrong.js", "n"], "missing.js"]);
  const { transforms, problems } = await load(dir, config);
  expect(problems.map(({ code }) => code)).toEqual(["transform_missing"]);
  const compilation = safeCompileHooks(config, { transforms });
  expect(compilation).toMatchObject({
    ok: false,
    problems: [
      { code: "transform_export_missing", path: ["hooks", "mappings", 0, "transform", "module"] },
      { code: "transform_export_missing", path: ["hooks", "mappings", 1, "transform", "export"] },
    ],
  });
  expect(transforms["missing.js"]).toThrow("could not be loaded");
});

test("loadTransforms() names what to watch: imports, and files that are missing", async () => {
  const dir = modulesDir({
    "a.ts": 'import "./lib/b.ts"; export default () => null;',
    "lib/b.ts": 'import "./c.ts";',
    "lib/c.ts": "export {};",
    "broken.ts": 'import "./lib/c.ts"; const = 1;',
    "throws.js": "throw new Error();",
  });
  const modules = ["a.ts", "broken.ts", "throws.js", "missing.js", "../out.js"];
  const loader = createTestLoader(dir);
  const { files } = await loader.load(configOf(modules));
  expect(files.map((file) => file.slice(join(dir, "hooks/transforms/").length)).sort()).toEqual([
    "a.ts",
    "broken.ts",
    "lib/b.ts",
    "lib/c.ts",
    "missing.js",
    "throws.js",
  ]);
});

function createIn(dir: string, files: Readonly<Record<string, string>>): void {
  const source = createTempDir(files);
  cpSync(source, dir, { recursive: true });
}
