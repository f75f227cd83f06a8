// The data of a test file → every problem with its shape: keys, types, names of cases.
import { checkEvent } from "@hookwright/config/internal";
import type { ConfigPath, Problem } from "@hookwright/core";
import { hintNearestName } from "@hookwright/core/problems";
import { findPatternProblem } from "../check-value.ts";
import { ACTION_KEYS } from "../view-action.ts";

/** Reports what is wrong with a value. */
type Check = (value: unknown, at: Spot) => void;

/** Where a value stands, and where problems go. */
interface Spot {
  readonly path: ConfigPath;
  readonly problems: Problem[];
}

/** Plain data and the shape that it should have → every problem with it. */
function below({ path, problems }: Spot, ...steps: ConfigPath): Spot {
  return { path: [...path, ...steps], problems };
}

/** A problem without the rest that all of a test file have. */
interface ShapeProblem extends Pick<Problem, "code" | "message"> {
  readonly hint?: string | undefined;
}

function report({ path, problems }: Spot, { hint, ...what }: ShapeProblem): void {
  problems.push({ severity: "error", path, ...what, ...(hint !== undefined && { hint }) });
}

interface ObjectShape {
  /** What the object is, for messages: `a case`. */
  readonly is: string;
  readonly keys: Readonly<Record<string, Check>>;
  readonly required?: readonly string[];
  /** What to write in place of keys that people write. */
  readonly meant?: Readonly<Record<string, string>>;
}

function objectOf(shape: ObjectShape): Check {
  const { keys, required = [], is } = shape;
  return (value, at) => {
    if (!isRecord(value)) return reportType(at, "an object");
    for (const [key, one] of Object.entries(value)) {
      const check = Object.hasOwn(keys, key) ? keys[key] : reportKey(shape);
      check?.(one, below(at, key));
    }
    for (const key of required) {
      if (Object.hasOwn(value, key)) continue;
      report(at, { code: "missing_key", message: `"${key}" is missing in ${is}.` });
    }
  };
}

function reportKey({ keys, meant = {}, is }: ObjectShape): Check {
  return (_, at) => {
    const key = String(at.path.at(-1));
    const hint = Object.hasOwn(meant, key) ? meant[key] : hintNearestName(key, Object.keys(keys));
    const message = `"${key}" is not a known key of ${is}.`;
    report(at, { code: "unknown_key", message, hint });
  };
}

function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return reportType(at, "a list");
    for (const [index, one] of value.entries()) check(one, below(at, index));
  };
}

/** An object with any keys. */
function recordOf(check: Check): Check {
  return (value, at) => {
    if (!isRecord(value)) return reportType(at, "an object");
    for (const [key, one] of Object.entries(value)) check(one, below(at, key));
  };
}

/** A value that a test of types accepts; `what` says in words which ones that are. */
function valueThat(accepts: (value: unknown) => boolean, what: string): Check {
  return (value, at) => {
    if (!accepts(value)) reportType(at, what);
  };
}

function oneOf(values: readonly (string | number)[]): Check {
  return (value, at) => {
    if (values.includes(value as string)) return;
    const names = values.map((one) => JSON.stringify(one)).join(" or ");
    const hint = hintNearestName(String(value), values.map(String));
    report(at, { code: "invalid_value", message: `${nameOf(at)} must be ${names}.`, hint });
  };
}

const anything: Check = () => undefined;

const text: Check = valueThat((value) => typeof value === "string", "a text");

const filledText: Check = valueThat(
  (value) => typeof value === "string" && value.trim() !== "",
  "a text that is not blank",
);

const flag: Check = valueThat((value) => typeof value === "boolean", "true or false");

const count: Check = valueThat(
  (value) => Number.isInteger(value) && Number(value) >= 0,
  "a whole number from 0",
);

function reportType(at: Spot, what: string): void {
  report(at, { code: "wrong_type", message: `${nameOf(at)} must be ${what}.` });
}

