// The options of every report of a run.

export interface ReportOptions {
  /** Also list what passes, and how long it took. */
  readonly verbose: boolean;
  readonly color: boolean;
  /** What mutants came to; none where the run has no mutation. */
  readonly mutants?: readonly MutantSuite[];
}

/** The mutants of one config, as tests. */
export interface MutantSuite {
  readonly name: string;
  readonly tests: readonly MutantTest[];
}

/** A mutant that is to be killed. */
export interface MutantTest {
  readonly name: string;
  readonly file: string;
  /** Absent for what no file has. */
  readonly line?: number | undefined;
  /** `skipped`: no case notices it, and none must. */
  readonly state: "passed" | "failed" | "skipped";
  /** Why it is not passed, and which case to add. */
  readonly text: string;
}
