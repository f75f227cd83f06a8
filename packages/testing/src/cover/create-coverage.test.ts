import { expect, test } from "vitest";
import { HooksConfigError } from "../../../core/src/model/problem.ts";
import { event } from "../event.ts";
import type { Asserted } from "../model.ts";
import { createCoverage } from "./create-coverage.ts";
import type { CoverageReport } from "./model.ts";

const SNAPSHOT: Asserted = { matching: true, fields: "all" };

type Events = readonly (readonly [
  payload: unknown,
  parts?: { headers?: object; query?: object; path?: string },
])[];

async function cover(
  config: object,
  events: Events,
  asserted: Asserted | undefined = SNAPSHOT,
): Promise<CoverageReport> {
  const coverage = createCoverage({ hooks: config });
  for (const [index, [payload, { path = "ci", ...parts } = {}]] of events.entries()) {
    const one = event(path, { payload, ...(parts as object) });
    await coverage.add({ name: `case ${index + 1}`, event: one, asserted });
  }
  return await coverage.report({ suggests: false });
}

const missing = ({ units }: CoverageReport) =>
  units.flatMap(({ label, reason, isCovered }) => (isCovered ? [] : [`${label}: ${reason}`]));

const labels = ({ units }: CoverageReport, kind: string) =>
  units.filter((unit) => unit.kind === kind).map(({ label }) => label);

const ofText = (messageTemplate: string) => ({
  mappings: [{ id: "ci", match: { path: "ci" }, messageTemplate }],
});

const ofMatch = (match: object, more: object = {}) => ({
  mappings: [{ id: "ci", match: { path: "ci", ...match }, messageTemplate: "x", ...more }],
});

test("createCoverage() has as many units as the nodes of a line", async () => {
  const template =
    "{{#if a}}{{a}}{{else if b}}{{b}}{{/if}}{{#unless c}}x{{else}}y{{/unless}}{{#with d}}{{e}}{{/with}}{{#each f}}{{this}}{{/each}}{{#g}}h{{/g}}{{^g}}i{{/g}}{{default j 'k'}}";
  const report = await cover(ofText(template), []);
  expect(labels(report, "branches").sort()).toEqual(
    [
      "{{#if a}}",
      "{{else}} of {{#if a}}",
      "{{else if b}}",
      "not {{else if b}}",
      "{{#unless c}}",
      "{{else}} of {{#unless c}}",
      "{{#with d}}",
      "not {{#with d}}",
      "{{#each f}} with none",
      "{{#each f}} with several",
      "{{#g}}",
      "not {{#g}}",
      "{{^g}}",
      "not {{^g}}",
      "j of default j 'k'",
      "'k' of default j 'k'",
    ].sort(),
  );
  expect(labels(report, "expressions")).toHaveLength(5);
  expect(labels(report, "mappings")).toEqual(["ci takes an event"]);
});

test("createCoverage() counts an arm that was taken", async () => {
  const config = ofText("{{#if a}}x{{else if b}}y{{/if}}{{^c}}z{{/c}}{{#each d}}.{{/each}}");
  const one = await cover(config, [[{ a: 1, d: [1] }]]);
  expect(missing(one)).toEqual([
    "{{else}} of {{#if a}}: arm not taken",
    "{{else if b}}: never rendered",
    "not {{else if b}}: never rendered",
    "not {{^c}}: arm not taken",
    "{{#each d}} with none: never empty",
    "{{#each d}} with several: never several",
  ]);
  const all = await cover(config, [[{ a: 1, c: 1 }], [{ b: 1, d: [1, 2] }], [{}]]);
  expect(missing(all)).toEqual([]);
});

test("createCoverage() counts each argument of default that was used", async () => {
  const config = ofText("{{default a b.c 'nothing'}}");
  expect(missing(await cover(config, [[{ a: 1 }], [{ b: { c: 2 } }]]))).toEqual([
    "'nothing' of default a b.c 'nothing': arm not taken",
  ]);
  expect(missing(await cover(config, [[{ a: 1 }], [{ b: { c: 2 } }], [{}]]))).toEqual([]);
});

