import { expect, test } from "vitest";
import type { MappingInput } from "../../core/src/authoring/config/config.ts";
import { compileHooks } from "../../core/src/compile-hooks.ts";
import type { Explanation } from "../../core/src/model/explanation.ts";
import { checkExpectation } from "./check-expectation.ts";
import { event } from "./event.ts";
import { ExpectationError, expectAction } from "./expect-action.ts";
import { FIXED_PORTS } from "./fixed-ports.ts";
import type { Expectation } from "./model.ts";

const mappings: readonly MappingInput[] = [
  {
    id: "push",
    match: { path: "push" },
    name: "Push to {{ref}}",
    sessionKey: "hook:{{ref}}",
    instructions: "Summarize.",
    timeoutSeconds: 60,
    messageTemplate: "{{ref}} by {{~ who ~}} and {{{ other }}}",
  },
  { id: "skip", match: { path: "skip" }, skip: true },
  { id: "wake", match: { path: "alarm" }, action: "wake", textTemplate: "Wake" },
  {
    id: "list",
    match: { path: "list" },
    forEach: "list",
    sessionKey: "hook:{{item}}",
    messageTemplate: "{{item}}",
  },
];

function explain(path: string, payload: unknown = {}): Promise<Explanation> {
  return compileHooks({ hooks: { mappings: [...mappings] } }, FIXED_PORTS).explain(
    event(path, { payload }),
  );
}

async function wrongOf(
  expectation: Expectation,
  path = "push",
  payload: unknown = { ref: "main" },
) {
  return checkExpectation(await explain(path, payload), expectation);
}

test("expectAction() checks becomes, code and mapping", async () => {
  const right: readonly (readonly [Expectation, path?: string, payload?: unknown])[] = [
    [{ becomes: "agent", mapping: "push" }],
    [{ becomes: "skipped", mapping: "skip" }, "skip"],
    [{ becomes: "unmatched", mapping: null }, "other"],
    [{ becomes: "wake" }, "alarm"],
    [{ becomes: "refused", code: "session_key_refused" }, "push", {}],
    [{ becomes: "handled" }, "list", { list: [] }],
    [{ mapping: null }, "agent", { message: "Hi" }],
  ];
  for (const one of right) expect(await wrongOf(...one)).toEqual([]);
  expect(await wrongOf({ becomes: "unmatched", code: "empty_text", mapping: "skip" })).toEqual([
    { field: "becomes", expected: "unmatched", seen: "agent" },
    { field: "code", expected: "empty_text", seen: null },
    { field: "mapping", expected: "skip", seen: "push" },
  ]);
});

test("expectAction() checks that a field is equal, absent, or fits a matcher", async () => {
  expect(
    await wrongOf({
      name: "Push to main",
      to: null,
      timeoutSeconds: 60,
      deliver: true,
      sessionKey: { startsWith: "hook:" },
    }),
  ).toEqual([]);
  expect(await wrongOf({ name: null, to: "x", timeoutSeconds: 61 })).toEqual([
    { field: "to", expected: "x", seen: null },
    { field: "name", expected: null, seen: "Push to main" },
    { field: "timeoutSeconds", expected: 61, seen: 60 },
  ]);
  expect(await wrongOf({ wakeMode: "now", name: null, agentId: null }, "alarm")).toEqual([]);
});

test("expectAction() reports each part of a matcher that does not hold", async () => {
  const all = {
    contains: "main",
    excludes: ["x{{"],
    startsWith: "main",
    matches: "^m.+d",
    maxChars: 40,
    equals: "main byand ",
  };
  expect(await wrongOf({ text: all })).toEqual([]);
  const none = {
    equals: "x",
    contains: ["main", "z"],
    excludes: "main",
    startsWith: "by",
    matches: "^b",
    maxChars: 1,
  };
  const seen = "main byand ";
  expect(await wrongOf({ text: none })).toMatchObject([
    { field: "text", expected: "x", seen },
    { field: "text", expected: { contains: "z" }, seen },
    { field: "text", expected: { excludes: "main" }, seen },
    { field: "text", expected: { startsWith: "by" }, seen },
    { field: "text", expected: { matches: "^b" }, seen },
    { field: "text", expected: { maxChars: 1 }, seen: "11 characters" },
  ]);
  expect(
    await wrongOf({
      to: { contains: "a", excludes: "b", startsWith: "c", matches: "d", maxChars: 1 },
    }),
  ).toEqual([
    { field: "to", expected: { contains: "a" }, seen: null },
    { field: "to", expected: { startsWith: "c" }, seen: null },
    { field: "to", expected: { matches: "d" }, seen: null },
  ]);
  const [wrong] = await wrongOf({ text: { matches: "(" } });
  expect(wrong?.seen).toMatch(/^"matches" has /);
});

test("expectAction() checks text, instructions and prompt as the agent reads them", async () => {
  const prompt = {
    contains: ['<<<UNTRUSTED_WEBHOOK_CONTENT id="ID">>>', "> main by"],
    startsWith: "Summarize.\n\n",
  };
  expect(await wrongOf({ text: "main byand ", instructions: "Summarize.", prompt })).toEqual([]);
  expect(await wrongOf({ text: "Wake", instructions: null, prompt: "Wake" }, "alarm")).toEqual([]);
});

