// Golden cases (cases/*.json) → one test each: a config and an event in, exactly the expected result out; the same for
// what is linked of the config's plan as JSON text.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { safeCompileHooks } from "../../src/compile-hooks.ts";
import type { Problem } from "../../src/model/problem.ts";
import type { LinkResult } from "../../src/serving/link/link.ts";
import type {
  Hooks,
  MappingSummary,
  RuntimeHooks,
  RuntimeMappingSummary,
} from "../../src/serving/resolve/hooks.ts";
import { linkOfText } from "../link-of-text.ts";
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
  const options = optionsFromCase(golden.options ?? {});
  const compilation = safeCompileHooks(golden.config, options);
  const linked = linkOfText(golden.config, options);
  expect(linked.ok).toBe(compilation.ok);
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
  expect(withoutFunctions((linked as LinkedHooks).hooks)).toStrictEqual(
    withoutFunctions({ ...hooks, mappings: hooks.mappings.map(withoutRules) }),
  );
  if (golden.event === undefined) return;
  const expected = expandResolution(wanted.resolution);
  for (const { resolve } of [hooks, (linked as LinkedHooks).hooks]) {
    expect(await resolve(eventFromCase(golden.event))).toStrictEqual(expected);
  }
}

type LinkedHooks = Extract<LinkResult, { ok: true }>;

/** A plan has the rules of a match as trees, and hooks of a plan show its name alone. */
function withoutRules({ match: { path }, ...summary }: MappingSummary): RuntimeMappingSummary {
  return { ...summary, match: path === undefined ? {} : { path } };
}

function withoutFunctions(hooks: object): object {
  const { ports: _, ...rest } = hooks as RuntimeHooks;
  return Object.fromEntries(
    Object.entries(rest).filter(([, value]) => typeof value !== "function"),
  );
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

/** The cases check what is reported; fixes are tested beside the code that reports them. */
function withoutChange({ change: _, ...problem }: Problem): Problem {
  return problem;
}

/** Problems come all at once; their order is not part of a case. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
