// Paths of conditions and forEach that name nothing in the event → notes of `explain`.

import { DEFAULT_RENDER_LIMITS } from "@hookwright/template";
import { expect, test } from "vitest";
import { explain } from "../../../test/explaining/explain.ts";
import type { MappingInput } from "../config/config.ts";
import { readRule } from "../rules/index.ts";
import { listFieldReads } from "./field-reads.ts";
import { describeMeantPath, findMeantPath, LIST } from "./meant-path.ts";
import { findUnlikeValues } from "./unlike-values.ts";

const noted = async (mapping: MappingInput, payload: unknown) => {
  const { notes } = await explain([{ match: { path: "ci" }, messageTemplate: "x", ...mapping }], {
    path: "ci",
    payload,
  });
  return notes.map(({ code, message }) => [code, message]);
};

test("noteMissingPaths() says what was probably meant in a condition", async () => {
  const when = { "==": [{ var: "payload.fields.System.State" }, "Ready"] };
  const match = {
    path: "ci",
    when,
    not: { path: "ci", when: { "==": [{ var: "payload.a" }, 1] } },
  };
  expect(await noted({ match }, { fields: { "System.State": "New" } })).toEqual([
    [
      "path_missing",
      'The condition of mapping "mapping-1" reads payload.fields.System.State, which is not there. The event has the key "System.State": write payload.fields.[System.State].',
    ],
  ]);
  expect(await noted({ match }, { fields: { System: { State: "New" } } })).toEqual([]);
});

test.each([
  [
    "mesages",
    { messages: [1] },
    '"mesages" of forEach is missing, so nothing is done. Nearest: "messages".',
  ],
  [
    "a",
    { a: "[1]" },
    '"a" of forEach is not a list. "a" is a text that holds JSON: write "forEach": { "path": "a", "parse": true }.',
  ],
  [
    "a",
    { a: { b: 1 } },
    '"a" of forEach is not a list. "a" is an object: "single": true takes it as a list of one.',
  ],
  [
    "rows.0",
    { rows: [1] },
    '"rows.0" of forEach is not a list. Write "rows" for all elements of that list, or { "path": "rows", "limit": "first" } for the first.',
  ],
  [
    "payload",
    { a: 1 },
    '"payload" of forEach is not a list. "payload" is an object: "single": true takes it as a list of one.',
  ],
  [
    "rows",
    { meta: { alerts: [] }, n: null, text: "t" },
    '"rows" of forEach is missing, so nothing is done. The event has the list "meta.alerts".',
  ],
  [
    "rows",
    [{ a: 1 }],
    '"rows" of forEach is missing, so nothing is done. The event has the list "payload".',
  ],
  [
    "payload.mesages",
    { messages: [1] },
    '"payload.mesages" of forEach is missing, so nothing is done. Nearest: "payload.messages".',
  ],
])(
  "noteMissingPaths() says what was probably meant by forEach: %s",
  async (forEach, payload, note) => {
    expect(await noted({ forEach }, payload)).toEqual([["path_missing", note]]);
  },
);

test("noteMissingPaths() names the field of a form whose name has brackets, in both spellings", async () => {
  const when = { "==": [{ var: "payload.data[email]" }, "a"] };
  const payload = { "data[email]": "a" };
  expect(await noted({ match: { path: "ci", when } }, payload)).toEqual([
    [
      "path_missing",
      expect.stringContaining(
        `write payload['data[email]'], or "body": { "form": "nested" } and payload.data.email.`,
      ),
    ],
  ]);
  const right = { "==": [{ var: "payload['data[email]']" }, "a"] };
  expect(await noted({ match: { path: "ci", when: right } }, payload)).toEqual([]);
  const mapping = { match: { path: "ci" }, messageTemplate: "{{data.email}}" };
  const { emptyExpressions } = await explain([mapping], { path: "ci", payload });
  expect(emptyExpressions[0]?.hint).toContain(
    `write {{payload['data[email]']}}, or "body": { "form": "nested" } and {{data.email}}.`,
  );
});

