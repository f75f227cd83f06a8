// Any value: default, lookup, json.

import { readOwn, readPayload } from "@hookwright/base";
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { ValueHelper } from "../render/helper.ts";
import { textFromScalar } from "../render/text-from-value.ts";
import { checkRoom, checkWhole, textFromArgument, wholeNumberFromValue } from "./arguments.ts";
import { defineHelpers } from "./define-helpers.ts";

export const valuesHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{lookup object key}}`: the property of an object, or the element of a list, whose name or index is
   * another value.
   *
   * @example
   * {"id": "u1", "names": {"u1": "Ann", "u2": "Bob"}}
   * {{lookup names id}}
   * → Ann
   */
  lookup: {
    arity: [2, 2],
    // As in Handlebars, the result for a falsy value is the value itself.
    call: ([object, key], _hash, frame) =>
      object ? readOwn(object, textFromArgument(key, frame)) : object,
    callWithPayload: ([, key], _hash, frame) =>
      readPayload(frame.run.scope.payload, [textFromArgument(key, frame)]),
  },

  /**
   * `{{default value fallback}}`: the first value that does not render empty; more than one fallback
   * may follow.
   *
   * @example
   * {"user": {"login": "ann"}}
   * {{default user.name "somebody"}}, {{default user.name user.login "somebody"}}
   * → somebody, ann
   */
  default: {
    arity: [2, Number.POSITIVE_INFINITY],
    call: (args) => args.find((value) => !rendersEmpty(value)),
  },

  /**
   * `{{json value indent=0}}`: the value as valid JSON; a text gets quotation marks, and a missing value is
   * null.
   *
   * `indent=2` writes each element on its own line; the largest indent is 10.
   *
   * @example
   * {"title": "He said \"no\"", "labels": ["a", "b"]}
   * {{json title}} {{json labels}} {{json missing}}
   * → "He said \"no\"" ["a","b"] null
   *
   * @example
   * {"user": {"name": "Ann", "roles": []}}
   * {{json user indent=2}}
   * → {
   *   "name": "Ann",
   *   "roles": []
   * }
   */
  json: {
    arity: [1, 1],
    hash: ["indent"],
    call: ([value], { indent }, frame) => {
      if (typeof value === "number") return JSON.stringify(value);
      const text = textFromArgument(value, frame);
      if (typeof value === "string") {
        checkRoom(text.length, frame);
        return JSON.stringify(text);
      }
      if (text === "") return "null";
      const width = Math.min(wholeNumberFromValue(indent) ?? 0, MAX_INDENT_SPACES);
      return width > 0 ? indentJson(text, width, frame) : text;
    },
    prepare: ({ hash: { indent } }) =>
      checkWhole(indent, [0, MAX_INDENT_SPACES], "an indent that is"),
  },
});

/** An object or list never renders empty, so it is not converted to text. */
function rendersEmpty(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && textFromScalar(value) === "";
}

/** `JSON.stringify` has the same limit. */
const MAX_INDENT_SPACES = 10;

/** Not `JSON.stringify`: the indents of a deep value may exceed the limit of the text many times. */
function indentJson(compact: string, width: number, frame: Frame): string {
  frame.run.budget.spend(compact.length * 2 * COST.codedCharacters);
  let text = "";
  let level = 0;
  for (let at = 0; at < compact.length; ) {
    const token = tokenAt(compact, at);
    at += token.length;
    if (token === "{" || token === "[") level += 1;
    if (token === "}" || token === "]") level -= 1;
    text += breakAround(token, level * width);
    checkRoom(text.length + compact.length - at, frame);
  }
  return text;
}

/** A whole text, a pair of empty brackets, or one character. */
function tokenAt(json: string, start: number): string {
  const pair = json.slice(start, start + 2);
  if (pair === "{}" || pair === "[]") return pair;
  if (json[start] !== '"') return json.charAt(start);
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === "\\" ? 2 : 1;
  return json.slice(start, end + 1);
}

function breakAround(token: string, indent: number): string {
  switch (token) {
    case "{":
    case "[":
    case ",":
      return `${token}\n${" ".repeat(indent)}`;
    case "}":
    case "]":
      return `\n${" ".repeat(indent)}${token}`;
    default:
      return token === ":" ? ": " : token;
  }
}
