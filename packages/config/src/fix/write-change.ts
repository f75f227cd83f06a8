// A change of the config as data and its document → edits of the file that may make it, best first.
import type { ConfigChange, ConfigPath, TextSpan } from "@hookwright/core";
import { lineEndOf, type TextEdit } from "../edit/text-edit.ts";
import type { ConfigDocument } from "../load-result.ts";
import { changeAt, readPath, renameKey } from "./change-data.ts";
import { quoteEdits, toJson, writeKey, writeValue } from "./write-value.ts";

/** What a file shall say, and edits of which one may do that. */
export interface PlannedChange {
  readonly path: ConfigPath;
  readonly title: string;
  readonly safe: boolean;
  readonly config: unknown;
  readonly candidates: readonly (readonly TextEdit[])[];
}

/** `path` is the path within the file. Nothing, where the edit would remove a comment. */
export async function planChange(
  change: ConfigChange,
  written: ConfigPath,
  document: ConfigDocument,
): Promise<PlannedChange | undefined> {
  const { config, source, format, rangeOf } = document;
  const path = findPath(change, written, config);
  // The mapping of a preset stands in no file.
  if (readPath(config, path) === undefined) return undefined;
  const value = spanOf(rangeOf(path));
  const old = source.slice(value.start, value.end);
  const plan = { path, safe: change.safe };
  switch (change.kind) {
    case "rename": {
      const key = spanOf(rangeOf(path, { part: "key" }));
      const text = writeKey(change.key, { format, old: source.slice(key.start, key.end) });
      return {
        ...plan,
        title: `Rename it to "${change.key}"`,
        config: renameKey(config, path, change.key),
        candidates: [[{ ...key, text }]],
      };
    }
    case "replace": {
      if (COMMENTS[format].test(old) && /^[^"'|>]/.test(old)) return undefined;
      const text = writeValue(change.value, { format, old });
      return {
        ...plan,
        title: `Write ${shorten(toJson(change.value))}`,
        config: changeAt(config, path, () => change.value),
        candidates: [[{ ...value, text }]],
      };
    }
    case "quote": {
      if (/[\n\r]|\s#/.test(old)) return undefined;
      return {
        ...plan,
        title: "Put quotes around it",
        config: changeAt(config, path, () => old),
        candidates: [quoteEdits(value, source)],
      };
    }
    case "add": {
      const { key, value: added } = change;
      const at = [...path, key];
      // Each imported late: the parser of the other format is not needed.
      const edits =
        format === "yaml"
          ? (await import("../edit/set-in-yaml.ts")).setInYaml(source, at, added)
          : (await import("../edit/set-in-json5.ts")).setInJson5(source, at, added);
      return {
        ...plan,
        title: `Add "${key}": ${shorten(toJson(added))}`,
        config: changeAt(config, path, (object) => ({ ...(object as object), [key]: added })),
        candidates: edits === undefined ? [] : [edits],
      };
    }
    default: {
      const { key } = change;
      return {
        ...plan,
        title: key === undefined ? "Make it a list" : `Put it into { "${key}": … }`,
        config: changeAt(config, path, (item) => (key === undefined ? [item] : { [key]: item })),
        candidates: writeWrapped(key, path, document),
      };
    }
  }
}

/** Where a list stands in place of the text, the change is of its element. */
function findPath(change: ConfigChange, path: ConfigPath, config: unknown): ConfigPath {
  const old = change.kind === "replace" ? change.old : undefined;
  const value = old === undefined ? undefined : readPath(config, path);
  const index = Array.isArray(value) ? value.indexOf(old) : -1;
  return index === -1 ? path : [...path, index];
}

/** Also finds what only looks like one, such as a URL in an object. */
const COMMENTS = { json5: /\/[/*]/, yaml: /(?:^|\s)#/ } as const;

const MAX_TITLE_LENGTH = 100;

export function shorten(text: string): string {
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH)}…` : text;
}

export function spanOf({ start, end }: ReturnType<ConfigDocument["rangeOf"]>): TextSpan {
  return { start: start.offset, end: end.offset };
}

/** Without a key, the value becomes the element of a list. */
function writeWrapped(
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
