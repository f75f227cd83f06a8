// The types of a test file that was read.
import type { HookEvent, Position } from "@hookwright/core";
import type { TestCase } from "../model.ts";
import type { TransformStub } from "../stub-transforms.ts";

/** The cases of a test file, ready for `runCases`. */
export interface TestSuite {
  /** The path of the config, as reports show it. */
  readonly configFile: string;
  /** The time of events without `receivedAt`. */
  readonly now: number;
  /** The stubs of the modules of the config, by name; `run`: the modules are run. */
  readonly transforms: "run" | Readonly<Record<string, TransformStub>>;
  /** The environment of modules that are run. */
  readonly env: Readonly<Record<string, string>>;
  /** Mutants that are ignored. */
  readonly ignore: readonly IgnoredMutant[];
  readonly cases: readonly TestCase[];
  /** The position of a case, or of a row of it, by the `index` and `row` of `expandCases`. */
  readonly locate: (index: number, row?: number) => Position;
  /** The event file of a case, or of its row; undefined for an inline event. */
  readonly eventFileOf: (index: number, row?: number) => EventOfFile | undefined;
}

/** An event in its own file. */
export interface EventOfFile {
  /** As a case beside the test file names it: `events/push.event.json`, `events/all.ndjson:3`. */
  readonly file: string;
  /** Without the changes of a case. */
  readonly event: HookEvent;
}

/** A mutant that is ignored, and why. */
export interface IgnoredMutant {
  readonly mutant: string;
  readonly at: string;
  readonly why: string;
}
