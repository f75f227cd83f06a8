import { expect, test } from "vitest";
import { withProblems } from "../../../test/reporting.ts";
import { safeCompileHooks } from "../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "./config.ts";
import type { Mapping } from "./mapping.ts";
import {
  normalizeBasePath,
  normalizeMapping,
  normalizeMappings,
  normalizeMatch,
} from "./normalize-mappings.ts";
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

test("normalizeMapping() fills in every default, and leaves unset what has none", () => {
  expect(normalizeOne({ messageTemplate: "x" })).toEqual({
    ...place,
    match: { headers: [], query: [] },
    action: "agent",
    skip: false,
    fields: { wakeMode: "now", deliver: true, channel: "last" },
    allowUnsafeExternalContent: false,
    text: "x",
  });
});

test("normalizeMapping() keeps what is written", () => {
  const written: MappingInput = {
    wakeMode: "next-heartbeat",
    messageTemplate: " {{a}}\n",
    instructions: "Review it.",
    name: "n",
    sessionKey: "k",
    to: "t",
    model: "m",
    thinking: "low",
    agentId: "main",
    sessionMode: "persistent",
    deliver: false,
    channel: "slack",
    timeoutSeconds: 60,
    allowUnsafeExternalContent: true,
  };
  const { messageTemplate, instructions, allowUnsafeExternalContent, ...fields } = written;
  expect(normalizeOne(written)).toMatchObject({
    text: messageTemplate,
    instructions,
    allowUnsafeExternalContent,
    fields,
  });
});

test("normalizeMapping() takes the text of the action", () => {
  const both = { messageTemplate: "message", textTemplate: "text" };
  expect(normalizeOne(both).text).toBe("message");
  expect(normalizeOne({ ...both, action: "agent" }).text).toBe("message");
  expect(normalizeOne({ ...both, action: "wake" }).text).toBe("text");
  expect(normalizeOne({ action: "wake", messageTemplate: "x" }).text).toBeUndefined();
});

test.each(["name", "model"] as const)(
  "normalizeMapping() trims %s, and takes a blank one for none",
  (field) => {
    expect(normalizeOne({ [field]: "  x " }).fields[field]).toBe("x");
    for (const blank of ["", " \n"]) {
      expect(normalizeOne({ [field]: blank }).fields[field]).toBeUndefined();
    }
  },
);

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

test("normalizeMapping() keeps the key and the limit of a body, where they are written", () => {
  expect(normalizeOne({ dedupeKey: " x:{{id}} ", maxBodyBytes: 5 })).toMatchObject({
    dedupeKey: "x:{{id}}",
    maxBodyBytes: 5,
  });
  expect(normalizeOne({ dedupeKey: " " })).toMatchObject({
    dedupeKey: undefined,
    maxBodyBytes: undefined,
  });
});

test("normalizeMapping() keeps how a transform is named and limited", () => {
  const transform = { module: " github.js ", export: "toAgent", timeoutMs: 500 };
  expect(normalizeOne({ transform }).transform).toEqual({
    ...transform,
    module: "github.js",
    lock: [],
  });
});

test("normalizeMapping() locks with `true` the fields that the mapping sets itself", () => {
  const mapping: MappingInput = {
    messageTemplate: "x",
    id: "github",
    to: "+1555",
    deliver: false,
    channel: "last",
    agentId: "main",
    transform: { module: "github.js", lock: true },
  };
  expect(normalizeOne(mapping).transform?.lock).toEqual(["deliver", "channel", "to", "agentId"]);
});

test("normalizeMapping() leaves the lock to the operator where one is written", () => {
  const locked = (lock: readonly "model"[]) =>
    normalizeOne({ deliver: false, transform: { module: "m", lock: [...lock] } }).transform?.lock;
  expect(locked(["model"])).toEqual(["model"]);
  expect(locked([])).toEqual([]);
});

test("normalizeMatch() asks for nothing where nothing is written", () => {
  expect(normalizeMatch()).toStrictEqual({ headers: [], query: [] });
  expect(normalizeMatch({})).toStrictEqual({ headers: [], query: [] });
});

test("normalizeMatch() trims the source and keeps its case", () => {
  expect(normalizeMatch({ source: " GitHub " }).source).toBe("GitHub");
});

test("normalizeMatch() compares header names in lower case and query names as they are", () => {
  const { headers, query } = normalizeMatch({
    headers: { " X-GitHub-Event ": "push" },
    query: { Kind: ["full", "Brief"] },
  });
  expect(headers).toEqual([{ name: "x-github-event", values: ["push"] }]);
  expect(query).toEqual([{ name: "Kind", values: ["full", "Brief"] }]);
});

test("normalizeMatch() keeps a condition as it is, even one that is false", () => {
  expect(normalizeMatch({ when: false })).toHaveProperty("when", false);
  const when = { "==": [1, 1] };
  expect(normalizeMatch({ when }).when).toBe(when);
});

test("normalizeMatch() normalizes what must not match, at any depth", () => {
  const match = { not: { path: "/a/", not: { headers: { "X-B": "c" } } } };
  expect(normalizeMatch(match).not).toEqual({
    path: "a",
    headers: [],
    query: [],
    not: { headers: [{ name: "x-b", values: ["c"] }], query: [] },
  });
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

const normalizeAt = (written: string | undefined) =>
  withProblems((report) => normalizeBasePath(written, report));

test.each([
  [undefined, "/hooks"],
  ["", "/hooks"],
  ["/hooks", "/hooks"],
  [" hooks// ", "/hooks"],
])("normalizeBasePath() makes of %j %s", (written, path) => {
  expect(normalizeAt(written)).toEqual({ result: path, problems: [] });
});

test.each(["/", "//", "/a?b"])("normalizeBasePath() refuses %j", (written) => {
  expect(normalizeAt(written)).toMatchObject({
    result: "/hooks",
    problems: [{ code: "path_invalid" }],
  });
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
