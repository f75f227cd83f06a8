// The path of a plan → its hooks, or those that are reloaded. Nothing here reads a config.
import {
  type LoadResult,
  loadPlan,
  type PlanLoadOptions,
  watchPlan,
} from "@hookwright/config/runtime";
import { createUsageError } from "../../cli-error.ts";
import { envFileOf } from "../../config/env-file.ts";
import { STDIN_NAME } from "../../input/read-input.ts";
import { requirePackages } from "../../require-packages.ts";
import { isLoopback } from "../is-loopback.ts";
import type { Served } from "./serve-hooks.ts";
import type { ServedFile } from "./served-file.ts";

export async function loadServedPlan({
  options: { config, hostConfig, mail, watch, host },
  text,
  ...parts
}: ServedFile): Promise<LoadResult<Served>> {
  const { io, log, onReload, isHosted } = parts;
  if (mail === true) {
    const hint = "Serve the config, or watch the mailbox with hookwright gmail run hooks.yaml.";
    throw createUsageError("A plan has no hooks.gmail, which --mail reads.", hint);
  }
  if (isHosted && hostConfig === undefined) {
    const hint = 'Name the file that has its block "host": --host-config FILE.';
    throw createUsageError("A plan has no settings of a host.", hint);
  }
  const { warning: warn, output } = log;
  const loadOptions: PlanLoadOptions = {
    isPublic: !isLoopback(host),
    env: io.env,
    envFile: envFileOf(config, io, "plan"),
    warn,
    // Imported late: most plans name no module.
    createTransformLoader: async (options) => {
      await requirePackages(["@hookwright/transforms"]);
      const { createTransformLoader } = await import("@hookwright/transforms");
      return createTransformLoader({ ...options, output });
    },
  };
  if (config === "-") return loadPlan(STDIN_NAME, { ...loadOptions, text });
  return watchPlan(config, {
    ...loadOptions,
    watch: watch === true,
    ...(hostConfig !== undefined && { alsoWatch: [hostConfig] }),
    onReload,
  });
}
