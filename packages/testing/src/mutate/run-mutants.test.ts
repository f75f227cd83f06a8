import { expect, test } from "vitest";
import type { MappingInput } from "../../../core/src/authoring/config/config.ts";
import { HooksConfigError } from "../../../core/src/model/problem.ts";
import { event } from "../event.ts";
import { expandCases } from "../expand-cases.ts";
import type { Expectation, TestCase } from "../model.ts";
import type { Mutant, MutantResult, RunMutantsOptions } from "./model.ts";
import { mutateConfig } from "./mutate-config.ts";
import { createProver } from "./prove-same.ts";
import { runMutants } from "./run-mutants.ts";

const pullRequest: MappingInput = {
  id: "pr",
  match: {
    path: "github",
    headers: { "x-github-event": "pull_request" },
    when: { "==": [{ var: "payload.action" }, "opened"] },
  },
  messageTemplate: "{{title}}{{#if draft}} (draft){{/if}} {{truncate body 20}}",
};

function opened(payload: object, expect: Expectation, parts: Partial<TestCase> = {}): TestCase {
  const headers = { "x-github-event": "pull_request" };
  const all = { action: "opened", title: "T", body: "B", ...payload };
  const name = JSON.stringify([payload, parts.remove]);
  return { name, event: event("github", { headers, payload: all }), expect, ...parts };
}

const m = (id: string, match: MappingInput["match"], parts: object = {}): MappingInput => ({
  id,
  ...(match !== undefined && { match }),
  messageTemplate: "m",
  ...parts,
});

const caseOf = (name: string, path: string, payload: object, expect: Expectation): TestCase => ({
  name,
  event: event(path, { payload }),
  expect,
});

async function run(
  mappings: readonly MappingInput[],
  cases: readonly TestCase[],
  options: RunMutantsOptions = {},
) {
  return await runMutants({ hooks: { mappings } }, [{ cases: expandCases(cases) }], options);
}

const find = (results: readonly MutantResult[], operator: string, label = "") =>
  results.filter(({ mutant }) => mutant.operator === operator && mutant.label.includes(label));

test("runMutants() kills by a case that fails, and gives a survivor an event that would show it", async () => {
  const { results, counts, score } = await run(
    [pullRequest],
    [opened({}, { mapping: "pr" }), opened({ action: "closed" }, { becomes: "unmatched" })],
  );
  expect(find(results, "mapping-remove")).toMatchObject([
    { verdict: "killed", killedBy: "[{},null]" },
  ]);
  expect(find(results, "cond-negate")).toMatchObject([{ verdict: "killed" }]);
  expect(find(results, "clause-drop", "x-github-event")).toMatchObject([
    {
      verdict: "survived",
      difference: { from: "[{},null]", remove: ["headers.x-github-event"], becomes: "unmatched" },
    },
  ]);
  // The case looks at the mapping only: with a snapshot, its own event tells.
  expect(find(results, "expr-blank", "{{title}}")[0]?.difference).toEqual({
    from: "[{},null]",
    becomes: "agent",
    mapping: "pr",
  });
  expect(find(results, "if-negate")[0]?.difference).toMatchObject({ from: "[{},null]" });
  expect(find(results, "helper-arg")[0]?.difference?.patch).toHaveProperty(["payload.body"]);
  expect(counts.killed + counts.survived).toBe(results.length);
  expect(score).toBe(Math.floor((counts.killed * 100) / results.length));
});

test("runMutants() kills all with snapshots and near misses", async () => {
  const snapshot = { snapshot: true };
  const { results, score } = await run(
    [pullRequest],
    [
      opened({ body: "A longer text than twenty-one characters" }, snapshot),
      opened({ draft: true }, snapshot),
      opened({ action: "closed" }, { becomes: "unmatched" }),
      opened({}, { becomes: "unmatched" }, { remove: ["headers.x-github-event"] }),
    ],
  );
  expect(results.filter(({ verdict }) => verdict !== "killed")).toEqual([]);
  expect(score).toBe(100);
});

