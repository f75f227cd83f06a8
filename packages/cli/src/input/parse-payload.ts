// The text of a payload → the JSON value in it, or an error with line and column.
import { type HookEvent, parseJson } from "@hookwright/core";
import { CliError } from "../cli-error.ts";
import { findJsonError } from "./find-json-error.ts";

export type ParsedPayload = Pick<HookEvent, "payload" | "integersAsText">;

/** As in the server: an empty text counts as `{}`. `name` is for messages, such as `"push.json"`. */
export function parsePayload(text: string, name: string): ParsedPayload {
  if (text.trim() === "") return { payload: {} };
  const parsed = parseJson(text);
  if (parsed.ok) return { payload: parsed.value, integersAsText: parsed.integersAsText };
  throw new CliError(`The payload in ${name} is not valid JSON: ${describeError(text)}.`);
}

/** Not by JSON.parse: it does not always report the position, and its message quotes the payload. */
function describeError(text: string): string {
  const before = text.slice(0, findJsonError(text)).split("\n");
  const position = `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
  return `something is wrong or missing at ${position}`;
}
