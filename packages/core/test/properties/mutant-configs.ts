// An operator of mutation → configs in which it has something to change, and events for them.
import fc from "fast-check";
import { MUTATION_OPERATORS, type MutationOperator } from "../../../testing/src/mutate/model.ts";
import type { MappingInput, MatchInput } from "../../src/authoring/config/config.ts";
import type { HookEvent } from "../../src/model/event.ts";

const kinds = fc.constantFrom("p", "q", "r");
const kindOf = { var: "payload.kind" };

const equal = fc
  .tuple(fc.constantFrom("==", "!=", "===", "!=="), kinds)
  .map(([name, kind]) => ({ [name]: [kindOf, kind] }));

const oneOf = kinds.map((kind) => ({ in: [kindOf, [kind, "p"]] }));

/** A rule that nobody looks into: nothing can be proved about it. */
const opaque = fc.constantFrom<object>(
  { ">": [{ var: "payload.n" }, 1] },
  { some: [{ var: "payload.list" }, { "==": [{ var: "" }, "p"] }] },
);

const atom = fc.oneof(
  { arbitrary: equal, weight: 4 },
  { arbitrary: oneOf, weight: 1 },
  { arbitrary: opaque, weight: 1 },
);

const joined = fc
  .tuple(fc.constantFrom("and", "or"), atom, atom)
  .map(([name, ...rules]) => ({ [name]: rules }));

const rules = fc.oneof(
  atom,
  joined,
  joined.map((rule) => ({ "!": rule })),
);

const headers = fc.subarray(["p", "q", "r"], { minLength: 1 });
const lists = fc.subarray(["p", "q", "r"], { minLength: 2 });

