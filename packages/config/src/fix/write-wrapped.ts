// A value of a file and the key that it shall stand under → edits that put it there, best first.
import type { ConfigPath } from "@hookwright/core";
import { lineEndOf, type TextEdit } from "../edit/text-edit.ts";
import type { ConfigDocument } from "../load-result.ts";
import { readPath } from "./change-data.ts";
import { quoteEdits, writeKey } from "./write-value.ts";

/** Without a key, the value becomes the element of a list. */
export function writeWrapped(
  key: string | undefined,
  path: ConfigPath,
  { config, source, format, rangeOf }: ConfigDocument,
): readonly (readonly TextEdit[])[] {
  const { start, end } = rangeOf(path);
  const value = { start: start.offset, end: end.offset };
  const old = source.slice(value.start, value.end);
  const around = (before: string, after: string): readonly TextEdit[] => [
    { start: value.start, end: value.start, text: before },
    { start: value.end, end: value.end, text: after },
  ];
  const inQuotes = (before: string, after: string): readonly TextEdit[] => {
    const quotes = quoteEdits(value, source);
    const last = quotes.length - 1;
    return quotes.map((edit, index) => ({
      ...edit,
      text: `${index === 0 ? before : ""}${edit.text}${index === last ? after : ""}`,
    }));
  };
  if (key === undefined) return [around("[", "]"), inQuotes("[", "]")];
  const style = rangeOf(path, { part: "key" });
  const name = writeKey(key, {
    format,
    old: source.slice(style.start.offset, style.end.offset),
  });
  const before = `{ ${name}: `;
  const indentation = start.column - 1;
  const below = (indent: number): readonly TextEdit[] => [
    {
      start: value.start,
      end: value.start,
      text: `${" ".repeat(indent - indentation)}${name}:${lineEndOf(source)}${" ".repeat(indent + 2)}`,
    },
    ...indentLines(old, value.start, indent + 2 - indentation),
  ];
  const isCollection = typeof readPath(config, path) === "object";
  const isBlock = format === "yaml" && isCollection && !/^[[{]/.test(old);
  if (!isBlock) return [around(before, " }"), inQuotes(before, " }")];
  // A list may begin in the column of its key; what is wrapped may not.
  return [below(indentation), below(indentation + 2)];
}

/** All lines but the first. */
function indentLines(text: string, offset: number, spaces: number): readonly TextEdit[] {
  return Array.from(text.matchAll(/\n(?=[^\r\n])/g), ({ index }) => {
    const at = offset + index + 1;
    return { start: at, end: at, text: " ".repeat(spaces) };
  });
}
