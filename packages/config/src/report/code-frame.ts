// The lines of a text and a range → the numbered lines around its start, with carets below the range on its first
// line.
import type { Position } from "@hookwright/core";

/** Two lines before and after show where a line is, and ten frames still fit on a screen. */
const CONTEXT_LINES = 2;

/** Longer lines are cut around the caret, because a minified config is a single line. */
const MAX_COLUMNS = 100;

/** Used for a terminal that is too narrow for a frame. */
const MIN_COLUMNS = 10;

/** Without an end, one character is marked. */
export interface FrameRange {
  readonly start: Position;
  readonly end?: Position | undefined;
  /** The width of a frame, in columns. Default: 100 characters of each line. */
  readonly width?: number | undefined;
}

/** Takes the lines, so that a report of many frames splits its text once. */
export function codeFrame(
  lines: readonly string[],
  { start, end = start, width: frameWidth }: FrameRange,
): string {
  const first = Math.max(1, start.line - CONTEXT_LINES);
  const last = Math.min(lines.length, start.line + CONTEXT_LINES);
  const width = String(last).length;
  // `> 12 | ` comes before each line.
  const room = frameWidth === undefined ? MAX_COLUMNS : frameWidth - width - 5;
  const columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, room));
  const isLong = (lines[start.line - 1] as string).length > columns;
  const from = isLong ? Math.max(0, start.column - 1 - Math.floor(columns / 2)) : 0;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const shown = (lines[number - 1] as string).slice(from, from + columns);
    const mark = number === start.line ? ">" : " ";
    frame.push(`${mark} ${String(number).padStart(width)} | ${shown}`.trimEnd());
    if (number !== start.line) continue;
    const indent = start.column - 1 - from;
    const marked = end.line === start.line ? end.column - 1 - from : shown.length;
    const carets = underline(shown.slice(indent, marked)) || "^";
    frame.push(`  ${" ".repeat(width)} | ${blank(shown.slice(0, indent))}${carets}`);
  }
  return frame.join("\n");
}

/** Tabs stay tabs, so that the terminal puts the carets below the right characters. */
function blank(text: string): string {
  return eachCharacter(text, (character, columns) =>
    character === "\t" ? "\t" : " ".repeat(columns),
  );
}

function underline(text: string): string {
  const carets = (character: string, columns: number): string =>
    character === "\t" ? "^\t" : "^".repeat(columns);
  return eachCharacter(text, carets).trimEnd();
}

/** With LF or CRLF, as in editors. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** Characters that terminals show in two columns: emoji, and East Asian scripts. */
const WIDE =
  /\p{Emoji_Presentation}|\uFE0F|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u;

const INVISIBLE = /^[\p{Mark}\p{Format}]+$/u;

function eachCharacter(
  text: string,
  convert: (character: string, columns: number) => string,
): string {
  const segments = new Intl.Segmenter().segment(text);
  return Array.from(segments, ({ segment }) => {
    if (INVISIBLE.test(segment)) return "";
    return convert(segment, WIDE.test(segment) ? 2 : 1);
  }).join("");
}
