import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { bundleModule } from "../modules/bundle-module.ts";
import { findBarePayloadNames } from "./bare-payload.ts";
import { exportsFromScript } from "./exports-from-script.ts";

async function exportsOf(files: Readonly<Record<string, string>>, name: string) {
  const folder = createTempDir(files);
  const file = `${folder}/${name}`;
  const bundle = await bundleModule({ name, file, folder, outputFolder: folder });
  if (!bundle.ok) throw new Error(bundle.problems[0]?.message);
  return exportsFromScript(bundle.code);
}

test("S4 exportsFromScript() tells the exports of a module without running it", async () => {
  const source = `
    import { x } from "./b.ts";
    throw new Error("This must not run.");
    export const config = { a: 1 };
    export const limit = 3;
    export const $other = wrap((push) => push.ref);
    export async function named(push: any) {
      const context = 1;
      return { message: push.ref };
    }
    function wrap(call: any) { return (context: any) => call(context.payload); }
    export default async ({ payload }: any) => {
      return { message: payload.a + x };
    };
    export { x as renamed };
  `;
  const exports = await exportsOf({ "a.ts": source, "b.ts": "export const x = 'b';" }, "a.ts");
  expect(exports).toEqual([
    { name: "$other", path: ["$other"], source: "wrap((push) => push.ref);" },
    { name: "config" },
    {
      name: "default",
      path: ["default"],
      source: "async ({ payload }) => {\n  return { message: payload.a + x };\n};",
    },
    { name: "limit" },
    {
      name: "named",
      path: ["named"],
      source:
        "async function named(push) {\n  const context = 1;\n  return { message: push.ref };\n}",
    },
    { name: "renamed" },
  ]);
  const sources = (exports ?? []).map(({ source = "" }) => findBarePayloadNames(source));
  expect(sources).toEqual([[], [], [], [], ["ref"], []]);
});

test("exportsFromScript() takes what is written in another way for a function", async () => {
  const files = { "a.js": "let f; f = () => null; export { f as default };" };
  expect(await exportsOf(files, "a.js")).toEqual([
    { name: "default", path: ["default"], source: "" },
  ]);
  expect(await exportsOf({ "a.js": "console.log(1);" }, "a.js")).toEqual([]);
});

test("exportsFromScript() cannot tell what CommonJS exports", async () => {
  const files = {
    "a.cjs": "module.exports = (push) => push.ref;",
    "b.js": 'export * from "./a.cjs";',
  };
  expect(await exportsOf(files, "a.cjs")).toBeUndefined();
  expect(await exportsOf(files, "b.js")).toBeUndefined();
});
