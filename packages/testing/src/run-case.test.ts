import { expect, test } from "vitest";
import type { MappingInput } from "../../core/src/authoring/config/config.ts";
import { compileHooks } from "../../core/src/compile-hooks.ts";
import type { Action } from "../../core/src/model/action.ts";
import { event } from "./event.ts";
import { expandCases } from "./expand-cases.ts";
import { FIXED_ID, FIXED_NOW, FIXED_PORTS } from "./fixed-ports.ts";
import type { Expectation, TestCase } from "./model.ts";
import { type RunCasesOptions, runCases } from "./run-case.ts";
import { snapshotText } from "./snapshot-text.ts";
import { stubTransforms } from "./stub-transforms.ts";
import { viewAction } from "./view-action.ts";

const mappings: readonly MappingInput[] = [
  {
    id: "push",
    match: { path: "push", headers: { "x-event": "push" } },
    name: "{{ref}}",
    thinking: "{{ref}}",
    messageTemplate: "{{count}} commits to {{ref}}, {{now}}{{nothing}}",
  },
  { id: "later", match: { path: "push", source: "s" }, messageTemplate: "x" },
  { id: "when", match: { path: "when", when: { var: "payload.x" } }, messageTemplate: "x" },
  {
    id: "list",
    match: { path: "list" },
    forEach: "list",
    sessionKey: "hook:{{item}}",
    messageTemplate: "{{item}}",
  },
];

const push = event("push", { headers: { "x-event": "push" }, payload: { ref: "main", count: 2 } });

function run(cases: readonly TestCase[], options?: RunCasesOptions) {
  return runCases(
    compileHooks({ hooks: { mappings: [...mappings] } }, FIXED_PORTS),
    cases,
    options,
  );
}

async function runOne(expectation: Expectation, given = push, options?: RunCasesOptions) {
  const [result] = await run([{ name: "one", event: given, expect: expectation }], options);
  return result;
}

test("runCases() runs each case and row in order, with a fixed time", async () => {
  const text = "2 commits to main, 2026-01-02T03:04:05.000Z";
  const results = await run([
    { name: "a", event: push, expect: { text } },
    {
      name: "b",
      event: push,
      each: [{ title: "1", remove: ["headers"], expect: { becomes: "unmatched" } }],
    },
  ]);
  expect(results.map(({ ok, testCase }) => [testCase.name, ok])).toEqual([
    ["a", true],
    ["b [1]", true],
  ]);
  expect((await runOne({ text: { contains: "1970-01-01" } }, push, { now: 0 }))?.ok).toBe(true);
  expect((await runOne({ text: { contains: "1970-01-01" } }, { ...push, receivedAt: 0 }))?.ok).toBe(
    true,
  );
});

test("runCases() reports every wrong field of a failed case, and why", async () => {
  const failed = await runOne({ mapping: "push", becomes: "wake" }, event("push"));
  expect(failed).toMatchObject({
    ok: false,
    wrong: [{ field: "becomes" }, { field: "mapping", expected: "push", seen: null }],
    reasons: [
      {
        label: "nearest",
        text: 'push: headers.x-event is missing; it would match if header "x-event" were "push"',
      },
    ],
  });
});

test("runCases() reports what made a wrong text", async () => {
  const failed = await runOne({ text: "2 commits to dev, 2026-01-02T03:04:05.000Z" });
  expect(failed?.wrong[0]?.from).toEqual({
    field: "message",
    expression: "{{ref}}",
    paths: ["payload.ref"],
  });
  expect(failed?.reasons).toEqual([{ label: "empty", text: "message: {{nothing}}" }]);
  const shorter = await runOne({ name: "main line" });
  expect(shorter?.wrong[0]?.from).toMatchObject({ field: "name", expression: "{{ref}}" });
  expect((await runOne({ text: "2 pushes" }))?.wrong[0]).not.toHaveProperty("from");
  expect((await runOne({ sessionKey: "x" }))?.wrong[0]).not.toHaveProperty("from");
  const nearest = event("push", { ...push, payload: { nothin: "x" } });
  expect((await runOne({ name: "x" }, nearest))?.reasons).toContainEqual({
    label: "empty",
    text: "message: {{nothing}} Did you mean {{nothin}}?",
  });
});

