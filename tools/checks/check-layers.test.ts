import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { checkLayers } from "./check-layers.mjs";

const manifests = {
  "packages/core/package.json": {
    name: "@hookwright/core",
    exports: { ".": { default: "./dist/index.js" } },
    dependencies: {
      handlebars: "4.7.10",
      "json-logic-js": "2.0.5",
      leven: "4.1.0",
      "@hookwright/template": "0.1.0",
      "@hookwright/signatures": "0.1.0",
    },
  },
  "packages/template/package.json": {
    name: "@hookwright/template",
    devDependencies: { "@hookwright/base": "0.0.0" },
  },
  "packages/adapter-fetch/package.json": {
    name: "@hookwright/adapter-fetch",
    dependencies: { "@hookwright/core": "0.1.0" },
  },
};

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return checkLayers(writeFixture({ ...manifests, ...files })).problems;
}

test("checkLayers() accepts imports within a room, through doors, and of listed libraries", () => {
  const problems = problemsOf({
    "packages/core/src/model/event.ts": "export interface Event {}\n",
    "packages/core/src/model/index.ts": 'export type { Event } from "./event.ts";\n',
    "packages/core/src/serving/match/clause.ts":
      'import type { Event } from "../model/index.ts";\n',
    "packages/core/src/serving/match/index-mappings.ts": 'import { clause } from "./clause.ts";\n',
    "packages/core/src/serving/match/condition/parse.ts": 'import logic from "json-logic-js";\n',
    "packages/core/src/authoring/config/parse.ts":
      'import { check } from "../generated/validators.ts";\n',
    "packages/core/src/index.ts": 'export { engine } from "./compile-hooks.ts";\n',
    "packages/core/src/compile-hooks.ts": 'import { compileConfig } from "./compile/index.ts";\n',
    "packages/adapter-fetch/src/index.ts": 'import { createHooks } from "@hookwright/core";\n',
  });
  expect(problems).toEqual([]);
});

test.each([
  ["a later room", "match/a.ts", "../compile/index.ts", '"match" may not import "compile"'],
  ["a sibling", "fence/a.ts", "../match/index.ts", '"fence" may not import "match"'],
  ["past a door", "match/a.ts", "../model/event.ts", "it goes past the door model/index.ts"],
  ["past a door from an entry", "index.ts", "./model/event.ts", "it goes past the door"],
  ["an entry", "resolve/a.ts", "../compile-hooks.ts", '"resolve" may not import an entry'],
  ["compiling to resolve", "resolve/a.ts", "../compile/index.ts", '"resolve" may not import'],
])("checkLayers() refuses to import %s", (_what, file, specifier, message) => {
  const problems = problemsOf({ [`packages/core/src/${file}`]: `import "${specifier}";\n` });
  expect(problems).toEqual([expect.stringContaining(message)]);
});

test.each([
  ["template", "serving/link/a.ts", "../../authoring/syntax/parse.ts"],
  ["template", "runtime.ts", "./authoring/syntax/parse.ts"],
  ["core", "serving/match/a.ts", "../../authoring/config/index.ts"],
  ["core", "serving/match/a.ts", "@hookwright/template"],
  ["core", "serving/match/a.ts", "@hookwright/template/compile"],
  ["core", "serving/match/a.ts", "@hookwright/signatures/plan"],
])("checkLayers() in %s refuses that %s imports %s", (name, file, specifier) => {
  const path = `packages/${name}/src/${file}`;
  const problems = problemsOf({ [path]: `import type { A } from "${specifier}";\n` });
  const message = `${path} imports "${specifier}": serving does not need authoring`;
  expect(problems).toContain(message);
});

test("checkLayers() refuses an import of authoring in a file that serving imports", () => {
  const problems = problemsOf({
    "packages/template/src/serving/a.ts": 'import "../shared.ts";\n',
    "packages/template/src/shared.ts": 'import "./authoring/b.ts";\n',
    "packages/template/src/authoring/b.ts": "export {};\n",
  });
  const message = "serving does not need authoring";
  expect(problems).toEqual([
    `packages/template/src/shared.ts imports "./authoring/b.ts": ${message}`,
  ]);
});

