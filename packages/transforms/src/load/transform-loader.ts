// Options → a loader of a config's transform modules, which reloads changed modules.
import { dirname, resolve } from "node:path";
import type { TransformLoader, TransformLoaderBase } from "@hookwright/core";
import { createModuleCache } from "../modules/module-cache.ts";
import { isModuleName } from "../modules/module-extensions.ts";
import type { WriteModuleOutput } from "../worker/output-relay.ts";
import { createWorkerRegistry } from "../worker/worker-registry.ts";
import { loadConfigModules } from "./load-config-modules.ts";
import { createSharedRunners } from "./shared-runners.ts";

/** Options of `createTransformLoader`. Every one but the file has a default. */
export interface TransformLoaderOptions extends TransformLoaderBase {
  /**
   * `false` for tools that do not serve events: modules are built to report their problems, and none of
   * their code is run. Their functions fail. Default: true.
   */
  readonly runs?: boolean;
  /** Limit of a module's top level, in milliseconds. Default: 10,000. */
  readonly loadTimeoutMs?: number;
  /**
   * Gets what modules print, line by line, at most 2,000 lines and 1 MiB per second and module. It
   * returns `false` for a line that it cannot take. Dropped lines are counted, and a line reports their
   * number. Default: writes to standard error, after the name of the module; standard output may be data.
   */
  readonly output?: WriteModuleOutput | "ignore";
}

/** Calls of senders and writes of files take less. */
const DEFAULT_RELOAD_GRACE_MS = 60_000;

/** Docker kills a server 10 s after the signal to stop. */
const DEFAULT_STOP_GRACE_MS = 5_000;

/**
 * Creates a loader, which keeps the workers and built scripts that its loads share. `loadHooks` and
 * `watchHooks` of `@hookwright/config` take this function as an option.
 *
 * @example
 * ```ts
 * const loaded = await loadHooks("hooks.json5", { createTransformLoader });
 * ```
 *
 * @example For a config that does not come from a file:
 * ```ts
 * const loader = createTransformLoader({ configFile: "/etc/gateway/hooks.json5" });
 * const { transforms, problems } = await loader.load(config, { secrets });
 * const hooks = compileHooks(config, { secrets, transforms });
 * ```
 */
export function createTransformLoader(options: TransformLoaderOptions): TransformLoader {
  const cache = createModuleCache();
  const runners = createSharedRunners();
  const registry = createWorkerRegistry();
  const base = { ...options, baseDir: dirname(resolve(options.configFile)) };
  return {
    isModule: isModuleName,
    load: async (config, { secrets, provided }) => {
      const { release, ...loaded } = await loadConfigModules(config, {
        ...base,
        secrets,
        provided,
        cache,
        runners,
        registry,
      });
      return { ...loaded, close: (graceMs = DEFAULT_RELOAD_GRACE_MS) => release(graceMs) };
    },
    close: async (graceMs = DEFAULT_STOP_GRACE_MS) => {
      await runners.closeAll(graceMs);
      cache.remove();
    },
  };
}
