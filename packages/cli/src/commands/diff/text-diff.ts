// Two texts → the lines that differ, with some around them: `-` before, `+` after.

import { visibleText } from "@hookwright/base";
import { structuredPatch } from "diff";

export interface DiffLine {
  readonly kind: "gone" | "new" | "same" | "cut";
  readonly text: string;
}

/** More than a screen; --json has the whole texts. */
const MAX_LINES = 60;

export function diffTexts(before: string, after: string): readonly DiffLine[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 2 });
  const lines = hunks.flatMap(({ lines: ofHunk }) => ofHunk).filter((line) => !END.test(line));
  const shown = lines.slice(0, MAX_LINES).map((line): DiffLine => {
    const text = visibleText(line);
    return { kind: KINDS.get(line[0]) ?? "same", text };
  });
  const rest = lines.length - shown.length;
  return rest === 0 ? shown : [...shown, { kind: "cut", text: `… ${rest} more lines` }];
}

const END = /^\\ No newline/;

const KINDS: ReadonlyMap<string | undefined, DiffLine["kind"]> = new Map([
  ["-", "gone"],
  ["+", "new"],
]);
