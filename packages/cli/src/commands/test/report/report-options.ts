// The options of every report of a run.

export interface ReportOptions {
  /** Also list what passes, and how long it took. */
  readonly verbose: boolean;
  readonly color: boolean;
}