test("createCoverage() counts a value of a list, a source and an unmatched event", async () => {
  const match = { source: "s", headers: { "X-Event": ["push", "tag"] }, query: { k: "v" } };
  const config = ofMatch(match);
  const push = { headers: { "x-event": "push" }, query: { k: "v" } };
  const report = await cover(config, [[{ source: "s" }, push]]);
  expect(labels(report, "clauses")).toEqual([
    "source decides",
    "headers.x-event decides",
    'headers.x-event is "push"',
    'headers.x-event is "tag"',
    "query.k decides",
    'an event of "ci" that no mapping takes',
  ]);
  expect(missing(report)).toContain('headers.x-event is "tag": never seen');
  expect(missing(report)).toContain('an event of "ci" that no mapping takes: no such event');
  const tag = { ...push, headers: { "x-event": "tag" } };
  const all = await cover(config, [
    [{ source: "s" }, push],
    [{ source: "s" }, tag],
    [{ source: "t" }, push],
    [{ source: "s" }, { query: { k: "v" } }],
    [{ source: "s" }, { headers: { "x-event": "push" } }],
  ]);
  expect(missing(all)).toEqual([]);
});

test("createCoverage() has no unit for an unmatched event if a mapping takes all of its name, signed or not", async () => {
  const auth = { provider: "github", secret: { env: "SECRET" } };
  const wanted = async (mappings: readonly object[]) =>
    labels(await cover({ mappings }, [[{}]]), "clauses");
  const all = { match: { path: "ci" }, messageTemplate: "x" };
  expect(await wanted([all])).toEqual([]);
  expect(await wanted([{ ...all, auth }])).toEqual([]);
  // A mapping without a name takes no signed events.
  const tags = { match: { path: "ci", source: "tag" }, messageTemplate: "x" };
  const rest = { match: {}, messageTemplate: "x" };
  const unmatched = 'an event of "ci" that no mapping takes';
  expect(await wanted([{ ...tags, auth }, rest])).toContain(unmatched);
  expect(await wanted([tags, rest])).not.toContain(unmatched);
});

test("createCoverage() counts forEach with no, one and several elements, and the atoms of its condition", async () => {
  const when = { "==": [{ var: "item.ok" }, true] };
  const config = {
    mappings: [
      { id: "all", match: { path: "all" }, forEach: "list", messageTemplate: "{{item.a}}" },
      {
        id: "some",
        match: { path: "some" },
        forEach: { path: "list", when },
        messageTemplate: "x",
      },
    ],
  };
  const element = { ok: true, a: 1 };
  const report = await cover(config, [
    [{ list: [element] }, { path: "all" }],
    [{ list: [element] }, { path: "some" }],
    [{ list: "no list" }, { path: "some" }],
  ]);
  expect(missing(report)).toEqual([
    "forEach with no element: no such list",
    "forEach with several elements: no such list",
    "item.ok == true is false: never false",
    "item.ok == true decides: never the deciding clause",
    "forEach with no element: no such list",
    "forEach with several elements: no such list",
  ]);
  const lists = [[], [element, element], [element]].flatMap(
    (list) =>
      [
        [{ list }, { path: "all" }],
        [{ list }, { path: "some" }],
      ] as const,
  );
  const all = await cover(config, [...lists, [{ list: [{}] }, { path: "some" }]]);
  expect(missing(all)).toEqual([]);
});

test("createCoverage() counts the units of a partial once, with the templates that use it", async () => {
  const mapping = (id: string) => ({ id, match: { path: id }, messageTemplate: "{{> row}}" });
  const config = { partials: { row: "\n {{a}}" }, mappings: [mapping("ci"), mapping("cd")] };
  const { units } = await cover(config, [[{ a: 1 }]]);
  const ofPartial = units.filter(({ path }) => path[1] === "partials");
  expect(ofPartial).toEqual([
    {
      kind: "expressions",
      path: ["hooks", "partials", "row"],
      span: { start: 2, end: 7 },
      label: "{{a}}",
      usedBy: [
        ["hooks", "mappings", 0, "messageTemplate"],
        ["hooks", "mappings", 1, "messageTemplate"],
      ],
      isCovered: true,
    },
  ]);
});

