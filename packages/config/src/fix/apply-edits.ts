// A text and edits of it → the text with all of them.
import type { Fix, TextSpan } from "@hookwright/core";

export interface TextEdit extends TextSpan {
  readonly text: string;
}

/** In any order; they do not overlap. Of two at one place, the first is written first. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let text = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}

export function editsOfFix({ edits }: Fix): readonly TextEdit[] {
  return edits.map(({ range: { start, end }, text }) => ({
    start: start.offset,
    end: end.offset,
    text,
  }));
}
