import { expect, test } from "vitest";
import { event } from "../event.ts";
import type { EventChanges } from "../model.ts";
import { createCoverage } from "./create-coverage.ts";
import { changePathToText } from "./propose-changes.ts";

interface Covered {
  readonly config: object;
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** The label of each missing unit, with the changes that cover it. */
async function suggest({ config, payload = {}, headers = {}, path = "ci" }: Covered) {
  const coverage = createCoverage({ hooks: config });
  const one = event(path, { payload, headers });
  const asserted = { matching: true, fields: "all" } as const;
  await coverage.add({ name: "a case", event: one, asserted });
  const { units } = await coverage.report();
  return Object.fromEntries(
    units.flatMap(({ label, isCovered, suggestion }) =>
      isCovered ? [] : [[label, suggestion && changesOf(suggestion)]],
    ),
  );
}

function changesOf({ patch, remove }: EventChanges): EventChanges {
  return { ...(patch && { patch }), ...(remove && { remove }) };
}

const ofText = (messageTemplate: string, more: object = {}) => ({
  mappings: [{ id: "ci", match: { path: "ci" }, messageTemplate, ...more }],
});

const ofMatch = (match: object) => ({
  mappings: [{ id: "ci", match: { path: "ci", ...match }, messageTemplate: "x" }],
});

test("createCoverage() takes an arm", async () => {
  const config = ofText(
    '{{#if a}}x{{else}}y{{/if}}{{#each b}}.{{/each}}{{#if (eq c "d")}}z{{/if}}',
  );
  expect(await suggest({ config, payload: { a: true, b: [7] } })).toEqual({
    "{{else}} of {{#if a}}": { remove: ["payload.a"] },
    "{{#each b}} with none": { remove: ["payload.b"] },
    "{{#each b}} with several": { patch: { "payload.b": [7, 7] } },
    '{{#if (eq c "d")}}': { patch: { "payload.c": "d" } },
  });
});

test("createCoverage() fills an expression, and uses each argument of default", async () => {
  const config = ofText("{{a}}{{date b 'YYYY'}}{{default c d.e 'f'}}{{now}}");
  expect(await suggest({ config, payload: { c: 1, d: { e: 1 } } })).toEqual({
    "{{a}}": { patch: { "payload.a": "text" } },
    "{{date b 'YYYY'}}": { patch: { "payload.b": 1 } },
    "d.e of default c d.e 'f'": { remove: ["payload.c"] },
    "'f' of default c d.e 'f'": { remove: ["payload.c", "payload.d.e"] },
  });
});

test("createCoverage() removes the arguments of default before the one to use", async () => {
  const found = await suggest({ config: ofText("{{default a b c 'd'}}"), payload: { a: 1 } });
  expect(found).toEqual({
    "b of default a b c 'd'": { remove: ["payload.a"], patch: { "payload.b": "text" } },
    "c of default a b c 'd'": {
      remove: ["payload.a", "payload.b"],
      patch: { "payload.c": "text" },
    },
    "'d' of default a b c 'd'": { remove: ["payload.a"] },
  });
});

test("createCoverage() waits for an arm before it suggests a unit inside", async () => {
  const found = await suggest({ config: ofText("{{#if a}}{{b}}{{/if}}") });
  expect(found["{{b}}"]).toBeUndefined();
  expect(found["{{#if a}}"]).toEqual({ patch: { "payload.a": "text" } });
});

test("createCoverage() changes one clause", async () => {
  const config = ofMatch({
    source: "s",
    headers: { "x-event": ["push", "tag"] },
    not: { query: { dry: "1" } },
  });
  const headers = { "x-event": "push" };
  expect(await suggest({ config, headers, payload: { source: "s" } })).toEqual({
    "source decides": { remove: ["payload.source"] },
    "headers.x-event decides": { remove: ["headers.x-event"] },
    'headers.x-event is "tag"': { patch: { "headers.x-event": "tag" } },
    "not: query.dry decides": { patch: { "query.dry": "1" } },
    'an event of "ci" that no mapping takes': { remove: ["payload.source"] },
  });
});

test.each([
  [{ "==": [{ var: "payload.a" }, "x"] }, { a: "x" }, { patch: { "payload.a": "x~" } }],
  [{ "!=": [{ var: "payload.a" }, "x"] }, { a: "y" }, { patch: { "payload.a": "x" } }],
  [{ ">": [{ var: "payload.a" }, 3] }, { a: 9 }, { patch: { "payload.a": 3 } }],
  [{ "<": [{ var: "payload.a" }, 3] }, { a: 1 }, { patch: { "payload.a": 3 } }],
  [{ exists: "payload.a" }, { a: 9 }, { remove: ["payload.a"] }],
  [{ "!": { missing: ["payload.a"] } }, { a: 9 }, { remove: ["payload.a"] }],
  [{ var: "payload.a" }, { a: true }, { remove: ["payload.a"] }],
  [{ in: [{ var: "payload.a" }, ["x", "y"]] }, { a: "x" }, { patch: { "payload.a": "x~" } }],
  [{ "==": [{ var: "payload.a" }, true] }, { a: true }, { patch: { "payload.a": false } }],
  [
    { some: [{ var: "payload.a" }, { "==": [{ var: "name" }, "bug"] }] },
    { a: [{ name: "bug" }] },
    { patch: { "payload.a": [{ name: "bug~" }] } },
  ],
])("createCoverage() negates %j", async (when, payload, changes) => {
  const found = await suggest({ config: ofMatch({ when }), payload });
  const [decides] = Object.entries(found).filter(([label]) => label.endsWith("decides"));
  expect(decides?.[1]).toEqual(changes);
});

test.each([
  [{ in: ["bug", { var: "payload.a" }] }, { "payload.a": "bug" }],
  [{ some: [{ var: "payload.a" }, { in: [{ var: "" }, "bug"] }] }, { "payload.a": ["bug"] }],
  [{ some: [{ var: "payload.a" }, { var: "ok" }] }, { "payload.a": [{ ok: "text" }] }],
  [{ "==": [{ var: ["payload.a", null] }, true] }, { "payload.a": true }],
  [{ "!==": [{ var: "payload.a" }, null] }, { "payload.a": true }],
  [{ some: [{ var: "payload.a" }, { "==": [{ var: 0 }, "x"] }] }, { "payload.a": ["x"] }],
  [{ and: [{ var: "payload.a" }, { "==": [1, 1] }] }, { "payload.a": true }],
])("createCoverage() satisfies %j", async (when, patch) => {
  const config = { mappings: [...ofMatch({ when }).mappings] };
  const found = await suggest({ config, payload: { b: 1 } });
  expect(found["ci takes an event"]).toEqual({ patch });
});

test("createCoverage() changes another mapping's event until the clauses of a mapping without events match", async () => {
  const match = {
    path: "other",
    source: "s",
    headers: { "x-event": "push" },
    when: { and: [{ "==": [{ var: "payload.a" }, 1] }, true] },
    not: { headers: { dry: "1" }, when: { var: "payload.b" } },
  };
  const config = {
    mappings: [...ofText("x").mappings, { id: "other", match, messageTemplate: "x" }],
  };
  const found = await suggest({ config, headers: { dry: "1" }, payload: { b: true } });
  expect(found["other takes an event"]).toEqual({
    patch: { path: "other", "payload.source": "s", "headers.x-event": "push", "payload.a": 1 },
    remove: ["headers.dry", "payload.b"],
  });
});

test("createCoverage() keeps clauses that already match", async () => {
  const match = {
    path: "ci",
    headers: { x: "1" },
    when: { var: "payload.a" },
    not: { source: "s" },
  };
  const config = { mappings: [{ id: "ci", match, messageTemplate: "x" }] };
  const found = await suggest({ config, headers: { x: "1" } });
  expect(found["ci takes an event"]).toEqual({ patch: { "payload.a": true } });
});

test("createCoverage() suggests nothing if nothing helps", async () => {
  const never = ofMatch({ when: { and: [{ var: "payload.a" }, false] } });
  expect((await suggest({ config: never }))["ci takes an event"]).toBeUndefined();
  const below = ofMatch({ when: { "==": [{ var: "payload.a.b" }, 1] } });
  const found = await suggest({ config: below, payload: { a: "text" } });
  expect(found["ci takes an event"]).toBeUndefined();
  const coverage = createCoverage({ hooks: ofText("{{a}}") });
  const { units } = await coverage.report({ suggests: false });
  expect(units.every(({ suggestion }) => suggestion === undefined)).toBe(true);
});

test("createCoverage() gives forEach no, one and several elements, and elements that are selected", async () => {
  const forEach = { path: "payload.list", when: { var: "item.ok" } };
  const config = ofText("x", { forEach });
  expect(await suggest({ config, payload: { list: [{ ok: true }] } })).toEqual({
    "item.ok is false": { remove: ["payload.list.0.ok"] },
    "item.ok decides": { remove: ["payload.list.0.ok"] },
    "forEach with no element": { patch: { "payload.list": [] } },
    "forEach with several elements": undefined,
  });
  const plain = ofText("x", { forEach: "list" });
  const of = async (payload: object) => {
    const coverage = createCoverage({ hooks: plain });
    await coverage.add({ name: "a case", event: event("ci", { payload }) });
    const { units } = await coverage.report();
    return units.flatMap(({ suggestion }) => suggestion?.becomes ?? []);
  };
  expect(await of({})).toEqual(["handled", "handled", "agent", "agent"]);
});

test("createCoverage() changes the nearest events, and sets no value below a text", async () => {
  const match = { path: "ci", headers: { x: "1" }, when: { var: "payload.a.b" } };
  const mapping = { id: "ci", match, messageTemplate: "x" };
  const config = { hooks: { mappings: [mapping, ...ofText("y", { id: "all" }).mappings] } };
  const coverage = createCoverage(config);
  const asserted = { matching: true, fields: "all" } as const;
  const other = event("other", { payload: { a: "text" } });
  const own = event("ci", { payload: { a: { b: 1 } }, headers: { x: "1" } });
  const tried = event("ci", { payload: { a: { b: 1 } } });
  for (const [name, one] of Object.entries({ other, tried, own })) {
    await coverage.add({ name, event: one, asserted });
  }
  const { units } = await coverage.report();
  const found = units.flatMap(({ label, suggestion }) =>
    suggestion ? [[label, suggestion.from]] : [],
  );
  expect(found).toEqual([
    ["payload.a.b is false", "own"],
    ["payload.a.b decides", "own"],
  ]);
  const alone = createCoverage(config);
  await alone.add({ name: "other", event: other, asserted });
  const [first] = (await alone.report()).units;
  expect(first?.suggestion).toBeUndefined();
});

test("pathToText() puts a key with a dot into brackets", () => {
  expect(changePathToText(["payload", "a.b", "0", "c"])).toBe("payload[a.b].0.c");
});

test("createCoverage() tries a text in a header and in the query for a comparison with a number", async () => {
  const when = { and: [{ ">=": [{ var: "query.level" }, 5] }, { "!": { var: "headers.x-test" } }] };
  const suggested = await suggest({ config: ofMatch({ when }) });
  expect(suggested["ci takes an event"]).toEqual({ patch: { "query.level": "5" } });
  expect(Object.values(suggested)).not.toContainEqual(
    expect.objectContaining({ patch: { "query.level": 5 } }),
  );
});

test("createCoverage() uses the value of another event before it makes one up", async () => {
  const match = {
    headers: { "x-event": ["issue", "pull"] },
    when: { "==": [{ var: "payload.action" }, "opened"] },
  };
  const coverage = createCoverage({ hooks: ofMatch(match) });
  const headers = { "x-event": "issue" };
  const one = event("ci", { payload: { action: "opened" }, headers });
  await coverage.add({ name: "a case", event: one, asserted: { matching: true, fields: "all" } });
  const samples = [
    event("ci", { payload: { action: "completed" }, headers: { "X-Event": "check" } }),
    event("ci", { payload: { action: { not: "plain" } }, headers }),
    event("ci", { payload: { action: "closed" }, headers: { "X-Event": ["pull"] } }),
  ];
  const { units } = await coverage.report({ samples });
  const patchOf = (label: string) => units.find((unit) => unit.label === label)?.suggestion?.patch;
  expect(patchOf('payload.action == "opened" is false')).toEqual({ "payload.action": "closed" });
  const alone = (await coverage.report()).units.find(({ label }) => label.endsWith("is false"));
  expect(alone?.suggestion?.patch).toEqual({ "payload.action": "opened~" });
});

test("createCoverage() copies no value of another event to the path of the request, or to an unreadable one", async () => {
  const when = { "==": [{ var: "path" }, "ci"] };
  const suggested = await suggest({ config: ofMatch({ when, headers: { "x[": "a" } }) });
  expect(Object.keys(suggested).length).toBeGreaterThan(0);
});
