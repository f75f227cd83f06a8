// A value that was seen and what is expected of it → the parts of the expectation that do not hold.

import { isRecord } from "@hookwright/base";
import { compilePattern } from "@hookwright/template/runtime";
import type { FieldExpectation, Matcher } from "./model.ts";

/** One part of an expectation, and what was seen instead. */
interface WrongValue {
  readonly expected: unknown;
  readonly seen: unknown;
}

/** `seen` is null where there is no value. */
export function checkValue(seen: unknown, expected: FieldExpectation): readonly WrongValue[] {
  if (!isRecord(expected)) return seen === expected ? [] : [{ expected, seen }];
  return checkMatcher(seen, expected);
}

function checkMatcher(seen: unknown, matcher: Matcher): readonly WrongValue[] {
  const text = seen === null ? undefined : String(seen);
  const { equals, startsWith, matches, maxChars } = matcher;
  const wrong: WrongValue[] = [];
  const demand = (holds: boolean, expected: unknown, found = seen): void => {
    if (!holds) wrong.push({ expected, seen: found });
  };
  if (equals !== undefined) demand(seen === equals, equals);
  for (const part of toList(matcher.contains)) {
    demand(text?.includes(part) === true, { contains: part });
  }
  for (const part of toList(matcher.excludes)) {
    demand(text?.includes(part) !== true, { excludes: part });
  }
  if (startsWith !== undefined) demand(text?.startsWith(startsWith) === true, { startsWith });
  if (matches !== undefined) {
    const problem = findPatternProblem(matches);
    demand(problem === undefined && hasMatch(text, matches), { matches }, problem ?? seen);
  }
  if (maxChars !== undefined) {
    const { length } = text ?? "";
    demand(length <= maxChars, { maxChars }, `${length} characters`);
  }
  return wrong;
}

/** Why a pattern cannot be used in `matches`, in one sentence without its end; undefined where it can. */
export function findPatternProblem(source: string): string | undefined {
  const compiled = compilePattern(source, false);
  return compiled.ok ? undefined : `"matches" ${compiled.problem}`;
}

function hasMatch(text: string | undefined, source: string): boolean {
  const compiled = compilePattern(source, false);
  // A test has no budget: the time is linear.
  return compiled.ok && text !== undefined && compiled.pattern(text, () => undefined);
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
