// What a command may use of the world: main.ts gives the process's own, a test its streams.

/** Where text goes. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

/** Where the wish to stop comes from: the process. */
export interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Results: actions, reports, explanations. */
  readonly stdout: Output;
  /** Everything else: logs, and why there is no result. */
  readonly stderr: Output;
  /** Where a server writes what happens: standard error, without ever waiting for its reader. */
  readonly log: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signals: Signals;
  /** Ends the process with this code after the time, if it has not ended by itself. */
  readonly exitWithin: (milliseconds: number, exitCode: number) => void;
}
