// Test files that were run → the coverage of each config, and the cases that its gaps suggest.
import { dirname, join, relative } from "node:path";
import type { HookEvent } from "@hookwright/core";
import { stubbedOptions } from "../compile-options.ts";
import { type Coverage, createCoverage } from "../cover/create-coverage.ts";
import type { Suggestion } from "../cover/model.ts";
import type { CaseResult } from "../model.ts";
import { type LocatedReport, locateReport, type WrittenDocument } from "./locate-value.ts";
import type { EventOfFile, TestSuite } from "./test-suite.ts";

/** The required parts of a test file that was run. */
export interface RunSuite {
  readonly loaded: {
    readonly file: string;
    readonly suite: Pick<TestSuite, "configFile" | "now" | "eventFileOf">;
    /** With the files that the config includes. */
    readonly config: { readonly filename: string; readonly config?: unknown };
    readonly document: WrittenDocument;
  };
  readonly results: readonly CaseResult[];
}

/** A report and its document. */
export interface ShownReport {
  readonly located: LocatedReport;
  readonly document: WrittenDocument;
}

/** The coverage of one config by all its test files. */
export interface MeasuredConfig extends ShownReport {
  /** The test file that came first. */
  readonly testFile: string;
  readonly configFile: string;
  /** Empty unless requested. */
  readonly suggested: readonly SuggestedCase[];
}

export interface SuggestedCase {
  readonly label: string;
  readonly suggestion: Suggestion;
  /** The event that is changed, if it has a file; `file` is as a case of `testFile` names it. */
  readonly base?: EventOfFile | undefined;
}

interface MeasureOptions {
  readonly suggests: boolean;
  /** A config → events that its mappings may be meant for, from which values are taken. */
  readonly samplesOf: (config: unknown) => Promise<readonly HookEvent[]>;
}

/** Measures what the cases of test files that were run cover, config by config. Never calls a transform. */
export async function measureSuites(
  suites: readonly RunSuite[],
  { suggests, samplesOf }: MeasureOptions,
): Promise<readonly MeasuredConfig[]> {
  const measured: MeasuredConfig[] = [];
  for (const [configFile, ones] of groupByConfig(suites)) {
    const [{ loaded }] = ones as [RunSuite];
    const { document, config, file: testFile } = loaded;
    const coverage = createCoverage(config.config, stubbedOptions(config.config));
    for (const { loaded, results } of ones) {
      for (const result of results) await addResult(coverage, result, loaded.suite.now);
    }
    const samples = await samplesOf(config.config);
    const located = locateReport(config.filename, await coverage.report({ samples }), document);
    const found = suggests ? await suggestCases(coverage, samples) : [];
    const suggested = found.map((one) => ({ ...one, base: findBase(one, ones, testFile) }));
    measured.push({ located, document, testFile, configFile, suggested });
  }
  return measured;
}

/** The test files of each config, in their order. */
export function groupByConfig<Suite extends RunSuite>(
  suites: readonly Suite[],
): ReadonlyMap<string, readonly Suite[]> {
  const groups = new Map<string, Suite[]>();
  for (const suite of suites) {
    const { configFile } = suite.loaded.suite;
    groups.set(configFile, [...(groups.get(configFile) ?? []), suite]);
  }
  return groups;
}

function findBase(
  { suggestion }: SuggestedCase,
  suites: readonly RunSuite[],
  testFile: string,
): EventOfFile | undefined {
  for (const { loaded, results } of suites) {
    const result = results.find(({ testCase }) => testCase.name === suggestion.from);
    if (result === undefined) continue;
    const { index, row } = result.testCase;
    const found = loaded.suite.eventFileOf(index, row);
    if (found === undefined) return undefined;
    const path = join(dirname(loaded.file), found.file);
    return { ...found, file: relative(dirname(testFile), path).replaceAll("\\", "/") };
  }
  return undefined;
}

async function addResult(
  coverage: Coverage,
  { ok, testCase, asserted }: CaseResult,
  now: number,
): Promise<void> {
  const { name, event, reviewed, problem } = testCase;
  if (problem !== undefined) return;
  const received = { ...event, receivedAt: event.receivedAt ?? now };
  await coverage.add({ name, event: received, ...(ok && reviewed && { asserted }) });
}

/** A newly covered arm may show more missing units. */
const ROUNDS = 4;

async function suggestCases(
  coverage: Coverage,
  samples: readonly HookEvent[],
): Promise<readonly SuggestedCase[]> {
  const found = new Map<string, SuggestedCase>();
  for (let round = 0; round < ROUNDS; round++) {
    const { units } = await coverage.report({ samples });
    let isNew = false;
    for (const { label, suggestion } of units) {
      if (suggestion === undefined) continue;
      const key = JSON.stringify(suggestion.event);
      if (found.has(key)) continue;
      isNew = true;
      found.set(key, { label, suggestion });
      const asserted = { matching: true, fields: "all" } as const;
      await coverage.add({ name: suggestion.from, event: suggestion.event, asserted });
    }
    if (!isNew) break;
  }
  return [...found.values()];
}
