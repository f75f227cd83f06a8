// Modules with mistakes → all problems at once, each with its path.
import { homedir } from "node:os";
import { join } from "node:path";
import { safeCompileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import {
  configOf,
  createTestLoader,
  load,
  modulesDir,
  problemsOf,
} from "./support/load-modules.ts";

const GOOD = "export default () => null;";

test.each([
  ["github", 'Did you mean "github.ts"?'],
  ["./github", 'Did you mean "github.ts"?'],
  ["transforms/stripe.js", 'Did you mean "billing/stripe.js"?'],
  ["gihtub.ts", 'Did you mean "github.ts"?'],
  ["billing", "The modules there: billing/stripe.js, github.ts."],
  ["zebra.js", "The modules there: billing/stripe.js, github.ts."],
  ["a\0b.js", "The modules there: billing/stripe.js, github.ts."],
])("createTransformLoader() suggests a module for the missing %j", async (name, hint) => {
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
      message: `The transform module "${name}" does not exist.`,
      hint,
    })),
  );
});

test("createTransformLoader() reports a folder without modules, and a file that is not a module", async () => {
  expect(await problemsOf({ "x.json": "{}" }, ["x", "x.json"])).toMatchObject([
    { code: "transform_missing", hint: "hooks.transformsDir contains no module." },
    {
      code: "transform_missing",
      message: 'The file "x.json" is not a transform module.',
      hint: "Modules end in .js, .mjs, .cjs, .ts, .mts.",
    },
  ]);
});

test("createTransformLoader() reports file, line and column of build errors, in imports too", async () => {
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

test("createTransformLoader() reports the author's line of an error at load", async () => {
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
      `The transform module "throws.ts" threw TypeError: Cannot read properties of undefined (reading 'y') (read lib/read.ts:2:19, called by throws.ts:3:16) while it was loaded.`,
    ],
    [
      "transform_load_failed",
      'The transform module "text.js" threw a string instead of an Error while it was loaded.',
    ],
    ["transform_load_failed", 'The transform module "exits.js" ended its worker with exit code 1.'],
  ]);
});

test("createTransformLoader() gives up on a module that never finishes loading", async () => {
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

test("createTransformLoader() reports that no worker can be started, at once or later", async () => {
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

test("createTransformLoader() leaves missing exports to the core, which repeats no other problem", async () => {
  const dir = modulesDir({ "wrong.js": "export const tranform = () => null; export const n = 5;" });
  const config = configOf(["wrong.js", ["wrong.js", "n"], "missing.js"]);
  const { transforms, problems } = await load(dir, config);
  expect(problems.map(({ code }) => code)).toEqual(["transform_missing"]);
  const compilation = safeCompileHooks(config, { transforms });
  const errors = compilation.ok
    ? []
    : compilation.problems.filter(({ severity }) => severity === "error");
  expect({ ok: compilation.ok, problems: errors }).toMatchObject({
    ok: false,
    problems: [
      { code: "transform_export_missing", path: ["hooks", "mappings", 0, "transform", "module"] },
      { code: "transform_export_missing", path: ["hooks", "mappings", 1, "transform", "export"] },
    ],
  });
  expect(transforms["missing.js"]).toThrow("could not be loaded");
});

test("createTransformLoader() lists imports and missing files to watch", async () => {
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

test("createTransformLoader() expands ~ in the folder to the home directory", async () => {
  const config = configOf(["a.js"], { transformsDir: "~/no-such-folder/of/modules" });
  const { problems, files } = await load(modulesDir({}), config);
  expect(problems).toMatchObject([{ code: "transform_missing", path: ["hooks", "transformsDir"] }]);
  expect(files).toEqual([join(homedir(), "no-such-folder/of/modules")]);
});
