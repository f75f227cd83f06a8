// Two texts → their lines side by side, with the words that differ.

import type { SideRow, SourcePiece } from "@hookwright/studio/report";
import { diffWordsWithSpace, structuredPatch } from "diff";

/** Equal lines before and after a difference. */
const CONTEXT = 3;

/** Words are compared in lines up to this length: the time rises with its square. */
const MAX_LINE_CHARACTERS = 1_000;

export function sidesOf(before: string, after: string): readonly SideRow[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: CONTEXT });
  const rows: SideRow[] = [];
  /** The next line of `before`. */
  let next = 1;
  const leaveOut = (until: number): void => {
    if (until > next) rows.push({ leftOut: until - next });
  };
  for (const { oldStart, oldLines, lines } of hunks) {
    leaveOut(oldStart);
    rows.push(...rowsOf(lines));
    next = oldStart + oldLines;
  }
  leaveOut(before.replace(/\n$/, "").split("\n").length + 1);
  return rows;
}

/** Lines that are gone and those that follow in their stead become one row each. */
function rowsOf(lines: readonly string[]): readonly SideRow[] {
  const rows: SideRow[] = [];
  let gone: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    for (let index = 0; index < Math.max(gone.length, added.length); index += 1) {
      rows.push(pair(gone[index], added[index]));
    }
    gone = [];
    added = [];
  };
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith("-")) {
      if (added.length > 0) flush();
      gone.push(text);
    } else if (line.startsWith("+")) added.push(text);
    else if (line.startsWith(" ")) {
      flush();
      rows.push({ isSame: true, before: [{ text }], after: [{ text }] });
    }
  }
  flush();
  return rows;
}

function pair(before: string | undefined, after: string | undefined): SideRow {
  if (before === undefined || after === undefined) {
    return {
      isSame: false,
      ...(before !== undefined && { before: [{ text: before }] }),
      ...(after !== undefined && { after: [{ text: after }] }),
    };
  }
  if (Math.max(before.length, after.length) > MAX_LINE_CHARACTERS) {
    return { isSame: false, before: [{ text: before }], after: [{ text: after }] };
  }
  const words = diffWordsWithSpace(before, after);
  const side = (other: "added" | "removed"): readonly SourcePiece[] =>
    words
      .filter((word) => !word[other])
      .map(({ value, added, removed }) =>
        added || removed ? { text: value, mark: "changed" as const } : { text: value },
      );
  return { isSame: false, before: side("added"), after: side("removed") };
}
