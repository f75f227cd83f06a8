import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { event } from "../event.ts";
import { FIXED_NOW } from "../fixed-ports.ts";
import type { Mutant } from "../mutate/model.ts";
import { changesBetween } from "./changes-between.ts";
import { findUnused, isIgnored } from "./exceptions.ts";
import { findConfig, findTestFiles, isTestName } from "./find-config.ts";
import { loadTestFile } from "./load-test-file.ts";
import { testConfig } from "./test-config.ts";

const CONFIG = "hooks: { mappings: [] }";
const EVENT = "path: ci\npayload: { job: lint, id: 12345678901234567890 }\n";

async function load(
  text: string,
  files: Readonly<Record<string, string>> = {},
  name = "hooks.test.yaml",
) {
  const dir = createTempDir({ "hooks.yaml": CONFIG, [name]: text, ...files });
  return { dir, loaded: await loadTestFile(join(dir, name)) };
}

async function problemsOf(text: string, files?: Readonly<Record<string, string>>) {
  const { loaded } = await load(text, files);
  return loaded.problems.map(({ code, message, hint, position }) => [
    `${code} ${position?.line}`,
    message,
    hint,
  ]);
}

const withCase = (text: string): string => `cases:\n  - { name: a, ${text} }\n`;
const INLINE = "event: { path: ci }";
const expecting = (text: string): string => withCase(`${INLINE}, expect: { ${text} }`);

test("loadTestFile() reads cases, a clock, stubs and the config of the same base name", async () => {
  const { dir, loaded } = await load(`
$schema: x
version: 1
now: 2026-01-01T00:00:00Z
transforms: { a.ts: { returns: { message: hi } }, b.ts: { throws: no } }
env: { A: b }
ignore: [{ mutant: cond-value, at: m.when, why: same }]
cases:
  - name: one
    event: { path: ci, headers: { a: b }, query: { q: "1" }, payload: { x: 1 }, receivedAt: 5 }
    reviewed: false
    expect: { snapshot: true }
`);
  expect(loaded).toMatchObject({
    ok: true,
    configFile: join(dir, "hooks.yaml"),
    now: Date.parse("2026-01-01T00:00:00Z"),
    transforms: { "a.ts": { returns: { message: "hi" } }, "b.ts": { throws: "no" } },
    env: { A: "b" },
    ignore: [{ mutant: "cond-value", at: "m.when", why: "same" }],
    cases: [
      {
        name: "one",
        event: {
          path: "ci",
          headers: { a: "b" },
          query: { q: "1" },
          payload: { x: 1 },
          receivedAt: 5,
        },
        reviewed: false,
        expect: { snapshot: true },
      },
    ],
  });
  const { loaded: json } = await load(
    '{ now: 7, transforms: "run", cases: [{ name: "a", event: { path: "x" }, expect: { becomes: "wake" } }] }',
    {},
    "hooks.suggested.test.json5",
  );
  expect(json).toMatchObject({
    ok: true,
    now: 7,
    transforms: "run",
    configFile: expect.stringMatching(/hooks\.yaml$/),
  });
});

test("loadTestFile() reports unknown keys with a hint", async () => {
  expect(await problemsOf("case: []\ncases: []\ntests: []")).toEqual([
    ["unknown_key 1", '"case" is not a known key.', 'Did you mean "cases"?'],
    ["unknown_key 3", '"tests" is not a known key.', 'Write "cases".'],
    ["wrong_type 2", '"cases" must not be an empty list.', "Write at least one."],
  ]);
  expect(
    await problemsOf(withCase(`${INLINE}, expect: { mesage: x, message: y, text: { has: 1 } }`)),
  ).toEqual([
    ["unknown_key 2", '"mesage" is not a known key.', 'Write "text": the text inside the fence.'],
    ["unknown_key 2", '"message" is not a known key.', 'Write "text": the text inside the fence.'],
    ["unknown_key 2", '"has" is not a known key.', expect.stringContaining("Known: equals")],
  ]);
});

