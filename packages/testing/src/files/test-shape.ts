// The data of a test file → every problem with its shape: keys, types, names of cases.
import { findNearestName, isRecord, readMember } from "@hookwright/base";
import { hintForEventKey, hintForEventValue, readEventTime } from "@hookwright/config/internal";
import type { ConfigPath, Problem } from "@hookwright/core";
import { createProblem, type FileKind, type Report, readBySchema } from "@hookwright/core/problems";
import { findPatternProblem } from "../check-expectation.ts";
import { testSchema } from "../generated/test-schema.ts";
import { checkTestFile } from "../generated/validators.ts";
import { ACTION_KEYS } from "../view-action.ts";

const TEXT = 'Write "text": the text inside the fence.';

/** Common mistakes for keys of an expectation. */
const MEANT_OF_EXPECTATION = {
  outcome: 'Write "becomes".',
  status: 'Write "becomes": an answer has its status only when it is sent.',
  kind: 'Write "becomes".',
  action: 'Write "becomes: agent", "becomes: wake" or "becomes: deliver".',
  message: TEXT,
  body: TEXT,
  messageTemplate: TEXT,
  textTemplate: TEXT,
  mappingId: 'Write "mapping".',
  id: 'Write "mapping".',
  session_key: 'Write "sessionKey".',
  session: 'Write "sessionKey".',
  agent_id: 'Write "agentId".',
  agent: 'Write "agentId".',
  mode: 'Write "wakeMode".',
  result: 'Write "becomes".',
  messageContains: 'Write "text: { contains: … }".',
  textContains: 'Write "text: { contains: … }".',
  warnings: "Remove it: `hookwright check` shows the warnings of a config.",
  contains: 'Write "text: { contains: … }".',
  excludes: 'Write "text: { excludes: … }".',
};

const MEANT_OF_CASE = {
  expected: 'Write "expect".',
  assert: 'Write "expect".',
  payload: 'Write "event: { path: …, payload: … }", or change a field by "patch".',
  set: 'Write "patch".',
  change: 'Write "patch".',
  with: 'Write "patch".',
  only: "Remove it: `hookwright test --filter` selects cases by their names.",
  delete: 'Write "remove".',
  rows: 'Write "each".',
};

/** Common mistakes for keys, by the key of the parent. */
const MEANT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": {
    tests: 'Write "cases".',
    mappings: 'A config has "mappings"; this is a file with tests of one.',
  },
  cases: { ...MEANT_OF_CASE, title: 'Write "name".' },
  each: { ...MEANT_OF_CASE, name: 'Write "title".' },
  expect: MEANT_OF_EXPECTATION,
  actions: MEANT_OF_EXPECTATION,
};

/** Those of a matcher, whose parent may be any field. */
const MEANT_OF_MATCHER: Readonly<Record<string, string>> = {
  notContains: 'Write "excludes".',
  includes: 'Write "contains".',
  regex: 'Write "matches".',
  maxLength: 'Write "maxChars".',
};

const KIND: FileKind = {
  name: "A test file",
  schema: testSchema,
  check: checkTestFile,
  hintForKey: (owner, key) => {
    if (owner === "event") return hintForEventKey(owner, key);
    const meant = Object.hasOwn(MEANT, owner) ? MEANT[owner] : MEANT_OF_MATCHER;
    return meant && hintForMeant(meant, key, owner);
  },
  hintForValue: (owner, key, value) => {
    if (key === "expect" && isRecord(value)) return 'Write "snapshot: true".';
    if (key === "code" && typeof value === "number") {
      return 'Write "becomes": an answer has its status only when it is sent. "code" is that of a refusal, such as "invalid_payload".';
    }
    if (key === "mapping" && typeof value === "number") {
      return 'Write the id of the mapping; a mapping without an id has its number: "mapping-1" is the first.';
    }
    if (key === "becomes" && typeof value === "string") {
      const outcome = OUTCOMES.get(value.toLowerCase());
      return outcome === undefined ? undefined : `Write "${outcome}".`;
    }
    return owner === "event" || owner === "recorded" ? hintForEventValue(owner, key) : undefined;
  },
};

/** Also recognizes a misspelled mistake: `mesage`. */
function hintForMeant(
  meant: Readonly<Record<string, string>>,
  key: string,
  owner: string,
): string | undefined {
  if (Object.hasOwn(meant, key)) return meant[key];
  const known = owner === "expect" || owner === "actions" ? KEYS_OF_EXPECTATION : [];
  const nearest = findNearestName(key, [...known, ...Object.keys(meant)]);
  return nearest !== undefined && Object.hasOwn(meant, nearest) ? meant[nearest] : undefined;
}

