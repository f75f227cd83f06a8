// A text and a position in it → the lines around it, numbered, with a caret below the position.
import type { Position } from "@hookwright/core";

/** Lines before and after: enough to recognise them, short enough for ten problems on a screen. */
const CONTEXT = 2;

/** Longer lines are cut around the caret; a minified config is one line. */
const MAX_COLUMNS = 100;

export function codeFrame(text: string, { line, column }: Position): string {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, line - CONTEXT);
  const last = Math.min(lines.length, line + CONTEXT);
  const from = Math.max(0, column - 1 - MAX_COLUMNS / 2);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const shown = (lines[number - 1] as string).slice(from, from + MAX_COLUMNS);
    const mark = number === line ? ">" : " ";
    frame.push(`${mark} ${String(number).padStart(width)} | ${shown}`.trimEnd());
    if (number !== line) continue;
    // Tabs stay tabs, so that the caret stands where the terminal puts the text above it.
    const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, " ");
    frame.push(`  ${" ".repeat(width)} | ${indent}^`);
  }
  return frame.join("\n");
}