test("createCoverage() counts the units of an unused partial, and never tries them", async () => {
  const partials = {
    used: "{{a}}",
    inner: "{{#if b}}{{> @partial-block}}{{/if}}",
    "two words": "{{> used}}{{#> inner}}x{{/inner}}{{default c 'd'}}{{> [two words]}}",
    wrong: "{{e}}{{> nothing}}",
    text: "only text",
  };
  const report = await cover({ ...ofText("{{> used}}"), partials }, [[{ a: 1 }]]);
  const ofPartials = report.units.filter(({ path }) => path[1] === "partials");
  expect(
    ofPartials.map(({ path, label, reason, usedBy }) => [path[2], label, reason, usedBy]),
  ).toEqual([
    ["used", "{{a}}", undefined, [["hooks", "mappings", 0, "messageTemplate"]]],
    ["inner", "{{#if b}}", UNTRIED, []],
    ["inner", "not {{#if b}}", UNTRIED, []],
    ["two words", "the body of {{#> inner}}", UNTRIED, []],
    ["two words", "{{default c 'd'}}", UNTRIED, []],
    ["two words", "c of default c 'd'", UNTRIED, []],
    ["two words", "'d' of default c 'd'", UNTRIED, []],
    ["wrong", "{{e}}", UNTRIED, []],
  ]);
});

const UNTRIED = "never tried (no template uses it)";

test("createCoverage() counts the body of a partial block where it is shown", async () => {
  const partials = { box: "[{{#> @partial-block}}none{{/@partial-block}}]" };
  const template = "{{#if a}}{{> box}}{{else}}{{#> box}}own{{/box}}{{/if}}";
  const config = { ...ofText(template), partials };
  expect(missing(await cover(config, [[{}]]))).toEqual([
    "{{#if a}}: arm not taken",
    "the body of {{#> @partial-block}}: never rendered",
  ]);
  expect(missing(await cover(config, [[{}], [{ a: 1 }]]))).toEqual([]);
});

test("createCoverage() counts only what a case with an expectation exercised", async () => {
  const templates = { sessionKey: "hook:{{b}}", messageTemplate: "{{a}}" };
  const config = ofMatch({ when: { "==": [{ var: "payload.a" }, 1] } }, templates);
  const events: Events = [[{ a: 1, b: 2 }], [{ a: 2 }]];
  const onlyMapping = await cover(config, events, { matching: true, fields: new Set() });
  expect(missing(onlyMapping)).toEqual([
    "{{a}}: no expectation says anything about message",
    "{{b}}: no expectation says anything about sessionKey",
  ]);
  const onlyText = await cover(config, events, { matching: false, fields: new Set(["message"]) });
  const [first] = missing(onlyText);
  expect(first).toBe(
    "ci takes an event: only in cases that fail, are not reviewed, or do not check the mapping",
  );
  expect(missing(onlyText)).not.toContain("{{a}}: no expectation says anything about message");
  const failed = await cover(config, events, undefined as never);
  expect(failed.total.covered).toBe(failed.total.total);
});

test("createCoverage() ignores failed and unreviewed cases", async () => {
  const coverage = createCoverage({ hooks: ofText("{{a}}") });
  await coverage.add({ name: "failed", event: event("ci", { payload: { a: 1 } }) });
  const report = await coverage.report();
  expect(report.total).toEqual({ covered: 0, total: 2, percent: 0 });
  expect(missing(report)[1]).toBe("{{a}}: only in cases that fail or are not reviewed");
});

