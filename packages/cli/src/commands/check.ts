// A config file → a report of its problems, and the exit code.
import { visibleLine } from "@hookwright/base";
import type { HooksLoadOptions, LoadResult } from "@hookwright/config";
import type { MappingReachability, Problem } from "@hookwright/core";
import { FIXED_PORTS } from "@hookwright/testing";
import { findInEvents } from "@hookwright/testing/findings";
import { createUsageError } from "../cli-error.ts";
import { FOR_READING, FOR_SERVING, type LoadContext, loadConfig } from "../config/load-config.ts";
import { listSampleEvents, type WrittenMapping } from "../config/sample-events.ts";
import { prepareReading } from "../host/add-host-problems.ts";
import { STDIN_NAME } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import { describeEndpoint } from "../output/describe-endpoint.ts";
import { problemsToJson, problemsToText, reportToJson } from "../output/problem-report.ts";
import { styleOf, useColor } from "../output/style.ts";
import type { FixedConfig } from "./check/fix-config.ts";

export async function check(file: string, options: CheckOptions, io: Io): Promise<number> {
  const secrets = options.secrets === true ? FOR_SERVING : FOR_READING;
  const { context, addHost } = await prepareReading(options, { io, secrets });
  const runsModules = options.transforms === "run";
  const events = await readEvents(options, io);
  if (events?.ok === false) return 2;
  const inspect = events?.inspect ?? inspectWithSamples;
  const { loaded, fixed } = await loadChecked(file, options, { ...context, runsModules, inspect });
  const checked = await addHost(loaded);
  const result = checked.report;
  const isStrict = options.strict === true;
  const all = [...result.problems, ...(checked.own?.problems ?? [])];
  const isGood =
    loaded.ok &&
    !checked.hasErrors &&
    (!isStrict || (all.every(passesStrict) && !hidesWarning(result)));
  const style = styleOf(io.stdout, io.env);
  const report =
    options.json === true
      ? reportToJson("check", {
          ...problemsToJson(result, isGood),
          ...(checked.own && { hostConfig: problemsToJson(checked.own, isGood) }),
          ...reachToJson(result),
          ...fixed?.json,
        })
      : [
          `${problemsToText(result, style)}${describeHooks(result, options)}`,
          ...(checked.own === undefined ? [] : [problemsToText(checked.own, style)]),
        ].join("\n");
  print({ report, fixed, options }, io);
  return isGood ? 0 : 1;
}

/** Imported late: most checks have no events. */
async function readEvents({ events, json = false }: CheckOptions, io: Io) {
  if (events === undefined) return undefined;
  const { inspectWithEvents } = await import("./check/inspect-with-events.ts");
  return inspectWithEvents(events, { json, io });
}

interface Report {
  readonly report: string;
  readonly fixed: FixedConfig | undefined;
  readonly options: CheckOptions;
}

/** If the result is a diff or the fixed text of standard input, the report goes to standard error. */
function print({ report, fixed, options }: Report, io: Io): void {
  if (fixed === undefined || options.json === true) {
    io.stdout.write(`${report}\n`);
    return;
  }
  const isResult = options.dryRun === true || fixed.loaded.filename === STDIN_NAME;
  const [ofFixes, ofReport] = isResult ? [io.stdout, io.stderr] : [io.stderr, io.stdout];
  ofFixes.write(fixed.describe(useColor(ofFixes, io.env)));
  ofReport.write(`${report}\n`);
}

/** Of too many problems, only the least severe are left out. */
function hidesWarning({ problems, furtherProblems }: LoadResult): boolean {
  return furtherProblems !== undefined && problems.some(({ severity }) => severity !== "hint");
}

/** CI has no secrets; --secrets requires them. */
function passesStrict({ severity, code }: Problem): boolean {
  return severity === "hint" || code === "secret_missing";
}

function describeHooks(result: LoadResult, { reach }: CheckOptions): string {
  if (!result.ok) return "";
  const { hooks } = result;
  const lines = reach === true ? `\n${reachToText(hooks.reachability())}`.trimEnd() : "";
  return ` ${describeEndpoint(hooks)}${lines}`;
}

function reachToJson(result: LoadResult): object {
  return result.ok ? { reachability: result.hooks.reachability() } : {};
}

/** The reachability of mappings → one line for each mapping. */
export function reachToText(mappings: readonly MappingReachability[]): string {
  return mappings.map((mapping) => `  ${visibleLine(lineOf(mapping))}\n`).join("");
}

function lineOf({ mappingId, verdict, shadowedBy, overlaps }: MappingReachability): string {
  const takers = overlaps.join(", ");
  switch (verdict) {
    case "contradictory":
      return `${mappingId}: never reached, because its match contradicts itself`;
    case "shadowed":
      return `${mappingId}: never reached; taken by ${shadowedBy ?? (takers || "a built-in route")}`;
    case "unknown":
      return `${mappingId}: not decided${takers && `; may lose events to ${takers}`}`;
    default:
      return `${mappingId}: reached${takers && `; loses events to ${takers}`}`;
  }
}

/** A sample can prove that a field is elsewhere, but not that a field does not exist. */
const PROVEN: ReadonlySet<string> = new Set(["template_root_missing", "template_block_field"]);

/** Only hints: an author may know other events than the samples. */
export const inspectWithSamples: NonNullable<HooksLoadOptions["inspect"]> = async (
  config,
  options,
) => {
  const events = await listSampleEvents(config, hasNames);
  if (events.length === 0) return [];
  const problems = await findInEvents(config, { events, compile: { ...options, ...FIXED_PORTS } });
  return problems.filter(({ code }) => PROVEN.has(code)).map(toHint);
};

function toHint(problem: Problem): Problem {
  const message = `${problem.message.slice(0, -1)} in the built-in samples.`;
  return { ...problem, severity: "hint", message };
}

/** Only templates with a tag of two names can have such a mistake. */
const NAMES = /\{\{[^}]*\w\.\w/;

function hasNames({ messageTemplate, textTemplate }: WrittenMapping): boolean {
  return [messageTemplate, textTemplate].some(
    (text) => typeof text === "string" && NAMES.test(text),
  );
}

export interface CheckedConfig {
  /** Its modules are stopped. */
  readonly loaded: LoadResult;
  readonly fixed: FixedConfig | undefined;
}

/** Loads a config, and fixes it if --fix is given. */
export async function loadChecked(
  file: string,
  options: CheckOptions,
  context: LoadContext,
): Promise<CheckedConfig> {
  const { fix, dryRun: isDryRun = false, json = false } = options;
  const load = async (more: Pick<LoadContext, "texts" | "fixes">): Promise<LoadResult> => {
    const loaded = await loadConfig(file, { ...context, ...more });
    // Background work of modules must not delay the end of the command.
    if (loaded.ok) await loaded.close(0);
    return loaded;
  };
  if (fix === undefined) {
    if (isDryRun) throw createUsageError("--dry-run requires --fix.");
    // Programs get the fixes of each problem.
    return { loaded: await load({ fixes: json }), fixed: undefined };
  }
  // Imported late: most checks only report.
  const { fixConfig } = await import("./check/fix-config.ts");
  const fixed = await fixConfig((texts) => load({ texts, fixes: true }), {
    all: fix === "all",
    isDryRun,
  });
  return { loaded: fixed.loaded, fixed };
}

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
