// A fix, which has positions of a file → its edits of the text.
import type { Fix } from "@hookwright/core";
import type { TextEdit } from "../edit/text-edit.ts";

export function editsOfFix({ edits }: Fix): readonly TextEdit[] {
  return edits.map(({ range: { start, end }, text }) => ({
    start: start.offset,
    end: end.offset,
    text,
  }));
}
