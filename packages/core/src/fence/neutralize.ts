// A text → the same text without anything that looks like a marker or a control token.
import type { Cursor } from "./cursor.ts";
import { findInvisibleRuns } from "./find-invisible-runs.ts";
import { findOpenings } from "./find-openings.ts";
import { readControlToken } from "./read-control-token.ts";
import { createMarkerReader } from "./read-marker.ts";

interface Finding {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export function neutralize(text: string): string {
  const findings: Finding[] = [];
  const cursor: Cursor = { text, at: 0 };
  const readMarker = createMarkerReader();
  findOpenings(text, (start) => {
    cursor.at = start;
    if (readMarker(cursor)) {
      findings.push({ start, end: cursor.at, replacement: "[marker removed]" });
      return cursor.at;
    }
    cursor.at = start;
    if (!readControlToken(cursor)) return start + 1;
    findings.push({ start, end: cursor.at, replacement: "[control token removed]" });
    return cursor.at;
  });
  findInvisibleRuns(text, (start, end) => {
    findings.push({ start, end, replacement: "[invisible characters removed]" });
  });
  return findings.length === 0 ? text : replaceAll(text, findings);
}

/** A finding that begins inside of another one hides what is left of it as well. */
function replaceAll(text: string, findings: Finding[]): string {
  let neutral = "";
  let done = 0;
  for (const { start, end, replacement } of findings.sort((a, b) => a.start - b.start)) {
    if (end <= done) continue;
    neutral += text.slice(done, Math.max(done, start)) + replacement;
    done = end;
  }
  return neutral + text.slice(done);
}
