// Problems of a config: made here and nowhere else.
import type { ConfigCode } from "../model/codes.ts";
import type { ConfigPath } from "../model/mapping.ts";
import type { Position, Problem } from "../model/problem.ts";

export interface ProblemExtras {
  readonly severity?: "error" | "warning";
  readonly hint?: string | undefined;
  readonly templatePosition?: Position;
}

export function createProblem(
  code: ConfigCode,
  path: ConfigPath,
  message: string,
  extras: ProblemExtras = {},
): Problem {
  return {
    code,
    severity: extras.severity ?? "error",
    path,
    message,
    ...(extras.hint !== undefined && { hint: extras.hint }),
    ...(extras.templatePosition !== undefined && {
      templatePosition: extras.templatePosition,
    }),
  };
}
