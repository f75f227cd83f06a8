// Comparisons and logic: eq, ne, gt, gte, lt, lte, and, or, not, in, contains.

import { costOfSearch, createTextFinder } from "../render/create-text-finder.ts";
import type { Frame } from "../render/frame.ts";
import type { CallLiterals, LiteralProblem, ValueHelper } from "../render/helper.ts";
import { createTextReader, isTruthy, listFromValue, textFromArgument } from "./arguments.ts";
import { compare, compareOrdered, orderedFromValue } from "./decimal.ts";
import { defineHelpers } from "./define-helpers.ts";

export const logicHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{eq a b}}`: whether two values are equal, that is, render the same text.
   *
   * @example
   * {"state": "open", "number": 5}
   * {{#if (eq state "open")}}new{{/if}} {{eq number "5"}} {{eq missing ""}}
   * → new true true
   */
  eq: {
    arity: [2, 2],
    call: (args, _hash, frame) => areEqual(args, frame),
  },

  /**
   * `{{ne a b}}`: whether two values render different texts.
   *
   * @example
   * {"state": "failed"}
   * {{#if (ne state "open")}}Look at it: {{state}}{{/if}}
   * → Look at it: failed
   */
  ne: {
    arity: [2, 2],
    call: (args, _hash, frame) => !areEqual(args, frame),
  },

  /**
   * `{{lt a b}}`: whether the first value is less than the second.
   *
   * Numbers are compared by size, also where they are text; other values by the code units of their texts. An
   * empty value makes the result false, also of `lte`, `gt` and `gte`.
   *
   * @example
   * {"count": 8, "limit": "10"}
   * {{lt count 5}} {{lt count limit}} {{lt "b" "a"}} {{lt missing 5}}
   * → false true false false
   */
  lt: {
    arity: [2, 2],
    call: (args, _hash, frame) => compareValues(args, frame) < 0,
  },

  /**
   * `{{lte a b}}`: whether the first value is less than or equal to the second, compared as by `lt`.
   *
   * @example
   * {"count": 3}
   * {{lte count 5}} {{lte missing 5}}
   * → true false
   */
  lte: {
    arity: [2, 2],
    call: (args, _hash, frame) => compareValues(args, frame) <= 0,
  },

  /**
   * `{{gt a b}}`: whether the first value is greater than the second, compared as by `lt`.
   *
   * @example
   * {"count": 7, "commits": [{}, {}, {}]}
   * {{gt count 5}} {{#if (gt commits.length 2)}}a big push{{/if}}
   * → true a big push
   */
  gt: {
    arity: [2, 2],
    call: (args, _hash, frame) => compareValues(args, frame) > 0,
  },

  /**
   * `{{gte a b}}`: whether the first value is greater than or equal to the second, compared as by `lt`.
   *
   * @example
   * {"count": "5"}
   * {{gte count 5}} {{gte missing 5}}
   * → true false
   */
  gte: {
    arity: [2, 2],
    call: (args, _hash, frame) => compareValues(args, frame) >= 0,
  },

  /**
   * `{{and a b}}`: the first value that is not true in `if`, or else the last one; more values may follow.
   *
   * @example
   * {"draft": false, "approved": true, "merged": "yes"}
   * {{#if (and approved (not draft))}}ready{{/if}}, {{and approved merged}}
   * → ready, yes
   */
  and: {
    arity: [2, Number.POSITIVE_INFINITY],
    call: (args) => args.find((value, index) => index === args.length - 1 || !isTruthy(value)),
  },

  /**
   * `{{or a b}}`: the first value that is true in `if`, or else the last one; more values may follow.
   *
   * For a value that may be 0 or false, use `default`.
   *
   * @example
   * {"nickname": "", "login": "ann"}
   * {{or nickname login}} {{#if (or (eq login "bob") (eq login "ann"))}}known{{/if}}
   * → ann known
   */
  or: {
    arity: [2, Number.POSITIVE_INFINITY],
    call: (args) => args.find((value, index) => index === args.length - 1 || isTruthy(value)),
  },

  /**
   * `{{not value}}`: false for a value that is true in `if`, else true.
   *
   * @example
   * {"draft": false, "labels": []}
   * {{not draft}} {{not labels}} {{not "text"}}
   * → true true false
   */
  not: {
    arity: [1, 1],
    call: ([value]) => !isTruthy(value),
  },

  /**
   * `{{in value list}}`: whether a value equals an element of a list, or one of two or more further values.
   *
   * @example
   * {"state": "new", "labels": ["bug", "urgent"]}
   * {{in state "open" "new"}} {{in "urgent" labels}} {{in "docs" labels}}
   * → true true false
   */
  in: {
    arity: [2, Number.POSITIVE_INFINITY],
    call: ([value, ...others], _hash, frame) =>
      hasElement(others.length === 1 ? listFromValue(others[0]) : others, value, frame),
    prepare: checkList,
  },

  /**
   * `{{contains whole value}}`: whether a text contains a part, a list an equal element, or an object a key.
   * Letter case counts.
   *
   * @example
   * {"title": "Fix login", "labels": ["bug"], "files": {"a.ts": 3}}
   * {{contains labels "bug"}} {{contains title "login"}} {{contains files "b.ts"}}
   * → true true false
   */
  contains: {
    arity: [2, 2],
    call: ([whole, value], _hash, frame) => {
      if (Array.isArray(whole)) return hasElement(whole, value, frame);
      const part = textFromArgument(value, frame);
      if (typeof whole === "object" && whole !== null) return hasKey(whole, part);
      const text = textFromArgument(whole, frame);
      frame.run.budget.spend(costOfSearch(part, text));
      return createTextFinder(part)(text, 0) !== -1;
    },
  },
});

/** `{{in action "opened"}}` would be false for every event. */
function checkList({ args: [, list, ...others] }: CallLiterals): LiteralProblem | undefined {
  if (list === undefined || others.length > 0) return undefined;
  return {
    problem: "takes a list, or two or more values to choose from",
    hint: 'For one value write "eq".',
  };
}

/** As everywhere, `__proto__` never counts as a key. */
function hasKey(object: object, key: string): boolean {
  return key !== "__proto__" && Object.hasOwn(object, key);
}

/** Two values, or a list and a value → whether they, or one of the elements, render the same text. */
function areEqual([left, right]: readonly unknown[], frame: Frame): boolean {
  return textFromArgument(left, frame) === textFromArgument(right, frame);
}

function hasElement(list: readonly unknown[], value: unknown, frame: Frame): boolean {
  const wanted = textFromArgument(value, frame);
  const textOf = createTextReader(frame);
  return list.some((element) => textOf(element) === wanted);
}

/** Below, equal to or above 0; NaN where either value is empty, so that every comparison is false. */
function compareValues([left, right]: readonly unknown[], frame: Frame): number {
  const [one, other] = [orderedFromValue(left), orderedFromValue(right)];
  if (one !== undefined && other !== undefined) return compareOrdered(one, other);
  const leftText = textFromArgument(left, frame);
  const rightText = textFromArgument(right, frame);
  return leftText === "" || rightText === "" ? Number.NaN : compare(leftText, rightText);
}
