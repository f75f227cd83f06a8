import { expect, test } from "vitest";
import { describeMeantPath, findMeantPath, LIST } from "./meant-path.ts";

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
const IN_LIST = { is: "list", steps: ["l"], rest: ["id"] } as const;
const ELEMENT = { is: "list", steps: ["l"], rest: [] } as const;

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