test("expectAction() refuses an empty expression that is not listed", async () => {
  expect(await wrongOf({ empty: ["who", "{{other}}"] })).toEqual([]);
  expect(await wrongOf({ empty: ["{{ who }}"] })).toEqual([
    { field: "empty", expected: ["{{ who }}"], seen: ["other"] },
  ]);
  const { resolution } = await explain("push", { ref: "main" });
  expect(checkExpectation(resolution, { empty: [] })).toEqual([
    { field: "empty", expected: [], seen: "no explanation: pass what hooks.explain() gives" },
  ]);
  expect(checkExpectation(resolution, { mapping: "push" })).toEqual([]);
});

test("expectAction() checks the actions of a list in order, and names failures by index", async () => {
  const payload = { list: ["a", "", "c"] };
  const check = (expectation: Expectation) => wrongOf(expectation, "list", payload);
  const failed = [{ index: 1, code: "session_key_refused" }];
  expect(
    await check({ count: 2, actions: [{ text: "a" }, { text: "c", becomes: "agent" }], failed }),
  ).toEqual([]);
  expect(await check({ failed: [{ index: 1 }] })).toEqual([]);
  expect(await check({ count: 2 })).toEqual([{ field: "failed", expected: [], seen: failed }]);
  expect(await check({ failed: [{ index: 0 }] })).toMatchObject([{ field: "failed" }]);
  expect(
    await check({ actions: [{ text: "b" }, { becomes: "wake" }, { text: "d" }], failed }),
  ).toEqual([
    { field: "count", expected: 3, seen: 2 },
    {
      field: "actions[0].text",
      expected: "b",
      seen: "a",
      from: { field: "message", expression: "{{item}}", paths: ["item"] },
    },
    { field: "actions[1].becomes", expected: "wake", seen: "agent" },
  ]);
  expect(await check({ text: "a" })).toEqual([{ field: "count", expected: 1, seen: 2 }]);
  expect(await check({ becomes: "agent" })).toEqual([
    { field: "becomes", expected: "agent", seen: "agent, refused" },
  ]);
  expect(await wrongOf({ text: "a", count: 1 }, "list", { list: ["a"] })).toEqual([]);
  expect(await wrongOf({ failed: [] })).toEqual([]);
});

test("expectAction() reports fields of a missing action once", async () => {
  expect(await wrongOf({ text: "a", name: "b" }, "skip")).toEqual([
    { field: "becomes", expected: "an action", seen: "skipped" },
  ]);
  expect(await wrongOf({ text: "a", mapping: "push" }, "skip")).toEqual([
    { field: "mapping", expected: "push", seen: "skip" },
  ]);
});

const mapping = { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}} at {{now}}" };
const hooks = compileHooks({ hooks: { mappings: [mapping] } }, FIXED_PORTS);
const lint = event("ci", { payload: { job: "lint" } });

test("expectAction() throws every wrong field in one message", async () => {
  const resolution = await hooks.resolve(lint);
  expect(() =>
    expectAction(resolution).toMatch({ mapping: "ci", text: { contains: "lint" } }),
  ).not.toThrow();
  const demand = () =>
    expectAction(resolution).toMatch({ mapping: "cd", to: "x", text: { contains: "test" } });
  expect(demand).toThrow(ExpectationError);
  expect(demand).toThrow(
    [
      "The event does not match the expectation:",
      '  mapping: expected "cd", seen "ci"',
      '  to: expected "x", seen (none)',
      '  text: expected {"contains":"test"}, seen "lint at 2026-01-02T03:04:05.000Z"',
    ].join("\n"),
  );
});

test("expectAction() names what made a wrong text if it has the explanation", async () => {
  const explanation = await hooks.explain(lint);
  const demand = (text: string) => () => expectAction(explanation).toMatch({ text });
  expect(demand("test at 2026-01-02T03:04:05.000Z")).toThrow(/\n {4}\{\{job\}\} ← payload\.job$/);
  expect(demand("lint on")).not.toThrow(/←/);
});

test("expectAction() refuses a value that is neither a resolution nor an explanation", () => {
  expect(() => expectAction(undefined as never)).toThrow(TypeError);
});

test("checkExpectation() names all mappings that get an event, and the one of each action", async () => {
  const both: readonly MappingInput[] = [
    { id: "tell", match: { path: "order" }, continue: true, messageTemplate: "tell" },
    { id: "book", match: { path: "order" }, messageTemplate: "book" },
  ];
  const hooks = compileHooks({ hooks: { mappings: both } }, FIXED_PORTS);
  const explanation = await hooks.explain(event("order", { payload: {} }));
  const wrongFields = (expectation: Expectation) =>
    checkExpectation(explanation, expectation).map(({ field }) => field);
  const actions = [
    { mapping: "tell", text: "tell" },
    { mapping: "book", becomes: "agent" },
  ] as const;
  expect(wrongFields({ mapping: ["tell", "book"], actions })).toEqual([]);
  expect(wrongFields({ mapping: "tell" })).toEqual(["mapping"]);
  expect(wrongFields({ mapping: ["book", "tell"] })).toEqual(["mapping"]);
  expect(wrongFields({ actions: actions.toReversed() })).toEqual([
    "actions[0].mapping",
    "actions[1].mapping",
    "actions[1].text",
  ]);
  expect(await wrongOf({ mapping: ["push"] })).toEqual([]);
});
