// Compiled hooks and test cases → what each case came to.
import type { Hooks } from "@hookwright/core";
import { checkExpectation } from "./check-expectation.ts";
import { expandCases } from "./expand-cases.ts";
import { findAsserted } from "./find-asserted.ts";
import { withOrigin } from "./find-origin.ts";
import { findReasons } from "./find-reasons.ts";
import { FIXED_NOW } from "./fixed-ports.ts";
import type { CaseResult, SingleCase, SnapshotResult, TestCase } from "./model.ts";
import { snapshotText } from "./snapshot-text.ts";

/** What running a case needs of compiled hooks. */
export type CaseHooks = Pick<Hooks, "explain">;

/** Options of `runCase` and `runCases`. */
export interface RunCasesOptions {
  /** When events are received that do not say it themselves. Default: 2026-01-02T03:04:05Z. */
  readonly now?: number;
  /** The snapshot that a case is compared with; undefined: there is none yet. Default: there are none. */
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
