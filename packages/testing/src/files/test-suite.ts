// The types of a test file that was read.
import type { HookEvent, Position } from "@hookwright/core";
import type { TestCase } from "../model.ts";
import type { TransformStub } from "../stub-transforms.ts";

/** The cases of a test file, ready for `runCases`. */
export interface TestSuite {
  /** The path of the config, as reports show it. */
  readonly configFile: string;
  /** When events are received that do not say it. */
  readonly now: number;
  /** What stands in for the modules of the config, by name; `run`: they are run. */
  readonly transforms: "run" | Readonly<Record<string, TransformStub>>;
  /** The environment of modules that are run. */
  readonly env: Readonly<Record<string, string>>;
  /** Mutants that need not be noticed. */
  readonly ignore: readonly IgnoredMutant[];
  readonly cases: readonly TestCase[];
  /** Where a case, or a row of it, stands in the file; by the `index` and `row` of `expandCases`. */
  readonly locate: (index: number, row?: number) => Position;
  /** The file of a case's event, or of its row's, and what stands there; undefined where there is none. */
  readonly eventFileOf: (index: number, row?: number) => EventOfFile | undefined;
}

/** An event that stands in a file of its own. */
export interface EventOfFile {
  /** As a case beside the test file names it: `events/push.event.json`, `events/all.ndjson:3`. */
  readonly file: string;
  /** Without the changes of a case. */
  readonly event: HookEvent;
}

/** A mutant that need not be noticed, and why. */
export interface IgnoredMutant {
  readonly mutant: string;
  readonly at: string;
  readonly why: string;
}
