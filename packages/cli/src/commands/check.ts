// A config file → a report of everything that is wrong with it, and whether it can be used.
import { type Loading, loadConfig } from "../config/load-config.ts";
import type { Io } from "../io.ts";
import { useColor } from "../output/color.ts";
import { count } from "../output/count.ts";
import { problemsToJson, problemsToText } from "../output/problem-report.ts";

export interface CheckOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
}

export async function check(file: string, options: CheckOptions, io: Io): Promise<number> {
  const loading = await loadConfig(file, io);
  const isGood = loading.ok && (options.strict !== true || loading.problems.length === 0);
  const report =
    options.json === true
      ? JSON.stringify(problemsToJson(loading, isGood), null, 2)
      : `${problemsToText(loading, useColor(io.stdout, io.env))}${describeEndpoint(loading)}`;
  io.stdout.write(`${report}\n`);
  return isGood ? 0 : 1;
}

function describeEndpoint(loading: Loading): string {
  if (!loading.ok) return "";
  const { settings, mappings } = loading.hooks;
  const number = count(mappings.length, "mapping");
  if (settings.enabled) return ` Serves ${number} at ${settings.path}.`;
  return ` Has ${number}, but hooks.enabled is not true: nothing is served.`;
}