test("runMutants() reports not covered if no case reaches a mutant, and invalid if it does not compile", async () => {
  const templates = { sessionKey: "{{a}}", messageTemplate: '{{date "YYYY" at}} {{a}}' };
  const other = m("other", { path: "other" }, templates);
  const list = m("list", { path: "list" }, { messageTemplate: "{{round x digits=2}}" });
  const cases = [caseOf("l", "list", { x: 1 }, { snapshot: true })];
  const { results } = await run([other, list], cases);
  expect(find(results, "expr-blank", "{{a}}")).toMatchObject([{ verdict: "not covered" }]);
  expect(find(results, "mapping-remove")).toMatchObject([
    { verdict: "not covered" },
    { verdict: "killed" },
  ]);
  const transforms = { "own.mjs": () => ({ message: "m" }) };
  const own = { id: "w", match: { path: "w" }, transform: { module: "own.mjs" } };
  const config = { hooks: { transformsDir: "x", mappings: [own] } };
  const invalid = await runMutants(config, [{ cases: [], options: { transforms } }]);
  expect(find(invalid.results, "field-drop", "transform")).toMatchObject([{ verdict: "invalid" }]);
  expect(invalid.counts.invalid).toBe(1);
  expect(invalid.score).toBe(100);
});

test("runMutants() does not report a mutant as a survivor that is proved equivalent", async () => {
  const first = m("all", { path: "ci" }, { wakeMode: "now" });
  const second = m("never", { path: "ci", headers: { "x-kind": ["a", "b"] } });
  const { results } = await run([first, second], [caseOf("a", "ci", {}, { snapshot: true })]);
  expect(find(results, "field-drop", "wakeMode")).toMatchObject([{ verdict: "same" }]);
  expect(find(results, "mapping-remove").map(({ verdict }) => verdict)).toEqual(["killed", "same"]);
  expect(find(results, "value-drop").map(({ verdict }) => verdict)).toEqual(["same", "same"]);
});

test("runMutants() runs a swap with the events that either mapping takes", async () => {
  const a = m("a", { path: "ci", headers: { "x-a": "1" } }, { messageTemplate: "a" });
  const b = m("b", { path: "ci", headers: { "x-b": "1" } }, { messageTemplate: "b" });
  const only = {
    name: "a",
    event: event("ci", { headers: { "x-a": "1" } }),
    expect: { mapping: "a" },
  };
  const { results } = await run([a, b], [only]);
  expect(find(results, "mapping-swap")).toMatchObject([{ verdict: "survived" }]);
  const both = { ...only, name: "both", patch: { "headers.x-b": "1" } };
  const killed = await run([a, b], [only, both]);
  expect(find(killed.results, "mapping-swap")).toMatchObject([
    { verdict: "killed", killedBy: "both" },
  ]);
  const none = await run([a, b], []);
  expect(find(none.results, "mapping-swap")).toMatchObject([{ verdict: "not covered" }]);
});

test("runMutants() ignores failed and unreviewed cases, and events that cannot be made", async () => {
  const { counts } = await run(
    [pullRequest],
    [
      opened({}, { mapping: "other" }),
      { ...opened({ a: 1 }, { mapping: "pr" }), reviewed: false },
      opened({ b: 1 }, { mapping: "pr" }, { patch: { nothing: 1 } }),
    ],
  );
  expect(counts.killed + counts.survived).toBe(0);
});

test("runMutants() combines cases of several files, each with its options", async () => {
  const mapping = m("a", { path: "a" }, { messageTemplate: "{{a}} {{now}}" });
  const one = (name: string, contains: string) => ({
    cases: expandCases([caseOf(name, "a", { a: "b" }, { text: { contains } })]),
    options: { helpers: {} },
    now: Date.UTC(2020, 0, 1),
  });
  const suites = [one("first", "b"), one("second", "2020")];
  const { results } = await runMutants({ hooks: { mappings: [mapping] } }, suites);
  expect(find(results, "expr-blank").map(({ killedBy }) => killedBy)).toEqual(["first", "second"]);
});

test("runMutants() runs selected mutants, and can skip the search for events", async () => {
  const { results } = await run([pullRequest], [opened({}, { mapping: "pr" })], {
    choose: (mutants) => mutants.filter(({ operator }) => operator === "if-negate"),
    suggests: false,
  });
  expect(results).toMatchObject([{ verdict: "survived" }]);
  expect(results[0]).not.toHaveProperty("difference");
});

test("runMutants() throws if the config does not compile", async () => {
  await expect(runMutants({ hooks: { mappings: [{}] } }, [{ cases: [] }])).rejects.toThrow(
    HooksConfigError,
  );
});