test.each([
  ["expect: { agnt: main }", 'Write "agentId".'],
  ["expect: { mode: now }", 'Write "wakeMode".'],
  ["expect: { sesionKey: a }", 'Did you mean "sessionKey"?'],
  ["expect: { code: 202 }", 'Write "becomes"'],
  ["expect: { mapping: 0 }", "Write the id of the mapping"],
  ["expect: { becomes: skip }", 'Write "skipped".'],
  ["expect: { becomes: Agent }", 'Write "agent".'],
  ["expect: { becomes: not_found }", "Known: agent, wake"],
  ["change: {}, expect: { count: 1 }", 'Write "patch".'],
])("loadTestFile() suggests the meaning of %s", async (text, hint) => {
  expect(await problemsOf(withCase(`${INLINE}, ${text}`))).toMatchObject([
    [expect.any(String), expect.any(String), expect.stringContaining(hint)],
  ]);
});

test.each([
  ["event: events/psh.event.json", "Nearest: events/push.event.json."],
  ['event: "events/*.event.json"', 'Write "events: events/*.event.json" for each'],
])("loadTestFile() suggests the file meant by %s", async (text, hint) => {
  const files = { "events/push.event.json": '{ "path": "a" }' };
  expect(await problemsOf(withCase(`${text}, expect: { count: 1 }`), files)).toMatchObject([
    ["event_unreadable 2", expect.any(String), expect.stringContaining(hint)],
  ]);
});

test("loadTestFile() reports a duplicate name, empty cases and a case without expect", async () => {
  const one = "{ name: a, event: { path: x }, expect: { becomes: agent } }";
  expect(await problemsOf(`cases: [${one}, ${one}]`)).toEqual([
    ["case_duplicate 1", 'The name "a" occurs twice.', "Reports and snapshots need unique names."],
  ]);
  const rows = "each: [{ title: t }, { title: t, expect: { snapshot: true } }]";
  expect(await problemsOf(withCase(`${INLINE}, ${rows}`))).toMatchObject([
    [
      "missing_key 2",
      "This case expects nothing, so it can never fail.",
      'Begin with "expect: { snapshot: true }".',
    ],
    ["case_duplicate 2", 'The title "t" occurs twice.', expect.any(String)],
  ]);
  expect(await problemsOf(withCase(`${INLINE}, expect: {}`))).toMatchObject([
    ["invalid_value 2", '"expect" must have a key.', 'Write "snapshot: true".'],
  ]);
  expect(await problemsOf(withCase("each: [], expect: { snapshot: true }"))).toMatchObject([
    ["wrong_type 2", '"each" must not be an empty list.', "Write at least one."],
    ["missing_key 2", "This case has no event.", expect.any(String)],
  ]);
  expect(
    await problemsOf(withCase(`${INLINE}, events: "*", expect: { snapshot: true }`)),
  ).toMatchObject([["invalid_value 2", 'A case has "event" or "events", not both.', undefined]]);
});

test.each([
  ["[]", "A test file must be an object, not a list."],
  ["{}", '"cases" is required.'],
  ["cases: 1", '"cases" must be a list, not a number.'],
  ["cases: [1]", 'Entry 1 of "cases" must be an object, not a number.'],
  ["version: 2\ncases: [1]", '"version" must be 1.'],
  ["now: soon\ncases: [1]", '"now" is not a time with a time zone.'],
  ["transforms: walk\ncases: [1]", '"transforms" must be "run".'],
  [
    "transforms: { a: { returns: 1 } }\ncases: [1]",
    '"returns" must be an object or null, not a number.',
  ],
  ["transforms: [1]\ncases: [1]", '"transforms" must be a string or an object, not a list.'],
  [
    withCase("event: 1, each: 1, expect: []"),
    '"event" must be a string or an object, not a number.',
  ],
  [withCase('event: " ", expect: { snapshot: true }'), '"event" must not be blank.'],
  [
    expecting("becomes: lost"),
    '"becomes" must be "agent" or "wake" or "deliver" or "skipped" or "handled" or "refused" or "unmatched".',
  ],
  [expecting("mapping: 1"), '"mapping" must be a string, a list or null, not a number.'],
  [expecting("to: { contains: x }, count: -1, snapshot: 1"), '"count" must be at least 0.'],
  [
    expecting("to: [1]"),
    '"to" must be a string, a number, true or false, null or an object, not a list.',
  ],
  [expecting("to: { contains: [1] }"), 'Entry 1 of "contains" must be a string, not a number.'],
  [expecting("to: { matches: 1 }"), '"matches" must be a string, not a number.'],
  [expecting('to: { matches: "(" }'), expect.stringMatching(/^"matches" has /)],
  [expecting("failed: [{}]"), '"index" is required.'],
  [
    withCase(`${INLINE}, each: [1], expect: { count: 1 }`),
    'Entry 1 of "each" must be an object, not a number.',
  ],
])("loadTestFile() reports a wrong type: %j", async (text, message) => {
  expect((await problemsOf(text)).map(([, one]) => one)).toContainEqual(message);
});

