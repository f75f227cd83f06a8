import { expect, test } from "vitest";
import type { MappingInput } from "../../../core/src/authoring/config/config.ts";
import { event } from "../event.ts";
import { MUTATION_OPERATORS } from "./model.ts";
import { mutateConfig } from "./mutate-config.ts";
import { sampleMutants } from "./sample-mutants.ts";

const of = (...mappings: readonly MappingInput[]) => ({ hooks: { mappings } });

/** `operator label`, for the operators that are named. */
function labels(config: unknown, operators: RegExp, options = {}): readonly string[] {
  return mutateConfig(config, options).flatMap(({ operator, label }) =>
    operators.test(operator) ? [`${operator} ${label}`] : [],
  );
}

/** The templates or rules that mutants of an operator have. */
function changed(mapping: MappingInput, operator: string, key: keyof MappingInput, options = {}) {
  return mutateConfig(of(mapping), options).flatMap(({ operator: code, edit }) =>
    code === operator && edit?.kind === "replace" ? [edit.mapping[key]] : [],
  );
}

const ofText = (messageTemplate: string, operator: string, options = {}) =>
  changed({ id: "a", match: { path: "a" }, messageTemplate }, operator, "messageTemplate", options);

test("mutateConfig() removes a mapping, and swaps it with the next of its name", () => {
  const config = of(
    { match: { path: "/a/" }, messageTemplate: "1" },
    { id: "b", match: { path: "b" }, messageTemplate: "2" },
    { id: " c ", match: { path: "a" }, messageTemplate: "3" },
    { id: "d", messageTemplate: "4" },
  );
  const mutants = mutateConfig(config);
  expect(
    mutants.map(({ operator, mappingId, label, edit, path }) => [
      operator,
      mappingId,
      label,
      edit,
      path,
    ]),
  ).toEqual([
    ["mapping-remove", "mapping-1", "is gone", { kind: "remove" }, ["hooks", "mappings", 0]],
    ["mapping-swap", "mapping-1", "behind c", { kind: "swap", with: 2 }, ["hooks", "mappings", 0]],
    ["mapping-remove", "b", "is gone", { kind: "remove" }, ["hooks", "mappings", 1]],
    ["mapping-remove", "c", "is gone", { kind: "remove" }, ["hooks", "mappings", 2]],
    ["mapping-remove", "d", "is gone", { kind: "remove" }, ["hooks", "mappings", 3]],
  ]);
  expect(mutateConfig({})).toEqual([]);
  expect(mutateConfig("no config")).toEqual([]);
});

test("mutateConfig() drops each clause, and each value of a list", () => {
  const match = {
    path: "a",
    source: "s",
    headers: { "X-Event": ["push", "tag"], "X-One": ["only"] },
    query: { kind: "k" },
    when: { var: "payload.x" },
    not: { source: "t", not: { headers: { "X-Two": "2" } } },
  };
  const forEach = { path: "list", when: { var: "item.x" } };
  expect(labels(of({ match, forEach, messageTemplate: "m" }), /clause|value-drop/)).toEqual([
    "clause-drop without match.source",
    "clause-drop without match.headers.X-Event",
    'value-drop without "push" in match.headers.X-Event',
    'value-drop without "tag" in match.headers.X-Event',
    "clause-drop without match.headers.X-One",
    "clause-drop without match.query.kind",
    "clause-drop without match.when",
    "clause-drop without match.not",
    "clause-drop without match.not.source",
    "clause-drop without match.not.not",
    "clause-drop without forEach.when",
  ]);
  const [, second] = changed({ match, messageTemplate: "m" }, "value-drop", "match");
  expect(second).toMatchObject({ headers: { "X-Event": ["push"], "X-One": ["only"] } });
});