test("runMutants() searches values of the changed part for an event that shows the mutant", async () => {
  const mapping: MappingInput = {
    id: "a",
    match: { path: "a", source: "s", headers: { "x-kind": ["one", "two"] } },
    name: "{{headers.x-kind}} {{upper (default who 'x')}} {{@index}}",
    timeoutSeconds: 5,
    messageTemplate: "m {{#each list}}{{this}}{{/each}}",
  };
  const one = event("a", { headers: { "x-kind": "one" }, payload: { source: "s", who: "me" } });
  const { results } = await run([mapping], [{ name: "one", event: one, expect: { text: "m " } }]);
  expect(find(results, "value-drop", '"two"')[0]?.difference).toMatchObject({
    patch: { "headers.x-kind": "two" },
    mapping: "a",
  });
  expect(find(results, "each-first")[0]?.difference).toMatchObject({
    patch: { "payload.list": ["text", "text"] },
  });
  expect(find(results, "helper-arg", "x~")[0]?.difference).toMatchObject({
    remove: ["payload.who"],
  });
  expect(find(results, "field-drop", "timeoutSeconds")[0]?.difference).toEqual({
    from: "one",
    becomes: "agent",
    mapping: "a",
  });
});

test("runMutants() searches values of samples, and texts where a header is compared with a number", async () => {
  const when = {
    and: [{ "<": [{ var: "headers.x-tries" }, 3] }, { "==": [{ var: "payload.kind" }, "red"] }],
  };
  const mapping = m("a", { path: "a", when });
  const one = event("a", { headers: { "x-tries": "1" }, payload: { kind: "red" } });
  const samples = [event("a", { payload: { kind: "green" } })];
  const { results } = await run([mapping], [{ name: "one", event: one, expect: { text: "m" } }], {
    samples,
  });
  expect(find(results, "cond-compare", "<=")[0]?.difference?.patch).toEqual({
    "headers.x-tries": "3",
  });
  expect(find(results, "clause-drop")[0]?.difference?.patch).toEqual({ "headers.x-tries": "3" });
  const drops = find(results, "cond-drop").map(({ difference }) => difference?.patch);
  expect(drops).toContainEqual({ "payload.kind": "green" });
});

test("runMutants() changes what the templates of a mapping read in an event that it takes", async () => {
  const mapping: MappingInput = {
    id: "a",
    match: {
      path: "a",
      when: { and: [{ var: "payload.live" }, { "==": [{ var: "payload.type" }, "ended"] }] },
    },
    name: "{{#each (split 'x,y' ',')}}{{this}}{{/each}}{{#each none}}{{this}}{{/each}}",
    messageTemplate:
      "{{#with data}}{{replace kind '_' ' '}} {{default note hint 'no note'}}{{#each list}} {{n}}{{/each}}{{#if (eq mood 'glad')}}!{{/if}}{{/with}}",
  };
  const wake = { action: "wake", messageTemplate: undefined, textTemplate: "other" };
  const other = m("b", { path: "a" }, wake);
  const data = { kind: "seat", note: "N", list: [{ n: 1 }] };
  const cases = [
    caseOf("other", "a", {}, { mapping: "b" }),
    caseOf("ended", "a", { live: true, type: "ended", data }, { mapping: "a", snapshot: true }),
  ];
  const { results } = await run([mapping, other], cases);
  const difference = (operator: string, label = "") =>
    find(results, operator, label)[0]?.difference;
  expect(difference("cond-drop", "type")).toEqual({
    from: "ended",
    remove: ["payload.live"],
    becomes: "wake",
    mapping: "b",
  });
  expect(difference("each-first", "list")).toMatchObject({
    patch: { "payload.data.list": [{ n: 1 }, { n: 1 }] },
  });
  expect(difference("helper-arg", "'_' →")).toMatchObject({
    patch: { "payload.data.kind": "Some_text: with <more>, (and) more." },
  });
  expect(difference("helper-arg", "'glad'")).toMatchObject({
    patch: { "payload.data.mood": "glad~" },
  });
  expect(difference("helper-arg", "'no note'")).toMatchObject({
    remove: ["payload.data.note", "payload.data.hint"],
  });
});

