// The published schemas say the same as the checks.
import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { expect, test } from "vitest";
import { checkEvent } from "../../../config/src/events/check-event.ts";
import { checkTestShape } from "./test-shape.ts";

const read = (name: string): object =>
  JSON.parse(
    readFileSync(
      new URL(
        `../../../${name.startsWith("test") ? "testing" : "core"}/schema/${name}`,
        import.meta.url,
      ),
      "utf8",
    ),
  );

/** What editors show says nothing about which files are right. */
const FOR_EDITORS = ["defaultSnippets", "enumDescriptions", "markdownEnumDescriptions"];

const ajv = new Ajv.default({ allowUnionTypes: true });
ajv.addVocabulary(FOR_EDITORS);
ajv.addSchema(read("event.schema.json"));
const isEvent = ajv.compile({ $ref: "https://hookwright.dev/event.schema.json" });
const isTest = ajv.compile(read("test.schema.json"));

const event = { path: "ci" };
const one = { name: "a", event, expect: { snapshot: true } };
const withExpect = (expect: unknown) => ({ cases: [{ ...one, expect }] });

test.each([
  { cases: [one] },
  {
    $schema: "x",
    version: 1,
    config: "c",
    now: "2026-01-01T00:00:00Z",
    strict: true,
    transforms: "run",
    cases: [one],
  },
  { transforms: { a: { returns: null }, b: { throws: "x" } }, env: { A: "b" }, cases: [one] },
  { ignore: [{ mutant: "a", at: "b", why: "c" }], cases: [one] },
  {
    cases: [
      {
        ...one,
        patch: { "payload.a": 1 },
        remove: ["headers"],
        reviewed: false,
        each: [{ title: "t" }],
      },
    ],
  },
  { cases: [{ name: "a", events: "*", expect: { becomes: "agent" } }] },
  withExpect({
    becomes: "refused",
    code: "x",
    mapping: null,
    empty: ["a"],
    count: 1,
    failed: [{ index: 0 }],
  }),
  withExpect({
    text: { contains: ["a"], excludes: "b", startsWith: "c", matches: "d", maxChars: 1, equals: 2 },
  }),
  withExpect({
    name: "a",
    to: null,
    timeoutSeconds: 5,
    deliver: false,
    actions: [{ becomes: "wake", prompt: "x" }],
  }),
])("T2: the schema and the check accept %j", (data) => {
  expect([isTest(data), checkTestShape(data)]).toEqual([true, []]);
});

test.each([
  {},
  { cases: [] },
  { cases: [one], other: 1 },
  { version: 2, cases: [one] },
  { transforms: { a: { return: 1 } }, cases: [one] },
  { ignore: [{ mutant: "a" }], cases: [one] },
  { cases: [{ ...one, name: " " }] },
  { cases: [{ ...one, event: { pth: "a" } }] },
  { cases: [{ ...one, each: [] }] },
  { cases: [{ ...one, each: [{ name: "t" }] }] },
  withExpect({}),
  withExpect({ becomes: "lost" }),
  withExpect({ text: { has: 1 } }),
  withExpect({ mesage: 1 }),
  withExpect({ actions: [{ becomes: "refused" }] }),
  withExpect({ count: -1 }),
])("T2: the schema and the check refuse %j", (data) => {
  expect([isTest(data), checkTestShape(data).length > 0]).toEqual([false, true]);
});

test.each([
  [{ path: "a", headers: { a: ["b"] }, query: { c: "d" }, payload: 1, receivedAt: 5 }, true],
  [{ path: "a", recorded: { by: "x", redacted: [{ path: "p", rule: "R5" }] } }, true],
  [{}, false],
  [{ path: " " }, false],
  [{ path: "a", body: 1 }, false],
  [{ path: "a", headers: { a: 1 } }, false],
  [{ path: "a", recorded: { who: "x" } }, false],
])("E1: the schema of events and the check agree on %j", (data, ok) => {
  expect([isEvent(data), checkEvent(data).ok]).toEqual([ok, ok]);
});
