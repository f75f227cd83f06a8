// Modules that use the system: network, programs, files, packages, background work.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createGate } from "../../../tools/test-support/gate.ts";
import { serve } from "../../../tools/test-support/serve.ts";
import { callOf, configOf, contextOf, copyModules, load } from "./support/load-modules.ts";

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
