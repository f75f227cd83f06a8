// A wrong field → lines: expected and seen, or the lines of a text that differ.

import { visibleText, visibleValue } from "@hookwright/base";
import type { WrongField } from "@hookwright/testing";
import { diffLines } from "diff";
import type { Style } from "../../../output/style.ts";

/** Enough to recognise a value; whole texts are in snapshots. */
const MAX_VALUE_CHARS = 300;

/** Lines around a difference. */
const CONTEXT = 1;

/** `place` says what made the first difference, and where that stands. */
export function wrongToLines(
  { field, expected, seen }: WrongField,
  place: string | undefined,
  style: Style,
): readonly string[] {
  const name = `    ${field.padEnd(11)} `;
  const origin = place === undefined ? "" : style.dim(`          ${visibleText(place)}`);
  if (!isText(field) || typeof expected !== "string" || typeof seen !== "string") {
    return [`${name}expected ${show(expected)}   seen ${show(seen)}${origin}`];
  }
  const lines = diffToLines(expected, seen);
  const added = lines.findIndex(({ sign }) => sign === "+");
  return lines.map(({ sign, text }, index) => {
    const start = index === 0 ? name : " ".repeat(name.length);
    const note = index === added ? origin : "";
    return `${start}${PAINT[sign](style)(`${sign} ${text}`)}${note}`;
  });
}

const PAINT = {
  "+": (style: Style) => style.good,
  "-": (style: Style) => style.error,
  " ": (style: Style) => style.dim,
};

interface DiffLine {
  readonly sign: keyof typeof PAINT;
  readonly text: string;
}

function isText(field: string): boolean {
  return /(?:^|\.)(?:text|instructions|prompt|snapshot)$/.test(field);
}

function diffToLines(expected: string, seen: string): readonly DiffLine[] {
  const parts = diffLines(`${expected}\n`, `${seen}\n`);
  return parts.flatMap(({ value, added, removed }, index) => {
    const lines = visibleText(value).replace(/\n$/, "").split("\n");
    if (added) return lines.map((text): DiffLine => ({ sign: "+", text }));
    if (removed) return lines.map((text): DiffLine => ({ sign: "-", text }));
    const shown = shorten(lines, { isFirst: index === 0, isLast: index === parts.length - 1 });
    return shown.map((text): DiffLine => ({ sign: " ", text }));
  });
}

/** What both have is shown only around what differs. */
function shorten(
  lines: readonly string[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly string[] {
  const head = isFirst ? [] : lines.slice(0, CONTEXT);
  const tail = isLast ? [] : lines.slice(-CONTEXT);
  const filled = lines.some((line) => line !== "");
  if (!filled && (isFirst || isLast)) return [];
  return lines.length <= head.length + tail.length ? lines : [...head, "…", ...tail];
}

function show(value: unknown): string {
  if (value === null || value === undefined) return "(none)";
  if (typeof value === "string" && /^[\w.:/-]+$/.test(value)) return value;
  return visibleValue(value, MAX_VALUE_CHARS);
}
