// Names, links and imports that lead out of hooks.transformsDir are refused.
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "@hookwright/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { createGate } from "../../../tools/test-support/gate.ts";
import { serve } from "../../../tools/test-support/serve.ts";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import {
  callOf,
  configOf,
  contextOf,
  copyModules,
  failureOf,
  fixtureFolder,
  load,
  modulesDir,
  problemsOf,
} from "./support/load-modules.ts";

const GOOD = "export default () => null;";

/** The code and message of a problem, for an import of a module that leads out. */
const leadsOut = (module: string, imported: string, file = module): readonly [string, string] => [
  "transform_outside",
  `The transform module "${module}" imports "${imported}" (in ${file}), which is not within hooks.transformsDir.`,
];

/** The same for a module that cannot be built. */
const notBuilt = (code: string, at: string, why: string): readonly [string, string] => [
  code,
  `The transform module "${at.split(":", 1)}" cannot be built: ${at}: ${why}`,
];

const messagesOf = ({ problems }: { readonly problems: readonly Problem[] }) =>
  problems.map(({ code, message }) => [code, message]);

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
  expect(messagesOf(await load(dir, configOf(modules)))).toEqual([
    leadsOut("direct.js", "../../outside.js"),
    leadsOut("far.js", "../linked.js", "lib/far.js"),
    notBuilt(
      "transform_syntax",
      "url.js:1:8",
      "A URL cannot be imported; write a relative path or the name of a package.",
    ),
    leadsOut("alias.js", "#outside"),
    leadsOut("suffix.js", "../../outside.js?v=2"),
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
  expect(messagesOf(loaded)).toEqual([
    leadsOut("link.cjs", "../../outside.js"),
    leadsOut("within.js", "../../outside.js"),
    leadsOut("within.js", "../linked.js", "lib/a.js"),
  ]);
  expect(await callOf(loaded, "fine.js")(contextOf({ x: "a" }))).toEqual({ message: "a" });
  const up = messagesOf(await load(dir, configOf(["up.js"])));
  expect(up).toContainEqual(leadsOut("up.js", "../../outside.js"));
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
  expect(messagesOf(loaded)).toEqual([
    notBuilt(
      "transform_outside",
      "direct.cjs:1:15",
      '"../../out.node" is not within hooks.transformsDir.',
    ),
    notBuilt(
      "transform_outside",
      "missing.cjs:1:15",
      '"../../gone.node" is not within hooks.transformsDir.',
    ),
    notBuilt(
      "transform_outside",
      "linked.cjs:1:32",
      '"./linked.node" is not within hooks.transformsDir.',
    ),
    notBuilt(
      "transform_syntax",
      "pattern.cjs:1:43",
      'No loader is configured for ".node" files: native/a.node.',
    ),
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
  expect(messagesOf(loaded)).toEqual([leadsOut("out.mjs", "../../out.cjs")]);
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
  expect(messagesOf(loaded)).toEqual([
    leadsOut("upper.mjs", "FILE:///etc/x.mjs"),
    leadsOut("space.mjs", " fi\tle:///etc/x.mjs"),
    leadsOut("gone.mjs", "../../gone.mjs"),
    leadsOut("through.mjs", "plain/../../out.mjs"),
    [
      "transform_outside",
      'The transform module "computed.mjs" computes the name of an import (computed.mjs:1), which may lead out of hooks.transformsDir.',
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

test("createTransformLoader() lets modules call the network with a token from the environment", async () => {
  const notes = await serve((request, response) => {
    response.end(JSON.stringify({ title: `${request.url} ${request.headers.authorization}` }));
  });
  const env = { ...process.env, NOTES_URL: notes.url, NOTES_TOKEN: "t0ken" };
  const loaded = await load(copyModules("styles"), configOf(["network.mjs"]), { env });
  expect(await callOf(loaded, "network.mjs")(contextOf({ id: 7 }))).toEqual({
    message: "/notes/7 Bearer t0ken",
  });
});

test("createTransformLoader() lets modules start programs and keep a file beside themselves", async () => {
  const dir = copyModules("styles");
  const loaded = await load(dir, configOf(["child-process.mjs", "state-file.cjs"]));
  expect(await callOf(loaded, "child-process.mjs")(contextOf({ a: 2, b: 3 }))).toEqual({
    message: "5",
  });
  const remember = callOf(loaded, "state-file.cjs");
  expect(await remember(contextOf({ id: "a" }))).toEqual({ message: "new: a" });
  expect(await remember(contextOf({ id: "a" }))).toBe(null);
  expect(readFileSync(join(dir, "hooks/transforms/seen.json"), "utf8")).toBe('["a"]');
});

test("createTransformLoader() keeps the path that each file sees", async () => {
  const dir = realpathSync(copyModules("styles"));
  const loaded = await load(dir, configOf(["own-location.ts"]));
  const folder = join(dir, "hooks/transforms");
  expect(await callOf(loaded, "own-location.ts")(contextOf({}))).toEqual({
    message: [
      folder,
      `${folder}/own-location.ts`,
      `${folder}/lib/location.ts`,
      `${folder}/lib`,
    ].join("\n"),
  });
});

test("createTransformLoader() bundles installed packages, also CommonJS ones with optional dependencies", async () => {
  const dir = copyModules("styles");
  const files = {
    "node_modules/greet/package.json": '{ "name": "greet", "main": "main.js" }',
    "node_modules/greet/main.js": `
      const { join } = require("path");
      let optional = "none";
      try { optional = require("not-installed"); } catch {}
      const data = require("./data.json");
      module.exports = (name) => [data.hello, name, optional, join(__dirname, "x")].join(" ");
    `,
    "node_modules/greet/data.json": '{ "hello": "Hello" }',
    "hooks/transforms/greet.ts": `
      import greet from "greet";
      export default ({ payload }: { payload: { name: string } }) => ({ message: greet(payload.name) });
    `,
  };
  mkdirSync(join(dir, "node_modules/greet"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const loaded = await load(dir, configOf(["greet.ts"]));
  expect(loaded.files.map((file) => file.slice(realpathSync(dir).length + 1))).toEqual([
    "hooks/transforms/greet.ts",
  ]);
  expect(await callOf(loaded, "greet.ts")(contextOf({ name: "Ada" }))).toEqual({
    message: `Hello Ada none ${realpathSync(dir)}/node_modules/greet/x`,
  });
});

test("createTransformLoader() does not bundle compiled add-ons", async () => {
  const dir = copyModules("styles");
  const folder = join(dir, "hooks/transforms");
  writeFileSync(join(folder, "addon.node"), "no add-on");
  writeFileSync(
    join(folder, "native.cjs"),
    'exports.default = () => { try { require("./addon.node"); } catch (error) { return { message: error.message }; } };',
  );
  const loaded = await load(dir, configOf(["native.cjs"]));
  expect(await callOf(loaded, "native.cjs")(contextOf({}))).toEqual({
    message: expect.stringContaining(`${realpathSync(folder)}/addon.node`),
  });
});

test("createTransformLoader() keeps a module's memory between events", async () => {
  const loaded = await load(copyModules("styles"), configOf(["remembers.js"]));
  const call = callOf(loaded, "remembers.js");
  for (const message of ["1", "2", "3"]) expect(await call(contextOf({}))).toEqual({ message });
});

test("createTransformLoader() lets background work go on after the answer", async () => {
  const gate = createGate();
  const { url } = await serve((_, response) => {
    response.end();
    gate.open();
  });
  const loaded = await load(copyModules("styles"), configOf(["after-answer.mjs"]));
  const call = callOf(loaded, "after-answer.mjs");
  expect(await call(contextOf({ url, delayMs: 300 }))).toEqual({ message: "soon" });
  await loaded.close();
  await gate.opened;
});

test("createTransformLoader() gives modules defineTransform, with nothing installed beside them", async () => {
  const dir = copyModules("styles");
  const files = {
    "defined.ts": `
      import { defineTransform, type TransformContext } from "@hookwright/core";
      export default defineTransform(({ payload }: TransformContext<{ text: string }>) => ({ message: payload.text }));`,
    "whole.ts": 'import * as core from "@hookwright/core"; export default () => core;',
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(dir, "hooks/transforms", name), text);
  }
  const loaded = await load(dir, configOf(["defined.ts", "whole.ts"]));
  expect(await callOf(loaded, "defined.ts")(contextOf({ text: "t" }))).toEqual({ message: "t" });
  expect(loaded.problems).toMatchObject([
    { code: "transform_syntax", hint: expect.stringContaining("npm install @hookwright/core") },
  ]);
});

/** Enough for 50 ordinary events on a busy machine. */
const LATE = 10_000;
const late = new RegExp(`^TransformFailure: did not answer within ${LATE} ms`);
const memory =
  /^TransformFailure: (ended its worker by SIGABRT.* more memory than 48 MB|needed more than 224 MB)/;

const CASES: readonly (readonly [module: string, what: string | undefined, fails: RegExp])[] = [
  ["infinite-loop.js", undefined, late],
  ["infinite-loop-later.js", undefined, late],
  ["never-settles.js", undefined, late],
  ["blocks-in-system-call.js", undefined, late],
  ["throws.js", "text", /threw a string instead of an Error \(module/],
  ["throws.js", "null", /threw a null instead of an Error/],
  ["throws.js", "undefined", /threw a undefined instead of an Error/],
  ["throws.js", "proxy", /threw a value that cannot be read/],
  ["throws.js", "getter", /threw a value that cannot be read/],
  ["throws.js", "long", /^Error: x{1000} \(.*throws\.js:\d+:\d+/],
  ["returns.js", "proxy", /as JSON: from within \(module/],
  ["returns.js", "endlessProxy", /as JSON: Maximum call stack/],
  ["returns.js", "getter", /as JSON: from within/],
  ["returns.js", "cyclic", /as JSON: Converting circular/],
  ["returns.js", "bigint", /as JSON: Do not know how .* BigInt/],
  ["returns.js", "function", /: returned a function \(module/],
  ["returns.js", "symbol", /: returned a symbol/],
  ["returns.js", "thenable", /^Error: from then/],
  ["returns.js", "longText", /SIGABRT|characters of JSON|needed more than/],
  ["exits.js", "exit", /: ended its worker with exit code 3/],
  ["exits.js", "abort", /: ended its worker by SIGABRT/],
  ["exits.js", "kill", /: ended its worker by SIGKILL/],
  ["allocates.js", "objects", memory],
  ["allocates.js", "numbers", memory],
  ["allocates.js", "map", memory],
  ["allocates.js", "text", memory],
  ["allocates.js", "buffers", memory],
  ["writes-to-server.js", "noise", /: sent a line that is not a message/],
  ["writes-to-server.js", "wrongShape", /: sent a line that is not a mess/],
  ["writes-to-server.js", "long", /: sent a message that is too/],
];

/** Workers come last where the processor is busy, and filling a memory takes processor time. */
const LONG = 60_000;

test.each(CASES)(
  "createTransformLoader() fails only the module's own event: %s %s",
  async (module, what, fails) => {
    const payload = { what };
    const timeoutMs = fails === late ? LATE : LONG;
    // Each case loads the modules again, because a module that has lost workers has a lower priority.
    const config = configOf(["ordinary.js", module], {
      transformsDir: fixtureFolder("hostile"),
      transforms: { memoryMb: 48 },
    });
    const loaded = await load("/", config, { loadTimeoutMs: LONG });
    const order: string[] = [];
    const failure = failureOf(callOf(loaded, module)(contextOf(payload), { timeoutMs }));
    void failure.then(() => order.push("hostile"));
    const ordinary = Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        callOf(loaded, "ordinary.js")(contextOf({ id }), { timeoutMs: LONG }),
      ),
    );
    void ordinary.then(() => order.push("ordinary"));
    expect(await ordinary).toEqual(
      Array.from({ length: 50 }, (_, id) => ({ message: `ordinary ${id}` })),
    );
    expect(await failure).toMatch(fails);
    if (fails === late) expect(order).toEqual(["ordinary", "hostile"]);
    // The next event has a worker again, which may be a new one.
    const limit = { timeoutMs: fails === late ? 100 : LONG };
    const again = failureOf(callOf(loaded, module)(contextOf(payload), limit));
    expect(await again).toMatch(fails === late ? /did not answer|waited/ : fails);
  },
);
