// Modules in the server's own thread: the same contract without isolation.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  callOf,
  configOf,
  contextOf,
  copyModules,
  createTestLoader,
  failureOf,
  load,
} from "./support/load-modules.ts";

const INLINE = { transforms: { isolation: "inline" } };

test("createTransformLoader() runs modules in its own process if the config says inline", async () => {
  const dir = copyModules("styles");
  const modules = ["esm.mjs", "common.cjs", "typed.ts", "nothing.js", "remembers.js"];
  const loaded = await load(dir, configOf(modules, INLINE));
  const context = contextOf({ text: "t" });
  expect(await callOf(loaded, "esm.mjs")(context)).toEqual({ message: "esm.mjs: t" });
  expect(await callOf(loaded, "common.cjs", "transform")(context)).toEqual({
    message: "common.cjs: t",
  });
  expect(await callOf(loaded, "typed.ts")(context)).toEqual({ message: "typed.ts: t" });
  expect(await callOf(loaded, "nothing.js", "handled")(context)).toBe(null);
  expect(await callOf(loaded, "nothing.js", "unchanged")(context)).toBe(undefined);
  await callOf(loaded, "remembers.js")(context);
  expect(await callOf(loaded, "remembers.js")(context)).toEqual({ message: "2" });
});

test("createTransformLoader() passes inline modules a copy, and reads their results as JSON", async () => {
  const loaded = await load(
    copyModules("hostile"),
    configOf(["mutates.js", "returns.js", "throws.js"], INLINE),
  );
  const context = contextOf({ text: "as sent", inner: { list: [1] } });
  const before = JSON.stringify(context);
  expect(await callOf(loaded, "mutates.js")(context)).toEqual({ message: "changed" });
  expect(JSON.stringify(context)).toBe(before);
  const returned = callOf(loaded, "returns.js");
  expect(await failureOf(returned(contextOf({ what: "cyclic" })))).toMatch(
    /^TransformFailure: returned a value that cannot be written as JSON: Converting circular structure/,
  );
  const thrown = callOf(loaded, "throws.js");
  expect(await failureOf(thrown(contextOf({ what: "text" })))).toMatch(
    /threw a string instead of an Error/,
  );
});

test("createTransformLoader() reports what an inline module throws while it is loaded", async () => {
  const dir = copyModules("styles");
  writeFileSync(join(dir, "hooks/transforms/throws.js"), "\nnull.x;");
  const { problems } = await load(dir, configOf(["throws.js"], INLINE));
  expect(problems).toMatchObject([
    {
      code: "transform_load_failed",
      message: expect.stringMatching(/"throws\.js" threw TypeError: .* while it was loaded\.$/),
    },
  ]);
});

test("createTransformLoader() reloads an inline module that changed, and keeps the others' memory", async () => {
  const dir = copyModules("styles");
  const loader = createTestLoader(dir);
  const config = configOf(["remembers.js", "esm.mjs"], INLINE);
  const before = await loader.load(config);
  await callOf(before, "remembers.js")(contextOf({}));
  writeFileSync(
    join(dir, "hooks/transforms/esm.mjs"),
    'export default () => ({ message: "new" });',
  );
  const after = await loader.load(config);
  await before.close();
  expect(await callOf(after, "esm.mjs")(contextOf({}))).toEqual({ message: "new" });
  expect(await callOf(after, "remembers.js")(contextOf({}))).toEqual({ message: "2" });
  expect(await callOf(before, "esm.mjs")(contextOf({ text: "t" }))).toEqual({
    message: "esm.mjs: t",
  });
});
