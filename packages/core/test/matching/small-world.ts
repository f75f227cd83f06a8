// A world so small that every event of it can be tried, and the matches that are made of its words.
import fc from "fast-check";
import type { MatchInput } from "../../src/authoring/config/config.ts";
import type { MatchSubject } from "../../src/serving/match/index-mappings.ts";
import { now } from "../now.ts";

const texts = fc.constantFrom("x", "y");
const variables = fc.constantFrom(
  ...["payload.a", "payload.a.b", "payload.source", "headers.h", "path", "query.q"],
);
const variable = variables.map((name) => ({ var: name }));
const operator = fc.constantFrom("==", "===", "!=", "!==");

/** Rules that the analysis looks into. */
const { rule: decidableRule } = fc.letrec<{ rule: unknown }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(operator, variable, texts).map(([name, left, right]) => ({ [name]: [left, right] })),
    fc.tuple(operator, texts, variable).map(([name, left, right]) => ({ [name]: [left, right] })),
    fc.tuple(fc.constantFrom("===", "!=="), fc.constantFrom(0, 1)).map(([name, number]) => ({
      [name]: [{ var: "payload.a" }, number],
    })),
    fc.tuple(variable, fc.uniqueArray(texts)).map(([needle, list]) => ({ in: [needle, list] })),
    variable,
    fc.boolean(),
    tie("rule").map((inner) => ({ "!": inner })),
    tie("rule").map((inner) => ({ "!!": inner })),
    fc.array(tie("rule"), { minLength: 1, maxLength: 2 }).map((list) => ({ and: list })),
    fc.array(tie("rule"), { minLength: 1, maxLength: 2 }).map((list) => ({ or: list })),
  ),
}));

/** Some of them with a part that it does not look into. */
const anyRule = fc.oneof(
  decidableRule,
  decidableRule.map((rule) => ({ and: [{ "<": [{ var: "payload.a" }, 1] }, rule] })),
  decidableRule.map((rule) => ({ or: [{ "==": [{ var: "payload.a" }, ""] }, rule] })),
);

function matchesWith(rule: fc.Arbitrary<unknown>): fc.Arbitrary<MatchInput> {
  const someTexts = fc.oneof(texts, fc.uniqueArray(texts, { minLength: 1 }));
  const clauses = fc.record(
    {
      path: texts,
      source: texts,
      headers: fc.record({ h: someTexts }),
      query: fc.record({ q: someTexts }),
      when: rule,
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(clauses, fc.option(clauses, { nil: undefined, freq: 3 }))
    .map(([match, not]) => (not === undefined ? match : { ...match, not }));
}

export const decidableMatches: fc.Arbitrary<MatchInput> = matchesWith(decidableRule);
export const anyMatches: fc.Arbitrary<MatchInput> = matchesWith(anyRule);

/** What no condition can compare with a text. */
const TEXTLESS = { toString: 1, valueOf: 1 };

/** Each word, one that no rule names, what counts as nothing, and for payloads what is like a word. */
const NAMES = ["x", "y", "other", ""];
const TEXTS = ["x", "y", "other", "", undefined];
const PAYLOADS = ["x", "y", "other", "", ["x"], ["y"], TEXTLESS];
const AROUND = [
  ...PAYLOADS,
  ...[0, 1],
  ...PAYLOADS.map((b) => ({ b })),
  ...PAYLOADS.map((b) => ({ ...TEXTLESS, b })),
];

/** Every event of the world: 16,100. */
export const everySubject: readonly MatchSubject[] = NAMES.flatMap((path) =>
  PAYLOADS.flatMap((source) =>
    AROUND.flatMap((a) =>
      TEXTS.flatMap((h) =>
        TEXTS.map(
          (q): MatchSubject => ({
            path,
            now,
            payload: { a, source },
            source: typeof source === "string" ? source : undefined,
            headers: h === undefined ? {} : { h },
            query: q === undefined ? {} : { q },
          }),
        ),
      ),
    ),
  ),
);