test("loadTestFile() reads an event from a file, inline, or from each file of a pattern", async () => {
  const files = {
    "events/a.event.yaml": EVENT,
    "events/b.event.json": '{ "path": "b" }',
    "events/all.ndjson": '{"path":"one"}\n\n{"path":"three"}\n',
    "events/bare.json": "[1]",
  };
  const { dir, loaded } = await load(
    `
cases:
  - { name: file, event: events/a.event.yaml, expect: { count: 1 } }
  - { name: line, event: "events/all.ndjson:3", expect: { count: 1 } }
  - { name: bare, event: events/bare.json, patch: { path: x }, expect: { count: 1 } }
  - { name: every, events: "events/*.event.*", each: [{ title: r, expect: { count: 1 } }] }
  - { name: lines, events: "events/*.ndjson", expect: { count: 1 } }
  - { name: rows, each: [{ title: r, event: events/b.event.json, expect: { count: 1 } }] }
  - { name: digits, event: { path: x, payload: 12345678901234567890 }, expect: { count: 1 } }
`,
    files,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const digits = "12345678901234567890";
  expect(loaded.cases.map(({ name, event }) => [name, event.path, event.payload])).toEqual([
    ["file", "ci", { job: "lint", id: digits }],
    ["line", "three", {}],
    ["bare", "", [1]],
    ["every [a.event.yaml]", "ci", { job: "lint", id: digits }],
    ["every [b.event.json]", "b", {}],
    ["lines [all.ndjson:1]", "one", {}],
    ["lines [all.ndjson:3]", "three", {}],
    ["rows", "", {}],
    ["digits", "x", digits],
  ]);
  expect(loaded.cases[0]?.event.integersAsText).toEqual([digits]);
  expect(loaded.cases[7]?.each?.[0]?.event?.path).toBe("b");
  expect(loaded.cases[3]?.each).toHaveLength(1);
  expect([loaded.locate(4), loaded.locate(3, 0)].map(({ line }) => line)).toEqual([6, 6]);
  const fileOf = (index: number, row?: number) => loaded.eventFileOf(index, row)?.file;
  expect([0, 1, 3, 4].map((index) => fileOf(index))).toEqual([
    "events/a.event.yaml",
    "events/all.ndjson:3",
    "events/a.event.yaml",
    "events/b.event.json",
  ]);
  expect([fileOf(3, 0), fileOf(7, 0), fileOf(7), fileOf(8)]).toEqual([
    "events/a.event.yaml",
    "events/b.event.json",
    undefined,
    undefined,
  ]);
  expect(loaded.eventFileOf(1)?.event.path).toBe("three");
  expect(loaded.files).toContain(join(dir, "events/a.event.yaml"));
  expect(loaded.patterns).toEqual([join(dir, "events/*.event.*"), join(dir, "events/*.ndjson")]);
});

test.each([
  [
    "event: events/none.event.json",
    "event_unreadable",
    "events/none.event.json: The event file cannot be read: there is no such file.",
  ],
  [
    "event: events/bad.event.yaml",
    "unknown_key",
    'events/bad.event.yaml:1:1: "pth" is not a known key.',
  ],
  [
    "event: events/two.ndjson",
    "event_unreadable",
    "events/two.ndjson has 2 events, and a case takes one.",
  ],
  [
    'events: "events/*.event.json"',
    "event_unreadable",
    "No event file matches events/*.event.json.",
  ],
  ['events: "none/*"', "event_unreadable", "No event file matches none/*."],
  [
    'events: "events/*.yaml"',
    "unknown_key",
    'events/bad.event.yaml:1:1: "pth" is not a known key.',
  ],
])("loadTestFile() reports an unreadable event at its case: %s", async (text, code, message) => {
  const files = {
    "events/bad.event.yaml": "pth: ci",
    "events/two.ndjson": '{"path":"a"}\n{"path":"b"}\n',
  };
  const found = await problemsOf(withCase(`${text}, expect: { count: 1 }`), files);
  expect(found.map((problem) => problem.slice(0, 2))).toEqual([[`${code} 2`, message]]);
});

test("loadTestFile() refuses paths outside the folder of the config, even by a link", async () => {
  const outside = createTempDir({ "x.event.yaml": EVENT });
  const dir = createTempDir({
    "hooks.yaml": CONFIG,
    "hooks.test.yaml": `cases:
  - { name: a, event: ${join(outside, "x.event.yaml")}, expect: { count: 1 } }
  - { name: b, event: link/x.event.yaml, expect: { count: 1 } }
  - { name: c, event: ../nowhere/x.event.yaml, expect: { count: 1 } }
`,
  });
  symlinkSync(outside, join(dir, "link"));
  const loaded = await loadTestFile(join(dir, "hooks.test.yaml"));
  expect(loaded.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining("is outside the folder of the config."),
    "link/x.event.yaml is outside the folder of the config.",
    "../nowhere/x.event.yaml is outside the folder of the config.",
  ]);
});

