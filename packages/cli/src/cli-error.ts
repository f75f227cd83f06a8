// The Error class of the command line: a failure, described for the person who typed the command.

interface CliErrorOptions {
  readonly hint?: string;
  /** 2 if the command line itself is wrong. Default: 1. */
  readonly exitCode?: 1 | 2;
}

/** Ends the command. The message contains no payload value and no secret. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly hint: string | undefined;
  readonly exitCode: 1 | 2;

  constructor(message: string, { hint, exitCode = 1 }: CliErrorOptions = {}) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

export function createUsageError(message: string, hint?: string): CliError {
  return new CliError(message, { exitCode: 2, ...(hint !== undefined && { hint }) });
}
