// The shape of what a test case expects: keys, values, matchers.

import { findPatternProblem } from "../check-value.ts";
import { ACTION_KEYS } from "../view-action.ts";
import {
  type Check,
  count,
  flag,
  isRecord,
  listOf,
  nameOf,
  objectOf,
  oneOf,
  report,
  text,
  valueThat,
} from "./check-shape.ts";

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
const MEANT = {
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
  meant: MEANT,
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
  meant: MEANT,
});

export const expectation: Check = (value, at) => {
  expectationKeys(value, at);
  if (!isRecord(value) || Object.keys(value).length > 0) return;
  const message = `${nameOf(at)} expects nothing.`;
  report(at, { code: "missing_key", message, hint: 'Write "snapshot: true".' });
};