test("runCases() has a reason for each kind of failure", async () => {
  const reasons = async (expectation: Expectation, given = push) =>
    (await runOne(expectation, given))?.reasons;
  expect(await reasons({ mapping: "later" })).toEqual([
    { label: "nearest", text: "later was not tried, because an earlier mapping takes the event" },
  ]);
  expect(await reasons({ mapping: "ci" })).toEqual([
    { label: "mapping", text: expect.stringContaining('no mapping has the id "ci". ') },
  ]);
  expect(await reasons({ becomes: "agent" }, event("push"))).toMatchObject([
    { label: "unmatched", text: expect.stringContaining('The nearest mapping is "push"') },
  ]);
  expect(await reasons({ becomes: "agent" }, event("other"))).toEqual([]);
  expect(await reasons({ mapping: "latr" })).toEqual([
    { label: "mapping", text: 'no mapping has the id "latr". Did you mean "later"?' },
  ]);
  expect((await reasons({ deliver: "true" }))?.[0]).toEqual({
    label: "kind",
    text: "deliver is a boolean, and a string is expected: write true",
  });
  expect(await reasons({ mapping: "when" }, event("when"))).toMatchObject([
    { text: expect.stringMatching(/^when: when does not hold; it would match if/) },
    { label: "seen", text: expect.stringMatching(/ is missing$/) },
  ]);
  expect(
    await reasons({ mapping: "later" }, event("push", { payload: { source: "t" } })),
  ).toMatchObject([{ text: expect.stringMatching(/^later: source is "t"; it would match if/) }]);
  expect(
    await reasons({ becomes: "agent" }, event("list", { payload: { list: ["a", ""] } })),
  ).toMatchObject([
    {
      label: "refused",
      text: expect.stringMatching(/^400 session_key_refused: .+ is "hook:{{item}}"|^400/),
    },
  ]);
  expect(await reasons({ becomes: "agent" }, event("wake"))).toMatchObject([
    { label: "refused", text: '400 invalid_payload: "text" is required.' },
  ]);
});

test("runCases() reports the values that a failed condition read", async () => {
  const wants = (value: unknown) => ({ "==": [{ var: "payload.label" }, value] });
  const when = { and: [wants("bug"), { in: [{ var: "payload.action" }, ["opened"]] }] };
  const hooks = compileHooks(
    { hooks: { mappings: [{ id: "bug", match: { path: "x", when }, messageTemplate: "x" }] } },
    FIXED_PORTS,
  );
  const seen = async (payload: object) => {
    const given = { name: "one", event: event("x", { payload }), expect: { mapping: "bug" } };
    const [result] = await runCases(hooks, [given]);
    return result?.reasons.slice(1);
  };
  expect(await seen({ label: { id: 1, name: "bug" }, action: "closed" })).toEqual([
    { label: "seen", text: "payload.label is an object with id, name" },
    { label: "seen", text: 'payload.action is "closed"' },
  ]);
  expect(await seen({ label: ["bug", "ui"], action: "opened" })).toEqual([
    { label: "seen", text: "payload.label is a list of 2" },
  ]);
  expect(await seen({ label: "b".repeat(200), action: "opened" })).toEqual([
    { label: "seen", text: `payload.label is "${"b".repeat(78)}…` },
  ]);
  expect(await seen({ label: null, action: "opened" })).toEqual([
    { label: "seen", text: "payload.label is null" },
  ]);
});

test("runCases() fails a case whose change cannot be made", async () => {
  const [result] = await run([
    { name: "a", event: push, patch: { "payload.ref.x": 1 }, expect: { text: "x" } },
  ]);
  expect(result).toMatchObject({ ok: false, wrong: [], reasons: [{ label: "problem" }] });
  expect(result).not.toHaveProperty("explanation");
});

test("runCases() reports a new, equal or changed snapshot", async () => {
  const first = await runOne({ snapshot: true });
  expect(first).toMatchObject({ ok: true, snapshot: { state: "new" } });
  const { text = "" } = first?.snapshot ?? {};
  expect(text).toContain("\n2 commits to main, 2026");
  expect(await runOne({ snapshot: true }, push, { snapshotOf: () => text })).toMatchObject({
    ok: true,
    snapshot: { state: "same" },
  });
  const renamed = text.replace("name: main", "name: dev");
  expect(
    (await runOne({ snapshot: true }, push, { snapshotOf: () => renamed }))?.wrong,
  ).toMatchObject([{ from: { expression: "{{ref}}" } }]);
  const old = text.replace("to main", "to dev");
  expect(await runOne({ snapshot: true }, push, { snapshotOf: () => old })).toMatchObject({
    ok: false,
    snapshot: { state: "changed" },
    wrong: [{ field: "snapshot", expected: old, seen: text, from: { expression: "{{ref}}" } }],
  });
});

test("runCases() says what a case asserted", async () => {
  const asserted = async (expectation: Expectation) => (await runOne(expectation))?.asserted;
  expect(await asserted({})).toEqual({ matching: false, fields: new Set() });
  expect(await asserted({ mapping: "x" })).toEqual({ matching: true, fields: new Set() });
  expect(await asserted({ becomes: "agent", text: "x", name: null })).toEqual({
    matching: true,
    fields: new Set(["name", "message", "text"]),
  });
  expect(await asserted({ actions: [{ prompt: "x" }] })).toEqual({
    matching: false,
    fields: new Set(["message", "text", "instructions"]),
  });
  expect(await asserted({ snapshot: true })).toEqual({ matching: true, fields: "all" });
});

