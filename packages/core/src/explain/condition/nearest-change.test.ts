import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import type { RuleNode } from "../../match/index.ts";
import { findNearestChange } from "./nearest-change.ts";
import { atomsOf, type RuleTree } from "./split-rule.ts";

type Assignment = ReadonlyMap<RuleNode, boolean>;

function createAtom(): RuleNode {
  return { kind: "wrong", at: [] };
}

const { tree: trees } = fc.letrec<{ tree: RuleTree }>((tie) => {
  const parts = fc.array(tie("tree"), { minLength: 1, maxLength: 5 });
  return {
    tree: fc.oneof(
      { maxDepth: 3 },
      // Every atom stands at one place: the law counts them.
      fc.nat(1).map((): RuleTree => ({ kind: "atom", atom: createAtom() })),
      fc.boolean().map((holds): RuleTree => ({ kind: "constant", holds })),
      tie("tree").map((of): RuleTree => ({ kind: "not", of })),
      fc
        .tuple(fc.constantFrom("all", "any"), parts)
        .map(([kind, of]): RuleTree => ({ kind, of: of.slice(0, 3) })),
      parts.map((of): RuleTree => ({ kind: "choice", of })),
    ),
  };
});

function evaluate(tree: RuleTree, values: Assignment): boolean {
  switch (tree.kind) {
    case "atom":
      return values.get(tree.atom) as boolean;
    case "constant":
      return tree.holds;
    case "not":
      return !evaluate(tree.of, values);
    case "all":
      return tree.of.every((part) => evaluate(part, values));
    case "any":
      return tree.of.some((part) => evaluate(part, values));
    case "choice":
      return evaluateChoice(tree.of, values);
  }
}

function evaluateChoice(
  [condition, result, ...others]: readonly RuleTree[],
  values: Assignment,
): boolean {
  if (condition === undefined) return false;
  if (result === undefined) return evaluate(condition, values);
  return evaluate(condition, values) ? evaluate(result, values) : evaluateChoice(others, values);
}

/** Every assignment of some atoms. */
function assignmentsOf(atoms: readonly RuleNode[]): readonly Assignment[] {
  return Array.from(
    { length: 2 ** atoms.length },
    (_, bits) => new Map(atoms.map((atom, index) => [atom, ((bits >> index) & 1) === 1])),
  );
}

test("findNearestChange() changes the fewest atoms that give the wanted result", () => {
  const few = trees.filter((tree) => atomsOf(tree).length <= 7);
  fc.assert(
    fc.property(few, fc.nat(), fc.boolean(), (tree, chosen, wanted) => {
      const all = assignmentsOf(atomsOf(tree));
      const before = all[chosen % all.length] as Assignment;
      const change = findNearestChange(tree, wanted, (atom) => ({
        holds: before.get(atom),
        isFixed: false,
      }));
      const fitting = all.filter((values) => evaluate(tree, values) === wanted);
      const distances = fitting.map(
        (values) => [...values].filter(([atom, value]) => before.get(atom) !== value).length,
      );
      if (change === undefined) {
        expect(fitting).toEqual([]);
        return;
      }
      expect(change).toHaveLength(Math.min(...distances));
      const after = new Map([...before, ...change.map((one) => [one.atom, one.wanted] as const)]);
      expect(evaluate(tree, after)).toBe(wanted);
    }),
    { numRuns: runs(1000) },
  );
});

test("findNearestChange() never changes what is fixed, and may decide what is undecided", () => {
  const atom = createAtom();
  const tree: RuleTree = { kind: "atom", atom };
  const undecided = { holds: undefined, isFixed: false };
  expect(findNearestChange(tree, true, () => undecided)).toEqual([{ atom, wanted: true }]);
  expect(findNearestChange(tree, true, () => ({ holds: false, isFixed: true }))).toBeUndefined();
});

test("findNearestChange() changes 150,000 atoms", () => {
  const atoms = Array.from({ length: 150_000 }, createAtom);
  const of = atoms.map((atom): RuleTree => ({ kind: "atom", atom }));
  const tree: RuleTree = { kind: "all", of: [{ kind: "all", of }] };
  const change = findNearestChange(tree, true, () => ({ holds: false, isFixed: false }));
  expect(change).toHaveLength(150_000);
});
