import { expect, test } from "vitest";
import { mappingsOf, withProblems } from "../../test/reporting.ts";
import type { Problem } from "../base/problem.ts";
import type { HooksInput, MappingInput, MatchInput } from "../config/config.ts";
import { checkUnreachable } from "./check-mappings.ts";

const named = (id: string, match?: MatchInput): MappingInput => ({ id, ...(match && { match }) });

const check = (hooks: HooksInput): readonly Problem[] =>
  withProblems((report) => checkUnreachable(mappingsOf(hooks), report)).problems;

function unreached(...mappings: readonly MappingInput[]): readonly string[] {
  return check({ mappings: [...mappings] }).map(({ message }) => message);
}

const hidden = (by: string): string =>
  `Mapping "late" is never reached: "${by}" takes all of its events.`;

test.each(["wake", "agent", "/agent/"])(
  "checkUnreachable() warns of a mapping for the built-in route %s",
  (path) => {
    const hooks = { mappings: [named("own", { path })] };
    const name = path.replaceAll("/", "");
    expect(check(hooks)).toEqual([
      {
        code: "mapping_unreachable",
        severity: "warning",
        path: ["hooks", "mappings", 0, "match", "path"],
        message: `Mapping "own" is never reached: "${name}" is a built-in route.`,
        hint: "Remove it, as that route needs no mapping, or choose another name, also in the sender's URL.",
      },
    ]);
  },
);

test("checkUnreachable() warns of a mapping whose condition leaves it nothing but built-in routes", () => {
  const when = { in: [{ var: "path" }, ["wake", "agent"]] };
  const hooks = { mappings: [named("all", {}), named("own", { when })] };
  expect(check(hooks)).toMatchObject([
    {
      path: ["hooks", "mappings", 1, "match"],
      message: 'Mapping "own" is never reached: built-in routes take all of its events.',
    },
  ]);
});

test("checkUnreachable() warns of a mapping that an earlier one hides", () => {
  const hooks = {
    mappings: [named("early", { path: "ci" }), named("late", { path: "/ci/", source: "x" })],
  };
  expect(check(hooks)).toEqual([
    {
      code: "mapping_unreachable",
      severity: "warning",
      path: ["hooks", "mappings", 1],
      message: hidden("early"),
      hint: 'Move it before "early", or narrow what they match.',
    },
  ]);
});

test.each<[string, MatchInput | undefined, MatchInput | undefined]>([
  ["that asks for the same path", { path: "ci" }, { path: "ci" }],
  ["that asks for nothing", undefined, { path: "ci", source: "x" }],
  ["that asks for the source alone", { source: "x" }, { path: "ci", source: "x" }],
  ["that asks for the same header", { headers: { A: "1" } }, { path: "ci", headers: { a: "1" } }],
  ["with more values for a header", { headers: { a: ["1", "2"] } }, { headers: { a: "2" } }],
  ["with the same condition", { when: { var: "payload.a" } }, { when: { var: ["payload.a"] } }],
  ["that both leave out the same", { not: { path: "a" } }, { not: { path: "a" }, source: "x" }],
])("checkUnreachable() warns of a mapping behind one %s", (_name, early, late) => {
  expect(unreached(named("early", early), named("late", late))).toEqual([hidden("early")]);
});

test.each<[string, MatchInput | undefined, MatchInput | undefined]>([
  ["for another path", { path: "a" }, { path: "b" }],
  ["that asks for more", { path: "ci", source: "x" }, { path: "ci" }],
  ["for another source", { path: "ci", source: "x" }, { path: "ci", source: "y" }],
  ["with another value for a header", { headers: { a: "1" } }, { headers: { a: ["1", "2"] } }],
  ["with a condition", { path: "ci", when: { var: "payload.a" } }, { path: "ci" }],
  ["that leaves something out", { path: "ci", not: { source: "x" } }, { path: "ci" }],
  ["for the built-in route, which is never asked", { path: "wake" }, { source: "x" }],
])("checkUnreachable() says nothing of a mapping behind one %s", (_name, early, late) => {
  expect(unreached(named("early", early), named("late", late))).not.toContain(hidden("early"));
});

test("checkUnreachable() warns of a mapping that several earlier ones hide together", () => {
  const mappings = [
    named("push", { path: "ci", headers: { event: "push" } }),
    named("rest", { path: "ci", not: { headers: { event: "push" } } }),
    named("late", { path: "ci" }),
  ];
  expect(unreached(...mappings)).toEqual([
    'Mapping "late" is never reached: "push" and "rest" together take all of its events.',
  ]);
});

test("checkUnreachable() warns of a match that contradicts itself", () => {
  const match = { path: "ci", not: { path: "ci" } };
  const hooks = { mappings: [named("late", match)] };
  expect(check(hooks)).toEqual([
    {
      code: "mapping_unreachable",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match"],
      message: 'Mapping "late" is never reached: its match contradicts itself.',
      hint: "Remove one of the clauses that exclude each other.",
    },
  ]);
});

test("checkUnreachable() lets the operator take over the events of a preset", () => {
  const hooks = { presets: ["gmail", "gmail"], mappings: [named("own", { path: "gmail" })] };
  expect(check(hooks)).toEqual([]);
});

test("checkUnreachable() takes a thousand mappings", () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    named(`m${index}`, { path: `p${index}` }),
  );
  expect(unreached(...many)).toEqual([]);
  expect(unreached(...many, named("late", { path: "p7" }))).toEqual([hidden("m7")]);
});