test("runMutants() finds no event for a value that cannot be tried, and for a change that reads nothing", async () => {
  const mapping: MappingInput = {
    id: "a",
    match: { path: "a" },
    deliver: false,
    forEach: { path: "list", atomic: true },
    messageTemplate: "m {{#if title.x}}x{{/if}}",
  };
  const one = caseOf("one", "a", { title: "T", list: [1] }, { mapping: "a" });
  const { results } = await run([mapping], [one]);
  expect(find(results, "guard-drop")[0]).toEqual({
    mutant: expect.anything(),
    verdict: "survived",
  });
  expect(find(results, "field-flip")[0]).toHaveProperty("difference");
  const text = { ...mapping, messageTemplate: "{{upper (default title.x 'T')}}" };
  const deep = await run([text], [one]);
  expect(find(deep.results, "helper-arg")[0]?.difference).toEqual({
    from: "one",
    becomes: "agent",
    mapping: "a",
  });
});

test("mutateConfig() swaps two mappings of a path, and keeps a third in place", async () => {
  const at = (id: string): MappingInput => ({ ...pullRequest, id });
  const third = m("ci", { path: "ci" });
  const { results } = await run([at("one"), third, at("two")], [opened({}, { mapping: "one" })]);
  expect(find(results, "mapping-swap").map(({ verdict }) => verdict)).toEqual(["killed"]);
});

test("runMutants() runs the cases of every mapping that uses a changed partial", async () => {
  const mappings = [
    m("a", { path: "a" }, { messageTemplate: "{{#with data}}{{> row}}{{/with}}" }),
    m("b", { path: "b" }, { messageTemplate: "{{> row}}" }),
    m("c", { path: "c" }, { messageTemplate: "c {{x}}" }),
  ];
  const partials = { row: "{{upper name}} {{default note 'no note'}}", other: "{{x}}" };
  const cases = expandCases([
    caseOf("c", "c", { x: 1, name: "n" }, { snapshot: true }),
    caseOf("a", "a", { data: { name: "n", note: "N" } }, { text: { startsWith: "N " } }),
  ]);
  const { results } = await runMutants({ hooks: { partials, mappings } }, [{ cases }]);
  const ofPartials = results.filter(({ mutant }) => mutant.partial !== undefined);
  expect(
    ofPartials.map(({ mutant, ...result }) => [`${mutant.partial} ${mutant.operator}`, result]),
  ).toMatchObject([
    ["row expr-blank", { verdict: "killed", killedBy: "a" }],
    ["row helper-drop", { verdict: "killed", killedBy: "a" }],
    ["row expr-blank", { verdict: "survived", difference: { from: "a", becomes: "agent" } }],
    ["row default-drop", { verdict: "survived", difference: { remove: ["payload.data.note"] } }],
    ["row helper-arg", { verdict: "survived", difference: { remove: ["payload.data.note"] } }],
    ["other expr-blank", { verdict: "not covered" }],
  ]);
});

test("runMutants() reports invalid if a partial no longer compiles where it is used", async () => {
  const mapping = m("a", { path: "a" }, { messageTemplate: "m {{> row}}" });
  const partials = { row: "{{date at zone='UTC'}}" };
  const cases = expandCases([caseOf("one", "a", { at: 0 }, { snapshot: true })]);
  const { results } = await runMutants({ hooks: { partials, mappings: [mapping] } }, [{ cases }]);
  const invalid = results.filter(({ verdict }) => verdict === "invalid");
  expect(invalid.map(({ mutant }) => mutant.partial)).toEqual(["row"]);
});

const provedOf = (...mappings: readonly MappingInput[]) => {
  const config = { hooks: { mappings } };
  const isSame = createProver(config);
  return (operator: string): readonly boolean[] =>
    mutateConfig(config)
      .filter((one: Mutant) => one.operator === operator)
      .map(isSame);
};

const is = (kind: string) => ({ "==": [{ var: "payload.kind" }, kind] });

test("createProver() accepts the removal of a mapping without events if another one has its name", () => {
  const never = { path: "a", when: { and: [is("p"), is("q")] } };
  expect(provedOf(m("n", never))("mapping-remove")).toEqual([false]);
  expect(provedOf(m("n", never), m("x", { path: "b" }))("mapping-remove")).toEqual([false, false]);
  expect(provedOf(m("n", never), m("x", { path: "a" }))("mapping-remove")).toEqual([true, false]);
  expect(provedOf(m("n", never), m("x", undefined))("mapping-remove")).toEqual([true, false]);
  expect(provedOf(m("x", undefined), m("y", undefined))("mapping-remove")).toEqual([false, false]);
});

