// Names, links and imports that lead out of hooks.transformsDir are refused.
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import {
  callOf,
  configOf,
  contextOf,
  load,
  modulesDir,
  problemsOf,
} from "./support/load-modules.ts";

// Workers are processes; on a busy machine they are slow.
vi.setConfig({ testTimeout: 30_000 });
afterAll(() => vi.resetConfig());

const GOOD = "export default () => null;";

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
])("createTransformLoader() refuses the name %s", async (name, why) => {
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

test("createTransformLoader() refuses links that lead out, of the file and of a folder on the way", async () => {
  const dir = modulesDir({ "good.js": GOOD, "real/inner.js": GOOD });
  const folder = join(dir, "hooks/transforms");
  const outside = createTempDir({ "evil.js": GOOD, "hooks/transforms-2/evil.js": GOOD });
  symlinkSync(join(outside, "evil.js"), join(folder, "file-link.js"));
  symlinkSync(outside, join(folder, "folder-link"));
  symlinkSync(join(folder, "real"), join(folder, "inner-link"));
  // The name of this folder begins with the name of the allowed folder.
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

test("createTransformLoader() accepts a folder that is a link, or absolute", async () => {
  const dir = modulesDir({ "good.js": GOOD });
  symlinkSync(join(dir, "hooks/transforms"), join(dir, "linked"));
  for (const transformsDir of ["linked", join(dir, "linked"), "./hooks/transforms/"]) {
    const { problems } = await load(dir, configOf(["good.js"], { transformsDir }));
    expect(problems).toEqual([]);
  }
});

test("createTransformLoader() refuses relative imports that lead out, and accepts packages that are links", async () => {
  const dir = modulesDir({
    "direct.js": 'import "../../outside.js"; export default () => null;',
    "far.js": 'import "./lib/far.js"; export default () => null;',
    "lib/far.js": 'export { x } from "../linked.js";',
    "lib/own.js": "export {};",
    "url.js": 'import "file:///etc/passwd.js"; export default () => null;',
    "alias.js": 'import "#outside"; export default () => null;',
    "suffix.js": 'import "../../outside.js?v=2"; export default () => null;',
    "package.js":
      'import "workspace"; import "./lib/own.js?v=2"; import "./../../node_modules/plain/index.js"; export default () => null;',
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
  const modules = ["direct.js", "far.js", "url.js", "alias.js", "suffix.js", "package.js"];
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
      'The transform module "url.js" cannot be built: url.js:1:8: A URL cannot be imported; write a relative path or the name of a package.',
    ],
    [
      "transform_outside",
      'The transform module "alias.js" imports "#outside" (in alias.js), which is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      'The transform module "suffix.js" imports "../../outside.js?v=2" (in suffix.js), which is not within hooks.transformsDir.',
    ],
  ]);
});

test("createTransformLoader() refuses imports by pattern that may lead out, and accepts those that cannot", async () => {
  const dir = modulesDir({
    "up.js": 'export default ({ payload }) => import("../../" + payload.x + ".js");',
    "link.cjs": "module.exports = ({ payload }) => require(`./links/${payload.x}`);",
    "within.js": 'export default ({ payload }) => import("./lib/" + payload.x + ".js");',
    "lib/a.js": 'export { x } from "../linked.js";',
    "fine.js":
      'import "data:text/javascript,1"; export default async ({ payload }) => (await import(`./own/${payload.x}.js`)).default;',
    "own/a.js": "export default { message: 'a' };",
  });
  const folder = join(dir, "hooks/transforms");
  createIn(dir, { "outside.js": "export const x = 1;" });
  createIn(folder, { "links/in.js": "export {};" });
  symlinkSync(join(dir, "outside.js"), join(folder, "links/out.js"));
  symlinkSync(join(dir, "outside.js"), join(folder, "linked.js"));
  const loaded = await load(dir, configOf(["link.cjs", "within.js", "fine.js"]));
  expect(loaded.problems.map(({ code, message }) => [code, message.split(", ")[0]])).toEqual([
    [
      "transform_outside",
      'The transform module "link.cjs" imports "../../outside.js" (in link.cjs)',
    ],
    [
      "transform_outside",
      'The transform module "within.js" imports "../../outside.js" (in within.js)',
    ],
    ["transform_outside", 'The transform module "within.js" imports "../linked.js" (in lib/a.js)'],
  ]);
  expect(await callOf(loaded, "fine.js")(contextOf({ x: "a" }))).toEqual({ message: "a" });
  const { problems } = await load(dir, configOf(["up.js"]));
  expect(problems.map(({ message }) => message)).toContain(
    'The transform module "up.js" imports "../../outside.js" (in up.js), which is not within hooks.transformsDir.',
  );
});

test("createTransformLoader() checks and watches alike if the config lies within a package", async () => {
  const within = join(modulesDir({}), "node_modules/gateway");
  createIn(within, {
    "outside.js": "export {};",
    "hooks/transforms/a.js": 'import "../../outside.js"; export default () => null;',
  });
  const { problems, files } = await load(within, configOf(["a.js"]));
  expect(problems).toMatchObject([{ code: "transform_outside" }]);
  expect(files).toContain(join(within, "hooks/transforms/a.js"));
});

test("createTransformLoader() reports once that the folder is missing, or not a folder", async () => {
  const dir = createTempDir({ "a-file": "" });
  for (const [transformsDir, why] of [
    ["nowhere", "does not exist"],
    ["a-file", "is a file, not a folder"],
  ] as const) {
    const config = configOf(["a.js", "b.js"], { transformsDir });
    const { problems, files, transforms } = await load(dir, config);
    expect(problems).toEqual([
      {
        code: "transform_missing",
        severity: "error",
        path: ["hooks", "transformsDir"],
        message: `The folder of the transform modules, "${transformsDir}", ${why}.`,
        hint: "Create it beside the config, or name another folder in hooks.transformsDir.",
      },
    ]);
    expect(files).toEqual([join(dir, transformsDir)]);
    expect(Object.keys(transforms)).toEqual(["a.js", "b.js"]);
  }
});

function createIn(dir: string, files: Readonly<Record<string, string>>): void {
  const source = createTempDir(files);
  cpSync(source, dir, { recursive: true });
}
