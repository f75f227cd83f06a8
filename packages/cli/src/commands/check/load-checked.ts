// A config and what is asked of it → its problems, after its fixes where they are wanted.
import type { LoadResult } from "@hookwright/config";
import { createUsageError } from "../../cli-error.ts";
import { type LoadContext, loadConfig } from "../../config/load-config.ts";
import type { CheckOptions } from "./check-options.ts";
import type { FixedConfig } from "./fix-config.ts";

export interface CheckedConfig {
  /** Its modules are stopped. */
  readonly loaded: LoadResult;
  readonly fixed: FixedConfig | undefined;
}

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
    if (isDryRun) throw createUsageError("--dry-run belongs to --fix.");
    // Programs get the fixes of each problem.
    return { loaded: await load({ fixes: json }), fixed: undefined };
  }
  // Imported late: most checks only report.
  const { fixConfig } = await import("./fix-config.ts");
  const fixed = await fixConfig((texts) => load({ texts, fixes: true }), {
    all: fix === "all",
    isDryRun,
  });
  return { loaded: fixed.loaded, fixed };
}