test("noteMissingPaths() adds no note for an empty list, or if no name is near", async () => {
  expect(await noted({ forEach: "a" }, { a: [] })).toEqual([]);
  expect(await noted({ forEach: "a" }, { b: 1 })).toEqual([]);
  expect(await noted({ forEach: "a" }, { a: 1 })).toEqual([]);
  expect(
    await noted({ match: { path: "ci", when: { "!": { exists: "payload.a" } } } }, { aa: 1 }),
  ).toEqual([]);
});

test.each([
  [{ "==": [{ var: "payload.draft" }, "no"] }, ["no", false]],
  [{ in: [{ var: "payload.draft" }, ["On", 1, "maybe"]] }, ["On", true]],
  [{ and: [{ "!=": [{ var: "payload.draft" }, "true"] }] }, ["true", true]],
  [{ in: [{ var: "payload.draft" }, [false, "false"]] }, undefined],
  [{ "==": [{ cat: [{ var: "payload.draft" }] }, "no"] }, undefined],
  [{ some: [{ var: "payload.list" }, { "==": [{ var: "draft" }, "no"] }] }, undefined],
])(
  "noteMissingPaths() says where a boolean is compared with a word for it: %j",
  async (when, found) => {
    const payload = { draft: false, title: "t", list: [{ draft: false }] };
    const message =
      found &&
      `The condition compares payload.draft, which is a boolean in an event, with the text "${found[0]}", which no boolean equals. Write ${found[1]} without quotation marks.`;
    const notes = message === undefined ? [] : [["text_compared", message]];
    expect(await noted({ match: { path: "ci", when } }, payload)).toEqual(notes);
  },
);

const number = { var: "payload.n" };

/** Each with a word of what is said, or none. */
test.each<[rule: object, n: unknown, said: string | undefined]>([
  [{ "===": [number, "5"] }, 5, "Write 5 without quotation marks"],
  [{ in: [number, ["5", "6"]] }, 5, "Write 6 without quotation marks"],
  [{ in: [number, [5, "6"]] }, 5, undefined],
  [{ "==": [number, "5"] }, 5, undefined],
  [{ "===": [number, 5] }, "5", 'Write "5" in quotation marks'],
  [{ in: [number, [5]] }, "x", undefined],
  [{ "==": [number, true] }, "true", 'Write "true" in quotation marks'],
  [{ "==": [number, true] }, "merged", undefined],
  [{ in: [number, "a"] }, ["a"], '{ "in": ["a", { "var": "payload.n" }] }'],
  [{ in: [number, ["a", "b"]] }, ["a"], '{ "or": [{ "in": ["a", { "var": "payload.n" }] }'],
  [{ in: ["a", number] }, ["a"], undefined],
  [number, "false", "counts as true"],
  [{ "!": number }, "0", "counts as true"],
  [{ and: [number, true] }, "no", "counts as true"],
  [{ "!": number }, "yesterday", undefined],
  [{ ">": [number, "1.9.0"] }, "1.10.0", "No operator orders versions"],
  [{ ">": [number, "v1.9"] }, "v1.10", "No operator orders versions"],
  [{ ">": [number, "1.9"] }, "1.10", undefined],
  [{ ">": [number, "2026-01-01"] }, 1767225600, "Compare times of one form"],
  [{ ">": [number, "01/02/2026"] }, "2026-01-09", "Compare times of one form"],
  [{ ">": [number, "2026-01-01T00:00:00Z"] }, "2026-01-01T01:00:00+05:00", "form and zone"],
  [{ ">": [number, "2026-01-01T00:00:00Z"] }, "2026-01-02T00:00:00.5Z", undefined],
  [{ ">": [number, "2026-01-01"] }, "2026-01-01T01:00:00+05:00", undefined],
  [{ "<": [number, { var: "now" }] }, "2026-01-01", undefined],
  [{ ">": [number, "200"] }, "1e3", "Compare with plain digits"],
  [{ ">": [number, "200"] }, "+300", "Compare with plain digits"],
  [{ ">": [number, "200"] }, "$1,300", "Compare with plain digits"],
  [{ ">": [number, 200] }, "1,300", "Compare with plain digits"],
  [{ "<": [100, number, 200] }, "n/a", "Compare with plain digits"],
  [{ ">": [number, 200] }, "+300", undefined],
  [{ ">": [number, 200] }, "1e400", undefined],
  [{ ">": [number, "m"] }, "zebra", undefined],
  [{ ">": [number, "a1"] }, "b2", undefined],
  [{ ">": [{ "+": [number, 1] }, "a1"] }, "b2", undefined],
])("noteMissingPaths() says of %j where a value is %j: %s", async (when, n, said) => {
  const notes = await noted({ match: { path: "ci", when } }, { n });
  const wanted = said === undefined ? [] : [["text_compared", expect.stringContaining(said)]];
  expect(notes.slice(-1)).toEqual(wanted);
});

