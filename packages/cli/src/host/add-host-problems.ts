// A loaded config → the same with the problems of its host, for a command that only reads a config.
import type { LoadReport, LoadResult } from "@hookwright/config";
import {
  channelsOfHost,
  FOR_READING,
  hasHostBlock,
  type LoadContext,
} from "../config/load-config.ts";
import type { Io } from "../io.ts";
import { createServerLog } from "../output/server-log.ts";
import { installHint, isInstalled, requirePackages } from "../require-packages.ts";
import type { HostConfigOptions } from "./host-config.ts";
import { createHostModules } from "./host-modules.ts";

/** What a command that only reads a config loads it with, and what adds the problems of its host. */
export async function prepareReading(
  options: { readonly hostConfig?: string; readonly json?: boolean; readonly transforms?: string },
  { io, secrets = FOR_READING }: { readonly io: Io; readonly secrets?: LoadContext["demands"] },
): Promise<{
  readonly context: Pick<LoadContext, "io" | "log" | "demands">;
  readonly addHost: (loaded: LoadResult) => ReturnType<typeof addHostProblems>;
}> {
  const { hostConfig, json, transforms } = options;
  const log = createServerLog({ log: io.stderr, env: io.env }, json === true);
  const modules = createHostModules({ runs: transforms === "run", log });
  const demands = { ...secrets, ...(await channelsOfHost(hostConfig)) };
  const { severities = {} } = demands;
  const reading = { hostConfig, io, severities, modules, warn: log.warning };
  return {
    context: { io, log, demands },
    addHost: async (loaded) => {
      try {
        return await addHostProblems(loaded, reading);
      } finally {
        await modules.close(0);
      }
    },
  };
}

interface LookOptions extends HostConfigOptions {
  readonly warn: (message: string) => void;
}

/**
 * The problems of a config, and of its host if it has one or if --host-config is given. `own` is the report of the file
 * of --host-config.
 */
async function addHostProblems(
  report: LoadResult,
  options: LookOptions,
): Promise<{
  readonly report: LoadResult;
  readonly own?: LoadReport;
  readonly hasErrors: boolean;
}> {
  const isAsked = options.hostConfig !== undefined;
  const isHosted = isAsked || hasHostBlock(report);
  if (!isHosted || report.config === undefined) return { report, hasErrors: false };
  if (isAsked) await requirePackages(["@hookwright/host"]);
  else if (!(await isInstalled("@hookwright/host"))) {
    // The block may be for a gateway, so the hooks are checked anyway.
    options.warn(`The settings of the host are not checked. ${installHint(["@hookwright/host"])}`);
    return { report, hasErrors: false };
  }
  const { readHostConfig } = await import("./host-config.ts");
  const host = await readHostConfig(report, options);
  // No file has the stored routes.
  const lost = report.ok ? await host.checkRecipients(report.hooks) : { problems: [] };
  const problems = [...host.problems, ...lost.problems];
  const own = host.own && {
    ...host.own,
    problems: [...host.own.problems, ...(lost.own?.problems ?? [])],
  };
  const all = [...problems, ...(own?.problems ?? [])];
  return {
    report: { ...report, problems: [...report.problems, ...problems] },
    ...(own !== undefined && { own }),
    hasErrors: all.some(({ severity }) => severity === "error"),
  };
}
