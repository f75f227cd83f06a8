// Golden cases (cases/*.json) → one test each: a config and an event in, exactly the expected result out.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../src/base/problem.ts";
import { safeCompileHooks } from "../../src/compile-hooks.ts";
import type { Hooks } from "../../src/serving/resolve/hooks.ts";
import type { GoldenCase } from "./case.ts";
import { eventFromCase, expandMappings, expandResolution } from "./expand.ts";
import { optionsFromCase } from "./options.ts";

const folder = new URL("cases/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));

for (const file of files) {
  const cases = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as readonly GoldenCase[];
  describe(file, () => {
    for (const golden of cases) test(golden.name, () => checkCase(golden));
  });
}

test("golden cases have unique names", () => {
  const names = files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    return (JSON.parse(text) as readonly GoldenCase[]).map(({ name }) => name);
  });
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  expect(repeated).toEqual([]);
});

async function checkCase(golden: GoldenCase): Promise<void> {
  const { problems, warnings = [], hints, ...wanted } = golden.expect;
  const compilation = safeCompileHooks(golden.config, optionsFromCase(golden.options ?? {}));
  if (!compilation.ok) {
    expect(inOrder(compilation.problems.map(withoutChange))).toStrictEqual(inOrder(problems ?? []));
    return;
  }
  const { hooks } = compilation;
  expect(problems).toBeUndefined();
  const found = hooks.warnings.filter((one) => one.code !== "hooks_disabled" || isNamed(warnings));
  expect(inOrder(found.map(withoutChange))).toStrictEqual(inOrder(warnings));
  if (hints !== undefined) expect(hooks.hints).toStrictEqual(hints);
  checkHooks(hooks, wanted);
  if (golden.event === undefined) return;
  const resolution = await hooks.resolve(eventFromCase(golden.event));
  expect(resolution).toStrictEqual(expandResolution(wanted.resolution));
}

/** Most cases are about something else, and expose nothing. */
function isNamed(warnings: readonly Problem[]): boolean {
  return warnings.some(({ code }) => code === "hooks_disabled");
}

function checkHooks(hooks: Hooks, wanted: GoldenCase["expect"]): void {
  if (wanted.settings !== undefined) expect(hooks.settings).toStrictEqual(wanted.settings);
  if (wanted.mappings !== undefined)
    expect(hooks.mappings).toStrictEqual(expandMappings(wanted.mappings));
  for (const [token, accepted] of Object.entries(wanted.authorizes ?? {})) {
    expect([token, hooks.verifyToken(token)]).toEqual([token, accepted]);
  }
  for (const [path, known] of Object.entries(wanted.knows ?? {})) {
    expect([path, hooks.endpoint(path) !== undefined]).toEqual([path, known]);
  }
}

/** Problems come all at once; in which order is nobody's business. */
/** The cases say what is reported; what mends it is tested beside the code that tells it. */
function withoutChange({ change: _, ...problem }: Problem): Problem {
  return problem;
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
