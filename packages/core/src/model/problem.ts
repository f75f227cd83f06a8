// Problems of a config as data. Only this file creates them.
import { type ConfigPath, configPathToText } from "@hookwright/base";
import type { Position, TemplateEdit, TextSpan } from "@hookwright/template/runtime";
import type { ConfigCode } from "../generated/codes.ts";

/** A position in a file. The offset counts from 0; it and the columns count UTF-16 code units. */
export interface FilePosition extends Position {
  readonly offset: number;
}

/** A range in a file. The end is exclusive. */
export interface FileRange {
  readonly start: FilePosition;
  readonly end: FilePosition;
}

/** A change of the file that fixes a problem. */
export interface Fix {
  readonly title: string;
  /** Whether the config keeps its meaning for every reader that understood it before. */
  readonly safe: boolean;
  readonly edits: readonly { readonly range: FileRange; readonly text: string }[];
}

/** An error keeps the config from being used. A warning or a hint is reported, and the config is used. */
export type Severity = "error" | "warning" | "hint";

/**
 * The change that fixes a problem, as data: rename the key at a path, or replace the value there, wrap it
 * into an object or a list, turn it into text, or add a key.
 */
export type ConfigChange = {
  /** Default: the path of the problem. */
  readonly path?: ConfigPath;
  /** As for a fix. */
  readonly safe: boolean;
} & (
  | { readonly kind: "rename"; readonly key: string }
  /** With `old`, only the first element of a list that equals it. */
  | { readonly kind: "replace"; readonly value: unknown; readonly old?: string }
  /** `{ [key]: value }`; without a key `[value]`. */
  | { readonly kind: "wrap"; readonly key?: string }
  | { readonly kind: "quote" }
  /** A further key of the object at the path. */
  | { readonly kind: "add"; readonly key: string; readonly value: unknown }
);

/** What to write instead: in words, and as data if known. */
export interface Advice {
  readonly hint: string;
  readonly change?: ConfigChange | undefined;
}

/** The severity of problems that matter more to a server than to a tool, or the other way round. */
export interface Severities {
  readonly hooks_missing?: "error" | "warning";
  readonly hooks_misplaced?: "error" | "warning";
  readonly secret_missing?: "error" | "warning";
  readonly secret_source_unknown?: "error" | "warning";
}

/** One error, warning or hint about a config. Never contains a secret. */
export interface Problem {
  readonly code: ConfigCode;
  /** A hint is about something legal that may not be intended. */
  readonly severity: Severity;
  /** Keys and indexes from the root of the config: `["hooks", "mappings", 0, "channel"]`. */
  readonly path: ConfigPath;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** The position within the template, for problems of a template. */
  readonly templatePosition?: Position;
  /** The range of the problem within the template, in the value of the string. */
  readonly templateSpan?: TextSpan;
  /** The edit of the template that fixes the problem, if known; the hint says the same. */
  readonly templateEdit?: TemplateEdit;
  /** The change of the config that fixes the problem, if known; the hint says the same. */
  readonly change?: ConfigChange;
  /** The position in the source file, if there is one. */
  readonly position?: Position;
  /** The range of the problem in the source file; it begins at `position`. */
  readonly range?: FileRange;
  /** The page that explains the code. */
  readonly docs?: string;
  /**
   * Changes of the file that fix the problem: `change` or `templateEdit` as edits. Absent: none, or not
   * requested.
   */
  readonly fixes?: readonly Fix[];
  /** The included file that the position is in. Absent: the config's own file. */
  readonly file?: string;
}

/** The optional parts of a problem. */
export interface ProblemExtras {
  readonly severity?: Severity;
  readonly hint?: string | undefined;
  readonly templatePosition?: Position;
  readonly templateSpan?: TextSpan;
  readonly templateEdit?: TemplateEdit | undefined;
  readonly change?: ConfigChange | undefined;
}

/** Creates a problem of a config. */
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

/** Called with each problem when it is found, in every phase of compiling. */
export type Report = (problem: Problem) => void;

/**
 * Whether an invalid value was removed from one of these keys of a mapping, or a misspelled key was probably
 * intended as one of them. If so, a key that seems to be missing is not reported again.
 */
export type IsIncomplete = (mappingPath: ConfigPath, keys: readonly string[]) => boolean;

export interface ProblemList {
  readonly report: Report;
  /** In the order in which they were reported. */
  readonly problems: readonly Problem[];
}

/** A severity that the caller chose overrides that of the problem. */
export function createProblemList(severities: Severities = {}): ProblemList {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  return {
    problems,
    report(problem) {
      const { code, path, templatePosition } = problem;
      // A mistake in a partial shows in every template that uses it, but is reported once.
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

/**
 * Thrown for a config that cannot be used. `problems` has every error and warning; the message lists the
 * errors, one per line.
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
