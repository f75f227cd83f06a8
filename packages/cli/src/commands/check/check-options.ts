// The options of the command `check`.

export interface CheckOptions {
  readonly strict?: boolean;
  readonly reach?: boolean;
  readonly secrets?: boolean;
  readonly transforms?: "run" | "skip";
  readonly hostConfig?: string;
  /** A folder with event files, or a file of events. */
  readonly events?: string;
  readonly json?: boolean;
  /** `all`: also what changes the meaning. */
  readonly fix?: "safe" | "all";
  readonly dryRun?: boolean;
}
