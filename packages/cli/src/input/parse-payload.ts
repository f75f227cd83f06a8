// The text of a payload → the JSON value in it, or an error with line and column.

import { type HookEvent, parseJson } from "@hookwright/core";
import { CliError } from "../cli-error.ts";

export type ParsedPayload = Pick<HookEvent, "payload" | "integersAsText">;

/** As in the server, an empty text is `{}`. `name` is for messages, such as `"push.json"`. */
export function parsePayload(text: string, name: string): ParsedPayload {
  if (text.trim() === "") return { payload: {} };
  const parsed = parseJson(text);
  if (parsed.ok) return { payload: parsed.value, integersAsText: parsed.integersAsText };
  throw new CliError(`The payload in ${name} is not valid JSON: ${describeError(text)}.`);
}

/** JSON.parse does not always report the position, and its message quotes the payload. */
function describeError(text: string): string {
  const before = text.slice(0, findJsonError(text)).split("\n");
  const position = `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
  return `something is wrong or missing at ${position}`;
}

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"`;
const VALUE = String.raw`${STRING}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{[]`;

/** The tokens that may come next, after spaces. */
const EXPECTED = {
  value: sticky(VALUE),
  "value or ]": sticky(`${VALUE}|\\]`),
  key: sticky(STRING),
  "key or }": sticky(`${STRING}|\\}`),
  colon: sticky(":"),
  "comma or }": sticky("[,}]"),
  "comma or ]": sticky("[,\\]]"),
  end: sticky("(?!)"),
};

type Expected = keyof typeof EXPECTED;

const SPACE = /[ \t\n\r]*/y;

/** The offset is the length of the text if the text ends too early. */
export function findJsonError(text: string): number {
  const open: string[] = [];
  let expected: Expected = "value";
  let offset = 0;
  for (;;) {
    offset += match(SPACE, text, offset).length;
    const token = match(EXPECTED[expected], text, offset);
    if (token === "") return offset;
    expected = step(token, expected, open);
    offset += token.length;
  }
}

function sticky(source: string): RegExp {
  return new RegExp(source, "y");
}

function match(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

/** Returns what may come after the token, and updates the stack of open brackets. */
function step(token: string, expected: Expected, open: string[]): Expected {
  if (token === "{" || token === "[") {
    open.push(token);
    return token === "{" ? "key or }" : "value or ]";
  }
  if (token === ":") return "value";
  if (token === ",") return open.at(-1) === "{" ? "key" : "value";
  if (expected.startsWith("key") && token !== "}") return "colon";
  if (token === "}" || token === "]") open.pop();
  if (open.length === 0) return "end";
  return open.at(-1) === "{" ? "comma or }" : "comma or ]";
}
