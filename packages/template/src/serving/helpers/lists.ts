// Parts of lists: length, first, last, slice, pluck, unique, filter, find, count, entries.

import { readOwn } from "@hookwright/base";
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { CallLiterals, HelperHash, LiteralProblem, ValueHelper } from "../render/helper.ts";
import {
  countsAreWhole,
  createPathReader,
  createTextReader,
  isTruthy,
  listFromValue,
  textFromArgument,
  wholeNumberFromValue,
} from "./arguments.ts";
import { defineHelpers } from "./define-helpers.ts";
import { logicHelpers } from "./logic.ts";
import { searchHelpers } from "./search.ts";
import { countCodePoints, sliceCodePoints } from "./text.ts";

const COMPARISON_NAMES: readonly string[] =
  "eq ne lt lte gt gte in contains startsWith endsWith".split(" ");

/** A named argument compares as the helper of its name does. */
const COMPARISONS: readonly ValueHelper[] = [...logicHelpers, ...searchHelpers].filter(({ name }) =>
  COMPARISON_NAMES.includes(name),
);

/** Named arguments such as by="state" eq="open" → a function that says whether an element is selected. */
const SELECTOR_NAMES: readonly string[] = ["by", ...COMPARISON_NAMES];

export const listsHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{first list count}}`: the first element of a list, or the first character of a text; with a count, the
   * list or text of the first ones.
   *
   * @example
   * {"messages": [{"from": "Ann"}, {"from": "Bob"}, {"from": "Cem"}]}
   * {{lookup (first messages) "from"}}; {{#each (first messages 2)}}{{from}} {{/each}}
   * → Ann; Ann Bob
   */
  first: {
    arity: [1, 2],
    call: (args, _hash, frame) => {
      const [value, count] = args;
      if (args.length === 1) return cutOne(value, 0, 1, frame);
      return cut(value, 0, Math.max(wholeNumberFromValue(count) ?? 0, 0), frame);
    },
    prepare: countsAreWhole(0),
  },

  /**
   * `{{last list count}}`: the last element of a list, or the last character of a text; with a count, the list
   * or text of the last ones.
   *
   * @example
   * {"attempts": ["10:00", "10:05", "10:15"]}
   * {{last attempts}}, and before: {{join (last attempts 2)}}
   * → 10:15, and before: 10:05, 10:15
   */
  last: {
    arity: [1, 2],
    call: (args, _hash, frame) => {
      const [value, countValue] = args;
      if (args.length === 1) return cutOne(value, -1, undefined, frame);
      const count = wholeNumberFromValue(countValue) ?? 0;
      return count > 0 ? cut(value, -count, undefined, frame) : cut(value, 0, 0, frame);
    },
    prepare: countsAreWhole(0),
  },

  /**
   * `{{length value}}`: the number of elements of a list, of keys of an object, or of characters of a text.
   *
   * @example
   * {"commits": [{}, {}], "files": {"a.ts": 1}, "title": "Hi 👋"}
   * {{length commits}} {{length files}} {{length title}} {{length missing}}
   * → 2 1 4 0
   */
  length: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      if (Array.isArray(value)) return value.length;
      if (typeof value !== "object" || value === null) {
        const text = textFromArgument(value, frame);
        frame.run.budget.spend(text.length * COST.codedCharacters);
        return countCodePoints(text);
      }
      const { length } = Object.keys(value);
      frame.run.budget.spend(length * COST.keys);
      return length;
    },
  },

  /**
   * `{{slice list start end}}`: the piece of a list or text from index `start` up to, but not including, index
   * `end`.
   *
   * Indexes count from 0, negative ones from the end.
   *
   * @example
   * {"id": "ORD-2026-0042", "labels": ["a", "b", "c", "d"]}
   * {{slice id 0 8}} {{slice labels 1 3}} {{slice labels -1}}
   * → ORD-2026 ["b","c"] ["d"]
   */
  slice: {
    arity: [2, 3],
    call: ([value, start, end], _hash, frame) =>
      cut(value, wholeNumberFromValue(start) ?? 0, wholeNumberFromValue(end), frame),
    prepare: countsAreWhole(),
  },

  /**
   * `{{pluck list "a.b"}}`: the list of the values at a path of each element.
   *
   * @example
   * {"items": [{"name": "Ann", "emails": ["a@example.org"]}, {"name": "Bob", "emails": ["b@example.org"]}]}
   * {{join (pluck items "name")}}; {{join (pluck items "emails[0]")}}
   * → Ann, Bob; a@example.org, b@example.org
   */
  pluck: {
    arity: [2, 2],
    call: ([list, path], _hash, frame) => listFromValue(list).map(createPathReader(path, frame)),
  },

  /**
   * `{{unique list by="a.b"}}`: the elements without those that equal an earlier element, or have the same
   * value at a path.
   *
   * @example
   * {"commits": [{"by": "ann", "id": 1}, {"by": "bob", "id": 2}, {"by": "ann", "id": 3}]}
   * {{join (unique (pluck commits "by"))}}; {{pluck (unique commits by="by") "id"}}
   * → ann, bob; [1,2]
   */
  unique: {
    arity: [1, 1],
    hash: ["by"],
    call: ([list], { by }, frame) => {
      const read = createPathReader(by, frame);
      const textOf = createTextReader(frame);
      const seen = new Set<string>();
      return listFromValue(list).filter((element) => {
        const before = seen.size;
        return seen.add(textOf(read(element))).size > before;
      });
    },
  },

  /**
   * `{{filter list by="a.b" eq="x"}}`: the elements that are selected, by themselves or by their values at a
   * path.
   *
   * `eq ne lt lte gt gte in contains startsWith endsWith` compare as the helpers of these names do; all must
   * be true. Without a comparison, elements are selected whose value is true.
   *
   * @example
   * {"jobs": [{"name": "lint", "state": "ok"}, {"name": "test", "state": "failed"}, {"name": "docs", "state": "failed"}]}
   * {{join (pluck (filter jobs by="state" eq="failed") "name")}}
   * → test, docs
   *
   * @example
   * {"files": ["a.ts", "b.md", "c.ts"], "users": [{"name": "ann", "age": 34, "admin": true}, {"name": "bob", "age": 17}]}
   * {{join (filter files endsWith=".ts")}}; {{length (filter users by="age" gte=18 lt=65)}}; {{#each (filter users by="admin")}}{{name}}{{/each}}
   * → a.ts, c.ts; 1; ann
   */
  filter: {
    arity: [1, 1],
    hash: SELECTOR_NAMES,
    call: ([list], hash, frame) => listFromValue(list).filter(createSelector(hash, frame)),
    prepare: requireSelector,
  },

  /**
   * `{{find list by="a.b" eq="x"}}`: the first element that is selected, as `filter` selects.
   *
   * @example
   * {"headers": [{"name": "From", "value": "ann@example.org"}, {"name": "Subject", "value": "Hello"}]}
   * {{#with (find headers by="name" eq="Subject")}}{{value}}{{else}}no subject{{/with}}
   * → Hello
   */
  find: {
    arity: [1, 1],
    hash: SELECTOR_NAMES,
    call: ([list], hash, frame) => listFromValue(list).find(createSelector(hash, frame)),
    prepare: requireSelector,
  },

  /**
   * `{{count list by="a.b" eq="x"}}`: the number of the elements that are selected, as `filter` selects. For
   * all elements write `length`.
   *
   * @example
   * {"jobs": [{"state": "ok"}, {"state": "failed"}, {"state": "ok"}]}
   * {{count jobs by="state" eq="ok"}} of {{length jobs}}{{#if (count jobs by="state" eq="failed")}}, not all green{{/if}}
   * → 2 of 3, not all green
   */
  count: {
    arity: [1, 1],
    hash: SELECTOR_NAMES,
    call: ([list], hash, frame) => listFromValue(list).filter(createSelector(hash, frame)).length,
    prepare: requireSelector,
  },

  /**
   * `{{entries value name="name" value="value"}}`: an object as a list of its names and values, or such a list
   * as an object.
   *
   * `name` and `value` are paths into an element of the list: `{{entries fields name="label"
   * value="answer.text"}}`. Of equal names the first counts.
   *
   * @example
   * {"headers": [{"name": "From", "value": "ann@example.org"}, {"name": "Subject", "value": "Hello"}]}
   * {{#with (entries headers)}}{{Subject}}, from {{From}}{{/with}}; {{lookup (entries headers) "Subject"}}
   * → Hello, from ann@example.org; Hello
   *
   * @example
   * {"scores": {"ann": 3, "bob": 5}}
   * {{#each (sort (entries scores) by="value" descending=true)}}{{name}} {{value}}; {{/each}}
   * → bob 5; ann 3;
   */
  entries: {
    arity: [1, 1],
    hash: ["name", "value"],
    call: ([value], hash, frame) => {
      if (Array.isArray(value)) return objectFromList(value, hash, frame);
      return typeof value === "object" && value !== null ? listFromObject(value, frame) : [];
    },
  },
});

/**
 * Negative indexes count from the end, and without `end` the piece ends there. That of an object is empty, as its
 * keys have no order.
 */
function cut(
  value: unknown,
  start: number,
  end: number | undefined,
  frame: Frame,
): readonly unknown[] | string {
  if (Array.isArray(value)) return value.slice(start, end);
  if (typeof value === "object" && value !== null) return [];
  const text = textFromArgument(value, frame);
  frame.run.budget.spend(text.length * COST.searchedCharacters);
  return sliceCodePoints(text, start, end);
}

/** One element of a list, or one character of a text, which may be two code units. */
function cutOne(value: unknown, start: number, end: number | undefined, frame: Frame): unknown {
  const piece = cut(value, start, end, frame);
  return typeof piece === "string" ? piece : piece[0];
}

type Selector = (element: unknown) => boolean;

/** All comparisons must be true. Without one, a value is selected that is true. */
function createSelector(hash: HelperHash, frame: Frame): Selector {
  const read = createPathReader(hash["by"], frame);
  const comparisons = COMPARISONS.filter(({ name }) => Object.hasOwn(hash, name));
  if (comparisons.length === 0) return (element) => isTruthy(read(element));
  return (element) => {
    const value = read(element);
    return comparisons.every((helper) => compares(helper, [value, hash[helper.name]], frame));
  };
}

/** Charges the budget as a call in a template does. */
function compares({ call }: ValueHelper, args: readonly unknown[], frame: Frame): boolean {
  frame.run.budget.spend(COST.calls);
  for (const arg of args) frame.run.budget.spendSize(arg);
  return call(args, {}, frame) === true;
}

/** For `prepare`: without a named argument, `{{filter list "open"}}` and the like are meant. */
function requireSelector({ hash }: CallLiterals): LiteralProblem | undefined {
  if (Object.keys(hash).length > 0) return undefined;
  const hint = `Write by="state" eq="open". Comparisons are: ${COMPARISON_NAMES.join(" ")}.`;
  return { problem: "takes named arguments that select elements", hint };
}

/** As the headers of Gmail and the fields of many forms have it. */
const DEFAULT_NAME = "name";

const DEFAULT_VALUE = "value";

/** As everywhere, it never counts as a key. */
const PROTOTYPE = "__proto__";

function objectFromList(list: readonly unknown[], hash: HelperHash, frame: Frame): unknown {
  const { name = DEFAULT_NAME, value = DEFAULT_VALUE } = hash;
  const readName = createPathReader(name, frame);
  const readValue = createPathReader(value, frame);
  const textOf = createTextReader(frame);
  frame.run.budget.spend(list.length * COST.copiedFields);
  const values = new Map<string, unknown>();
  for (const element of list) {
    const key = textOf(readName(element));
    if (key !== "" && key !== PROTOTYPE && !values.has(key)) values.set(key, readValue(element));
  }
  return Object.fromEntries(values);
}

function listFromObject(object: object, { run: { budget } }: Frame): unknown {
  const names = Object.keys(object);
  budget.spend(names.length * COST.copiedFields);
  return names
    .filter((name) => name !== PROTOTYPE)
    .map((name) => ({ name, value: readOwn(object, name) }));
}
