// Problems of a config: made here and nowhere else.

import type { Position, TemplateEdit, TextSpan } from "@hookwright/template/internal";
import type { ConfigCode } from "../model/codes/config-codes.ts";
import type { ConfigPath } from "../model/mapping.ts";
import type { ConfigChange, Problem, Severities, Severity } from "../model/problem.ts";

export interface ProblemExtras {
  readonly severity?: Severity;
  readonly hint?: string | undefined;
  readonly templatePosition?: Position;
  readonly templateSpan?: TextSpan;
  readonly templateEdit?: TemplateEdit | undefined;
  readonly change?: ConfigChange | undefined;
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
    ...(extras.templateSpan !== undefined && { templateSpan: extras.templateSpan }),
    ...(extras.templateEdit !== undefined && { templateEdit: extras.templateEdit }),
    ...(extras.change !== undefined && { change: extras.change }),
  };
}

/** Takes a problem when it is found. Every phase of a compile tells its problems to one of these. */
export type Report = (problem: Problem) => void;

/**
 * Whether something wrong was taken out of one of these keys of a mapping, or a misspelled key was meant
 * for one of them: what seems to be missing there may be just that.
 */
export type IsIncomplete = (mappingPath: ConfigPath, keys: readonly string[]) => boolean;

export interface ProblemList {
  readonly report: Report;
  /** In the order in which they were reported. */
  readonly problems: readonly Problem[];
}

/** A severity that the caller chose goes before that of the problem. */
export function createProblemList(severities: Severities = {}): ProblemList {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  return {
    problems,
    report(problem) {
      const { code, path, templatePosition } = problem;
      // A mistake in a partial shows in every template that uses the partial, and is one mistake.
      if (templatePosition !== undefined) {
        const key = JSON.stringify([code, path, templatePosition]);
        if (seen.has(key)) return;
        seen.add(key);
      }
      problems.push(withSeverity(problem, severities));
    },
  };
}

const ADJUSTABLE_CODES: readonly (keyof Severities)[] = [
  "hooks_missing",
  "hooks_misplaced",
  "secret_missing",
  "secret_source_unknown",
];

function withSeverity(problem: Problem, severities: Severities): Problem {
  const chosen = ADJUSTABLE_CODES.find((code) => code === problem.code);
  const severity = chosen && severities[chosen];
  return severity === undefined ? problem : { ...problem, severity };
}
