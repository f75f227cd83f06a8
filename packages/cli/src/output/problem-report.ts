// The report of a load → its text for people, or its JSON for programs.
import { readPath, visibleJson, visibleLine, visibleText } from "@hookwright/base";
import {
  formatProblems,
  type LoadReport,
  limitProblems,
  sayFurtherProblems,
} from "@hookwright/config/runtime";
import type { ConfigPath, Problem, Severity } from "@hookwright/core";
import { configPathToText, isSecretPath, isVariableName } from "@hookwright/core/runtime";
import type { Io } from "../io.ts";
import { count, styleOf } from "./style.ts";

interface ReportStyle {
  readonly color: boolean;
  /** Columns of the terminal. Absent: lines of any length. */
  readonly width?: number | undefined;
}

/**
 * A paragraph with a code frame for each problem, one paragraph for all unset secrets, and a last line with counts.
 */
export function problemsToText(report: LoadReport, style: ReportStyle): string {
  const { problems, filename, furtherProblems = 0 } = limitReport(report);
  const ofServer = new Set(problems.filter((problem) => isUnset(problem, report)));
  const unset = [...ofServer];
  const reported = problems.filter((problem) => !ofServer.has(problem));
  const text = [
    formatVisible({ ...report, problems: reported, furtherProblems: 0 }, style),
    describeUnset(unset, report),
    furtherProblems === 0 ? "" : sayFurtherProblems(furtherProblems),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  const number = (wanted: Severity): number =>
    problems.filter(({ severity }) => severity === wanted).length;
  const hints = number("hint") === 0 ? "" : `, ${count(number("hint"), "hint")}`;
  const more = furtherProblems === 0 ? "" : `, ${furtherProblems} more`;
  const summary = `${visibleLine(filename)}: ${count(number("error"), "error")}, ${count(number("warning"), "warning")}${hints}${more}.`;
  return text === "" ? summary : `${text}\n\n${summary}`;
}

/**
 * A secret that is only missing here: serve reports each as an error with its position. If the name may be the secret
 * itself by mistake, the problem is reported on its own.
 */
function isUnset({ code, severity, path }: Problem, { config }: LoadReport): boolean {
  return code === "secret_missing" && severity === "warning" && isName(readPath(config, path));
}

/** As in the core: the name of a variable or of a file, and not the secret itself by mistake. */
function isName(reference: unknown): boolean {
  if (typeof reference === "string") {
    return [...reference.matchAll(/\$\{(\w+)\}/g)].every(([, name = ""]) => isVariableName(name));
  }
  // The file does not have the reference of a preset.
  if (typeof reference !== "object" || reference === null) return true;
  const { env, file, source, id } = reference as Readonly<Record<string, unknown>>;
  const variable = env ?? (source === "env" ? id : undefined);
  return variable === undefined ? isSecretPath(`${file ?? id}`) : isVariableName(`${variable}`);
}

const MAX_NAMED = 8;

/** The names of variables and files from the config; never a value. */
function describeUnset(problems: readonly Problem[], { config }: LoadReport): string {
  if (problems.length === 0) return "";
  const names = [...new Set(problems.map(({ path }) => nameOfSecret(config, path)))];
  const rest = names.length > MAX_NAMED ? ", …" : "";
  const listed = `${names.slice(0, MAX_NAMED).join(", ")}${rest}`;
  const them = names.length === 1 ? "is not set here" : "are not set here";
  return visibleText(
    `warning secret_missing\n  ${count(names.length, "secret")} ${them} (${listed}); check --secrets requires ${names.length === 1 ? "it" : "them"}.`,
  );
}

/** `{ env: NAME }`, `{ file: PATH }`, `${NAME}`, or the path in the config. */
function nameOfSecret(config: unknown, path: ConfigPath): string {
  const reference = readPath(config, path);
  if (typeof reference === "string") return /^\$\{(\w+)\}$/.exec(reference)?.[1] ?? where(path);
  if (typeof reference !== "object" || reference === null) return where(path);
  const { env, file, id } = reference as Readonly<Record<string, unknown>>;
  const name = env ?? file ?? id;
  return typeof name === "string" ? visibleLine(name) : where(path);
}

function where(path: ConfigPath): string {
  return visibleLine(configPathToText(path));
}

/**
 * Attack: keys, names and lines of a config may have escape sequences that rewrite the screen. A report with one is
 * shown without colors, because its sequences cannot be distinguished from ours.
 */
function formatVisible(report: LoadReport, { color, width }: ReportStyle): string {
  const problems = report.problems.map(({ message, hint, ...problem }) => ({
    ...problem,
    message: visibleLine(message),
    // A hint may be lines to copy. Indented, none of them looks like a problem of its own.
    ...(hint !== undefined && {
      hint: inFormatOf(problem.file ?? report.filename, hint).replaceAll("\n", "\n  "),
    }),
  }));
  const plain = formatProblems(problems, { ...report, width });
  const visible = visibleText(plain);
  return color && visible === plain
    ? formatProblems(problems, { ...report, width, color })
    : visible;
}

/** Hints show keys as JSON; YAML needs no quotes there. */
function inFormatOf(filename: string, hint: string): string {
  return /\.ya?ml$/i.test(filename) ? hint.replace(/"([A-Za-z]\w*)":/g, "$1:") : hint;
}

/** Errors first, then warnings and hints, each in the order of the file; problems of a host are among them. */
function limitReport(report: LoadReport): LoadReport {
  const problems = report.problems.toSorted((a, b) => rankOf(a) - rankOf(b) || comparePlaces(a, b));
  return { ...report, ...limitProblems(problems, report.furtherProblems) };
}

const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 };

function rankOf({ severity }: Problem): number {
  return RANKS[severity];
}

/** The config before its included files; problems without a position are last. */
function comparePlaces(a: Problem, b: Problem): number {
  if (a.file !== b.file) return (a.file ?? "") < (b.file ?? "") ? -1 : 1;
  const line = (a.position?.line ?? MAX_LINE) - (b.position?.line ?? MAX_LINE);
  return line || (a.position?.column ?? 0) - (b.position?.column ?? 0);
}

const MAX_LINE = Number.MAX_SAFE_INTEGER;

/** Does not contain the text of the config, which may have secrets. */
interface ProblemsJson {
  readonly ok: boolean;
  readonly file: string;
  /** At most 100, errors first. */
  readonly problems: readonly Problem[];
  /** How many more there are. Absent: none. */
  readonly furtherProblems?: number;
}

export function problemsToJson(report: LoadReport, ok: boolean): ProblemsJson {
  const { filename, problems, furtherProblems } = limitReport(report);
  return {
    ok,
    file: filename,
    problems: problems.map((one) => ({ ...one, docs: docsOf(one) })),
    ...(furtherProblems !== undefined && { furtherProblems }),
  };
}

/** An anchor for each code. */
function docsOf({ code }: Problem): string {
  return `https://github.com/hookwright/hookwright/blob/main/docs/error-codes.md#${code}`;
}

/** Reports of files that cannot be used → standard error, as text or as JSON. */
export function refuseReports(
  reports: readonly LoadReport[],
  isJson: boolean,
  { stderr, env }: Io,
): void {
  for (const report of reports) {
    const text = isJson
      ? visibleJson({ schema: "hookwright.problems/1", ...problemsToJson(report, false) })
      : problemsToText(report, styleOf(stderr, env));
    stderr.write(`${text}\n`);
  }
}

/** `command` is joined by hyphens: `runs-show`. A format that changes gets another number. */
export function reportToJson(command: string, report: object): string {
  return visibleJson({ schema: `hookwright.${command}/1`, ...report }, 2);
}
