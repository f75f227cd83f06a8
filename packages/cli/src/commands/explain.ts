// A config file and one event → what the event becomes, and why. Nothing is dispatched.
import type { Explanation } from "@hookwright/core";
import { CliError } from "../cli-error.ts";
import { loadConfig } from "../config/load-config.ts";
import { prepareReading } from "../host/add-host-problems.ts";
import { type EventOptions, readEvent } from "../input/read-event.ts";
import type { Io } from "../io.ts";
import { explanationToText, isUndecided } from "../output/explanation-to-text.ts";
import { refuseReports, reportToJson } from "../output/problem-report.ts";
import { createStyle, useColor } from "../output/style.ts";

export interface ExplainOptions extends EventOptions {
  readonly transforms?: "run" | "skip";
  readonly hostConfig?: string;
  readonly json?: boolean;
}

export async function explain(file: string, options: ExplainOptions, io: Io): Promise<number> {
  const { transforms = "skip" } = options;
  const isJson = options.json === true;
  const read = await readEvent(file, options, io);
  if (!read.ok) {
    refuseReports([read.report], isJson, io);
    return 2;
  }
  const { context, addHost } = await prepareReading(options, { io });
  const result = await loadConfig(file, { ...context, runsModules: transforms === "run" });
  const checked = await addHost(result);
  if (!result.ok || checked.hasErrors) {
    if (result.ok) await result.close(0);
    refuseReports(
      [checked.report, ...(checked.own === undefined ? [] : [checked.own])],
      isJson,
      io,
    );
    return 1;
  }
  try {
    const { hooks } = result;
    const details = isJson ? "report" : "skip";
    const event = await read.createEvent(hooks);
    const explanation = await hooks.explain(event, { transforms, details });
    const report = isJson
      ? explanationToJson(explanation)
      : explanationToText(explanation, createStyle(useColor(io.stdout, io.env)));
    io.stdout.write(`${report}\n`);
    return isGood(explanation) ? 0 : 1;
  } finally {
    // Background work of modules must not delay the end of the command.
    await result.close(0);
  }
}

/** Attack: the reports contain payload values, which may be nested too deeply for JSON. */
function explanationToJson(explanation: Explanation): string {
  try {
    return reportToJson("explain", explanation);
  } catch {
    throw new CliError("The explanation contains a value that is nested too deeply for JSON.", {
      hint: "Leave out --json.",
    });
  }
}

function isGood(explanation: Explanation): boolean {
  const { outcome } = explanation.resolution;
  return isUndecided(explanation) || (outcome !== "refused" && outcome !== "unmatched");
}
