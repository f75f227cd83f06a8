import { expect, test } from "vitest";
import { mappingsOf, withProblems } from "../../test/reporting.ts";
import type { MappingInput } from "../config/config.ts";
import { normalizeMappings } from "../config/normalize-mappings.ts";
import { checkUnreachable } from "./check-mappings.ts";

const A = { var: "payload.action" };
const mapping = (id: string, when: object, path = "ci"): MappingInput => ({
  id,
  match: { path, when },
});
const isIn = (...texts: string[]) => ({ in: [A, texts] });
const equals = (text: string) => ({ "==": [A, text] });

const check = (...mappings: MappingInput[]) =>
  withProblems((report) => checkUnreachable(mappingsOf({ mappings }), report)).problems;
const codesOf = (...mappings: MappingInput[]) => check(...mappings).map(({ code }) => code);

test("L8 checkUnreachable() warns of an == behind an in of the same field", () => {
  const problems = check(
    mapping("early", isIn("opened", "closed")),
    mapping("late", equals("opened")),
  );
  expect(problems).toEqual([
    {
      code: "mapping_hardly_reached",
      severity: "warning",
      path: ["hooks", "mappings", 1],
      message:
        'Mapping "late" gets no event that senders send: "early" takes all but those with a list in place of a text.',
      hint: 'Move it before "early", or narrow what they match.',
    },
  ]);
});

test("L8 checkUnreachable() names all mappings that leave nothing usual", () => {
  const rest = mapping("rest", { or: [equals("opened"), equals("closed")] });
  const problems = check(mapping("a", isIn("opened")), mapping("b", isIn("closed")), rest);
  expect(problems).toMatchObject([
    {
      code: "mapping_hardly_reached",
      message: expect.stringContaining('"a" and "b" together take all but'),
    },
  ]);
});

test.each<[string, MappingInput, MappingInput]>([
  ["another text", mapping("a", isIn("opened")), mapping("b", equals("closed"))],
  [
    "a further text",
    mapping("a", isIn("opened")),
    mapping("b", { or: [equals("opened"), equals("closed")] }),
  ],
  ["another path", mapping("a", isIn("opened")), mapping("b", equals("opened"), "cd")],
  [
    "another field",
    mapping("a", isIn("opened")),
    mapping("b", { "==": [{ var: "payload.state" }, "opened"] }),
  ],
  [
    "a condition that the earlier one adds",
    mapping("a", { and: [isIn("opened"), { var: "payload.merged" }] }),
    mapping("b", equals("opened")),
  ],
  [
    "a rule that is not looked into",
    mapping("a", { startsWith: [A, "o"] }),
    mapping("b", isIn("x")),
  ],
])("L8 checkUnreachable() says nothing of a mapping for %s", (_name, early, late) => {
  expect(codesOf(early, late)).toEqual([]);
});

test("L8 checkUnreachable() tells one that no event can reach from one that no sender reaches", () => {
  expect(codesOf(mapping("a", equals("x")), mapping("b", isIn("x")))).toEqual([
    "mapping_unreachable",
  ]);
  expect(codesOf(mapping("a", isIn("x")), mapping("b", equals("x")))).toEqual([
    "mapping_hardly_reached",
  ]);
});

test("L8 checkUnreachable() lets the operator take over the events of a preset", () => {
  const match = { path: "gmail", when: equals("x") };
  const presets = { mail: () => [{ match, messageTemplate: "x" }] };
  const hooks = { presets: ["mail"], mappings: [mapping("own", isIn("x"), "gmail")] };
  const { problems } = withProblems((report) =>
    checkUnreachable(normalizeMappings(hooks, { presets, report }), report),
  );
  expect(problems).toEqual([]);
});
