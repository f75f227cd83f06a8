// Names, links and imports that lead out of hooks.transformsDir are refused.
import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import {
  callOf,
  configOf,
  contextOf,
  failureOf,
  load,
  modulesDir,
  problemsOf,
} from "./support/load-modules.ts";

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
  const outside = createTempDir({ "evil.js": GOOD });
  symlinkSync(join(outside, "evil.js"), join(folder, "file-link.js"));
  symlinkSync(outside, join(folder, "folder-link"));
  symlinkSync(join(folder, "real"), join(folder, "inner-link"));
  // The name of this folder begins with the name of the allowed folder.
  createIn(dir, { "hooks/transforms-2/evil.js": GOOD });
  symlinkSync(join(dir, "hooks/transforms-2"), join(folder, "sibling"));
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

test("createTransformLoader() refuses compiled add-ons that lead out, also as links", async () => {
  const dir = modulesDir({
    "direct.cjs": 'try { require("../../out.node"); } catch {} module.exports = () => null;',
    "missing.cjs": 'try { require("../../gone.node"); } catch {} module.exports = () => null;',
    "linked.cjs": 'module.exports = () => require("./linked.node");',
    "pattern.cjs": "module.exports = ({ payload }) => require(`./native/${payload}.node`);",
    "native/a.node": "",
    "fine.cjs": `
      const messages = [];
      const note = (load) => { try { load(); } catch ({ message }) { messages.push(message); } };
      note(() => require("./in.node"));
      note(() => require("./gone.node"));
      note(() => require("plain/in.node"));
      note(() => require("workspace/in.node"));
      try { require("nowhere/in.node"); } catch ({ code }) { messages.push(code); }
      exports.default = () => ({ message: messages.join("\\n") });`,
    "in.node": "no add-on",
  });
  const folder = join(dir, "hooks/transforms");
  const outside = createTempDir({
    "x.node": "",
    "workspace/in.node": "no add-on",
    "workspace/package.json": '{ "name": "workspace" }',
  });
  createIn(dir, { "out.node": "", "node_modules/plain/in.node": "no add-on" });
  symlinkSync(join(outside, "x.node"), join(folder, "linked.node"));
  symlinkSync(join(outside, "workspace"), join(dir, "node_modules/workspace"));
  const modules = ["direct.cjs", "missing.cjs", "linked.cjs", "pattern.cjs", "fine.cjs"];
  const loaded = await load(dir, configOf(modules));
  expect(loaded.problems.map(({ code, message }) => [code, message])).toEqual([
    [
      "transform_outside",
      'The transform module "direct.cjs" cannot be built: direct.cjs:1:15: "../../out.node" is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      'The transform module "missing.cjs" cannot be built: missing.cjs:1:15: "../../gone.node" is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      'The transform module "linked.cjs" cannot be built: linked.cjs:1:32: "./linked.node" is not within hooks.transformsDir.',
    ],
    [
      "transform_syntax",
      'The transform module "pattern.cjs" cannot be built: pattern.cjs:1:43: No loader is configured for ".node" files: native/a.node.',
    ],
  ]);
  const { message } = (await callOf(loaded, "fine.cjs")(contextOf({}))) as { message: string };
  expect(message.split("\n").filter((line) => !line.startsWith("-"))).toEqual([
    `${folder}/in.node: file too short`,
    `Cannot find module '${folder}/gone.node'`,
    "Require stack:",
    `${dir}/node_modules/plain/in.node: file too short`,
    `${realpathSync(outside)}/workspace/in.node: file too short`,
    "MODULE_NOT_FOUND",
  ]);
});

const LEADS_OUT = /"[^"]+": it is not within hooks\.transformsDir/;
const NOT_BUILT = /it is not built with the module/;