test("createCoverage() counts a clause as decisive if two events differ in it alone", async () => {
  const when = { and: [{ "==": [{ var: "payload.a" }, 1] }, { "==": [{ var: "payload.b" }, 1] }] };
  const config = ofMatch({ when, not: { headers: { x: "no" } } });
  const decides = (report: CoverageReport) =>
    report.units.flatMap(({ label, isCovered }) =>
      isCovered && label.endsWith(" decides") ? [label] : [],
    );
  // Both atoms differ.
  expect(decides(await cover(config, [[{ a: 1, b: 1 }], [{}]]))).toEqual([]);
  expect(decides(await cover(config, [[{ a: 1, b: 1 }], [{ a: 1 }]]))).toEqual([
    "payload.b == 1 decides",
  ]);
  const not = { headers: { x: "no" } };
  expect(
    decides(await cover(config, [[{ a: 1, b: 1 }], [{ a: 1, b: 1 }, not], [{ b: 1 }]])),
  ).toEqual(["payload.a == 1 decides", "not: headers.x decides"]);
});

test("createCoverage() evaluates conditions in full, and tries no mapping after the match", async () => {
  const when = { and: [{ var: "payload.a" }, { var: "payload.b" }] };
  const config = {
    mappings: [
      { id: "first", match: { path: "ci", when }, messageTemplate: "x" },
      { id: "second", match: { path: "ci", headers: { x: "1" } }, messageTemplate: "x" },
    ],
  };
  const report = await cover(config, [[{ b: true }]]);
  expect(missing(report)).not.toContain("payload.b is true: never true");
  expect(missing(report)).toContain("payload.a is true: never true");
  const taken = await cover(config, [[{ a: true, b: true }], [{ a: true, b: 2 }]]);
  expect(missing(taken)).toContain("second takes an event: never tried (first takes all 2 events)");
  expect(missing(taken)).toContain("headers.x decides: never tried (first takes all 2 events)");
  const once = await cover(config, [[{ a: true, b: true }]]);
  expect(missing(once)).toContain("second takes an event: never tried (first takes the event)");
});

test("createCoverage() counts a condition that cannot be evaluated as neither true nor false", async () => {
  const when = { "==": [{ var: "payload.a" }, "x"] };
  const report = await cover(ofMatch({ when }), [[{ a: { toString: 1, valueOf: 1 } }]]);
  expect(missing(report).slice(0, 4)).toEqual([
    "ci takes an event: never matched",
    'payload.a == "x" is true: never true',
    'payload.a == "x" is false: never false',
    'payload.a == "x" decides: never the deciding clause',
  ]);
});

test("createCoverage() has a reason for each missing unit", async () => {
  const config = {
    mappings: [
      { id: "ci", match: { path: "ci" }, messageTemplate: "{{a}}{{b}}" },
      { id: "other", match: { path: "other" }, messageTemplate: "{{a}}" },
      { id: "any", match: { headers: { x: "1" } }, messageTemplate: "x" },
      { id: "list", match: { path: "list" }, forEach: "list", messageTemplate: "x" },
    ],
  };
  expect(missing(await cover(config, [[{ a: "" }]]))).toEqual([
    '{{a}}: only ever filled with ""',
    "{{b}}: never filled",
    'other takes an event: never tried: no event with path "other"',
    "{{a}}: never rendered",
    "any takes an event: never tried (ci takes the event)",
    "headers.x decides: never tried (ci takes the event)",
    'list takes an event: never tried: no event with path "list"',
    'forEach with no element: never tried: no event with path "list"',
    'forEach with one element: never tried: no event with path "list"',
    'forEach with several elements: never tried: no event with path "list"',
  ]);
  const none = await cover({ mappings: [config.mappings[2]] }, []);
  expect(missing(none)[0]).toBe("any takes an event: never tried: no event");
  const scalar = await cover({ mappings: [config.mappings[0]] }, [["text"]]);
  expect(missing(scalar)[0]).toBe("ci takes an event: never tried");
});

test("createCoverage() rounds percentages down", async () => {
  const config = ofText(`{{a}}${"{{b}}".repeat(199)}`);
  const { total, kinds } = await cover(config, [[{ b: 1 }]]);
  expect(total).toEqual({ covered: 200, total: 201, percent: 99 });
  expect(kinds.expressions.percent).toBe(99);
  expect(kinds.branches).toEqual({ covered: 0, total: 0, percent: 100 });
});