test("FIXED_PORTS returns the same time and id every time", () => {
  const { clock, randomId } = FIXED_PORTS;
  expect([clock(), randomId(), randomId()]).toEqual([FIXED_NOW, FIXED_ID, FIXED_ID]);
  expect(new Date(FIXED_NOW).toISOString()).toBe("2026-01-02T03:04:05.000Z");
});

test("FIXED_ID is shown as ID in snapshots and to expectations, unlike ID in a payload", async () => {
  const mapping = { id: "ci", match: { path: "ci" }, messageTemplate: "{{a}}", name: "{{a}}" };
  const hooks = compileHooks({ hooks: { mappings: [mapping] } }, FIXED_PORTS);
  const resolution = await hooks.resolve({ path: "ci", payload: { a: "ID" } });
  const { action } = resolution as { readonly action: Action };
  expect(action).toMatchObject({ sessionKey: `hook:${FIXED_ID}` });
  expect(viewAction(action)).toMatchObject({ sessionKey: "hook:ID", name: "ID", to: null });
  expect(snapshotText(resolution)).toContain("sessionKey: hook:ID\n");
});

const stubs = {
  "a.js": { returns: { message: "stubbed" } },
  "b.js": { returns: null },
  "c.js": { throws: "broken" },
};

test("stubTransforms() calls a stub instead of a module, and notes a call of a module without one", async () => {
  const modules = ["a.js", "b.js", "c.js", "d.js"];
  const { transforms, takeUnstubbed } = stubTransforms(modules, stubs);
  const mappings = modules.map((module) => ({
    match: { path: module },
    messageTemplate: "own",
    transform: { module },
  }));
  const hooks = compileHooks({ hooks: { mappings } }, { transforms });
  const texts = await Promise.all(
    modules.map(async (path) => snapshotText(await hooks.resolve(event(path)))),
  );
  expect(texts[0]).toMatch(/\nstubbed$/);
  expect(texts[1]).toBe("handled by mapping-2");
  expect(texts[2]).toContain("500 transform_failed");
  expect(texts[3]).toMatch(/\nown$/);
  expect(takeUnstubbed()).toEqual(["d.js"]);
  expect(takeUnstubbed()).toEqual([]);
});

const pushCase = event("github", { payload: { action: "opened", state: "open" } });

test("expandCases() lets rows inherit from the case, and overlay event, patch, remove and expect", () => {
  const cases = expandCases([
    { name: "one", event: pushCase, reviewed: false },
    {
      name: "other reviews",
      event: pushCase,
      patch: { "payload.action": "closed" },
      expect: { mapping: "m", becomes: "agent" },
      each: [
        { title: "plain" },
        { title: "patched", patch: { "payload.n": 1 }, expect: { becomes: "wake" } },
        { title: "removed", remove: ["payload.state", "payload.action"] },
        { title: "another", event: event("other") },
      ],
    },
  ]);
  expect(cases).toEqual([
    { name: "one", index: 0, expect: {}, reviewed: false, event: pushCase },
    {
      name: "other reviews [plain]",
      index: 1,
      row: 0,
      expect: { mapping: "m", becomes: "agent" },
      reviewed: true,
      event: { ...pushCase, payload: { action: "closed", state: "open" } },
    },
    {
      name: "other reviews [patched]",
      index: 1,
      row: 1,
      expect: { mapping: "m", becomes: "wake" },
      reviewed: true,
      event: { ...pushCase, payload: { action: "closed", state: "open", n: 1 } },
    },
    {
      name: "other reviews [removed]",
      index: 1,
      row: 2,
      expect: { mapping: "m", becomes: "agent" },
      reviewed: true,
      event: { ...pushCase, payload: { action: "closed" } },
    },
    {
      name: "other reviews [another]",
      index: 1,
      row: 3,
      expect: { mapping: "m", becomes: "agent" },
      reviewed: true,
      event: { path: "other", payload: { action: "closed" } },
    },
  ]);
});

test("expandCases() reports a change that cannot be made, or an event without a path, as a problem of the case", () => {
  const [patched, bare, row] = expandCases([
    { name: "a", event: pushCase, patch: { "payload.action.x": 1, "payload.b": 1 } },
    { name: "b", event: event(" ") },
    { name: "c", event: pushCase, patch: { x: 1 }, each: [{ title: "row", patch: { path: "y" } }] },
  ]);
  expect(row?.problem).toContain('"x" does not begin with');
  expect(patched?.problem).toContain('"x" cannot be set');
  expect(bare?.problem).toContain("The event does not name its hook.");
});