function nameOf({ path }: Spot): string {
  const last = path.at(-1);
  if (last === undefined) return "A test file";
  return typeof last === "number" ? `Entry ${last + 1} of "${path.at(-2)}"` : `"${last}"`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const texts: Check = (value, at) => (Array.isArray(value) ? listOf(text) : text)(value, at);

const pattern: Check = (value, at) => {
  text(value, at);
  const problem = typeof value === "string" ? findPatternProblem(value) : undefined;
  if (problem !== undefined) report(at, { code: "invalid_value", message: `${problem}.` });
};

const plain = valueThat(
  (value) => value === null || ["string", "number", "boolean"].includes(typeof value),
  "a value, null for an absent one, or a matcher",
);

const matcher = objectOf({
  is: "a matcher",
  keys: {
    equals: plain,
    contains: texts,
    excludes: texts,
    startsWith: text,
    matches: pattern,
    maxChars: count,
  },
  meant: {
    notContains: 'Write "excludes".',
    includes: 'Write "contains".',
    regex: 'Write "matches".',
    maxLength: 'Write "maxChars".',
  },
});

const field: Check = (value, at) => (isRecord(value) ? matcher : plain)(value, at);

const FIELDS: Readonly<Record<string, Check>> = Object.fromEntries(
  ACTION_KEYS.map((key) => [key, field]),
);

const TEXT = 'Write "text": what stands inside the fence.';

/** What people write in place of a key of an expectation. */
const MEANT_OF_EXPECTATION = {
  outcome: 'Write "becomes".',
  status: 'Write "becomes": an answer has its status only when it is sent.',
  kind: 'Write "becomes".',
  action: 'Write "becomes: agent" or "becomes: wake".',
  message: TEXT,
  messageTemplate: TEXT,
  textTemplate: TEXT,
  mappingId: 'Write "mapping".',
  id: 'Write "mapping".',
  session_key: 'Write "sessionKey".',
  agent_id: 'Write "agentId".',
  contains: 'Write "text: { contains: … }".',
  excludes: 'Write "text: { excludes: … }".',
};

const actionExpectation = objectOf({
  is: "an expected action",
  keys: { ...FIELDS, becomes: oneOf(["agent", "wake"]) },
  meant: MEANT_OF_EXPECTATION,
});

const expectationKeys = objectOf({
  is: "an expectation",
  keys: {
    ...FIELDS,
    becomes: oneOf(["agent", "wake", "skipped", "handled", "refused", "unmatched"]),
    code: text,
    mapping: valueThat((value) => value === null || typeof value === "string", "an id, or null"),
    empty: listOf(text),
    actions: listOf(actionExpectation),
    count,
    failed: listOf(
      objectOf({ is: "a failure", keys: { index: count, code: text }, required: ["index"] }),
    ),
    snapshot: flag,
  },
  meant: MEANT_OF_EXPECTATION,
});

/** The shape of what a test case expects: keys, values, matchers. */
const expectation: Check = (value, at) => {
  expectationKeys(value, at);
  if (!isRecord(value) || Object.keys(value).length > 0) return;
  const message = `${nameOf(at)} expects nothing.`;
  report(at, { code: "missing_key", message, hint: 'Write "snapshot: true".' });
};

/** The paths of problems start at the root of the file. */
export function checkTestShape(data: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  checkFile(data, { path: [], problems });
  return problems;
}

/** A file, or the event itself. */
const event: Check = (value, at) => {
  if (typeof value === "string") return filledText(value, at);
  const checked = checkEvent(value);
  if (checked.ok) return;
  for (const problem of checked.problems) {
    at.problems.push({ ...problem, path: [...at.path, ...problem.path] });
  }
};

const changes = { patch: recordOf(anything), remove: listOf(text) };

const MEANT = {
  expected: 'Write "expect".',
  assert: 'Write "expect".',
  payload: 'Write "event: { path: …, payload: … }", or change a field by "patch".',
  set: 'Write "patch".',
  delete: 'Write "remove".',
  rows: 'Write "each".',
};

const row = objectOf({
  is: "a row",
  keys: { title: filledText, event, ...changes, expect: expectation },
  required: ["title"],
  meant: { ...MEANT, name: 'Write "title".' },
});

const caseKeys = objectOf({
  is: "a case",
  keys: {
    name: filledText,
    event,
    events: filledText,
    ...changes,
    each: listOf(row),
    expect: expectation,
    reviewed: flag,
  },
  required: ["name"],
  meant: { ...MEANT, title: 'Write "name".' },
});

const testCase: Check = (value, at) => {
  caseKeys(value, at);
  if (!isRecord(value)) return;
  const { event: own, events, each, expect } = value;
  const rows: readonly unknown[] = Array.isArray(each) ? each : [];
  const everyRowHas = (key: string): boolean =>
    rows.length > 0 && rows.every((one) => isRecord(one) && Object.hasOwn(one, key));
  if (own !== undefined && events !== undefined) {
    const message = 'A case has "event" or "events", not both.';
    report(below(at, "events"), { code: "invalid_value", message });
  }
  if (own === undefined && events === undefined && !everyRowHas("event")) {
    const hint = "Write event: events/github/push.event.json, or the event itself.";
    report(at, { code: "missing_key", message: "This case has no event.", hint });
  }
  if (Array.isArray(each) && rows.length === 0) {
    report(below(at, "each"), { code: "invalid_value", message: '"each" has no rows.' });
  }
  if (expect === undefined && !everyRowHas("expect")) {
    const message = "This case expects nothing, so it can never fail.";
    const hint = 'Begin with "expect: { snapshot: true }".';
    report(at, { code: "missing_key", message, hint });
  }
  findDuplicates(rows, "title", below(at, "each"));
};

const cases: Check = (value, at) => {
  listOf(testCase)(value, at);
  if (!Array.isArray(value)) return;
  if (value.length === 0) report(at, { code: "invalid_value", message: '"cases" is empty.' });
  findDuplicates(value, "name", at);
};

/** Snapshots have the names of their cases. */
function findDuplicates(list: readonly unknown[], key: "name" | "title", at: Spot): void {
  const seen = new Set<unknown>();
  for (const [index, one] of list.entries()) {
    const name = isRecord(one) ? one[key] : undefined;
    if (name !== undefined && seen.has(name)) {
      const message = `Another one has the ${key} ${JSON.stringify(name)}, too.`;
      const hint = "Reports and snapshots tell them apart by it.";
      report(below(at, index, key), { code: "case_duplicate", message, hint });
    }
    seen.add(name);
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*(?:Z|[+-]\d\d:\d\d)$/;

const time = valueThat(
  (value) =>
    typeof value === "number" ||
    (typeof value === "string" && TIME.test(value) && !Number.isNaN(Date.parse(value))),
  'a time with its zone: "2026-01-31T12:00:00Z"',
);

const stub = objectOf({
  is: "a stub",
  keys: {
    returns: valueThat((value) => value === null || isRecord(value), "part of an action, or null"),
    throws: text,
  },
});

const stubs: Check = (value, at) =>
  (typeof value === "string" ? oneOf(["run"]) : recordOf(stub))(value, at);

const ignored = objectOf({
  is: "an exception",
  keys: { mutant: filledText, at: filledText, why: filledText },
  required: ["mutant", "at", "why"],
});

const checkFile = objectOf({
  is: "a test file",
  keys: {
    $schema: text,
    version: oneOf([1]),
    config: filledText,
    now: time,
    strict: flag,
    transforms: stubs,
    env: recordOf(text),
    ignore: listOf(ignored),
    cases,
  },
  required: ["cases"],
  meant: {
    tests: 'Write "cases".',
    mappings: 'A config has "mappings"; this is a file with tests of one.',
  },
});
