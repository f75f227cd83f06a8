// A value or a key, and the current text → its text in the same format and style.

import type { TextSpan } from "@hookwright/core";
import type { TextEdit } from "../edit/text-edit.ts";

export type Format = "json5" | "yaml";

interface WrittenAs {
  readonly format: Format;
  /** The current text in the file. */
  readonly old: string;
}

export function writeValue(value: unknown, written: WrittenAs): string {
  return typeof value === "string" ? writeText(value, written) : toJson(value);
}

/** Begins with a letter, so that YAML does not read a number, and is not one of the words of YAML. */
const PLAIN = /^(?!(?:true|false|null)$)[A-Za-z][\w./-]*$/i;

function writeText(text: string, { format, old }: WrittenAs): string {
  const isSimple = JSON.stringify(text) === `"${text}"` && !text.includes("'");
  if (old.startsWith("'") && isSimple) return `'${text}'`;
  const isPlain = format === "yaml" && !/^["'|>]/.test(old) && PLAIN.test(text);
  return isPlain ? text : JSON.stringify(text);
}

const IDENTIFIER = /^[A-Za-z_][\w]*$/;

/** `style` is a key of the same file. */
export function writeKey(key: string, { format, old: style }: WrittenAs): string {
  const quote = /^["']/.exec(style)?.[0];
  if (quote !== undefined) return quote === "'" ? `'${key}'` : JSON.stringify(key);
  const isBare = IDENTIFIER.test(key) || (format === "yaml" && PLAIN.test(key));
  return isBare ? key : JSON.stringify(key);
}

/**
 * Puts quotes around a span in one line without repeating its text: it may be a secret, and fixes
 * are printed. A quote within single quotes is written twice.
 */
export function quoteEdits({ start, end }: TextSpan, source: string): readonly TextEdit[] {
  const text = source.slice(start, end);
  const quote = /["\\]/.test(text) ? "'" : '"';
  const inner = quote === '"' ? [] : Array.from(text.matchAll(/'/g), ({ index }) => start + index);
  return [start, ...inner, end].map((at) => ({ start: at, end: at, text: quote }));
}

/** JSON in one line, as the docs write it. JSON is also JSON5 and YAML. */
export function toJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${toJson(item)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