test("loadTestFile() uses the config that is named, or finds it by name, one folder up from tests", async () => {
  const text = withCase(`${INLINE}, expect: { count: 1 }`);
  const { dir, loaded } = await load(text, {
    "tests/any.test.yaml": text,
    "other.test.yaml": text,
  });
  expect(loaded.ok && loaded.configFile).toBe(join(dir, "hooks.yaml"));
  expect(await loadTestFile(join(dir, "tests/any.test.yaml"))).toMatchObject({
    configFile: join(dir, "hooks.yaml"),
  });
  expect((await loadTestFile(join(dir, "other.test.yaml"))).problems).toMatchObject([
    { code: "missing_key", hint: 'Write "config: hooks.yaml".' },
  ]);
  const only = createTempDir({ "gateway.json5": CONFIG, "hooks.test.yaml": text });
  expect((await loadTestFile(join(only, "hooks.test.yaml"))).problems).toMatchObject([
    { code: "missing_key", hint: 'Write "config: gateway.json5".' },
  ]);
  const named = await load(`config: sub/x.json5\n${text}`);
  expect(named.loaded.ok && named.loaded.configFile).toBe(join(named.dir, "sub/x.json5"));
  const absolute = await load(`config: ${join(dir, "hooks.yaml")}\n${text}`);
  expect(absolute.loaded.ok && absolute.loaded.configFile).toBe(join(dir, "hooks.yaml"));
});

test("loadTestFile() makes an empty list the default with strict", async () => {
  const { loaded } = await load(
    `strict: true\ncases:\n  - { name: a, ${INLINE}, expect: { count: 1 } }\n  - { name: b, ${INLINE}, expect: { empty: [x] } }\n`,
  );
  expect(loaded.ok && loaded.cases.map(({ expect: one }) => one)).toEqual([
    { empty: [], count: 1 },
    { empty: ["x"] },
  ]);
});

