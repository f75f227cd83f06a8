// What to write in place of a piece of a template, and its document → edits of the file that may do it, best first.
import type { ConfigPath, TemplateEdit } from "@hookwright/core";
import { applyEdits, type TextEdit } from "../edit/text-edit.ts";
import type { ConfigDocument } from "../load-result.ts";
import { changeAt, readPath } from "./change-data.ts";
import { type PlannedChange, shorten, spanOf } from "./write-change.ts";

export function planTemplateEdit(
  edit: TemplateEdit,
  path: ConfigPath,
  { config, source, format, rangeOf }: ConfigDocument,
): Omit<PlannedChange, "safe"> | undefined {
  const template = readPath(config, path);
  if (typeof template !== "string") return undefined;
  const value = spanOf(rangeOf(path));
  const old = source.slice(value.start, value.end);
  const encode = encoderOf(old, format);
  const edited = applyEdits(template, [edit]);
  const pieces = splitEdit(edit, template).map(({ start, end, text }) => ({
    ...spanOf(rangeOf(path, { within: { start, end } })),
    text: encode(text),
  }));
  const whole = { ...value, text: JSON.stringify(edited) };
  const isOneLine = !/^[|>]|\n/.test(old);
  return {
    path,
    title: `Write ${shorten(edit.text)}`,
    config: changeAt(config, path, () => edited),
    candidates: isOneLine ? [pieces, [whole]] : [pieces],
  };
}

const TAG = /(\{\{\{?[\s\S]*?\}\}\}?|\{%[\s\S]*?%\})/;

/** Where only tags change, the text between them stays as the file has it: folded, continued or escaped. */
function splitEdit(edit: TemplateEdit, template: string): readonly TextEdit[] {
  const before = template.slice(edit.start, edit.end).split(TAG);
  const after = edit.text.split(TAG);
  const areTexts = (part: string, index: number): boolean =>
    index % 2 === 1 || part === after[index];
  if (before.length !== after.length || !before.every(areTexts)) return [edit];
  let at = edit.start;
  return before.flatMap((part, index) => {
    const start = at;
    at += part.length;
    const text = after[index] as string;
    return part === text ? [] : [{ start, end: at, text }];
  });
}

/** How the value writes a text between its quotes. A style that cannot write it is found by reading it again. */
function encoderOf(old: string, format: ConfigDocument["format"]): (text: string) => string {
  if (old.startsWith('"')) return (text) => JSON.stringify(text).slice(1, -1);
  if (!old.startsWith("'")) return (text) => text;
  if (format === "yaml") return (text) => text.replaceAll("'", "''");
  return (text) => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}
