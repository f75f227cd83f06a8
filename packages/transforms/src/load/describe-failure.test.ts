// Outcomes → errors.
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { bundleModule } from "../modules/bundle-module.ts";
import { TRANSFORM } from "../modules/module-problem.ts";
import { findBarePayloadNames } from "./bare-payload.ts";
import {
  createFailure,
  findAuthorFrames,
  TransformFailure,
  thrownToText,
} from "./describe-failure.ts";
import { exportsFromScript } from "./exports-from-script.ts";

const LABEL = { name: "a.js", folder: "/t" };

test("createFailure() names the module if no frame does", () => {
  const thrown = { isError: true, name: "RangeError", message: "no", stack: "" } as const;
  const failure = createFailure({ kind: "threw", thrown }, LABEL);
  expect(`${failure}`).toBe('RangeError: no (module "a.js")');
  expect(failure).not.toBeInstanceOf(TransformFailure);
  expect(thrownToText(thrown, LABEL)).toBe('RangeError: no (module "a.js")');
});

test("createFailure() returns a TransformFailure unless the module threw an Error", () => {
  const failed = createFailure({ kind: "failed", reason: "did not answer" }, LABEL);
  expect(failed).toBeInstanceOf(TransformFailure);
  expect(`${failed}`).toBe('TransformFailure: did not answer (module "a.js")');
  const thrown = { isError: false, type: "string" } as const;
  expect(createFailure({ kind: "threw", thrown }, LABEL)).toBeInstanceOf(TransformFailure);
});

test("findAuthorFrames() returns the positions within the folder, innermost first", () => {
  const stack = `
    at readTitle (/gateway/hooks/transforms/github/issue.ts:12:7)
    at Array.map (<anonymous>)
    at helper (/gateway/node_modules/x/index.js:1:1)
    at async Module.default (file:///gateway/hooks/transforms/a%20b.ts:3:14)
    at <anonymous> (/gateway/hooks/transforms/c.js:1:2)
    at async file:///gateway/hooks/transforms/d.js:4:5
    at other (/gateway/hooks/transforms-2/evil.js:1:1)
    at node:internal/process/task_queues:95:5`;
  expect(findAuthorFrames(stack, "/gateway/hooks/transforms")).toEqual([
    "readTitle github/issue.ts:12:7",
    "Module.default a b.ts:3:14",
    "c.js:1:2",
    "d.js:4:5",
  ]);
});

test("findAuthorFrames() returns the first few of many frames", () => {
  const stack = "\n    at again (/t/a.js:1:1)".repeat(10_000);
  expect(findAuthorFrames(stack, "/t")).toHaveLength(4);
});

test("findAuthorFrames() returns nothing for a text that is not a stack", () => {
  for (const stack of [
    "",
    "undefined",
    "    at (",
    "at x:1:1",
    "    at file://%zz:1:1",
    `    at ${"x".repeat(600)} (/t/a.js:1:1)`,
  ]) {
    expect(findAuthorFrames(stack, "/t")).toEqual([]);
  }
});

test.each([
  ["(event) => event.issue.title", ["issue"]],
  ["event => event?.issue ?? event.issue", ["issue"]],
  ["async event => event . text", ["text"]],
  ["async (event) => { return event['dash-key'] + event?.[\"b\"]; }", ["dash-key", "b"]],
  [
    "async function transform(body) { const { type, data = {} } = body; return data; }",
    ["type", "data"],
  ],
  ["function (e) { let { a } = e\n return a; }", ["a"]],
  ["transform(event, call) { return event.text; }", ["text"]],
  ["async transform(event = {}) { return event.text; }", ["text"]],
  ["function $1($p) { return $p.text; }", ["text"]],
  ['({ message, user: { name } = {}, "quoted": q }) => message', ["message", "user", "quoted"]],
  ["function ({ a: [b, { c }], d = (1, 2) }) {}", ["a", "d"]],
  ["async({ text }) => text", ["text"]],
])("findBarePayloadNames() reads %s", (source, names) => {
  expect(findBarePayloadNames(source)).toEqual(names);
});

test("findBarePayloadNames() is fast for hostile texts", () => {
  // Takes 0.1 s. With quadratic work it would take a minute, and the test would time out.
  expect(findBarePayloadNames("async".padEnd(200_000))).toEqual([]);
  expect(findBarePayloadNames(`e => ${"{".repeat(90_000)}${"}=e;".repeat(27_000)}`)).toEqual([]);
});

test.each([
  "(ctx) => ctx.payload.issue.title",
  "(ctx) => ctx.body?.text",
  "(event) => (event.payload ?? event).text + event.text",
  "({ payload, headers }) => payload.text",
  "({ text, payload = { text } }) => payload.text",
  "({ ...rest }) => rest.text",
  "(ctx) => { const { ...rest } = ctx; return rest.text; }",
  "(ctx) => { const { text } = ctx.payload; const { a } = ctx?.payload; return text + a; }",
  "(ctx) => other(ctx)",
  "(ctx) => other.ctx.text",
  "() => null",
  "(...all) => all[0].text",
  "function () { [native code] }",
  "class Transform { constructor(x) { this.x = x; } }",
  "({}) => 1",
  "",
])("findBarePayloadNames() finds nothing in %s", (source) => {
  expect(findBarePayloadNames(source)).toEqual([]);
});

async function exportsOf(files: Readonly<Record<string, string>>, name: string) {
  const folder = createTempDir(files);
  const file = `${folder}/${name}`;
  const bundle = await bundleModule({
    ...{ name, file, folder, terms: TRANSFORM },
    outputFolder: folder,
  });
  if (!bundle.ok) throw new Error(bundle.problems[0]?.message);
  return exportsFromScript(bundle.code);
}

test("exportsFromScript() tells the exports of a module without running it", async () => {
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
