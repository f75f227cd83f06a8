// A failed case and its explanation → why, in lines for people.
import type { Explanation, MatchReport, Refusal, Resolution, SeenValue } from "@hookwright/core";
import type { Expectation, Reason, WrongField } from "./model.ts";

/** Texts of the event are in them: who prints them makes control characters visible. */
export function findReasons(
  explanation: Explanation,
  { mapping }: Expectation,
  wrong: readonly WrongField[],
): readonly Reason[] {
  if (wrong.length === 0) return [];
  const { resolution, matches } = explanation;
  const wanted = matches.find(({ mappingId }) => mappingId === mapping);
  return [
    ...explainWanted(wanted, resolution, mapping),
    ...listRefusals(resolution).map(describeRefusal),
    ...explainEmpty(explanation, wrong),
  ];
}

function explainWanted(
  wanted: MatchReport | undefined,
  resolution: Resolution,
  mapping: Expectation["mapping"],
): readonly Reason[] {
  if (wanted?.result === "not matched") {
    return [{ label: "nearest", text: describeMatch(wanted) }, ...describeAtoms(wanted)];
  }
  if (wanted?.result === "not tried") {
    const text = `${wanted.mappingId} was not tried, as an earlier mapping takes the event`;
    return [{ label: "nearest", text }];
  }
  if (typeof mapping === "string" && wanted === undefined) {
    return [{ label: "mapping", text: `no mapping has the id "${mapping}"` }];
  }
  if (resolution.outcome !== "unmatched" || resolution.detail === undefined) return [];
  return [{ label: "unmatched", text: resolution.detail }];
}

/** `github-review: headers.x-github-event is missing; it would match if …` */
function describeMatch({ mappingId, clause, seen, wouldMatchIf }: MatchReport): string {
  return `${mappingId}: ${clause} ${describeSeen(clause, seen)}; it would match if ${wouldMatchIf}`;
}

function describeSeen(clause: string | undefined, seen: string | undefined): string {
  if (seen !== undefined) return `is ${JSON.stringify(seen)}`;
  return clause === "when" || clause === "not" ? "does not hold" : "is missing";
}

/** What the comparisons saw that should come to something else. */
function describeAtoms({ atoms = [] }: MatchReport): readonly Reason[] {
  const wrong = atoms.filter(({ wouldMatchIf }) => wouldMatchIf !== undefined);
  const texts = wrong.flatMap(({ seen }) => seen.map(describeValue));
  return [...new Set(texts)].map((text) => ({ label: "seen", text }));
}

/** `payload.action is "closed"`; of an object, the names that may continue the path. */
function describeValue({ expression, value }: SeenValue): string {
  if (value === undefined) return `${expression} is missing`;
  if (Array.isArray(value)) return `${expression} is a list of ${value.length}`;
  if (typeof value !== "object" || value === null) {
    return `${expression} is ${shorten(JSON.stringify(value))}`;
  }
  return `${expression} is an object with ${shorten(Object.keys(value).join(", "))}`;
}

/** Enough to recognise a value. */
const MAX_VALUE_CHARACTERS = 80;

function shorten(text: string): string {
  if (text.length <= MAX_VALUE_CHARACTERS) return text;
  return `${text.slice(0, MAX_VALUE_CHARACTERS - 1)}…`;
}

function listRefusals(resolution: Resolution): readonly Refusal[] {
  if (resolution.outcome === "refused") return [resolution.refusal];
  if (resolution.outcome !== "batch") return [];
  return resolution.elements.flatMap((element) => listRefusals(element.resolution));
}

function describeRefusal({ status, code, message, detail }: Refusal): Reason {
  const why = detail === undefined ? "" : ` ${detail}`;
  return { label: "refused", text: `${status} ${code}: ${message}${why}` };
}

/** Fields that say nothing about what a template rendered. */
const OF_MATCHING: ReadonlySet<string> = new Set(["becomes", "code", "mapping", "count", "failed"]);

function explainEmpty(
  { emptyExpressions }: Explanation,
  wrong: readonly WrongField[],
): readonly Reason[] {
  if (wrong.every(({ field }) => OF_MATCHING.has(field))) return [];
  return emptyExpressions.map(({ field, expression, nearest }) => {
    const hint = nearest === undefined ? "" : ` Did you mean {{${nearest}}}?`;
    return { label: "empty", text: `${field}: ${expression}${hint}` };
  });
}
