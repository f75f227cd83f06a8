// A config file → a report of its problems, and the exit code.
import type { LoadResult } from "@hookwright/config";
import type { Problem } from "@hookwright/core";
import { FOR_READING, FOR_SERVING, HOST_CHANNELS, loadConfig } from "../config/load-config.ts";
import { addHostProblems } from "../host/host-config.ts";
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
  readonly transforms?: "run" | "skip";
  readonly hostConfig?: string;
  readonly json?: boolean;
}

export async function check(file: string, options: CheckOptions, io: Io): Promise<number> {
  const log = createServerLog({ log: io.stderr, env: io.env }, options.json === true);
  const own = options.hostConfig === undefined ? {} : { channels: HOST_CHANNELS };
  const demands = { ...(options.secrets === true ? FOR_SERVING : FOR_READING), ...own };
  const runsModules = options.transforms === "run";
  const loaded = await loadConfig(file, { io, log, demands, runsModules });
  // Background work of modules must not delay the end of the command.
  if (loaded.ok) await loaded.close(0);
  const { severities = {} } = demands;
  const { hostConfig } = options;
  const checked = await addHostProblems(loaded, { hostConfig, io, severities });
  const result = checked.report;
  const isStrict = options.strict === true;
  const all = [...result.problems, ...(checked.own?.problems ?? [])];
  const isGood = loaded.ok && !checked.hasErrors && (!isStrict || all.every(passesStrict));
  const color = useColor(io.stdout, io.env);
  const report =
    options.json === true
      ? visibleJson(
          {
            schema: "hookwright.check/1",
            ...problemsToJson(result, isGood),
            ...(checked.own && { hostConfig: problemsToJson(checked.own, isGood) }),
            ...reachToJson(result),
          },
          2,
        )
      : [
          `${problemsToText(result, color)}${describeHooks(result, options)}`,
          ...(checked.own === undefined ? [] : [problemsToText(checked.own, color)]),
        ].join("\n");
  io.stdout.write(`${report}\n`);
  return isGood ? 0 : 1;
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