test("createCoverage() throws the problems of a config that does not compile", () => {
  expect(() => createCoverage({ hooks: { mappings: [{ messageTemplate: "{{#if}}" }] } })).toThrow(
    HooksConfigError,
  );
});

test("createCoverage() ignores the mappings of presets", async () => {
  const report = await cover({ presets: ["gmail"] }, [[{ messages: [] }, { path: "gmail" }]]);
  expect(report.units).toEqual([]);
});

test("createCoverage() treats an event that exhausts its budget as unmatched", async () => {
  const when = { all: [{ var: "payload.list" }, { in: [{ var: "" }, { var: "" }] }] };
  const list = Array.from({ length: 3000 }, () => "x".repeat(20_000));
  const report = await cover(ofMatch({ when }), [[{ list: [...list, ""] }], [{}]]);
  expect(missing(report)).toContain("ci takes an event: never matched");
});

test("createCoverage() runs no transform, and reports a mapping that no event reaches", async () => {
  const module = () => {
    throw new Error("it was run");
  };
  const mapping = { id: "ci", match: { path: "ci" }, messageTemplate: "{{default a b}}" };
  const config = { hooks: { mappings: [{ ...mapping, transform: { module: "own" } }] } };
  const coverage = createCoverage(config, { transforms: { own: module } });
  const one = event("ci", { payload: { c: 1 } });
  await coverage.add({ name: "one", event: one, asserted: SNAPSHOT });
  expect(missing(await coverage.report())).toEqual([
    "{{default a b}}: never filled",
    "a of default a b: arm not taken",
    "b of default a b: arm not taken",
  ]);
  expect((await createCoverage({}).report()).total.total).toBe(0);
});

test("createCoverage() reports a missing list if its mapping was tried and took nothing", async () => {
  const config = ofMatch({ headers: { x: "1" } }, { forEach: "list" });
  expect(missing(await cover(config, [[{ list: [] }]]))).toContain(
    "forEach with no element: never matched",
  );
});

test("createCoverage() gives the span of an expression in the text as written", async () => {
  const { units } = await cover(ofMatch({}, { name: "  {{a}}" }), []);
  expect(units.find(({ label }) => label === "{{a}}")?.span).toEqual({ start: 2, end: 7 });
});

test("createCoverage() skips raw blocks and texts that are not templates", async () => {
  const report = await cover(ofText("{{{{raw}}}}{{a}}{{{{/raw}}}}{{upper b}}"), [[{ b: "x" }]]);
  expect(report.units.map(({ label }) => label)).toEqual(["ci takes an event", "{{upper b}}"]);
});

test("createCoverage() finds no elements in a list whose text is too long", async () => {
  const config = ofMatch({}, { forEach: { path: "rows", parse: true } });
  const rows = JSON.stringify(Array.from({ length: 400_000 }, () => ({ a: 1 })));
  expect((await cover(config, [[{ rows }]])).total.covered).toBe(
    (await cover(config, [[{ rows: "no list" }]])).total.covered,
  );
});

test("createCoverage() counts what all mappings do that get an event", async () => {
  const list = { forEach: { path: "list", when: { "==": [{ var: "item" }, 1] } } };
  const one = { match: { path: "ci" }, messageTemplate: "{{a}}", ...list };
  const mappings = [
    { id: "tell", continue: true, ...one },
    { id: "book", ...one },
    { id: "never", match: { path: "ci" }, messageTemplate: "x" },
  ];
  const report = await cover({ mappings }, [[{ a: 1, list: [1, 2] }]]);
  const covered = report.units.filter(({ isCovered }) => isCovered);
  const ofMapping = (id: string) =>
    covered.flatMap(({ mappingId, label }) => (mappingId === id ? [label.replace(id, "it")] : []));
  expect(ofMapping("tell")).toEqual(ofMapping("book"));
  expect(ofMapping("tell").length).toBeGreaterThan(2);
  expect(missing(report)).toContainEqual(
    expect.stringContaining("never tried (book takes the event)"),
  );
});
