// The streams and signals that a command uses: those of the process, or those of a test.

export interface Output {
  readonly isTTY?: boolean | undefined;
  /** Of a terminal. */
  readonly columns?: number | undefined;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

export interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Results: actions, reports, explanations. */
  readonly stdout: Output;
  /** Everything else: logs and error messages. */
  readonly stderr: Output;
  /** The log of a server: standard error, without waiting for its reader. */
  readonly log: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file of `--env-file`, or false for `--no-env-file`. Absent: `.env` beside the config. Only references to secrets read it. */
  readonly envFile?: string | false | undefined;
  readonly signals: Signals;
  /** A clock in milliseconds, for progress. Default: that of the process. */
  readonly now?: () => number;
  /** Ends the process with this code after the time, if it has not ended by itself. */
  readonly exitWithin: (milliseconds: number, exitCode: number) => void;
}
