import { transform } from "esbuild";
import { expect, test } from "vitest";
import { markPure } from "./mark-pure.mjs";

/** What a bundler leaves of a module of which nobody uses anything. */
async function rest(code: string): Promise<string> {
  const { code: left } = await transform(markPure(code), { treeShaking: true, format: "esm" });
  return left.trim();
}

test.each([
  "const a = new Map(call()); function call() { return []; }",
  "const list = [1, 2]; const copy = list.map((one) => one + 1);",
  "const other = {}; const value = { ...other, b: other.c.d };",
  "const text = `a${String(1)}`;",
  "let seen; const late = call(); function call() { return 1; }",
])("markPure() lets a bundler drop %s", async (code) => {
  expect(await transform(code, { treeShaking: true, format: "esm" })).not.toHaveProperty(
    "code",
    "",
  );
  expect(await rest(code)).toBe("");
});

test("markPure() keeps what a module does", async () => {
  expect(await rest("globalThis.a = 1;\nconst b = 2;")).toBe("globalThis.a = 1;");
});

test("markPure() keeps values, names of functions and lines", async () => {
  const code =
    "export const a = new Map([[1, 2]]);\nexport const f = () => a.get(1);\n\nexport class C {}";
  const wrapped = markPure(code);
  expect(wrapped.split("\n")).toHaveLength(code.split("\n").length);
  const { a, f } = await import(`data:text/javascript,${encodeURIComponent(wrapped)}`);
  expect([...a, f(), f.name]).toEqual([[1, 2], 2, "f"]);
});