test("findNearestRead() knows keys with dots, other roots and JSON texts", async () => {
  const { emptyExpressions } = await explain(
    [
      {
        match: { path: "ci" },
        messageTemplate:
          "x{{f.System.State}}{{body.title}}{{detail.alarm.name}}{{#with f}}{{title}}{{f.x}}{{/with}}",
      },
    ],
    {
      path: "ci",
      payload: { f: { "System.State": 1, x: 2 }, title: "t", detail: '{"alarm":{"name":1}}' },
    },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{f.System.State}}", nearest: "f.[System.State]" },
    { field: "message", expression: "{{body.title}}", nearest: "title" },
    {
      field: "message",
      expression: "{{detail.alarm.name}}",
      hint: '"detail" is a text that holds JSON: write {{#with (parseJson detail)}}{{alarm.name}}{{/with}}.',
    },
    { field: "message", expression: "{{title}}", nearest: "@root.title" },
    { field: "message", expression: "{{f.x}}", nearest: "@root.f.x" },
  ]);
});

test("findMeantRead() reports empty expressions with the name that was probably meant", async () => {
  const { emptyExpressions } = await explain(
    [
      {
        match: { path: "ci" },
        messageTemplate:
          "{{job.nmae}} {{jbo.name}} {{job.name.first}} {{else_where}} {{headers.h}} {{nil.x}} {{nil}}",
      },
    ],
    { path: "ci", payload: { job: { name: "lint" }, nil: null } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{job.nmae}}", nearest: "job.name" },
    { field: "message", expression: "{{jbo.name}}", nearest: "job.name" },
    { field: "message", expression: "{{job.name.first}}" },
    { field: "message", expression: "{{else_where}}" },
    { field: "message", expression: "{{headers.h}}" },
    { field: "message", expression: "{{nil.x}}" },
    { field: "message", expression: "{{nil}}" },
  ]);
});

test("findMeantRead() names the field of the payload from its root where a block has none of that name", async () => {
  const { emptyExpressions } = await explain(
    [{ match: { path: "ci" }, messageTemplate: "x{{#with a}}{{sender.login}}{{gone.x}}{{/with}}" }],
    { path: "ci", payload: { a: { b: 1 }, sender: { login: "ann" } } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{sender.login}}", nearest: "@root.sender.login" },
    { field: "message", expression: "{{gone.x}}" },
  ]);
});

test("findMeantRead() knows the fields of headers, of the query and of the element", async () => {
  const messageTemplate =
    "x{{headers.x-evnt}}{{query.kin}}{{item.subjct}}{{subject}}{{list.1}}{{pathh}}{{item.gone}}{{mesages}}";
  const { emptyExpressions } = await explain([{ forEach: "list", messageTemplate }], {
    path: "ci",
    payload: { list: [{ subject: "s" }, { subject: "t" }], messages: 1 },
    headers: { "X-Event": "push" },
    query: { kind: "full" },
  });
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{headers.x-evnt}}", nearest: "headers.x-event" },
    { field: "message", expression: "{{query.kin}}", nearest: "query.kind" },
    { field: "message", expression: "{{item.subjct}}", nearest: "item.subject" },
    { field: "message", expression: "{{subject}}", nearest: "item.subject" },
    { field: "message", expression: "{{list.1}}", nearest: "list[0]" },
    { field: "message", expression: "{{pathh}}" },
    { field: "message", expression: "{{item.gone}}" },
    { field: "message", expression: "{{mesages}}", nearest: "messages" },
  ]);
});

