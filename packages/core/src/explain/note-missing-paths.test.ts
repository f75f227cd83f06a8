// Paths of conditions and forEach that name nothing in the event → notes of `explain`.
import { expect, test } from "vitest";
import { explain } from "../../test/explaining/explain.ts";
import type { MappingInput } from "../config/config.ts";

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
    '"mesages" of forEach is missing, so that nothing is done. Nearest: "messages".',
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
    "rows",
    { meta: { alerts: [] }, n: null, text: "t" },
    '"rows" of forEach is missing, so that nothing is done. The event has the list "meta.alerts".',
  ],
  [
    "rows",
    [{ a: 1 }],
    '"rows" of forEach is missing, so that nothing is done. The event has the list "payload".',
  ],
  [
    "payload.mesages",
    { messages: [1] },
    '"payload.mesages" of forEach is missing, so that nothing is done. Nearest: "payload.messages".',
  ],
])(
  "noteMissingPaths() says what was probably meant by forEach: %s",
  async (forEach, payload, note) => {
    expect(await noted({ forEach }, payload)).toEqual([["path_missing", note]]);
  },
);

test("noteMissingPaths() says nothing of an empty list, nor where nothing is near", async () => {
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
  [{ "==": [{ var: "payload.title" }, "no"] }, undefined],
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
