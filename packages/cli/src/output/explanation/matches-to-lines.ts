// The match reports of all mappings → lines: which matched, why others did not, how many were not tried.
import type { MatchReport } from "@hookwright/core";
import { count } from "../count.ts";
import type { Style } from "../style.ts";
import { visibleText, visibleValue } from "../visible-text.ts";

/** A config may have thousands of mappings for other paths, which need no line each. */
const MAX_OTHER_PATHS = 10;

export function matchesToLines(matches: readonly MatchReport[], style: Style): readonly string[] {
  const otherPaths = matches.filter(({ clause }) => clause === "path");
  const folded = new Set(otherPaths.slice(MAX_OTHER_PATHS));
  const untried = matches.filter(({ result }) => result === "not tried").length;
  return [
    ...matches.filter((match) => !folded.has(match)).flatMap((match) => describe(match, style)),
    ...(folded.size === 0 ? [] : [style.dim(`· ${folded.size} more are for other paths`)]),
    ...(untried === 0 ? [] : [style.dim(`· ${count(untried, "mapping")} not tried`)]),
  ];
}

function describe(match: MatchReport, style: Style): readonly string[] {
  const { mappingId, result, condition = [] } = match;
  if (result === "not tried") return [];
  const verdict =
    result === "matched"
      ? `${style.good("✓")} ${mappingId}: matched`
      : `${style.error("✗")} ${mappingId}: ${visibleText(reasonOf(match))}`;
  const steps = condition.map(({ path, operator, value }) => {
    const step = [...path, operator].join(".");
    return style.dim(`    ${step} → ${visibleValue(value, MAX_VALUE_CHARS)}`);
  });
  return [verdict, ...steps];
}

/** Enough to recognise a value. */
const MAX_VALUE_CHARS = 80;

function reasonOf({ clause, seen, wouldMatchIf }: MatchReport): string {
  return `${clause} ${describeSeen(clause, seen)}; it would match if ${wouldMatchIf}`;
}

function describeSeen(clause: string | undefined, seen: string | undefined): string {
  if (seen !== undefined) return `is ${visibleValue(seen, MAX_VALUE_CHARS)}`;
  return clause === "when" || clause === "not" ? "does not hold" : "is missing";
}
