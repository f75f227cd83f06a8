// Compiled hooks and test cases → the result of each case.
import { hintNearestName } from "@hookwright/base";
import type { Explanation, Hooks, MatchReport, Resolution, SeenValue } from "@hookwright/core";
import { checkExpectation, listSingle } from "./check-expectation.ts";
import { expandCases } from "./expand-cases.ts";
import { withOrigin } from "./find-origin.ts";
import { FIXED_NOW } from "./fixed-ports.ts";
import type {
  ActionExpectation,
  Asserted,
  CaseResult,
  Expectation,
  Reason,
  SingleCase,
  SnapshotResult,
  TestCase,
  WrongField,
} from "./model.ts";
import { snapshotText } from "./snapshot-text.ts";
import { ACTION_KEYS, type ActionKey, templatesOf } from "./view-action.ts";

/** The part of compiled hooks that runs a case. */
export type CaseHooks = Pick<Hooks, "explain">;

/** Options of `runCase` and `runCases`. */
export interface RunCasesOptions {
  /** The time of events without `receivedAt`. Default: 2026-01-02T03:04:05Z. */
  readonly now?: number;
  /** The stored snapshot of a case; undefined if there is none yet. Default: none. */
  readonly snapshotOf?: (testCase: SingleCase) => string | undefined;
}

/**
 * Runs each case, once for each of its rows, one after the other. Compile the hooks with `FIXED_PORTS`,
 * so that ids are the same every time. Never rejects.
 *
 * @example
 * ```ts
 * const hooks = compileHooks(config, FIXED_PORTS);
 * const results = await runCases(hooks, [
 *   { name: "a push", event: push, expect: { mapping: "push", text: { contains: "main" } } },
 *   { name: "no header", event: push, remove: ["headers.x-github-event"], expect: { becomes: "unmatched" } },
 * ]);
 * ```
 */
export async function runCases(
  hooks: CaseHooks,
  cases: readonly TestCase[],
  options: RunCasesOptions = {},
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const testCase of expandCases(cases)) results.push(await runCase(hooks, testCase, options));
  return results;
}

/** Runs one case of `expandCases`. Never rejects. */
export async function runCase(
  hooks: CaseHooks,
  testCase: SingleCase,
  { now = FIXED_NOW, snapshotOf = () => undefined }: RunCasesOptions = {},
): Promise<CaseResult> {
  const { expect, event, problem } = testCase;
  const asserted = findAsserted(expect);
  if (problem !== undefined) {
    const reasons = [{ label: "problem", text: problem }];
    return { ok: false, testCase, wrong: [], reasons, asserted };
  }
  const explanation = await hooks.explain({ ...event, receivedAt: event.receivedAt ?? now });
  const wrong = [...checkExpectation(explanation, expect)];
  const stored = expect.snapshot === true ? snapshotOf(testCase) : undefined;
  const text = snapshotText(explanation.resolution);
  if (stored !== undefined && stored !== text) {
    wrong.push(withOrigin({ field: "snapshot", expected: stored, seen: text }, explanation));
  }
  return {
    ok: wrong.length === 0,
    testCase,
    wrong,
    reasons: findReasons(explanation, expect, wrong),
    asserted,
    explanation,
    ...(expect.snapshot === true && { snapshot: { text, state: compare(text, stored) } }),
  };
}

function compare(text: string, stored: string | undefined): SnapshotResult["state"] {
  if (stored === undefined) return "new";
  return stored === text ? "same" : "changed";
}

/** What an expectation asserts, for coverage. */
function findAsserted(expectation: Expectation): Asserted {
  const { becomes, mapping, snapshot, actions = [] } = expectation;
  if (snapshot === true) return { matching: true, fields: "all" };
  const checked = [expectation, ...actions].flatMap(listChecked);
  const matching = becomes !== undefined || mapping !== undefined;
  return { matching, fields: new Set(checked.flatMap(templatesOf)) };
}

function listChecked(
  expected: Omit<ActionExpectation, "becomes" | "mapping">,
): readonly ActionKey[] {
  return ACTION_KEYS.filter((key) => expected[key] !== undefined);
}

/** Reasons contain texts of the event, so their printer must make control characters visible. */
function findReasons(
  explanation: Explanation,
  { mapping }: Expectation,
  wrong: readonly WrongField[],
): readonly Reason[] {
  if (wrong.length === 0) return [];
  const { resolution, matches } = explanation;
  const ids = mapping === undefined ? [undefined] : [mapping].flat();
  return [
    ...ids.flatMap((id) =>
      explainWanted(
        matches.find(({ mappingId }) => mappingId === id),
        explanation,
        id,
      ),
    ),
    ...wrong.flatMap(explainKind),
    ...explainRefusals(resolution),
    ...explainEmpty(explanation, wrong),
  ];
}

function explainWanted(
  wanted: MatchReport | undefined,
  { resolution, matches }: Explanation,
  mapping: string | null | undefined,
): readonly Reason[] {
  if (wanted?.result === "not matched") {
    return [{ label: "nearest", text: describeMatch(wanted) }, ...describeAtoms(wanted)];
  }
  if (wanted?.result === "not tried") {
    const text = `${wanted.mappingId} was not tried, because an earlier mapping takes the event`;
    return [{ label: "nearest", text }];
  }
  if (typeof mapping === "string" && wanted === undefined) {
    const ids = matches.map(({ mappingId }) => mappingId);
    const text = `no mapping has the id "${mapping}". ${hintNearestName(mapping, ids)}`;
    return [{ label: "mapping", text }];
  }
  if (resolution.outcome !== "unmatched" || resolution.detail === undefined) return [];
  return [{ label: "unmatched", text: resolution.detail }];
}

/** `"true"` and `true` look alike. */
function explainKind({ field, expected, seen }: WrongField): readonly Reason[] {
  const isAlike = typeof expected !== typeof seen && String(expected) === String(seen);
  if (!isAlike || typeof expected === "object") return [];
  const text = `${field} is a ${typeof seen}, and a ${typeof expected} is expected: write ${JSON.stringify(seen)}`;
  return [{ label: "kind", text }];
}

/** `github-review: headers.x-github-event is missing; it would match if …` */
function describeMatch({ mappingId, clause, seen, wouldMatchIf }: MatchReport): string {
  return `${mappingId}: ${clause} ${describeSeen(clause, seen)}; it would match if ${wouldMatchIf}`;
}

function describeSeen(clause: string | undefined, seen: string | undefined): string {
  if (seen !== undefined) return `is ${JSON.stringify(seen)}`;
  return clause === "when" || clause === "not" ? "does not hold" : "is missing";
}

/** The values that wrong comparisons read. */
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

/** Enough to recognize a value. */
const MAX_VALUE_CHARACTERS = 80;

function shorten(text: string): string {
  if (text.length <= MAX_VALUE_CHARACTERS) return text;
  return `${text.slice(0, MAX_VALUE_CHARACTERS - 1)}…`;
}

function explainRefusals(resolution: Resolution): readonly Reason[] {
  return listSingle(resolution).flatMap((one) => {
    if (one.outcome !== "refused") return [];
    const { status, code, message, detail } = one.refusal;
    const why = detail === undefined ? "" : ` ${detail}`;
    return [{ label: "refused", text: `${status} ${code}: ${message}${why}` }];
  });
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