function matchOf(parts: Partial<Record<keyof MatchInput, fc.Arbitrary<unknown>>>) {
  return fc.record({ path: fc.constant("a"), ...parts }) as fc.Arbitrary<MatchInput>;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const named = (values: fc.Arbitrary<readonly string[]>) =>
  values.map((kind) => ({ "x-kind": kind }));
const nots = fc.oneof(
  rules.map((when) => ({ when })),
  named(headers).map((values) => ({ headers: values, source: "s" })),
);

const anyMatch = matchOf({ headers: maybe(named(headers)), when: maybe(rules), not: maybe(nots) });

/** Absent values are left out: a key without a value is not a value. */
const compact = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

const ofMatch = (match: fc.Arbitrary<MatchInput>): fc.Arbitrary<MappingInput> =>
  match.map((one) => ({ match: compact(one), messageTemplate: "{{kind}}", sessionKey: "hook:s" }));

/** Most events get to them. */
const wideMatch = matchOf({
  headers: fc.constantFrom(undefined, undefined, { "x-kind": "p" }, { "x-kind": ["q", "r"] }),
});

/** Some skip their events, so that no template of theirs tells. */
const ofParts = (parts: fc.Arbitrary<MappingInput>): fc.Arbitrary<MappingInput> =>
  fc.tuple(wideMatch, parts, fc.constantFrom(true, false, false)).map(([match, one, skip]) => ({
    match: compact(match),
    messageTemplate: "m {{kind}}",
    sessionKey: "hook:s",
    ...one,
    ...(skip && { skip }),
  }));

const pieces = fc.constantFrom(
  "",
  "text ",
  "\nliteral\n",
  "{{n}}",
  "{{#each list}}{{this}}{{/each}}",
);

const ofTemplate = (...templates: readonly string[]): fc.Arbitrary<MappingInput> =>
  ofParts(
    fc
      .tuple(pieces, fc.constantFrom(...templates), pieces)
      .map((texts) => ({ messageTemplate: texts.join("") })),
  );

const transform = { module: "own.mjs" };

/** The mapping that the operator changes. */
const SUBJECTS: Readonly<Record<MutationOperator, fc.Arbitrary<MappingInput>>> = {
  "mapping-remove": ofMatch(anyMatch),
  "mapping-swap": ofMatch(wideMatch),
  "clause-drop": ofMatch(
    matchOf({ headers: named(headers), when: maybe(rules), not: maybe(nots) }),
  ),
  "value-drop": ofMatch(matchOf({ headers: named(lists), when: maybe(rules), not: maybe(nots) })),
  "cond-negate": ofMatch(matchOf({ when: rules, not: maybe(nots) })),
  "cond-join": ofMatch(matchOf({ when: joined })),
  "cond-drop": ofMatch(matchOf({ when: joined, headers: maybe(named(headers)) })),
  "cond-compare": ofMatch(matchOf({ when: equal, not: maybe(nots) })),
  "cond-value": ofMatch(matchOf({ when: rules })),
  "cond-path": ofMatch(matchOf({ when: rules })),
  "expr-blank": ofTemplate("{{kind}}", "{{upper kind}}", "{{#if kind}}{{n}}{{/if}}"),
  "expr-sibling": ofTemplate("{{kind}}", "{{#if n}}{{kind}}{{/if}}"),
  "if-negate": ofTemplate("{{#if kind}}x{{/if}}", "{{#unless n}}x{{else if kind}}y{{/unless}}"),
  "else-drop": ofTemplate("{{#if kind}}x{{else}}y{{/if}}", "{{#each list}}x{{else}}y{{/each}}"),
  "each-first": ofTemplate("{{#each list}}[{{this}}]{{/each}}"),
  "default-drop": ofTemplate("{{default kind 'none'}}", "{{upper (default kind 'none')}}"),
  "helper-drop": ofTemplate("{{upper kind}}", "{{#if (upper kind)}}{{json kind}}{{/if}}"),
  "helper-arg": ofTemplate("{{truncate kind 3}}", "{{default kind 'none'}}", "{{join list ','}}"),
  "field-drop": ofParts(
    fc.constantFrom<MappingInput>(
      { wakeMode: "now" },
      { wakeMode: "next-heartbeat" },
      { deliver: true },
      { deliver: false, sessionMode: "isolated" },
      { name: "N {{kind}}", dedupeKey: "{{kind}}" },
      { allowUnsafeExternalContent: false },
      { forEach: { path: "list", limit: "first" } },
      { transform },
    ),
  ),
  "field-flip": ofParts(
    fc.constantFrom<MappingInput>(
      { wakeMode: "now" },
      { deliver: false },
      { sessionMode: "isolated" },
      { allowUnsafeExternalContent: true },
    ),
  ),
  "key-merge": ofParts(
    fc.constantFrom("hook:{{kind}}", "hook:{{n}}:{{kind}}").map((sessionKey) => ({ sessionKey })),
  ),
  "guard-drop": ofParts(
    fc.constantFrom<MappingInput>(
      { instructions: "Do it." },
      { transform: { ...transform, lock: ["model"] } },
      { transform: { ...transform, lock: [] } },
      { forEach: { path: "list", atomic: false }, messageTemplate: "{{item}}" },
      { forEach: { path: "list", atomic: true }, sessionKey: "{{item}}" },
      {},
    ),
  ),
  "text-drop": ofTemplate("one line\n{{kind}}\n", "{{#if kind}}\nx\n{{/if}}"),
};

const OF_MATCHES: ReadonlySet<MutationOperator> = new Set([
  "mapping-remove",
  "mapping-swap",
  "clause-drop",
  "value-drop",
  "cond-negate",
  "cond-join",
  "cond-drop",
  "cond-compare",
  "cond-value",
  "cond-path",
]);

/** For every name, because it can be between two of the same name. */
const nameless = named(headers).map(
  (values): MappingInput => ({ match: { headers: values }, messageTemplate: "any" }),
);

const others = fc.array(fc.oneof(ofMatch(anyMatch), ofMatch(wideMatch), nameless), {
  maxLength: 3,
});

/** A mapping that takes every event, so that changes of later matches make no difference; or others, or none. */
const before: fc.Arbitrary<readonly MappingInput[]> = fc.oneof(
  fc.constant([]),
  fc
    .constantFrom<MappingInput>(
      { match: { path: "a" }, messageTemplate: "first" },
      { messageTemplate: "first" },
    )
    .map((one) => [one]),
  others,
);

export interface GeneratedConfig {
  readonly hooks: {
    readonly transformsDir: string;
    readonly partials?: Readonly<Record<string, string>>;
    readonly mappings: readonly MappingInput[];
  };
}

function configsOf(operator: MutationOperator): fc.Arbitrary<GeneratedConfig> {
  const isSigned = fc.constantFrom(false, false, true);
  const isOfMatch = OF_MATCHES.has(operator);
  return fc
    .tuple(isOfMatch ? before : fc.constant([]), SUBJECTS[operator], others, isSigned, fc.boolean())
    .map(([first, subject, last, isSigned, hasPartial]) => {
      const own = hasPartial ? { ...subject, messageTemplate: "{{> part}}" } : subject;
      const mappings = [...first, own, ...last];
      return {
        hooks: {
          transformsDir: "own",
          mappings: isSigned ? mappings.map(sign) : mappings,
          ...(hasPartial && { partials: { part: subject.messageTemplate ?? "" } }),
        },
      };
    });
}

/** All mappings of a name have the same proof of their senders, and one for every name has none. */
function sign(mapping: MappingInput): MappingInput {
  return mapping.match?.path === undefined ? mapping : { ...mapping, auth: "none" };
}

const LONG = "a longer text";
const values = fc.constantFrom<unknown>(
  "p",
  "q",
  "",
  "",
  null,
  undefined,
  ["p"],
  {},
  1,
  LONG,
  LONG,
);

export const someEvents: fc.Arbitrary<readonly HookEvent[]> = fc.array(
  fc
    .record({
      path: fc.constantFrom("a", "a", "a", "a", "b"),
      header: fc.constantFrom(undefined, "p", "q", "r"),
      kind: values,
      other: fc.constantFrom("p", "q"),
      n: fc.constantFrom(undefined, 0, 1, 2, 3),
      list: fc.array(
        values.filter((value) => value !== undefined),
        { maxLength: 3 },
      ),
      source: fc.constantFrom(undefined, "s"),
      proof: fc.constantFrom(undefined, undefined, "token", "auth:a"),
      isObject: fc.constantFrom(true, true, true, true, true, true, false),
    })
    .map(({ path, header, proof, isObject, ...payload }) => ({
      path,
      proof,
      headers: header === undefined ? {} : { "x-kind": header },
      payload: isObject ? compact(payload) : "text",
    })),
  { minLength: 8, maxLength: 16 },
);

/** What sets a locked field, and leaves all else. */
export const TRANSFORMS = { "own.mjs": () => ({ model: "other" }) };

/** Of each operator, configs in which it has something to change. */
export const OPERATORS = MUTATION_OPERATORS.map(
  (operator) => [operator, configsOf(operator)] as const,
);
