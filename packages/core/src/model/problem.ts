// Problems of a config as data: made here and nowhere else.
import { type ConfigPath, configPathToText } from "@hookwright/base";
import type { Position, TemplateEdit, TextSpan } from "@hookwright/template/runtime";
import type { ConfigCode } from "../generated/codes.ts";

/** A position in a file. The offset counts from 0; it and the columns count UTF-16 code units. */
export interface FilePosition extends Position {
  readonly offset: number;
}

/** A part of a file. The end is behind its last character. */
export interface FileRange {
  readonly start: FilePosition;
  readonly end: FilePosition;
}

/** A change of the file that mends a problem. */
export interface Fix {
  readonly title: string;
  /** Whether the config means the same as before to everybody who understood it. */
  readonly safe: boolean;
  readonly edits: readonly { readonly range: FileRange; readonly text: string }[];
}

/** An error keeps the config from being used. A warning or a hint is reported, and the config is used. */
export type Severity = "error" | "warning" | "hint";

/**
 * What mends a problem, as data: the key at a path gets another name, or the value there is replaced, is
 * wrapped into an object or a list, becomes the text that stands for it, or gets a further key.
 */
export type ConfigChange = {
  /** Default: the path of the problem. */
  readonly path?: ConfigPath;
  /** As for a fix. */
  readonly safe: boolean;
} & (
  | { readonly kind: "rename"; readonly key: string }
  /** Of a list, only its first element that is `old`. */
  | { readonly kind: "replace"; readonly value: unknown; readonly old?: string }
  /** `{ [key]: value }`; without a key `[value]`. */
  | { readonly kind: "wrap"; readonly key?: string }
  | { readonly kind: "quote" }
  /** A further key of the object at the path. */
  | { readonly kind: "add"; readonly key: string; readonly value: unknown }
);

/** What to write instead: in words, and as data where that is known. Who finds a mistake makes both at once. */
export interface Advice {
  readonly hint: string;
  readonly change?: ConfigChange | undefined;
}

/** The severity of problems that a tool may take more lightly than a server, or the other way round. */
export interface Severities {
  readonly hooks_missing?: "error" | "warning";
  readonly hooks_misplaced?: "error" | "warning";
  readonly secret_missing?: "error" | "warning";
  readonly secret_source_unknown?: "error" | "warning";
}

/** One error, warning or hint about a config. Never contains a secret. */
export interface Problem {
  readonly code: ConfigCode;
  /** A hint says what is legal and may be meant in another way. */
  readonly severity: Severity;
  /** Keys and indexes from the root of the config: `["hooks", "mappings", 0, "channel"]`. */
  readonly path: ConfigPath;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** The position within the template, for problems of a template. */
  readonly templatePosition?: Position;
  /** What the problem is about within the template, in the text that the config file stands for. */
  readonly templateSpan?: TextSpan;
  /** What mends the template, where that is known: the hint says the same. */
  readonly templateEdit?: TemplateEdit;
  /** What mends the config, where that is known: the hint says the same. */
  readonly change?: ConfigChange;
  /** The position in the source file, where the config came from one. */
  readonly position?: Position;
  /** What the problem is about in the source file; it begins at `position`. */
  readonly range?: FileRange;
  /** The page that explains the code. */
  readonly docs?: string;
  /** Changes of the file that mend the problem: `change` or `templateEdit` as edits. Absent: none, or nobody asked. */
  readonly fixes?: readonly Fix[];
  /** The file that the position is in, where the config includes it. Absent: the config's own file. */
  readonly file?: string;
}

/** What a problem has besides its code, its path and its sentence. */
export interface ProblemExtras {
  readonly severity?: Severity;
  readonly hint?: string | undefined;
  readonly templatePosition?: Position;
  readonly templateSpan?: TextSpan;
  readonly templateEdit?: TemplateEdit | undefined;
  readonly change?: ConfigChange | undefined;
}

/** Problems of a config: made here and nowhere else. */
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
