// A config file → a report of its problems, and the exit code.
import type { LoadResult } from "@hookwright/config";
import type { Problem } from "@hookwright/core";
import { channelsOfHost, FOR_READING, FOR_SERVING, STDIN_NAME } from "../config/load-config.ts";
import { addHostProblems } from "../host/host-config.ts";
import type { Io } from "../io.ts";
import { styleOf, useColor } from "../output/color.ts";
import { describeEndpoint } from "../output/describe-endpoint.ts";
import { problemsToJson, problemsToText } from "../output/problem-report.ts";
import { reachToText } from "../output/reach-to-text.ts";
import { reportToJson } from "../output/report-to-json.ts";
import { createServerLog } from "../output/server-log.ts";
import type { CheckOptions } from "./check/check-options.ts";
import type { FixedConfig } from "./check/fix-config.ts";
import { inspectWithSamples } from "./check/inspect-with-samples.ts";
import { loadChecked } from "./check/load-checked.ts";

export async function check(file: string, options: CheckOptions, io: Io): Promise<number> {
  const log = createServerLog({ log: io.stderr, env: io.env }, options.json === true);
  const own = await channelsOfHost(options.hostConfig);
  const demands = { ...(options.secrets === true ? FOR_SERVING : FOR_READING), ...own };
  const runsModules = options.transforms === "run";
  const events = await readEvents(options, io);
  if (events?.ok === false) return 2;
  const inspect = events?.inspect ?? inspectWithSamples;
  const context = { io, log, demands, runsModules, inspect };
  const { loaded, fixed } = await loadChecked(file, options, context);
  const { severities = {} } = demands;
  const { hostConfig } = options;
  const checked = await addHostProblems(loaded, { hostConfig, io, severities });
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

/** The fixed text of standard input, and a diff, are the result; then the report goes elsewhere. */
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

/** Of more problems than are told, those that are left out are no worse than the told ones. */
function hidesWarning({ problems, furtherProblems }: LoadResult): boolean {
  return furtherProblems !== undefined && problems.some(({ severity }) => severity !== "hint");
}

/** Whoever tests a config in CI has no secrets there: --secrets asks for them. */
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
