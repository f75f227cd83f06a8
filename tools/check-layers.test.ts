import { expect, test } from "vitest";
import { checkLayers } from "./check-layers.mjs";
import { writeFixture } from "./shared/write-fixture.ts";

const manifests = {
  "packages/core/package.json": {
    name: "@hookwright/core",
    exports: { ".": { default: "./dist/index.js" } },
    dependencies: { handlebars: "4.7.10", "json-logic-js": "2.0.5", leven: "4.1.0" },
  },
  "packages/adapter-fetch/package.json": {
    name: "@hookwright/adapter-fetch",
    dependencies: { "@hookwright/core": "0.1.0" },
  },
};

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return checkLayers(writeFixture({ ...manifests, ...files })).problems;
}

test("checkLayers() accepts imports of the own folder, of lower layers and of listed libraries", () => {
  const problems = problemsOf({
    "packages/core/src/model/event.ts": "export interface Event {}\n",
    "packages/core/src/match/clause.ts": 'import type { Event } from "../model/event.ts";\n',
    "packages/core/src/match/index-mappings.ts": 'import { clause } from "./clause.ts";\n',
    "packages/core/src/condition/parse.ts": 'import logic from "json-logic-js";\n',
    "packages/core/src/language/compile/a.ts": 'import { b } from "../syntax/b.ts";\n',
    "packages/core/src/language/index.ts": 'export { a } from "./compile/a.ts";\n',
    "packages/core/src/config/parse.ts": 'import { check } from "../generated/validators.ts";\n',
    "packages/core/src/index.ts": 'export { engine } from "./engine.ts";\n',
    "packages/core/src/engine.ts": 'import { index } from "./match/index-mappings.ts";\n',
    "packages/adapter-fetch/src/index.ts": 'import { createHooks } from "@hookwright/core";\n',
  });
  expect(problems).toEqual([]);
});

test.each([
  ["a higher layer", "match/a.ts", "../compile/b.ts", "core/src/match/a.ts (match, layer 3)"],
  ["a sibling stage", "match/a.ts", "../language/b.ts", "language, layer 3"],
  ["a later phase", "language/syntax/a.ts", "../compile/b.ts", "(language/syntax) imports"],
  ["a stage that is no edge", "language/render/a.ts", "../../problem/b.ts", "is not in the table"],
  ["templates from patterns", "pattern/a.ts", "../language/render/b.ts", "is not in the table"],
  ["more than the model from generated code", "generated/a.ts", "../data/b.ts", "data, layer 1"],
  ["the ingress from the index", "index.ts", "./ingress/index.ts", "ingress, layer 7"],
])("checkLayers() refuses to import %s", (_what, file, specifier, message) => {
  const problems = problemsOf({ [`packages/core/src/${file}`]: `import "${specifier}";\n` });
  expect(problems).toEqual([expect.stringContaining(message)]);
});

test("checkLayers() refuses a type import as it does any other", () => {
  const problems = problemsOf({
    "packages/core/src/model/a.ts": 'import type {\n  B,\n} from "../engine.ts";\n',
    "packages/core/src/data/b.ts": 'export const x: import("../fence/c.ts").C = 1;\n',
  });
  expect(problems).toEqual([
    expect.stringContaining("(data, layer 1) imports fence/c.ts (fence, layer 3)"),
    expect.stringContaining("(model, layer 0) imports engine.ts (engine.ts, layer 6)"),
  ]);
});

test("checkLayers() lets tests import what they like", () => {
  const problems = problemsOf({
    "packages/core/src/model/a.test.ts": 'import "../engine.ts";\nimport "node:fs";\n',
  });
  expect(problems).toEqual([]);
});

test("checkLayers() asks for a layer for every folder, and for a rule for every package", () => {
  const root = writeFixture({
    "packages/core/package.json": { name: "@hookwright/core" },
    "packages/core/src/misc/a.ts": "export {};\n",
    "packages/extra/package.json": { name: "@hookwright/extra" },
    "packages/extra/src/index.ts": "export {};\n",
  });
  expect(checkLayers(root).problems).toEqual([
    expect.stringContaining('"misc" has no layer'),
    expect.stringContaining("packages/extra has no rule"),
  ]);
});

test.each([
  ["core", "node:fs", "where there is no Node"],
  ["core", "path", "where there is no Node"],
  ["core", "leven", "not among the libraries"],
  ["core", "handlebars", "not among the libraries"],
  ["core", "ajv", "does not list it"],
  ["core", "../../adapter-fetch/src/index.ts", "leaves the package's src"],
  ["adapter-fetch", "@hookwright/core/internal", "does not allow it"],
  ["adapter-fetch", "@hookwright/adapter-node", "does not list it"],
])("checkLayers() refuses that packages/%s imports %s", (folder, specifier, reason) => {
  const problems = problemsOf({
    [`packages/${folder}/src/index.ts`]: `import { x } from "${specifier}";\n`,
  });
  expect(problems).toContainEqual(expect.stringContaining(reason));
});

test("checkLayers() refuses examples that reach into a package", () => {
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
