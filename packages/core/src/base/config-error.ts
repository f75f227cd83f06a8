// The one Error class: what compileHooks throws, with every problem of the config.

import { configPathToText } from "./config-path.ts";
import type { Problem } from "./problem.ts";

/**
 * A config that cannot be used. `problems` holds every error and warning found; the message lists
 * the errors, one a line.
 */
export class HooksConfigError extends Error {
  override readonly name = "HooksConfigError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const errors = problems.filter((problem) => problem.severity === "error");
    super(errors.map(problemToText).join("\n"));
    this.problems = problems;
  }
}

/**
 * One problem as one line of text, without its source position.
 *
 * @example
 * ```ts
 * problemToText(problem); // "hooks.token: A token is required … Write …"
 * ```
 */
export function problemToText(problem: Problem): string {
  const hint = problem.hint === undefined ? "" : ` ${problem.hint}`;
  return `${configPathToText(problem.path)}: ${problem.message}${hint}`;
}
