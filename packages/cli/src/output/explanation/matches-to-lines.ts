// The match reports of all mappings → lines: which matched, why others did not, how many were not tried.

import { visibleLine, visibleText, visibleValue } from "@hookwright/base";
import type { AtomReport, MatchReport, SeenValue } from "@hookwright/core";
import { count } from "../count.ts";
import type { Style } from "../style.ts";

/** Where no mapping is for the path, which they are for may show a mistake; a config may have thousands of them. */
const MAX_OTHER_PATHS = 10;

export function matchesToLines(matches: readonly MatchReport[], style: Style): readonly string[] {
  const otherPaths = matches.filter(({ clause }) => clause === "path");
  const isKnownPath = otherPaths.length < matches.length;
  const folded = new Set(otherPaths.slice(isKnownPath ? 0 : MAX_OTHER_PATHS));
  const untried = matches.filter(({ result }) => result === "not tried").length;
  return [
    ...matches.filter((match) => !folded.has(match)).flatMap((match) => describe(match, style)),
    ...describeFolded(folded.size, isKnownPath).map(style.dim),
    ...(untried === 0 ? [] : [style.dim(`· ${count(untried, "mapping")} not tried`)]),
  ];
}

function describeFolded(folded: number, isKnownPath: boolean): readonly string[] {
  if (folded === 0) return [];
  if (!isKnownPath) return [`· ${folded} more are for other paths`];
  return [`· ${count(folded, "mapping")} ${folded === 1 ? "is" : "are"} for other paths`];
}

function describe(match: MatchReport, style: Style): readonly string[] {
  const { mappingId, result, atoms = [] } = match;
  if (result === "not tried") return [];
  const verdict =
    result === "matched"
      ? `${style.good("✓")} ${visibleLine(mappingId)}: matched`
      : `${style.error("✗")} ${visibleLine(mappingId)}: ${visibleLine(reasonOf(match))}`;
  return [verdict, ...atoms.map((atom) => `    ${atomToLine(atom, style)}`)];
}

/** `payload.action == "opened"  false (seen "closed")` */
export function atomToLine(
  { expression, holds, seen, wouldMatchIf }: AtomReport,
  style: Style,
): string {
  const values = seen.map((one) =>
    seen.length === 1
      ? describeValue(one)
      : `${visibleText(one.expression)}: ${describeValue(one)}`,
  );
  const shown = values.length === 0 ? "" : ` (seen ${values.join(", ")})`;
  const line = `${visibleText(expression)}  ${holds ?? "cannot be evaluated"}${shown}`;
  // What must change stands out; the rest is there to be looked up.
  return wouldMatchIf === undefined ? style.dim(line) : line;
}

function describeValue(seen: SeenValue): string {
  return "value" in seen ? visibleValue(seen.value, MAX_MATCH_VALUE_CHARS) : "nothing";
}

/** Enough to recognise a value. */
const MAX_MATCH_VALUE_CHARS = 80;

function reasonOf({ clause, seen, wouldMatchIf }: MatchReport): string {
  return `${clause} ${describeSeen(clause, seen)}; it would match if ${wouldMatchIf}`;
}

function describeSeen(clause: string | undefined, seen: string | undefined): string {
  if (seen !== undefined) return `is ${visibleValue(seen, MAX_MATCH_VALUE_CHARS)}`;
  return clause === "when" || clause === "not" ? "does not hold" : "is missing";
}
