// A config file and one event → what becomes of the event, and why. Nothing is dispatched.
import type { Explanation, HookEvent, Resolution } from "@hookwright/core";
import { CliError, createUsageError } from "../cli-error.ts";
import { FOR_READING, HOST_CHANNELS, loadConfig } from "../config/load-config.ts";
import { addHostProblems } from "../host/host-config.ts";
import { parseHeaders, parseQuery } from "../input/parse-pairs.ts";
import { parsePayload } from "../input/parse-payload.ts";
import { readInput } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import { useColor } from "../output/color.ts";
import { explanationToText } from "../output/explanation/explanation-to-text.ts";
import { problemsToJson, problemsToText } from "../output/problem-report.ts";
import { createServerLog } from "../output/server-log.ts";
import { createStyle } from "../output/style.ts";
import { visibleJson } from "../output/visible-text.ts";

export interface ExplainOptions {
  readonly name: string;
  readonly payload?: string;
  readonly header?: readonly string[];
  readonly query?: readonly string[];
  readonly hostConfig?: string;
  readonly json?: boolean;
}

export async function explain(file: string, options: ExplainOptions, io: Io): Promise<number> {
  const event = await readEvent(file, options, io);
  const log = createServerLog({ log: io.stderr, env: io.env }, options.json === true);
  const { hostConfig } = options;
  const own = hostConfig === undefined ? {} : { channels: HOST_CHANNELS };
  const demands = { ...FOR_READING, ...own };
  const result = await loadConfig(file, { io, log, demands });
  const { severities = {} } = demands;
  const checked = await addHostProblems(result, { hostConfig, io, severities });
  if (!result.ok || checked.hasErrors) {
    if (result.ok) await result.close(0);
    for (const report of [checked.report, ...(checked.own === undefined ? [] : [checked.own])]) {
      const text = options.json
        ? visibleJson(problemsToJson(report, false))
        : problemsToText(report, useColor(io.stderr, io.env));
      io.stderr.write(`${text}\n`);
    }
    return 1;
  }
  const { hooks } = result;
  const url = `${hooks.settings.path}/${event.path}`;
  const explanation = await hooks.explain({ ...event, url });
  // Background work of modules must not delay the end of the command.
  await result.close(0);
  const report = options.json
    ? explanationToJson(explanation)
    : explanationToText(explanation, createStyle(useColor(io.stdout, io.env)));
  io.stdout.write(`${report}\n`);
  return isGood(explanation.resolution) ? 0 : 1;
}

async function readEvent(file: string, options: ExplainOptions, io: Io): Promise<HookEvent> {
  const { payload: path } = options;
  if (file === "-" && path === "-") {
    throw createUsageError("Standard input cannot be both the config and the payload.");
  }
  const text = path === undefined ? "" : await readInput({ what: "payload", path }, io);
  return {
    path: options.name.replace(/^\/+|\/+$/g, ""),
    ...parsePayload(text, path === "-" ? "standard input" : `"${path}"`),
    headers: parseHeaders(options.header ?? []),
    query: parseQuery(options.query ?? []),
  };
}

/** Attack: the report of a condition contains payload values, which may be nested too deeply for JSON. */
function explanationToJson(explanation: Explanation): string {
  try {
    return visibleJson(explanation, 2);
  } catch {
    throw new CliError("The explanation contains a value that is nested too deeply for JSON.", {
      hint: "Leave out --json.",
    });
  }
}

function isGood({ outcome }: Resolution): boolean {
  return outcome !== "refused" && outcome !== "unmatched";
}
