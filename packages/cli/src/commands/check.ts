// A config file → a report of everything that is wrong with it, and whether it can be used.
import { loadConfig } from "../config/load-config.ts";
import type { Loading } from "../config/loading.ts";
import type { Io } from "../io.ts";
import { useColor } from "../output/color.ts";
import { describeEndpoint } from "../output/describe-endpoint.ts";
import { problemsToJson, problemsToText } from "../output/problem-report.ts";
import { reachToText } from "../output/reach-to-text.ts";
import { createServerLog } from "../output/server-log.ts";

export interface CheckOptions {
  readonly strict?: boolean;
  readonly reach?: boolean;
  readonly json?: boolean;
}

export async function check(file: string, options: CheckOptions, io: Io): Promise<number> {
  const log = createServerLog({ log: io.stderr, env: io.env }, options.json === true);
  const loading = await loadConfig(file, io, log);
  // What its modules left running is not waited for.
  if (loading.ok) await loading.close(0);
  const isGood = loading.ok && (options.strict !== true || loading.problems.length === 0);
  const report =
    options.json === true
      ? JSON.stringify({ ...problemsToJson(loading, isGood), ...reachToJson(loading) }, null, 2)
      : `${problemsToText(loading, useColor(io.stdout, io.env))}${describeHooks(loading, options)}`;
  io.stdout.write(`${report}\n`);
  return isGood ? 0 : 1;
}

function describeHooks(loading: Loading, { reach }: CheckOptions): string {
  if (!loading.ok) return "";
  const hooks = loading.hooks();
  const lines = reach === true ? `\n${reachToText(hooks.reachability())}`.trimEnd() : "";
  return ` ${describeEndpoint(hooks)}${lines}`;
}

function reachToJson(loading: Loading): object {
  return loading.ok ? { reachability: loading.hooks().reachability() } : {};
}
