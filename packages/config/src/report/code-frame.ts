// A text and a position in it → the lines around it, numbered, with a caret below the position.
import type { Position } from "@hookwright/core";

/** Two lines before and after show where a line is, and ten frames still fit on a screen. */
const CONTEXT_LINES = 2;

/** Longer lines are cut around the caret, because a minified config is a single line. */
const MAX_COLUMNS = 100;

export function codeFrame(text: string, { line, column }: Position): string {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, line - CONTEXT_LINES);
  const last = Math.min(lines.length, line + CONTEXT_LINES);
  const from = Math.max(0, column - 1 - MAX_COLUMNS / 2);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const shown = (lines[number - 1] as string).slice(from, from + MAX_COLUMNS);
    const mark = number === line ? ">" : " ";
    frame.push(`${mark} ${String(number).padStart(width)} | ${shown}`.trimEnd());
    if (number !== line) continue;
    // Tabs stay tabs, so that the terminal puts the caret below the right character.
    const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, " ");
    frame.push(`  ${" ".repeat(width)} | ${indent}^`);
  }
  return frame.join("\n");
}
