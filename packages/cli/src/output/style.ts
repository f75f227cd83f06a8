// Colors, counts and tables of text for people.

import { visibleText } from "@hookwright/base";
import type { Io, Output } from "../io.ts";

/** SGR codes: bold red, bold yellow, green, cyan, bold, dim. */
const CODES = { error: "1;31", warning: "1;33", good: "32", hint: "36", title: "1", dim: "2" };

export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

export function createStyle(color: boolean): Style {
  const paint = (code: string) => (text: string) =>
    color ? `\u001B[${code}m${text}\u001B[0m` : text;
  return {
    error: paint(CODES.error),
    warning: paint(CODES.warning),
    good: paint(CODES.good),
    hint: paint(CODES.hint),
    title: paint(CODES.title),
    dim: paint(CODES.dim),
  };
}

/** FORCE_COLOR takes precedence over NO_COLOR, as in Node. */
export function useColor(stream: Output, env: Io["env"]): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return stream.isTTY === true && term !== "dumb";
}

/** The style of a report on this stream. */
export function styleOf(
  stream: Output,
  env: Io["env"],
): { readonly color: boolean; readonly width: number | undefined } {
  return {
    color: useColor(stream, env),
    width: widthOf(stream),
  };
}

/** For a terminal that does not report its width, such as one that a program opened. */
export const DEFAULT_WIDTH = 80;

/** Undefined for a stream that is not a terminal. */
export function widthOf(stream: Output): number | undefined {
  if (stream.isTTY !== true) return undefined;
  // 0 means unknown.
  return stream.columns || DEFAULT_WIDTH;
}

/** 1, "error" → "1 error"; 2, "error" → "2 errors". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A longer text is cut: a session key can have any length. */
const MAX_CELL = 60;

/** The first row is the heading. Columns without any text are left out. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(cell));
  const widths = (cells[0] ?? []).map((_, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  const isUsed = widths.map((_, column) =>
    cells.slice(1).some((row) => (row[column] ?? "") !== ""),
  );
  return cells.map((row) =>
    row
      .flatMap((text, column) => (isUsed[column] ? [text.padEnd(widths[column] ?? 0)] : []))
      .join("  ")
      .trimEnd(),
  );
}

/** Attack: a line break in a session key could forge a row. */
function cell(text: string): string {
  const visible = visibleText(text).replace(/\s+/g, " ");
  return visible.length > MAX_CELL ? `${visible.slice(0, MAX_CELL - 1)}…` : visible;
}
