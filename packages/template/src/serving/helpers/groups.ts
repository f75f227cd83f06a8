// Lists in order and taken together: sort, groupBy, max, min, sum.
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { CallLiterals, HelperHash, LiteralProblem, ValueHelper } from "../render/helper.ts";
import { createPathReader, createTextReader, isTruthy, listFromValue } from "./arguments.ts";
import {
  addExact,
  compare,
  compareOrdered,
  type ExactNumber,
  exactFromValue,
  multiplyExact,
  ONE,
  type OrderedNumber,
  orderedFromValue,
  valueFromExact,
} from "./decimal.ts";
import { defineHelpers } from "./define-helpers.ts";

export const groupsHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{sort list by="a.b" descending=true}}`: the elements in order, by themselves or by their values at a
   * path.
   *
   * Numbers come first, then texts by their code units, capital letters before small ones; empty elements are
   * always last.
   *
   * @example
   * {"jobs": [{"name": "test", "seconds": 90}, {"name": "lint", "seconds": 8}]}
   * {{#each (sort jobs by="seconds" descending=true)}}{{name}} {{/each}}
   * → test lint
   *
   * @example
   * {"versions": ["10", "9", "beta"]}
   * {{join (sort versions)}}
   * → 9, 10, beta
   */
  sort: {
    arity: [1, 1],
    hash: ["by", "descending"],
    call: ([list], { by, descending }, frame) => {
      const read = createPathReader(by, frame);
      const textOf = createTextReader(frame);
      const items = listFromValue(list);
      frame.run.budget.spend(
        items.length * Math.ceil(Math.log2(items.length + 1)) * COST.sortSteps,
      );
      const sign = isTruthy(descending) ? -1 : 1;
      return items
        .map((element) => ({ element, ...keyFromValue(read(element), textOf) }))
        .toSorted((left, right) => compareKeys(left, right, sign))
        .map(({ element }) => element);
    },
  },

  /**
   * `{{sum list by="a.b" times="c"}}`: the sum of the elements, or of their values at a path, in decimals as
   * `add` calculates.
   *
   * `times` multiplies each value by the value at a second path. Values that are not numbers are left out; the
   * sum of none is 0.
   *
   * @example
   * {"items": [{"price": 0.1}, {"price": "0.2"}, {"price": null}], "hours": [2, 3.5]}
   * {{sum items by="price"}} {{sum hours}}
   * → 0.3 5.5
   *
   * @example
   * {"items": [{"price": "1.10", "quantity": 3}, {"price": 2, "quantity": 2}, {"price": 9}]}
   * {{sum items by="price" times="quantity"}}
   * → 7.3
   */
  sum: {
    arity: [1, 1],
    hash: ["by", "times"],
    call: ([list], { by, times }, frame) => {
      const read = createPathReader(by, frame);
      const readFactor = times === undefined ? undefined : createPathReader(times, frame);
      let total = ZERO;
      for (const element of listFromValue(list)) {
        const value = exactFromValue(read(element), frame);
        const factor = readFactor === undefined ? ONE : exactFromValue(readFactor(element), frame);
        if (value === undefined || factor === undefined) continue;
        total = addExact(total, multiplyExact(value, factor));
      }
      return valueFromExact(total);
    },
  },

  /**
   * `{{min list by="a.b"}}`: the smallest of the elements, of their values at a path, or of two or more
   * arguments, in the order of `sort`.
   *
   * Empty values are left out. For the element itself write `(first (sort list by="a.b"))`.
   *
   * @example
   * {"offers": [{"price": 12}, {"price": "9.5"}, {"price": null}], "wanted": 20}
   * {{min offers by="price"}} {{min wanted 15}}
   * → 9.5 15
   */
  min: {
    arity: [1, Number.POSITIVE_INFINITY],
    hash: ["by"],
    call: (args, hash, frame) => findExtreme(args, hash, frame, 1),
  },

  /**
   * `{{max list by="a.b"}}`: the largest of the elements, of their values at a path, or of two or more
   * arguments, in the order of `sort`.
   *
   * @example
   * {"runs": [{"at": "2026-01-02", "seconds": 8}, {"at": "2026-01-04", "seconds": 90}], "score": -3}
   * {{max runs by="seconds"}} {{max runs by="at"}} {{max score 0}}
   * → 90 2026-01-04 0
   */
  max: {
    arity: [1, Number.POSITIVE_INFINITY],
    hash: ["by"],
    call: (args, hash, frame) => findExtreme(args, hash, frame, -1),
  },

  /**
   * `{{groupBy list by="a.b"}}`: the groups of elements that have the same value at a path, each with its
   * `key` and its `items`, in the order of their first elements.
   *
   * @example
   * {"commits": [{"by": "ann", "id": 1}, {"by": "bob", "id": 2}, {"by": "ann", "id": 3}]}
   * {{#each (groupBy commits by="by")}}
   * {{key}}: {{plural items "commit"}} ({{join (pluck items "id")}})
   * {{/each}}
   * → ann: 2 commits (1, 3)
   * bob: 1 commit (2)
   */
  groupBy: {
    arity: [1, 1],
    hash: ["by"],
    call: ([list], { by }, frame) => {
      const read = createPathReader(by, frame);
      const textOf = createTextReader(frame);
      const groups = new Map<string, Group>();
      for (const element of listFromValue(list)) {
        frame.run.budget.spend(COST.copiedFields);
        const key = textOf(read(element));
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { key, items: [element] });
        else group.items.push(element);
      }
      return [...groups.values()];
    },
    prepare: requireBy,
  },
});

/** Not `compareValues`: among numbers and texts together, its order would not be transitive. */
interface SortKey {
  readonly number: OrderedNumber | undefined;
  readonly text: string;
}

/** The value of an element → its key, and the order of two keys: numbers, then texts, then empty values. */
function keyFromValue(value: unknown, textOf: (value: unknown) => string): SortKey {
  return { number: orderedFromValue(value), text: textOf(value) };
}

/** A sign of -1 reverses the order, except that empty values are last. */
function compareKeys(left: SortKey, right: SortKey, sign: 1 | -1): number {
  if (left.text === "" || right.text === "") {
    return compare(Number(left.text === ""), Number(right.text === ""));
  }
  if (left.number !== undefined && right.number !== undefined) {
    return sign * compareOrdered(left.number, right.number);
  }
  if (left.number !== undefined) return -sign;
  return right.number !== undefined ? sign : sign * compare(left.text, right.text);
}

interface Group {
  readonly key: string;
  readonly items: unknown[];
}

function requireBy({ hash }: CallLiterals): LiteralProblem | undefined {
  if (Object.hasOwn(hash, "by")) return undefined;
  return { problem: "takes the path of a field", hint: 'Write by="author.name".' };
}

/** One argument is a list; more are the values themselves. Empty values are left out. */
function findExtreme(
  args: readonly unknown[],
  { by }: HelperHash,
  frame: Frame,
  sign: 1 | -1,
): unknown {
  const read = createPathReader(by, frame);
  const textOf = createTextReader(frame);
  const elements = args.length === 1 ? listFromValue(args[0]) : args;
  frame.run.budget.spend(elements.length * COST.sortSteps);
  let found: unknown;
  let best = keyFromValue(undefined, textOf);
  for (const element of elements) {
    const value = read(element);
    const key = keyFromValue(value, textOf);
    if (compareKeys(key, best, sign) >= 0) continue;
    found = value;
    best = key;
  }
  return found;
}

const ZERO: ExactNumber = { units: 0n, scale: 0 };