const KEYS_OF_EXPECTATION: readonly string[] = [
  ...ACTION_KEYS,
  ..."becomes code mapping empty actions count failed snapshot".split(" "),
];

/** Common mistakes for outcomes. */
const OUTCOMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    agent: "run message",
    wake: "systemevent system_event event",
    skipped: "skip ignored ignore",
    handled: "handle nothing none noop 204",
    refused: "refuse rejected reject error failed 400",
    unmatched: "unmatch missing nomatch no_match 404",
  }).flatMap(([outcome, words]) =>
    [outcome, ...words.split(" ")].map((word) => [word, outcome] as const),
  ),
);

/** The paths of problems start at the root of the file. */
export function checkTestShape(data: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  const report: Report = (problem) => void problems.push(problem);
  readBySchema(data, KIND, report);
  if (!isRecord(data)) return problems;
  checkNow(data["now"], report);
  const cases = listOf(data["cases"]);
  for (const [index, one] of cases.entries()) {
    if (isRecord(one)) checkCase(one, ["cases", index], report);
  }
  reportDuplicates(cases, "name", { path: ["cases"], report });
  return problems;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What the schema cannot say: keys that depend on each other, and the syntax of strings. */
function checkCase(one: Readonly<Record<string, unknown>>, path: ConfigPath, report: Report): void {
  const { event, events, expect } = one;
  const rows = listOf(one["each"]);
  const everyRowHas = (key: string): boolean =>
    rows.length > 0 && rows.every((row) => isRecord(row) && Object.hasOwn(row, key));
  if (event !== undefined && events !== undefined) {
    const message = 'A case has "event" or "events", not both.';
    report(createProblem("invalid_value", [...path, "events"], message));
  }
  if (event === undefined && events === undefined && !everyRowHas("event")) {
    const hint = "Write event: events/github/push.event.json, or the event itself.";
    report(createProblem("missing_key", path, "This case has no event.", { hint }));
  }
  if (expect === undefined && !everyRowHas("expect")) {
    const message = "This case expects nothing, so it can never fail.";
    const hint = 'Begin with "expect: { snapshot: true }".';
    report(createProblem("missing_key", path, message, { hint }));
  }
  checkTexts(one, path, report);
  for (const [index, row] of rows.entries()) checkTexts(row, [...path, "each", index], report);
  reportDuplicates(rows, "title", { path: [...path, "each"], report });
}

/** Checks the time of an inline event, and the patterns of the expectation. */
function checkTexts(caseOrRow: unknown, path: ConfigPath, report: Report): void {
  const receivedAt = readMember(readMember(caseOrRow, "event"), "receivedAt");
  if (typeof receivedAt === "string" || typeof receivedAt === "number") {
    readEventTime(receivedAt, [...path, "event", "receivedAt"], report);
  }
  const expect = readMember(caseOrRow, "expect");
  checkPatterns(expect, [...path, "expect"], report);
  for (const [index, action] of listOf(readMember(expect, "actions")).entries()) {
    checkPatterns(action, [...path, "expect", "actions", index], report);
  }
}

function checkPatterns(expected: unknown, path: ConfigPath, report: Report): void {
  if (!isRecord(expected)) return;
  for (const [field, matcher] of Object.entries(expected)) {
    const pattern = readMember(matcher, "matches");
    const problem = typeof pattern === "string" ? findPatternProblem(pattern) : undefined;
    if (problem === undefined) continue;
    report(createProblem("invalid_value", [...path, field, "matches"], `${problem}.`));
  }
}

/** Snapshots have the names of their cases. */
function reportDuplicates(
  list: readonly unknown[],
  key: "name" | "title",
  { path, report }: { readonly path: ConfigPath; readonly report: Report },
): void {
  const seen = new Set<unknown>();
  for (const [index, one] of list.entries()) {
    const name = readMember(one, key);
    if (name !== undefined && seen.has(name)) {
      const message = `The ${key} ${JSON.stringify(name)} occurs twice.`;
      const hint = "Reports and snapshots need unique names.";
      report(createProblem("case_duplicate", [...path, index, key], message, { hint }));
    }
    seen.add(name);
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*(?:Z|[+-]\d\d:\d\d)$/;

function checkNow(now: unknown, report: Report): void {
  if (typeof now !== "string" || (TIME.test(now) && !Number.isNaN(Date.parse(now)))) return;
  const message = '"now" is not a time with a time zone.';
  const hint = 'Write "2026-01-31T12:00:00Z".';
  report(createProblem("wrong_type", ["now"], message, { hint }));
}
