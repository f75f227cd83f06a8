// The path of a config → a loader of the modules of its channels and runner, imported when the first is loaded.
import type { ModuleLoader } from "@hookwright/core";
import type { ServerLog } from "../output/server-log.ts";
import { requirePackages } from "../require-packages.ts";

export interface HostModules {
  /** `configFile` is the file that has the block `host`; it is the same for each reload. */
  readonly loaderFor: (configFile: string) => ModuleLoader;
  readonly close: (graceMs?: number) => Promise<void>;
}

interface HostModulesOptions {
  /** False: modules are built, and none of their code is run. */
  readonly runs: boolean;
  readonly log?: Pick<ServerLog, "warning" | "output">;
}

export function createHostModules({ runs, log }: HostModulesOptions): HostModules {
  let loading: Promise<ModuleLoader> | undefined;
  const load = async (configFile: string): Promise<ModuleLoader> => {
    await requirePackages(["@hookwright/transforms"]);
    const { createModuleLoader } = await import("@hookwright/transforms");
    return createModuleLoader({
      ...{ configFile, runs },
      ...(log && { warn: log.warning, output: log.output }),
    });
  };
  const close: HostModules["close"] = async (graceMs) => (await loading)?.close(graceMs);
  return {
    loaderFor: (configFile) => ({
      load: async (request) => {
        loading ??= load(configFile);
        return (await loading).load(request);
      },
      close,
    }),
    close,
  };
}
