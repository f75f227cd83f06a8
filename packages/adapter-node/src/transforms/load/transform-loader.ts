// A config and its file → its transform modules, loaded and kept running; changed ones anew.
import { dirname, resolve } from "node:path";
import type { Problem, Secrets, Transforms } from "@hookwright/core";
import type { Environment } from "../config/transform-env.ts";
import { createModuleCache } from "../modules/module-cache.ts";
import type { WriteModuleOutput } from "../worker/output-relay.ts";
import { createWorkerRegistry } from "../worker/worker-registry.ts";
import { createHostLeases } from "./host-leases.ts";
import { loadConfigModules } from "./load-config-modules.ts";

/** What loading the transform modules of a config needs. Every option but the file has a default. */
export interface TransformLoaderOptions {
  /** Path of the config file: `hooks.transformsDir` starts beside it. */
  readonly configFile: string;
  /** What modules may see of, secrets apart. Default: `process.env`. */
  readonly env?: Environment;
  /** Tells which values are secrets. Default: `createNodeSecrets` for this config. */
  readonly secrets?: Secrets;
  /** Names that the caller has functions for; no file is looked for. */
  readonly provided?: readonly string[];
  /** Hears of work that a module left running and that failed. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
  /** Limit of a module's top level, in milliseconds. Default: 10,000. */
  readonly loadTimeoutMs?: number;
  /**
   * Gets what modules print, line by line, at most 2,000 lines and 1 MiB a second of each module; it
   * returns `false` for a line that it cannot take. What is dropped is counted, and told in a line.
   * Default: standard error, behind the name of the module, as standard output may be data.
   */
  readonly output?: WriteModuleOutput | "ignore";
}

/** The transform modules of one config. */
export interface LoadedTransforms {
  /** For `compileHooks`; a module with an error stands in it too, so that it is reported once. */
  readonly transforms: Transforms;
  readonly problems: readonly Problem[];
  /** Absolute paths of the authors' files, relative imports and missing files included. */
  readonly files: readonly string[];
  /**
   * Lets the modules go that no later load uses. Calls at hand are answered; what a module left
   * running gets the grace, in milliseconds. Default: 60,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Loads the transform modules of a config, again and again. */
export interface TransformLoader {
  /** Never rejects. A module that did not change since the last load goes on as it is. */
  readonly load: (config: unknown) => Promise<LoadedTransforms>;
  /**
   * Closes every module of every load. Events at hand, and what modules left running, get the grace;
   * then they are ended. Default: 5,000 ms.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Senders are called back and files are written in less. */
const RELOAD_GRACE_MS = 60_000;

/** A server that is to stop should stop. */
const STOP_GRACE_MS = 5_000;

/**
 * Creates a loader, which keeps what loads share: workers and built scripts.
 *
 * @example
 * ```ts
 * const loader = createTransformLoader({ configFile: "hooks.json5" });
 * const { transforms, problems } = await loader.load(config);
 * const compilation = safeCompileHooks(config, { transforms });
 * ```
 */
export function createTransformLoader(options: TransformLoaderOptions): TransformLoader {
  const cache = createModuleCache();
  const leases = createHostLeases();
  const registry = createWorkerRegistry();
  const place = { ...options, baseDir: dirname(resolve(options.configFile)) };
  return {
    load: async (config) => {
      const { release, ...loaded } = await loadConfigModules(config, {
        ...place,
        cache,
        leases,
        registry,
      });
      return { ...loaded, close: (graceMs = RELOAD_GRACE_MS) => release(graceMs) };
    },
    close: async (graceMs = STOP_GRACE_MS) => {
      await leases.closeAll(graceMs);
      cache.remove();
    },
  };
}

/**
 * Loads the transform modules of a config once: `close` ends everything.
 *
 * @example
 * ```ts
 * const { transforms, problems, close } = await loadTransforms(config, { configFile: "hooks.json5" });
 * ```
 */
export async function loadTransforms(
  config: unknown,
  options: TransformLoaderOptions,
): Promise<LoadedTransforms> {
  const loader = createTransformLoader(options);
  return { ...(await loader.load(config)), close: loader.close };
}
