import { expect, test } from "vitest";
import { withProblems } from "../../test/reporting.ts";
import type { HooksInput, MappingInput } from "./config.ts";
import { normalizeMappings } from "./normalize-mappings.ts";
import type { Preset } from "./presets.ts";

const uptime: Preset = () => [
  { match: { path: "uptime" }, messageTemplate: "{{state}}" },
  { id: "uptime-test", match: { path: "uptime-test" }, messageTemplate: "{{state}}" },
];

const normalize = (hooks: HooksInput, presets?: Readonly<Record<string, Preset>>) => {
  const run = withProblems((report) => normalizeMappings(hooks, { presets, report }));
  return { mappings: run.result, problems: run.problems };
};

function idsOf(hooks: HooksInput, presets?: Readonly<Record<string, Preset>>): readonly string[] {
  return normalize(hooks, presets).mappings.map(({ id }) => id);
}

test("normalizeMappings() makes no mapping of a config without any", () => {
  expect(normalize({})).toEqual({ mappings: [], problems: [] });
});

test("normalizeMappings() names mappings by their place, counted from 1", () => {
  expect(idsOf({ mappings: [{}, { id: " github " }, {}] })).toEqual([
    "mapping-1",
    "github",
    "mapping-3",
  ]);
});

test("normalizeMappings() keeps names and places where an entry was taken out", () => {
  const mappings = [undefined, {}] as unknown as MappingInput[];
  expect(normalize({ mappings }).mappings).toMatchObject([
    { id: "mapping-2", configPath: ["hooks", "mappings", 1] },
  ]);
});

test("normalizeMappings() puts the mappings of presets last, in the order of the presets", () => {
  const hooks = { presets: ["uptime", "gmail"], mappings: [{ id: "own" }] };
  expect(idsOf(hooks, { uptime })).toEqual(["own", "uptime", "uptime-test", "gmail"]);
  const { mappings } = normalize(hooks, { uptime });
  expect(mappings.map(({ preset }) => preset)).toEqual([undefined, "uptime", "uptime", "gmail"]);
  expect(mappings.at(-1)?.configPath).toEqual(["hooks", "presets", 1]);
});

test("normalizeMappings() gives a preset's mapping another name where its own is taken", () => {
  expect(idsOf({ presets: ["gmail", "gmail", "gmail"], mappings: [{ id: "gmail" }] })).toEqual([
    "gmail",
    "gmail-preset",
    "gmail-preset3",
    "gmail-preset4",
  ]);
});

test("normalizeMappings() lets a host replace a preset", () => {
  const { mappings } = normalize({ presets: ["gmail"] }, { gmail: uptime });
  expect(mappings).toMatchObject([{ match: { path: "uptime" } }, { id: "uptime-test" }]);
});

test("normalizeMappings() suggests the nearest preset for one that there is not", () => {
  const { mappings, problems } = normalize({ presets: ["gmial", "gmail", "toString"] });
  expect(mappings).toHaveLength(1);
  expect(problems).toEqual([
    {
      code: "preset_unknown",
      severity: "error",
      path: ["hooks", "presets", 0],
      message: 'There is no preset "gmial".',
      hint: 'Did you mean "gmail"?',
    },
    {
      code: "preset_unknown",
      severity: "error",
      path: ["hooks", "presets", 2],
      message: 'There is no preset "toString".',
      hint: "Known: gmail. A preset of your own is an option of `compileHooks`: docs/own-channels.md.",
    },
  ]);
});

test("normalizeMappings() says how to write what people take for a preset", () => {
  const { problems } = normalize({ presets: ["github"] });
  expect(problems).toMatchObject([
    {
      code: "preset_unknown",
      hint: 'Known: gmail. For webhooks of github write an entry of "mappings": { "match": { "path": "github" }, "auth": { "provider": "github", "secret": … }, "messageTemplate": … }; docs/recipes and docs/providers have some to copy. A preset of your own is an option of `compileHooks`: docs/own-channels.md.',
    },
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
  [async () => [], "did not give a list of mappings"],
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

test("normalizeMappings() says nothing of a preset that was taken out", () => {
  const presets = [undefined, "gmail"] as unknown as string[];
  expect(normalize({ presets })).toMatchObject({
    mappings: [{ id: "gmail", configPath: ["hooks", "presets", 1] }],
    problems: [],
  });
});