test("mutateConfig() negates a condition, changes its operators, drops its parts and reads other fields", () => {
  const when = {
    and: [
      { "==": [{ var: "payload.a" }, "main"] },
      { "!": { or: [{ var: ["payload.b.c", 1] }, { ">": [{ var: "payload.n" }, 2] }] } },
      { in: [{ var: "path" }, ["x", true, null]] },
      true,
    ],
  };
  const config = of({ match: { path: "a", when }, messageTemplate: "m" });
  expect(labels(config, /cond-(?!negate|drop)/)).toEqual([
    expect.stringMatching(/^cond-join \{ "and": .* → \{ "or": /),
    'cond-compare { "==": [{ "var": "payload.a" }, "main"] } → { "!=": [{ "var": "payload.a" }, "main"] }',
    'cond-path "payload.a" → "payload.a~"',
    'cond-value "main" → "main~"',
    expect.stringMatching(/^cond-join \{ "or": .* → \{ "and": /),
    'cond-path "payload.b.c" → "payload.b.c~"',
    "cond-value 1 → 2",
    "cond-value 1 → 0",
    'cond-compare { ">": [{ "var": "payload.n" }, 2] } → { ">=": [{ "var": "payload.n" }, 2] }',
    'cond-path "payload.n" → "payload.n~"',
    "cond-value 2 → 3",
    "cond-value 2 → 1",
    'cond-value "x" → "x~"',
    "cond-value true → false",
    "cond-value true → false",
  ]);
  expect(labels(config, /cond-negate/)).toHaveLength(6);
  expect(labels(config, /cond-drop/)).toHaveLength(6);
  const not = { when: { "<": [1, { var: "payload.x" }, { "+": [{ var: [] }, 2] }] } };
  const forEach = { path: "l", when: { and: [{ var: "item.a" }] } };
  expect(labels(of({ match: { path: "a", not }, forEach, messageTemplate: "m" }), /cond/)).toEqual([
    expect.stringMatching(/^cond-negate /),
    expect.stringMatching(/^cond-compare .* → \{ "<=": /),
    "cond-value 1 → 2",
    "cond-value 1 → 0",
    'cond-path "payload.x" → "payload.x~"',
    "cond-value 2 → 3",
    "cond-value 2 → 1",
    'cond-negate { "and": [{ "var": "item.a" }] } → { "!": [{ "and": [{ "var": "item.a" }] }] }',
    'cond-negate { "var": "item.a" } → { "!": [{ "var": "item.a" }] }',
    'cond-path "item.a" → "item.a~"',
  ]);
});

test("mutateConfig() blanks one expression at a time, and keeps the rest", () => {
  expect(
    ofText("a {{x}} b {{{ y }}}{{! {{z}} }}{{{{raw}}}}{{r}}{{{{/raw}}}}{{> p q}}", "expr-blank"),
  ).toEqual([
    "a  b {{{ y }}}{{! {{z}} }}{{{{raw}}}}{{r}}{{{{/raw}}}}{{> p q}}",
    "a {{x}} b {{! {{z}} }}{{{{raw}}}}{{r}}{{{{/raw}}}}{{> p q}}",
  ]);
  expect(ofText("{{#> p}}{{x}}{{/p}}", "expr-blank")).toEqual(["{{#> p}}{{/p}}"]);
  expect(ofText("{{#if", "expr-blank")).toEqual([]);
  const mapping = { match: { path: "a" }, sessionKey: "hook:{{a}}:{{b}}", messageTemplate: "m" };
  expect(changed(mapping, "key-merge", "sessionKey")).toEqual(["hook::{{b}}", "hook:{{a}}:"]);
  expect(changed(mapping, "expr-blank", "sessionKey")).toEqual([]);
});

test("mutateConfig() replaces an expression by a sibling of the same type in a sample", () => {
  const samples = [
    event("a", { payload: { base: null } }),
    event("a", {
      payload: {
        z: "1",
        id: 7,
        "x-y": "2",
        base: { "a b": "no", ref: "main", same: "main", sha: "f" },
        list: ["a", "b"],
        o: {},
      },
    }),
  ];
  const options = { samplesOf: () => samples };
  const template =
    "{{base.ref}}{{payload.base.sha}}{{z}}{{id}}{{list.0}}{{o}}{{../z}}{{@root.z}}{{upper z}}{{base.[ref]}}{{none.x}}{{payload}}{{this}}" +
    "{{#if z}}{{base.ref}}{{/if}}{{#each list}}{{z}}{{else}}{{base.ref}}{{/each}}{{#with base}}{{ref}}{{/with}}";
  expect(
    mutateConfig(of({ match: { path: "a" }, messageTemplate: template }), options).flatMap(
      ({ operator, label }) => (operator === "expr-sibling" ? [label] : []),
    ),
  ).toEqual([
    "messageTemplate: {{base.ref}} → {{base.sha}}",
    "messageTemplate: {{payload.base.sha}} → {{payload.base.ref}}",
    "messageTemplate: {{base.ref}} → {{base.sha}}",
    "messageTemplate: {{base.ref}} → {{base.sha}}",
  ]);
});

test("mutateConfig() negates conditions of blocks, and drops their other halves", () => {
  const template =
    "{{#if a}}A{{else if b}}B{{else}}C{{/if}}{{#unless c}}D{{/unless}}{{#x}}E{{^}}F{{/x}}{{^y}}G{{/y}}";
  expect(ofText(template, "if-negate")).toEqual([
    "{{#unless a}}A{{else if b}}B{{else}}C{{/unless}}{{#unless c}}D{{/unless}}{{#x}}E{{^}}F{{/x}}{{^y}}G{{/y}}",
    "{{#if a}}A{{else unless b}}B{{else}}C{{/if}}{{#unless c}}D{{/unless}}{{#x}}E{{^}}F{{/x}}{{^y}}G{{/y}}",
    "{{#if a}}A{{else if b}}B{{else}}C{{/if}}{{#if c}}D{{/if}}{{#x}}E{{^}}F{{/x}}{{^y}}G{{/y}}",
  ]);
  expect(ofText(template, "else-drop")).toEqual([
    "{{#if a}}A{{else}}C{{/if}}{{#unless c}}D{{/unless}}{{#x}}E{{^}}F{{/x}}{{^y}}G{{/y}}",
    "{{#if a}}A{{else if b}}B{{/if}}{{#unless c}}D{{/unless}}{{#x}}E{{^}}F{{/x}}{{^y}}G{{/y}}",
    "{{#if a}}A{{else if b}}B{{else}}C{{/if}}{{#unless c}}D{{/unless}}{{#x}}E{{/x}}{{^y}}G{{/y}}",
  ]);
});

test("mutateConfig() limits a loop to the first element, drops a helper and changes its arguments", () => {
  expect(
    ofText("{{#each (filter a 'b')}}{{this}}{{/each}}{{#each a}}{{/each}}", "each-first"),
  ).toEqual([
    "{{#each (slice (filter a 'b') 0 1)}}{{this}}{{/each}}{{#each a}}{{/each}}",
    "{{#each (filter a 'b')}}{{this}}{{/each}}{{#each (slice a 0 1)}}{{/each}}",
  ]);
  expect(
    ofText("{{default (upper a) 'none'}}{{#if (default b true)}}x{{/if}}", "default-drop"),
  ).toEqual([
    "{{upper a}}{{#if (default b true)}}x{{/if}}",
    "{{default (upper a) 'none'}}{{#if b}}x{{/if}}",
  ]);
  const template = '{{~truncate body 2000 suffix=(upper "x")~}}{{date "2026" at}}{{upper "x"}}';
  expect(ofText(template, "helper-drop")).toEqual([
    '{{~body~}}{{date "2026" at}}{{upper "x"}}',
    '{{~truncate body 2000 suffix=(upper "x")~}}{{at}}{{upper "x"}}',
  ]);
  expect(ofText(template, "helper-arg")).toEqual([
    '{{~truncate body 2001 suffix=(upper "x")~}}{{date "2026" at}}{{upper "x"}}',
    '{{~truncate body 2000 suffix=(upper "x~")~}}{{date "2026" at}}{{upper "x"}}',
    '{{~truncate body 2000 suffix=(upper "x")~}}{{date "2026~" at}}{{upper "x"}}',
    '{{~truncate body 2000 suffix=(upper "x")~}}{{date "2026" at}}{{upper "x~"}}',
  ]);
  expect(ofText("{{json a b=true c=null}}", "helper-arg")).toEqual(["{{json a b=false c=null}}"]);
});

test("mutateConfig() drops or flips optional fields, and removes guards", () => {
  const mapping: MappingInput = {
    match: { path: "a" },
    messageTemplate: "m",
    name: "n",
    deliver: false,
    wakeMode: "now",
    timeoutSeconds: 60,
    instructions: "Do.",
    skip: true,
    forEach: { path: "l", limit: "first", atomic: true },
    transform: { module: "a.ts", lock: ["to"] },
    sessionMode: "isolated",
  };
  expect(labels(of(mapping), /field|guard/)).toEqual([
    "field-drop without sessionMode",
    "field-drop without wakeMode",
    "field-drop without deliver",
    "field-drop without name",
    "field-drop without timeoutSeconds",
    "field-drop without forEach",
    "field-drop without forEach.limit",
    "field-drop without transform",
    "field-flip sessionMode: isolated → persistent",
    "field-flip wakeMode: now → next-heartbeat",
    "field-flip deliver: false → true",
    "guard-drop without instructions",
    "guard-drop without transform.lock",
    "guard-drop without forEach.atomic",
    "guard-drop without skip",
  ]);
  expect(
    labels(of({ match: { path: "a" }, forEach: "l", messageTemplate: "m" }), /guard|field/),
  ).toEqual(["field-drop without forEach"]);
});

test("mutateConfig() drops lines of literal text if asked to", () => {
  const template = "Read:\n\n{{x}} is\nDone.";
  expect(ofText(template, "text-drop")).toEqual([]);
  expect(ofText(template, "text-drop", { text: true })).toEqual([
    "\n{{x}} is\nDone.",
    "Read:\n\n{{x}} is\n",
  ]);
});

test("mutateConfig() gives every mutant one of the codes", () => {
  const codes = mutateConfig(of({ match: { path: "a" }, messageTemplate: "{{a}}" }));
  expect(codes.length).toBeGreaterThan(1);
  for (const { operator } of codes) expect(MUTATION_OPERATORS).toContain(operator);
});

test("mutateConfig() mutates partials once, for all mappings that use them", () => {
  const config = {
    hooks: {
      partials: {
        row: "- {{#if a}}{{upper b}}{{/if}}",
        list: "{{> row}}",
        broken: "{{#if",
        unused: "{{x}}",
      },
      mappings: [
        { id: "one", match: { path: "one" }, messageTemplate: "{{#each rows}}{{> list}}{{/each}}" },
        { id: "two", match: { path: "two" }, messageTemplate: "2", timeoutSeconds: 5 },
        { id: "three", match: { path: "three" }, messageTemplate: "3", instructions: "{{> row}}" },
      ],
    },
  };
  const found = mutateConfig(config).filter(({ partial }) => partial !== undefined);
  expect(found.map(({ operator, partial, label }) => `${partial} ${operator} ${label}`)).toEqual([
    "row expr-blank without {{upper b}}",
    "row helper-drop upper b → b",
    'row if-negate {{#if a}} turned to "unless"',
    "unused expr-blank without {{x}}",
  ]);
  expect(found[0]).toEqual({
    operator: "expr-blank",
    partial: "row",
    path: ["hooks", "partials", "row"],
    span: { start: 11, end: 22 },
    label: "without {{upper b}}",
    text: "- {{#if a}}{{/if}}",
    usedBy: [0, 2],
  });
  expect(found.at(-1)).toMatchObject({ usedBy: [] });
});

const messageTemplate = "{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}{{g}}{{h}}";
const all = mutateConfig({ hooks: { mappings: [{ match: { path: "a" }, messageTemplate }] } });

test("sampleMutants() returns the same sample for the same seed, in the order of the config", () => {
  const first = sampleMutants(all, { max: 4, seed: 1 });
  expect(first).toHaveLength(4);
  expect(sampleMutants(all, { max: 4, seed: 1 })).toEqual(first);
  const places = first.map((one) => all.indexOf(one));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const seeds = Array.from({ length: 20 }, (_, seed) => sampleMutants(all, { max: 4, seed }));
  expect(new Set(seeds.map((one) => JSON.stringify(one))).size).toBeGreaterThan(10);
  expect(sampleMutants(all, { max: 100, seed: 1 })).toEqual(all);
  expect(
    mutateConfig({ hooks: { mappings: [{ match: { path: "a" }, messageTemplate }] } }),
  ).toEqual(all);
});
