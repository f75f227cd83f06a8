// Configs that include files, compiled without a loader of files.
import { expect, test } from "vitest";
import { safeCompileHooks } from "../engine.ts";

function problemsOf(include: unknown): readonly unknown[] {
  const compiled = safeCompileHooks({ hooks: { include, mappings: [] } } as object);
  const problems = compiled.ok ? compiled.hooks.warnings : compiled.problems;
  return problems.map(({ code, path }) => ({ code, path })).filter(isOfInclude);
}

function isOfInclude({ path }: { readonly path: readonly unknown[] }): boolean {
  return path[1] === "include";
}

test("compileHooks() reports files that a config includes, because nothing read them", () => {
  expect(problemsOf(["hooks.d/*.yaml"])).toEqual([
    { code: "include_unresolved", path: ["hooks", "include"] },
  ]);
  expect(problemsOf([])).toEqual([]);
});

test("compileHooks() reports only the type of what no include can be", () => {
  expect(problemsOf([1])).toEqual([{ code: "wrong_type", path: ["hooks", "include", 0] }]);
  expect(problemsOf("hooks.d")).toEqual([{ code: "wrong_type", path: ["hooks", "include"] }]);
});