test.each([
  ["a createRequire of its own", "createRequire(import.meta.url)('../../out.cjs')", LEADS_OUT],
  ["a fixed name", "load('../../out.cjs')", LEADS_OUT],
  ["an absolute name", "load(payload.dir + '/out.cjs')", LEADS_OUT],
  ["a link", "load('./link.json')", LEADS_OUT],
  ["another starting point", "createRequire(payload.dir + '/x.js')('./out.cjs')", LEADS_OUT],
  ["the default export", "Module.createRequire(import.meta.url)('../../out.cjs')", LEADS_OUT],
  ["a way through a package", "load('plain/../../out.cjs')", LEADS_OUT],
  ["a computed name", "require(payload.dir + '/out.cjs')", LEADS_OUT],
  ["another name of require", "(0, require)(payload.dir + '/out.cjs')", LEADS_OUT],
  ["a script of the folder", "load('./lib.cjs')", NOT_BUILT],
  ["a package that does not exist", "load('nowhere')", /^Error: Cannot find module 'nowhere'/],
  ["a data file", "load('./data.json')", /^no failure, but \{"message":"data"\}$/],
  ["a module of Node", "load('node:path').posix.parse('/a').dir", /^no failure, but "\/"$/],
  ["a package", "load('plain')", /^no failure, but \{"message":"plain"\}$/],
  ["a file of a package", "load(payload.dir + '/node_modules/plain')", /^no failure/],
  ["a file of a linked package", "load(workspace)", /^no failure, but \{"message":"far"\}$/],
  ["the resolver", "load.resolve('./data.json').slice(-9)", /^no failure, but "data\.json"$/],
])(
  "createTransformLoader() contains what createRequire() loads: %s",
  async (_, expression, expected) => {
    const dir = modulesWithRequire(expression);
    const loaded = await load(dir, configOf(["own.mjs"]));
    expect(loaded.problems).toEqual([]);
    expect(await failureOf(callOf(loaded, "own.mjs")(contextOf({ dir })))).toMatch(expected);
  },
);

test("createTransformLoader() contains what createRequire() loads in the server's own thread too", async () => {
  const dir = modulesWithRequire("load(payload.name)");
  const config = configOf(["own.mjs"], { transforms: { isolation: "inline" } });
  const call = callOf(await load(dir, config), "own.mjs");
  expect(await failureOf(call(contextOf({ name: "../../out.cjs" })))).toMatch(LEADS_OUT);
  expect(await call(contextOf({ name: "./data.json" }))).toEqual({ message: "data" });
});

function modulesWithRequire(expression: string): string {
  const dir = modulesDir({
    "own.mjs": `
      import Module, { createRequire } from "node:module";
      import { workspace } from "workspace";
      const load = createRequire(import.meta.url);
      export default async ({ payload }) => ${expression};`,
    "lib.cjs": "module.exports = { message: 'lib' };",
    "data.json": '{ "message": "data" }',
  });
  const outside = createTempDir({
    "workspace/index.js": "exports.workspace = __dirname + '/far.cjs';",
    "workspace/far.cjs": "module.exports = { message: 'far' };",
    "workspace/package.json": '{ "name": "workspace" }',
  });
  createIn(dir, {
    "out.cjs": "module.exports = { message: 'out' };",
    "out.json": '{ "message": "out" }',
    "node_modules/plain/index.js": "module.exports = { message: 'plain' };",
  });
  symlinkSync(join(dir, "out.json"), join(dir, "hooks/transforms/link.json"));
  symlinkSync(join(outside, "workspace"), join(dir, "node_modules/workspace"));
  return dir;
}

