// The reports of all mappings → which matched, why the others did not, and how many were not tried.
import type { MatchReport } from "@hookwright/core";
import { count } from "../count.ts";
import type { Style } from "../style.ts";
import { visibleText, visibleValue } from "../visible-text.ts";

/** A config may have thousands of mappings; most are for other paths, and one line each says little. */
const MOST_OTHER_PATHS = 10;

export function matchesToLines(matches: readonly MatchReport[], style: Style): readonly string[] {
  const otherPaths = matches.filter(({ clause }) => clause === "path");
  const folded = new Set(otherPaths.slice(MOST_OTHER_PATHS));
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
    const place = [...path, operator].join(".");
    return style.dim(`    ${place} → ${visibleValue(value, LONGEST_VALUE)}`);
  });
  return [verdict, ...steps];
}

/** Characters of a value: enough to recognise it. */
const LONGEST_VALUE = 80;

function reasonOf({ clause, seen, wouldMatchIf }: MatchReport): string {
  return `${clause} ${describeSeen(clause, seen)}; it would match if ${wouldMatchIf}`;
}

function describeSeen(clause: string | undefined, seen: string | undefined): string {
  if (seen !== undefined) return `is ${visibleValue(seen, LONGEST_VALUE)}`;
  return clause === "when" || clause === "not" ? "does not hold" : "is missing";
}