test("findMeantRead() looks past a block's context for a field that the root has under another tool's name", async () => {
  const { emptyExpressions } = await explain(
    [
      {
        match: { path: "ci" },
        messageTemplate: "x{{#with body}}{{title}}{{/with}}{{list.id}}",
      },
    ],
    { path: "ci", payload: { body: { b: 1 }, title: "t", list: [{ id: 1 }] } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{title}}", nearest: "@root.title" },
    { field: "message", expression: "{{list.id}}" },
  ]);
});

test.each([
  ["a.b", { "a.b": 1 }, { is: "key with dots", key: "a.b", steps: ["a.b"] }],
  ["a.b.c", { "a.b": { c: 1 } }, { is: "key with dots", key: "a.b", steps: ["a.b", "c"] }],
  ["a.b.c.d", { "a.b": { "c.d": 1 } }, { is: "key with dots", key: "c.d", steps: ["a.b", "c.d"] }],
  [
    "a.b.c",
    { "a.b": { x: 1 }, "a.b.c": 1 },
    { is: "key with dots", key: "a.b.c", steps: ["a.b.c"] },
  ],
  ["a.b.c", { "a.b": { x: 1 } }, undefined],
  ["t.id", { t: ' {"id":1}' }, { is: "JSON text", steps: ["t"], rest: ["id"] }],
  ["t.idd", { t: '{"id":1}' }, { is: "JSON text", steps: ["t"], rest: ["idd"] }],
  ["t.other", { t: '{"id":1}' }, undefined],
  ["t.id", { t: "{id" }, undefined],
  ["t.id", { t: "plain" }, undefined],
  ["t.id", { t: `{"id":"${"x".repeat(1_000_000)}"}` }, undefined],
  ["id", '{"id":1}', undefined],
  ["l.id", { l: [{ id: 1 }] }, { is: "list", steps: ["l"], rest: ["id"] }],
  ["l.*.id", { l: [{ id: 1 }] }, { is: "list", steps: ["l"], rest: ["id"] }],
  ["l.-1", { l: [1] }, { is: "list", steps: ["l"], rest: [], element: "last" }],
  ["l.first", { l: [] }, { is: "list", steps: ["l"], rest: [], element: "first" }],
  ["body.a", { a: 1 }, { is: "other root", steps: ["a"] }],
  ["trigger.event.a", { a: 1 }, { is: "other root", steps: ["a"] }],
  ["b.c.a", { a: 1, b: {} }, undefined],
  ["nme", { name: 1 }, { is: "near name", steps: ["name"] }],
  ["jbo.id", { job: { id: 1 }, jbb: 1 }, { is: "near name", steps: ["job", "id"] }],
  ["a.b", { a: { b: 1 } }, undefined],
  [
    "data.email",
    { "data[email]": 1 },
    { is: "key with brackets", key: "data[email]", steps: ["data[email]"] },
  ],
  [
    "data.merges.FNAME",
    { "data[merges][FNAME]": 1 },
    { is: "key with brackets", key: "data[merges][FNAME]", steps: ["data[merges][FNAME]"] },
  ],
  ["User.Name", { user: { name: 1 } }, { is: "near name", steps: ["user", "name"] }],
  ["userName", { x: 1, user: { first: 1, name: 1 } }, { is: "near name", steps: ["user", "name"] }],
  ["user__full_name", { user: { fullName: 1 } }, { is: "near name", steps: ["user", "fullName"] }],
  ["userName", { user: null, userN: { am: 1 } }, undefined],
])("findMeantPath() finds what %s meant in %j", (path, value, meant) => {
  expect(findMeantPath(value, path.split("."))).toEqual(meant);
});