test("createTransformLoader() bundles what a require from createRequire() names", async () => {
  const dir = modulesDir({
    "in.mjs": `
      import { createRequire } from "node:module";
      const require = createRequire(import.meta.url);
      export default () => require("./lib.cjs");`,
    "out.mjs": `
      import * as module from "module";
      const require = module.createRequire(import.meta.url);
      export default () => require("../../out.cjs");`,
    "lib.cjs": "module.exports = { message: __filename };",
  });
  createIn(dir, { "out.cjs": "" });
  const loaded = await load(dir, configOf(["in.mjs", "out.mjs"]));
  expect(loaded.problems.map(({ code, message }) => [code, message])).toEqual([
    [
      "transform_outside",
      'The transform module "out.mjs" imports "../../out.cjs" (in out.mjs), which is not within hooks.transformsDir.',
    ],
  ]);
  const lib = join(dir, "hooks/transforms/lib.cjs");
  expect(await callOf(loaded, "in.mjs")(contextOf({}))).toEqual({ message: lib });
  expect(loaded.files).toContain(lib);
});

test("createTransformLoader() refuses imports whose names are URLs, lead out or are computed", async () => {
  const dir = modulesDir({
    "upper.mjs": 'export default () => import("FILE:///etc/x.mjs").catch(() => null);',
    "space.mjs": 'export default () => import(" fi\\tle:///etc/x.mjs").catch(() => null);',
    "gone.mjs": 'export default () => import("../../gone.mjs").catch(() => null);',
    "through.mjs": 'import "plain/../../out.mjs"; export default () => null;',
    "computed.mjs": 'export default () => import(new URL("../../out.mjs", import.meta.url).href);',
    "fine.mjs": `
      import "computing";
      export default async () => {
        const failed = [];
        const note = ({ code }) => failed.push(code);
        await import("./later.mjs").catch(note);
        await import("not-installed").catch(note);
        try { require("./later.cjs"); } catch ({ code }) { failed.push(code); }
        return { message: failed.join() };
      };`,
  });
  createIn(dir, {
    "out.mjs": "",
    "node_modules/plain/index.js": "",
    "node_modules/computing/index.js": "export const load = (name) => import(name);",
  });
  const modules = ["upper", "space", "gone", "through", "computed", "fine"];
  const loaded = await load(dir, configOf(modules.map((name) => `${name}.mjs`)));
  expect(
    loaded.problems.map(({ code, message }) => [code, message.split('" ').slice(1).join('" ')]),
  ).toEqual([
    [
      "transform_outside",
      'imports "FILE:///etc/x.mjs" (in upper.mjs), which is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      'imports " fi\tle:///etc/x.mjs" (in space.mjs), which is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      'imports "../../gone.mjs" (in gone.mjs), which is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      'imports "plain/../../out.mjs" (in through.mjs), which is not within hooks.transformsDir.',
    ],
    [
      "transform_outside",
      "computes the name of an import (computed.mjs:1), which may lead out of hooks.transformsDir.",
    ],
  ]);
  expect(await callOf(loaded, "fine.mjs")(contextOf({}))).toEqual({
    message: "ERR_MODULE_NOT_FOUND,ERR_MODULE_NOT_FOUND,MODULE_NOT_FOUND",
  });
});

test("createTransformLoader() looks for a missing package nowhere but beside the file that imports it", async () => {
  const dir = modulesDir({
    "own.mjs": `
      import "nesting";
      export default async () => (await import("optional").catch(() => ({ default: null }))).default;`,
    "nested.mjs":
      'import { load } from "nesting"; export default async () => (await load()).default;',
  });
  const nesting = "node_modules/nesting";
  createIn(dir, {
    [`${nesting}/index.js`]: 'export const load = () => import("optional").catch(() => null);',
    [`${nesting}/node_modules/optional/index.js`]: "export default { message: 'nested' };",
  });
  const temporary = realpathSync(
    createTempDir({ "node_modules/optional/index.js": "export default { message: 'planted' };" }),
  );
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const loaded = await load(dir, configOf(["own.mjs", "nested.mjs"]));
  expect(loaded.problems).toEqual([]);
  expect(await callOf(loaded, "own.mjs")(contextOf({}))).toBe(null);
  expect(await callOf(loaded, "nested.mjs")(contextOf({}))).toEqual({ message: "nested" });
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