test("checkLayers() lets authoring import serving, and both what is between them", () => {
  const problems = problemsOf({
    "packages/template/src/shared.ts": "export {};\n",
    "packages/template/src/serving/a.ts": 'import "../shared.ts";\nimport "@hookwright/base";\n',
    "packages/template/src/authoring/b.ts": 'import "../serving/a.ts";\nimport "../shared.ts";\n',
    "packages/template/src/compile.ts": 'import "./authoring/b.ts";\n',
    "packages/core/src/serving/fence/index.ts": 'import "@hookwright/template/runtime";\n',
  });
  expect(problems).toEqual([]);
});

test("checkLayers() refuses a type import like any other", () => {
  const problems = problemsOf({
    "packages/core/src/model/a.ts": 'import type {\n  B,\n} from "../compile-hooks.ts";\n',
    "packages/core/src/model/b.ts": 'export const x: import("../fence/index.ts").C = 1;\n',
  });
  expect(problems).toEqual([
    expect.stringContaining('imports compile-hooks.ts: "model" may not import an entry'),
    expect.stringContaining('imports fence/index.ts: "model" may not import "fence"'),
  ]);
});

test("checkLayers() lets tests import anything", () => {
  const problems = problemsOf({
    "packages/core/src/model/a.test.ts": 'import "../compile-hooks.ts";\nimport "node:fs";\n',
  });
  expect(problems).toEqual([]);
});

test("checkLayers() requires a room for every folder, and a rule for every package", () => {
  const root = writeFixture({
    "packages/core/package.json": { name: "@hookwright/core" },
    "packages/core/src/misc/a.ts": "export {};\n",
    "packages/extra/package.json": { name: "@hookwright/extra" },
    "packages/extra/src/index.ts": "export {};\n",
  });
  expect(checkLayers(root).problems).toEqual([
    expect.stringContaining('"misc" is not a room'),
    expect.stringContaining("packages/extra has no rule"),
  ]);
});

test.each([
  ["core", "node:fs", "without Node"],
  ["core", "path", "without Node"],
  ["core", "leven", "not among the libraries"],
  ["core", "handlebars", "not among the libraries"],
  ["core", "ajv", "does not list it"],
  ["core", "../../adapter-fetch/src/index.ts", "leaves the package's src"],
  ["adapter-fetch", "@hookwright/core/plan", "does not allow it"],
  ["adapter-fetch", "@hookwright/adapter-node", "does not list it"],
])("checkLayers() refuses an import in packages/%s of %s", (folder, specifier, reason) => {
  const problems = problemsOf({
    [`packages/${folder}/src/index.ts`]: `import { x } from "${specifier}";\n`,
  });
  expect(problems).toContainEqual(expect.stringContaining(reason));
});

test("checkLayers() refuses examples that import files of a package", () => {
  const problems = problemsOf({
    "examples/quickstart/run.mjs": 'import { x } from "../../packages/core/src/index.ts";\n',
    "bench/run.mjs": 'import { x } from "@hookwright/core";\n',
  });
  expect(problems).toEqual([expect.stringContaining("use the published entry")]);
});

test("checkLayers() finds cycles, also of types and across packages", () => {
  const problems = problemsOf({
    "packages/core/src/model/a.ts": 'import type { B } from "./b.ts";\n',
    "packages/core/src/model/b.ts": 'import type { A } from "./a.ts";\n',
    "packages/core/src/index.ts": 'import "../../adapter-fetch/src/index.ts";\n',
    "packages/adapter-fetch/src/index.ts": 'import "@hookwright/core";\n',
  });
  const cycles = problems.filter((problem) => problem.startsWith("import cycle"));
  expect(cycles).toEqual([
    "import cycle: packages/adapter-fetch/src/index.ts → packages/core/src/index.ts → packages/adapter-fetch/src/index.ts",
    "import cycle: packages/core/src/model/a.ts → packages/core/src/model/b.ts → packages/core/src/model/a.ts",
  ]);
});