test("createProver() accepts a swap of mappings without a common event", () => {
  const p = m("p", { path: "a", headers: { "x-k": "p" } });
  const q = m("q", { path: "a", headers: { "x-k": "q" } });
  const any = m("any", undefined);
  expect(provedOf(p, q)("mapping-swap")).toEqual([true]);
  expect(provedOf(p, any, q)("mapping-swap")).toEqual([false]);
  expect(provedOf(p, m("r", { path: "b" }), q)("mapping-swap")).toEqual([true]);
  expect(provedOf(p, m("r", { path: "a" }))("mapping-swap")).toEqual([false]);
  const status = (value: number) => ({
    path: "a",
    when: { "===": [{ var: "payload.status" }, value] },
  });
  expect(provedOf(m("down", status(0)), m("up", status(1)))("mapping-swap")).toEqual([true]);
  expect(provedOf(m("down", status(0)), m("off", status(0)))("mapping-swap")).toEqual([false]);
});

test("createProver() accepts a swap of mappings whose headers differ, whatever their conditions", () => {
  const when = { "==": [{ cat: [{ var: "payload.a" }, "x"] }, "yx"] };
  const p = m("p", { path: "a", headers: { "x-k": "p" }, when });
  const q = m("q", { path: "a", headers: { "x-k": "q" }, not: { when } });
  expect(provedOf(p, q)("mapping-swap")).toEqual([true]);
  expect(provedOf(p, m("r", { path: "a", when: is("q") }))("mapping-swap")).toEqual([false]);
  expect(provedOf(m("s", { path: "a", when }), q)("mapping-swap")).toEqual([false]);
});

test("createProver() accepts the removal of a clause that decides nothing, but not of an opaque one", () => {
  const opaque = { ">": [{ var: "payload.n" }, 1] };
  expect(provedOf(m("a", { path: "a", when: opaque }))("cond-drop")).toEqual([]);
  expect(provedOf(m("a", { path: "a", when: { or: [is("p"), is("p")] } }))("cond-drop")).toEqual([
    true,
    true,
  ]);
  const both = { or: [opaque, opaque] };
  expect(provedOf(m("a", { path: "a", when: both }))("cond-drop")).toEqual([false, false]);
  const earlier = m("e", { path: "a", headers: { "x-k": "p" } });
  const later = m("l", { path: "a", headers: { "x-k": ["p", "q"] } });
  expect(provedOf(earlier, later)("value-drop")).toEqual([true, false]);
});

test("createProver() knows that events pass an earlier mapping with another authentication", () => {
  const signed = { auth: "none" as const };
  const p = { path: "a", headers: { "x-k": "p" } };
  const both = { path: "a", headers: { "x-k": ["p", "q"] } };
  const ofAll = m("all", { headers: { "x-k": "p" } });
  expect(provedOf(ofAll, m("l", both))("value-drop")).toEqual([true, false]);
  expect(provedOf(ofAll, m("l", both, signed))("value-drop")).toEqual([false, false]);
  expect(provedOf(m("e", p, signed), m("l", both, signed))("value-drop")).toEqual([true, false]);
  // Without the signed mapping, the name would be open to the hook token.
  const any = m("any", undefined);
  expect(provedOf(any, m("s", p))("mapping-remove")).toEqual([false, true]);
  expect(provedOf(any, m("s", p, signed))("mapping-remove")).toEqual([false, false]);
});

test("createProver() accepts the removal of a duplicate, or of a part about a skipped event", () => {
  expect(provedOf(m("a", { path: "a" }, { wakeMode: "now" }))("field-drop")).toEqual([true]);
  expect(provedOf(m("a", { path: "a" }, { name: "x", skip: true }))("field-drop")).toEqual([true]);
  expect(provedOf(m("a", { path: "a" }, { name: "x", skip: true }))("guard-drop")).toEqual([false]);
  const unsafe = { allowUnsafeExternalContent: false };
  expect(provedOf(m("a", { path: "a" }, unsafe))("field-drop")).toEqual([true]);
});

test("runMutants() kills a mapping without its continue by a case that names both mappings", async () => {
  const mappings = [m("tell", { path: "p" }, { continue: true }), m("book", { path: "p" })];
  const verdictOf = async (expectation: Expectation) => {
    const { results } = await run(mappings, [caseOf("a", "p", {}, expectation)]);
    return find(results, "field-flip", "continue").map(({ verdict }) => verdict);
  };
  expect(await verdictOf({ mapping: ["tell", "book"] })).toEqual(["killed"]);
  expect(await verdictOf({ becomes: "agent" })).toEqual(["survived"]);
});
