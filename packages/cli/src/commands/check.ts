// A config file → a report of its problems, and the exit code.
import type { LoadResult } from "@hookwright/config";
import type { Problem } from "@hookwright/core";
import { FOR_READING, FOR_SERVING, loadConfig } from "../config/load-config.ts";
import type { Io } from "../io.ts";
import { useColor } from "../output/color.ts";
import { describeEndpoint } from "../output/describe-endpoint.ts";
import { problemsToJson, problemsToText } from "../output/problem-report.ts";
import { reachToText } from "../output/reach-to-text.ts";
import { createServerLog } from "../output/server-log.ts";
import { visibleJson } from "../output/visible-text.ts";

export interface CheckOptions {
  readonly strict?: boolean;
  readonly reach?: boolean;
  readonly secrets?: boolean;
  readonly json?: boolean;
}

export async function check(file: string, options: CheckOptions, io: Io): Promise<number> {
  const log = createServerLog({ log: io.stderr, env: io.env }, options.json === true);
  const demands = options.secrets === true ? FOR_SERVING : FOR_READING;
  const result = await loadConfig(file, { io, log, demands });
  // Background work of modules must not delay the end of the command.
  if (result.ok) await result.close(0);
  const isGood = result.ok && (options.strict !== true || result.problems.every(isHint));
  const report =
    options.json === true
      ? visibleJson({ ...problemsToJson(result, isGood), ...reachToJson(result) }, 2)
      : `${problemsToText(result, useColor(io.stdout, io.env))}${describeHooks(result, options)}`;
  io.stdout.write(`${report}\n`);
  return isGood ? 0 : 1;
}

function isHint({ severity }: Problem): boolean {
  return severity === "hint";
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
