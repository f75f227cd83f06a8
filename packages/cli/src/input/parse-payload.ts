// The text of a payload → the JSON value in it, or an error with line and column.
import { CliError } from "../cli-error.ts";
import { findJsonError } from "./find-json-error.ts";

/** An empty text counts as `{}`, as in the server. `name` is for messages, such as `"push.json"`. */
export function parsePayload(text: string, name: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`The payload in ${name} is not valid JSON: ${describeError(text)}.`);
  }
}

/** JSON.parse does not always report the position, and its message quotes the payload. */
function describeError(text: string): string {
  const before = text.slice(0, findJsonError(text)).split("\n");
  const position = `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
  return `something is wrong or missing at ${position}`;
}
