// Any value: default, lookup, json.

import { readOwn, readPayload } from "@hookwright/base";
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type {
  CallLiterals,
  Helper,
  HelperCall,
  PrepareResult,
  ValueHelper,
} from "../render/helper.ts";
import { textFromScalar } from "../render/text-from-value.ts";
import { textFromArgument, wholeNumberFromValue, wholeNumberWithin } from "./arguments.ts";
import { checkRoom } from "./check-room.ts";

/**
 * `{{default value fallback}}`: the first value that does not render empty; more than one fallback
 * may follow.
 *
 * @example
 * {"user": {"login": "ann"}}
 * {{default user.name user.login "somebody"}}
 * → ann
 */
const defaultHelper: ValueHelper = {
  kind: "value",
  name: "default",
  arity: [2, Number.POSITIVE_INFINITY],
  hash: [],
  call: (args) => args.find((value) => !rendersEmpty(value)),
};

/** An object or list never renders empty, so it is not converted to text. */
function rendersEmpty(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && textFromScalar(value) === "";
}

/**
 * `{{lookup object key}}`: the property of an object, or the element of a list, whose name or index is
 * another value.
 *
 * @example
 * {"status": "ok", "signs": {"ok": "green", "bad": "red"}}
 * {{lookup signs status}}
 * → green
 */
const lookupHelper: ValueHelper = {
  kind: "value",
  name: "lookup",
  arity: [2, 2],
  hash: [],
  // As in Handlebars, the result for a falsy value is the value itself.
  call: ([object, key], _hash, frame) =>
    object ? readOwn(object, textFromArgument(key, frame)) : object,
  callWithPayload: ([, key], _hash, frame) =>
    readPayload(frame.run.scope.payload, [textFromArgument(key, frame)]),
};

/** `JSON.stringify` has the same limit. */
const MAX_INDENT_SPACES = 10;

const json: HelperCall = ([value], { indent }, frame) => {
  if (typeof value === "number") return JSON.stringify(value);
  const text = textFromArgument(value, frame);
  if (typeof value === "string") {
    checkRoom(text.length, frame);
    return JSON.stringify(text);
  }
  if (text === "") return "null";
  const width = Math.min(wholeNumberFromValue(indent) ?? 0, MAX_INDENT_SPACES);
  return width > 0 ? indentJson(text, width, frame) : text;
};

/**
 * `{{json value indent=0}}`: the value as valid JSON; a text gets quotation marks, and a missing
 * value is null.
 *
 * With `indent=2` each element is on its own line, indented by two spaces for each level. The
 * largest indent is 10.
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
const jsonHelper: ValueHelper = {
  kind: "value",
  name: "json",
  arity: [1, 1],
  hash: ["indent"],
  call: json,
  prepare: checkIndent,
};

function checkIndent({ hash }: CallLiterals): PrepareResult {
  const literal = hash["indent"];
  const isValid =
    literal === undefined || wholeNumberWithin(literal.value, 0, MAX_INDENT_SPACES) !== undefined;
  if (isValid) return { ok: true, call: json };
  const range = `from 0 to ${MAX_INDENT_SPACES}`;
  return { ok: false, problem: `takes an indent that is a whole number ${range}` };
}

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

/** In the order of the docs. */
export const VALUES_HELPERS: readonly Helper[] = [lookupHelper, defaultHelper, jsonHelper];