test.each([
  ["pages.item", [{}, { pages: [{ items: [1] }] }], { is: "near name", steps: ["pages", "items"] }],
  ["runs.jobs", { runs: [{ x: 1 }, { jobs: [1] }] }, undefined],
  ["pags", [{ pages: [1] }], { is: "near name", steps: ["pages"] }],
  ["body.texts", { texts: "[1]" }, { is: "other root", steps: ["texts"] }],
  ["texs", { texts: "no list", text: [1] }, { is: "near name", steps: ["text"] }],
  ["t.jobs", { t: '{"jobs":[1]}' }, { is: "JSON text", steps: ["t"], rest: ["jobs"] }],
  ["list.*", { list: [1] }, { is: "list", steps: ["list"], rest: [] }],
])("findMeantPath() finds which list %s meant in %j", (path, value, meant) => {
  expect(findMeantPath(value, path.split("."), LIST)).toEqual(meant);
});

const JSON_TEXT = { is: "JSON text", steps: ["t"], rest: ["id"] } as const;
const ELEMENT = { is: "list", steps: ["l"], rest: [] } as const;
const IN_LIST = { is: "list", steps: ["l"], rest: ["id"] } as const;

test.each([
  [{ is: "other root", steps: ["a"] }, "condition", 'The event has "a": write payload.a.'],
  [{ is: "near name", steps: ["a"] }, "list", 'Nearest: "payload.a".'],
  [{ is: "near name", steps: ["a"] }, "template", "Nearest: {{payload.a}}."],
  [{ is: "near name", steps: [`a'"]b`] }, "condition", `Nearest: payload.a'"]b.`],
  [
    JSON_TEXT,
    "condition",
    '"payload.t" is a text that holds JSON: write { "parseJson": [{ "var": "payload.t" }, "id"] }.',
  ],
  [
    JSON_TEXT,
    "list",
    '"payload.t" is a text that holds JSON: write "forEach": { "path": "payload.t.id", "parse": true }.',
  ],
  [
    IN_LIST,
    "condition",
    '"payload.l" is a list: write { "some": [{ "var": "payload.l" }, { "==": [{ "var": "id" }, "…"] }] }.',
  ],
  [
    IN_LIST,
    "list",
    '"payload.l" is a list, and all of its elements are taken: write "payload.l.id".',
  ],
  [IN_LIST, "template", '"payload.l" is a list: write {{#each payload.l}}{{id}}{{/each}}.'],
  [ELEMENT, "template", '"payload.l" is a list: write {{#each payload.l}}{{this}}{{/each}}.'],
] as const)("describeMeantPath() says what to write for %j in a %s", (meant, place, sentence) => {
  expect(describeMeantPath(meant, place, "payload.")).toBe(sentence);
});

const EVENT = {
  payload: { list: [{ id: 1 }, { id: 2, name: "b" }], "a.b": 1, text: '{"id":1}', n: 1 },
  headers: { "x-event": "push" },
  query: { kind: "full" },
  item: { subject: "s" },
};

function look(rule: unknown, limits = DEFAULT_RENDER_LIMITS) {
  const tree = readRule(rule, { scope: "item" });
  const events = [EVENT] as unknown as Parameters<typeof listFieldReads>[1];
  return listFieldReads(tree, events, limits).map(({ field, isThere, isOptional, hint }) => [
    field.name,
    isThere,
    isOptional,
    hint,
  ]);
}

const there = (name: string, isOptional = false) => [name, true, isOptional, undefined];
const gone = (name: string, hint?: string, isOptional = false) => [name, false, isOptional, hint];
const list = there("payload.list");

