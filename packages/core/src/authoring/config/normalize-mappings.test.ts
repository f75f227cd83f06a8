import { expect, test } from "vitest";
import { withProblems } from "../../../test/reporting.ts";
import { safeCompileHooks } from "../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "./config.ts";
import type { Mapping } from "./mapping.ts";
import { normalizeMapping, normalizeMappings, normalizeMatch } from "./normalize-mappings.ts";
import type { Preset } from "./presets.ts";

const normalize = (hooks: HooksInput, presets?: Readonly<Record<string, Preset>>) => {
  const run = withProblems((report) => normalizeMappings(hooks, { presets, report }));
  return { mappings: run.result, problems: run.problems };
};

function idsOf(hooks: HooksInput, presets?: Readonly<Record<string, Preset>>): readonly string[] {
  return normalize(hooks, presets).mappings.map(({ id }) => id);
}

test("normalizeMappings() keeps names and places where an entry was taken out", () => {
  const mappings = [undefined, {}] as unknown as MappingInput[];
  expect(normalize({ mappings }).mappings).toMatchObject([
    { id: "mapping-2", configPath: ["hooks", "mappings", 1] },
  ]);
});

test("normalizeMappings() gives a preset's mapping another name where its own is taken", () => {
  expect(idsOf({ presets: ["gmail", "gmail", "gmail"], mappings: [{ id: "gmail" }] })).toEqual([
    "gmail",
    "gmail-preset",
    "gmail-preset3",
    "gmail-preset4",
  ]);
});

test("normalizeMappings() checks what a preset gives as it does what the operator wrote", () => {
  const odd = (() => [
    { id: " odd ", deliver: "no", messageTemplate: "x" },
    5,
    { match: { path: "/" }, session_key: "x" },
  ]) as unknown as Preset;
  const { mappings, problems } = normalize({ presets: ["gmail", "odd"] }, { odd });
  expect(mappings.map(({ id }) => id)).toEqual(["gmail", "odd", "odd-preset"]);
  expect(problems.every(({ path }) => path.join(".") === "hooks.presets.1")).toBe(true);
  expect(problems.map(({ code, message, hint }) => [code, message, hint])).toEqual(
    expect.arrayContaining([
      [
        "wrong_type",
        'The preset "odd" gives a wrong mapping: "deliver" must be true or false, not a string. (mappings[0].deliver)',
        "Write false, without quotes.",
      ],
      [
        "wrong_type",
        'The preset "odd" gives a wrong mapping: Entry 2 of "mappings" must be an object, not a number. (mappings[1])',
        'Write an object: { "match": { "path": … }, … }.',
      ],
      [
        "unknown_key",
        'The preset "odd" gives a wrong mapping: "session_key" is not a known key. (mappings[2].session_key)',
        'Write "sessionKey".',
      ],
    ]),
  );
  expect(problems).toHaveLength(4);
});

test.each<[unknown, string]>([
  [
    () => {
      throw new Error("hunter2");
    },
    "threw an error",
  ],
  [5, "threw an error"],
  [() => undefined, "did not give a list of mappings"],
])("normalizeMappings() reports a preset that fails (%#)", (preset, what) => {
  const presets = { odd: preset as Preset };
  expect(normalize({ presets: ["odd"] }, presets)).toEqual({
    mappings: [],
    problems: [
      {
        code: "preset_failed",
        severity: "error",
        path: ["hooks", "presets", 0],
        message: `The preset "odd" ${what}.`,
      },
    ],
  });
});

test("normalizeMappings() lets no preset change the config", () => {
  const hooks = { presets: ["odd"], mappings: [{ id: "a" }] };
  const odd = ((given: typeof hooks) => {
    given.mappings.length = 0;
    return [];
  }) as unknown as Preset;
  expect(normalize(hooks, { odd }).mappings.map(({ id }) => id)).toEqual(["a"]);
  expect(hooks.mappings).toHaveLength(1);
});

const place = { id: "m", configPath: ["hooks", "mappings", 0] };
const normalizeOne = (input: MappingInput): Mapping => normalizeMapping(input, place);

test("normalizeMapping() writes forEach in one way", () => {
  const flags = { atomic: false, parse: false, single: false };
  const plain = { when: undefined, takesFirst: false, ...flags };
  expect(normalizeOne({ forEach: " messages " }).forEach).toEqual({
    path: "messages",
    ...plain,
  });
  expect(normalizeOne({ forEach: { path: " a.b " } }).forEach).toEqual({
    path: "a.b",
    ...plain,
  });
  const when = { var: "item" };
  expect(
    normalizeOne({ forEach: { path: "a", when, limit: "first", atomic: true } }).forEach,
  ).toEqual({
    path: "a",
    when,
    takesFirst: true,
    ...flags,
    atomic: true,
  });
});

test("normalizeMatch() keeps a condition as it is, even one that is false", () => {
  expect(normalizeMatch({ when: false })).toHaveProperty("when", false);
  const when = { "==": [1, 1] };
  expect(normalizeMatch({ when }).when).toBe(when);
});

// Configs that include files, compiled without a loader of files.

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

test("normalizeMappings() makes no mapping of a config without any", () => {
  expect(normalize({})).toEqual({ mappings: [], problems: [] });
});

test("normalizeMappings() does not report a preset twice that was taken out", () => {
  const presets = [undefined, "gmail"] as unknown as string[];
  expect(normalize({ presets })).toMatchObject({
    mappings: [{ id: "gmail", configPath: ["hooks", "presets", 1] }],
    problems: [],
  });
});