test("loadTestFile() reports a file that cannot be read, and its syntax", async () => {
  const dir = createTempDir({
    "a.test.yaml": "cases: [",
    "b.test.yaml": "cases: []\ncases: []",
    "c.test.json": '{"cases":[],"cases":[]}',
  });
  mkdirSync(join(dir, "d.test.yaml"));
  const codes = async (name: string) =>
    (await loadTestFile(join(dir, name))).problems.map(
      ({ code, message }) => `${code}: ${message}`,
    );
  expect(await codes("d.test.yaml")).toEqual([
    "test_unreadable: The test file cannot be read: it is not a regular file.",
  ]);
  expect((await codes("a.test.yaml"))[0]).toMatch(/^test_syntax: /);
  expect((await codes("b.test.yaml"))[0]).toMatch(/^key_repeated: /);
  expect(await codes("c.test.json")).toHaveLength(2);
});

const before = event("ci", {
  headers: { "X-Event": "push" },
  query: { kind: "a" },
  payload: { job: { name: "lint", "a.b": 1 }, list: [{ n: 1 }, { n: 2 }], gone: true },
});

test.each([
  [{ path: "cd" }, { patch: { path: "cd" } }],
  [{ headers: {} }, { remove: ["headers.X-Event"] }],
  [{ headers: undefined }, { remove: ["headers"] }],
  [{ query: { kind: "b" } }, { patch: { "query.kind": "b" } }],
  [{ payload: 7 }, { patch: { payload: 7 } }],
  [
    { payload: { job: { name: "test", "a.b": 2 }, list: [{ n: 1 }, { n: 3 }] } },
    {
      remove: ["payload.gone"],
      patch: { "payload.job.name": "test", "payload.job.[a.b]": 2, "payload.list.1.n": 3 },
    },
  ],
  [
    { payload: { job: { name: "lint", "a.b": 1 }, list: [1], gone: true, more: null } },
    { patch: { "payload.list": [1], "payload.more": null } },
  ],
  [{ receivedAt: FIXED_NOW }, {}],
  [{ receivedAt: 0 }, { patch: { receivedAt: "1970-01-01T00:00:00.000Z" } }],
])("changesBetween() lists what differs: %j", (changes, expected) => {
  expect(changesBetween(before, { ...before, ...changes })).toEqual(expected);
});

test("changesBetween() returns undefined if no path reaches the difference", () => {
  const after = { ...before, payload: { "a]b": 1 } };
  expect(changesBetween({ ...before, payload: { "a]b": 0 } }, after)).toBeUndefined();
  const nameless = (value: number) => ({ ...before, payload: { "": value } });
  expect(changesBetween(nameless(0), nameless(1))).toEqual({ patch: { "payload.[]": 1 } });
});

test("findTestFiles() searches some levels deep, without node_modules and dot folders", () => {
  const names = [
    "hooks.test.yaml",
    "b.test.json",
    "hooks.yaml",
    "a/tests/x.test.json5",
    "a/b/c/d.test.yml",
    "a/b/c/d/e.test.yml",
    "node_modules/x.test.yaml",
    ".git/x.test.yaml",
  ];
  const dir = createTempDir(Object.fromEntries(names.map((name) => [name, ""])));
  const found = (levels?: number) =>
    findTestFiles(dir, levels).map((file) => file.slice(dir.length + 1));
  expect(found(3)).toEqual([
    "a/b/c/d.test.yml",
    "a/tests/x.test.json5",
    "b.test.json",
    "hooks.test.yaml",
  ]);
  expect(found()).toEqual(["b.test.json", "hooks.test.yaml"]);
});

test("isTestName() goes by the name", () => {
  expect(["hooks.test.yaml", "a/h.suggested.test.jsonc"].every(isTestName)).toBe(true);
  expect(["hooks.yaml", "test.yaml", ".test.yaml", "x.test.ts"].some(isTestName)).toBe(false);
});