test.each([
  [true, []],
  [{ "==": [{ var: "payload.n" }, 1] }, [there("payload.n")]],
  [{ "!": { var: "item.subjct" } }, [gone("item.subjct", "Nearest: item.subject.")]],
  [{ "!": { var: "query.knd" } }, [gone("query.knd", "Nearest: query.kind.")]],
  [{ "!": { var: "headers.x-evnt" } }, [gone("headers.x-evnt", "Nearest: headers.x-event.")]],
  [{ "!": { var: "index" } }, [gone("index")]],
  [{ exists: "payload.m" }, [gone("payload.m", "Nearest: payload.n.", true)]],
  [
    { "!": { var: ["payload.m", { var: "payload.n" }] } },
    [gone("payload.m", "Nearest: payload.n.", true), there("payload.n")],
  ],
  [
    { in: [1, [{ var: "payload.n" }, { var: "payload.other" }]] },
    [there("payload.n"), gone("payload.other")],
  ],
  [{ some: [{ var: "payload.list" }, { "==": [{ var: "name" }, "b"] }] }, [list, there("name")]],
  [
    { some: [{ var: "payload.list" }, { "==": [{ var: "nme" }, "b"] }] },
    [list, gone("nme", "Nearest: name.")],
  ],
  [{ some: [{ var: "payload.n" }, { "==": [{ var: "name" }, "b"] }] }, [there("payload.n")]],
  [{ ">": [{ count: [{ var: "payload.list" }] }, 1] }, [list]],
  [
    { reduce: [{ var: "payload.list" }, { "+": [{ var: "current.id" }, 1] }, 0] },
    [list, there("current.id")],
  ],
])("listFieldReads() lists what %j reads", (rule, sights) => {
  expect(look(rule)).toEqual(sights);
});

test("listFieldReads() lists nothing of a rule that was refused, nor of one that takes too much work", () => {
  expect(look("none")).toEqual([]);
  const long = { cat: Array.from({ length: 100 }, () => "x".repeat(10_000)) };
  const texts = { map: [Array.from({ length: 1_000 }, () => 1), long] };
  const rule = { some: [texts, { "==": [{ var: "" }, "x"] }] };
  expect(look(rule)).toEqual([]);
});

test("findMeantRead() suggests nothing for a path that is not a field", async () => {
  const { emptyExpressions } = await explain(
    [{ forEach: "list", messageTemplate: "x{{item}}{{now.x}}{{payload.x}}" }],
    { path: "ci", payload: { list: [""] } },
  );
  expect(emptyExpressions.map(({ nearest }) => nearest)).toEqual([undefined, undefined, undefined]);
});

test.each([
  ["{{tags[-1]}}", "write {{last tags}}."],
  ["{{tags.first}}", "write {{first tags}}."],
  ["{{items.last.id}}", "write {{#with (last items)}}{{id}}{{/with}}."],
])("findMeantRead() writes %s as templates have it", async (messageTemplate, hint) => {
  const payload = { tags: ["a"], items: [{ id: 1 }], size: 1 };
  const event = { path: "ci", payload };
  const { emptyExpressions } = await explain([{ match: { path: "ci" }, messageTemplate }], event);
  expect(emptyExpressions[0]?.hint).toContain(hint);
  const written = hint.slice("write ".length, -1);
  const right = await explain([{ match: { path: "ci" }, messageTemplate: written }], event);
  expect(right.emptyExpressions).toEqual([]);
  const other = { match: { path: "ci" }, messageTemplate: "{{tags.size}}" };
  expect((await explain([other], event)).emptyExpressions[0]?.nearest).toBeUndefined();
});

test("findUnlikeValues() skips a value that costs more to find than an event may", () => {
  const compare = (length: number) => {
    const found = { if: [{ in: ["ab", { var: "payload.text" }] }, "yes", "no"] };
    const rule = readRule({ "==": [{ var: ["payload.none", found] }, true] });
    const subject = { payload: { text: "a".repeat(length) }, headers: {}, query: {}, path: "ci" };
    const data = subject as unknown as Parameters<typeof findUnlikeValues>[1];
    return findUnlikeValues(rule, data, DEFAULT_RENDER_LIMITS).length;
  };
  expect([compare(10), compare(50_000_000)]).toEqual([1, 0]);
});
