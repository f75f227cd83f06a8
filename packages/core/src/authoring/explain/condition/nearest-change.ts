// The tree of a rule and what its atoms came to → the fewest atoms that must change for a wanted result.
import type { RuleNode } from "../../../serving/match/index.ts";
import type { RuleTree } from "./split-rule.ts";

export interface AtomChange {
  readonly atom: RuleNode;
  readonly wanted: boolean;
}

interface AtomState {
  readonly holds: boolean | undefined;
  /** Whether an event can change it: one that reads nothing is the same for every event. */
  readonly isFixed: boolean;
}

/** Undefined if no change of the atoms gives the result. */
type Changes = readonly AtomChange[] | undefined;

/** What it takes to hold, and not to hold. Both at once: `if` needs both, and nested ones would double. */
interface Ways {
  readonly hold: Changes;
  readonly fail: Changes;
}

/** The fewest parts of a rule that would have to change for it to give the wanted value. */
export function findNearestChange(
  tree: RuleTree,
  wanted: boolean,
  stateOf: (atom: RuleNode) => AtomState,
): Changes {
  const ways = findWays(tree, stateOf);
  return wanted ? ways.hold : ways.fail;
}

const NONE: Changes = [];

function findWays(tree: RuleTree, stateOf: (atom: RuleNode) => AtomState): Ways {
  switch (tree.kind) {
    case "atom":
      return waysOfAtom(tree.atom, stateOf(tree.atom));
    case "constant":
      return tree.holds ? { hold: NONE, fail: undefined } : { hold: undefined, fail: NONE };
    case "not": {
      const { hold, fail } = findWays(tree.of, stateOf);
      return { hold: fail, fail: hold };
    }
    default: {
      const parts = tree.of.map((part) => findWays(part, stateOf));
      if (tree.kind === "choice") return waysOfChoice(parts);
      const holds = parts.map(({ hold }) => hold);
      const fails = parts.map(({ fail }) => fail);
      return tree.kind === "all"
        ? { hold: together(holds), fail: fewest(fails) }
        : { hold: fewest(holds), fail: together(fails) };
    }
  }
}

function waysOfAtom(atom: RuleNode, { holds, isFixed }: AtomState): Ways {
  const change = (wanted: boolean): Changes => {
    if (holds === wanted) return NONE;
    return isFixed ? undefined : [{ atom, wanted }];
  };
  return { hold: change(true), fail: change(false) };
}

function waysOfChoice(parts: readonly Ways[]): Ways {
  const hold: Changes[] = [];
  const fail: Changes[] = [];
  let passed: Changes = NONE;
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [condition, result] = [parts[at] as Ways, parts[at + 1] as Ways];
    hold.push(together([passed, condition.hold, result.hold]));
    fail.push(together([passed, condition.hold, result.fail]));
    passed = together([passed, condition.fail]);
  }
  // Without a last result, it is null.
  const last = parts.length % 2 === 1 ? (parts.at(-1) as Ways) : { hold: undefined, fail: NONE };
  hold.push(together([passed, last.hold]));
  fail.push(together([passed, last.fail]));
  return { hold: fewest(hold), fail: fewest(fail) };
}

function together(parts: readonly Changes[]): Changes {
  const all: AtomChange[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const change of part) all.push(change);
  }
  return all;
}

/** Of as many, the earlier ones. */
function fewest(ways: readonly Changes[]): Changes {
  let best: Changes;
  for (const way of ways) {
    if (way !== undefined && (best === undefined || way.length < best.length)) best = way;
  }
  return best;
}
