// Options such as "x-event: push" or "kind=full" → names with values.
import { createUsageError } from "../cli-error.ts";

/** Names are in lower case. The values of a repeated header are joined by commas, as servers do. */
export function parseHeaders(options: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const option of options) {
    const [name, text] = split(option, ":", "--header name:value");
    const key = name.trim().toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? text.trim() : `${before}, ${text.trim()}`);
  }
  return Object.fromEntries(headers);
}

/** The last value of a repeated parameter counts. Values are not percent-decoded. */
export function parseQueryPairs(options: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(options.map((option) => split(option, "=", "--query name=value")));
}

/** No message repeats the option, because a header may be a secret. */
function split(option: string, separator: string, usage: string): [name: string, value: string] {
  const at = option.indexOf(separator);
  if (at < 1) throw createUsageError(`An option has no name and value. Write ${usage}.`);
  return [option.slice(0, at), option.slice(at + 1)];
}