test("findConfig() finds the config beside its tests, JSON5 first", () => {
  const dir = createTempDir({ "hooks.json5": "", "hooks.yaml": "", "tests/own.yaml": "" });
  expect(findConfig(join(dir, "hooks.test.yaml"))).toBe(join(dir, "hooks.json5"));
  expect(findConfig(join(dir, "tests/own.test.yaml"))).toBe(join(dir, "tests/own.yaml"));
  expect(findConfig(join(dir, "tests/some.test.yaml"))).toBe(join(dir, "hooks.json5"));
  expect(findConfig(join(dir, "some.test.yaml"))).toBeUndefined();
  expect(findConfig(join(dir, "any.yaml"))).toBeUndefined();
});

const PUSH_EVENT = "event: { path: ci, payload: { job: lint } }";
const files = {
  "hooks.yaml":
    "hooks: { mappings: [{ id: ci, match: { path: ci }, messageTemplate: '{{job}} is red' }] }",
  "hooks.test.yaml": `cases:
  - { name: passes, ${PUSH_EVENT}, expect: { mapping: ci, text: lint is red } }
  - { name: fails, ${PUSH_EVENT}, expect: { mapping: cd, text: test is red } }
  - { name: snapshot, ${PUSH_EVENT}, expect: { snapshot: true } }
`,
};

test("testConfig() returns the cases of a file as tests that reject", async () => {
  const dir = createTempDir(files);
  const [passes, fails, snapshot] = await testConfig(join(dir, "hooks.test.yaml"), { env: {} });
  expect([passes?.name, fails?.name, snapshot?.name]).toEqual(["passes", "fails", "snapshot"]);
  await passes?.run();
  await expect(fails?.run()).rejects.toThrow(
    [
      `${join(dir, "hooks.test.yaml")}:3 fails`,
      '  mapping: expected "cd", seen "ci"',
      '  text: expected "test is red", seen "lint is red"',
      "    {{job}} ← payload.job",
      '  mapping: no mapping has the id "cd". Did you mean "ci"?',
    ].join("\n"),
  );
  await snapshot?.run();
  expect(existsSync(join(dir, "__snapshots__/hooks.test.yaml/snapshot.md"))).toBe(true);
});

test("testConfig() writes no snapshot if CI is set", async () => {
  const dir = createTempDir(files);
  const tests = await testConfig(join(dir, "hooks.test.yaml"), { env: { CI: "true" } });
  await expect(tests[2]?.run()).rejects.toThrow("snapshot: there is none");
  expect(existsSync(join(dir, "__snapshots__"))).toBe(false);
});

test("testConfig() rejects with the problems of a file that cannot be used", async () => {
  const dir = createTempDir({
    ...files,
    "hooks.test.yaml": "cases: []",
    "b.test.yaml":
      "config: none.yaml\ncases: [{ name: a, event: { path: x }, expect: { count: 1 } }]",
  });
  await expect(testConfig(join(dir, "hooks.test.yaml"))).rejects.toThrow(
    '"cases" must not be an empty list.',
  );
  await expect(testConfig(join(dir, "b.test.yaml"))).rejects.toThrow(
    "The config file cannot be read",
  );
});

test.each([
  ["expr-blank", "ci", true],
  ["expr-blank", "ci.when", true],
  ["expr-blank", "ci.match.when", true],
  ["expr-blank", "ci.to", false],
  ["expr-blank", "cd", false],
  ["field-drop", "ci", false],
])("isIgnored() of an exception for %s at %s is %s", (mutant, at, expected) => {
  const below = (keys: readonly string[], more: object = {}) =>
    ({
      ...{ operator: "expr-blank", mappingId: "ci", path: ["hooks", "mappings", 0, ...keys] },
      ...more,
    }) as unknown as Mutant;
  const one = below(["match", "when", "=="]);
  const exception = { mutant, at, why: "w", file: "f" };
  expect(isIgnored(one, exception)).toBe(expected);
  expect(findUnused([exception], [one])).toEqual(expected ? [] : [exception]);
  expect(isIgnored(below(["to"]), { mutant: "expr-blank", at: "ci.to" })).toBe(true);
  const ofPartial = below([], { partial: "row" });
  expect(isIgnored(ofPartial, { mutant: "expr-blank", at: "partials.row" })).toBe(true);
  expect(isIgnored(ofPartial, exception)).toBe(false);
});
