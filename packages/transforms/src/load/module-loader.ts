// Options → a loader of the modules of channels and runners, which run in workers as transforms do.
import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type {
  ConfigCode,
  ConfigPath,
  ModuleLoader,
  OwnModuleAnswer,
  OwnModuleRequest,
  OwnModuleResult,
  Problem,
} from "@hookwright/core";
import type { CallResult } from "../calls/call-result.ts";
import { bundleWorker } from "../modules/bundle-worker.ts";
import type { ModuleFile } from "../modules/foreign-imports.ts";
import { isInside, locateModule } from "../modules/locate-module.ts";
import { createModuleCache } from "../modules/module-cache.ts";
import {
  describeUnavailable,
  type ModuleProblem,
  type ModuleTerms,
} from "../modules/module-problem.ts";
import { createWorkerRunner } from "../worker/module-pool.ts";
import type { WriteModuleOutput } from "../worker/output-relay.ts";
import { createWorkerRegistry } from "../worker/worker-registry.ts";
import { thrownToText } from "./describe-failure.ts";
import {
  DEFAULT_LOAD_TIMEOUT_MS,
  emitWarning,
  loadModule,
  type ModuleResult,
  readModule,
  writeToStderr,
} from "./load-module.ts";
import type { ModuleRunner } from "./module-runner.ts";
import { createSharedRunners } from "./shared-runners.ts";

/** Options of `createModuleLoader`. Every one but the file has a default. */
export interface ModuleLoaderOptions {
  /** Path of the config file: modules are in its folder. */
  readonly configFile: string;
  /** `false`: modules are built to report their problems, and none of their code is run. Default: true. */
  readonly runs?: boolean;
  /** Limit of a module's top level, in milliseconds. Default: 10,000. */
  readonly loadTimeoutMs?: number;
  /** Gets what modules print, as the option of `createTransformLoader` does. Default: writes to standard error. */
  readonly output?: WriteModuleOutput | "ignore";
  /** Reports failed work that a module left running. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
}

/** Calls of platforms take less. */
const DEFAULT_RELOAD_GRACE_MS = 60_000;

/** Docker kills a server 10 s after the signal to stop. */
const DEFAULT_STOP_GRACE_MS = 5_000;

/** As that of transforms: a module with a large SDK needs half of it. */
const MEMORY_MB = 128;

/**
 * Creates a loader of the modules that `host.channels.<id>.module` and `host.runner.module` name, for the option
 * `modules` of `createHostParts`. Modules that did not change between two loads keep running.
 *
 * @example
 * ```ts
 * const modules = createModuleLoader({ configFile: "hooks.json5" });
 * const read = await createHostParts(config, { secrets, stateFolder: "./state", modules });
 * // When the host has stopped:
 * await modules.close();
 * ```
 */
export function createModuleLoader(options: ModuleLoaderOptions): ModuleLoader {
  const { configFile, runs = true, loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS } = options;
  const { output = writeToStderr, warn = emitWarning } = options;
  const cache = createModuleCache();
  const runners = createSharedRunners();
  const registry = createWorkerRegistry();

  const read = async (
    source: ModuleFile,
    { env, workers, provides }: OwnModuleRequest,
  ): Promise<ModuleResult> => {
    const built = { ...source, provides };
    if (!runs) return readModule(built, { cache });
    const main = cache.add("worker", await bundleWorker());
    return loadModule(built, {
      ...{ cache, runners, runnerKey: JSON.stringify([workers, env]) },
      createRunner: (module) =>
        createWorkerRunner({
          ...{ module, main, registry, memoryMb: MEMORY_MB, workers, env, loadTimeoutMs, output },
          name: source.name,
          onBackground: (thrown) =>
            warn(
              `Background work of a ${source.terms.what} failed: ${thrownToText(thrown, source)}.`,
            ),
        }),
    });
  };

  return {
    load: async (request) => {
      const name = request.module.trim();
      const terms: ModuleTerms = {
        what: `${request.what} module`,
        folderName: "the folder of the config",
      };
      try {
        const folder = realpathSync(dirname(resolve(configFile)));
        const location = locateModule(name, folder, terms);
        if (!location.ok) return refuse([location.problem], request, location.expected);
        const source = { name, folder, file: location.file, terms };
        const result = await read(source, request);
        if (!result.ok) return refuse(result.problems, request, ...result.files);
        const served = findServe(result, runs);
        if (served === undefined) {
          await result.release(0);
          return refuse([describeExport(source, request)], request, ...result.files);
        }
        return {
          ok: true,
          ...(runs && { call: createCall(result.runner, served, source) }),
          // Not the kit, which the loader provides.
          files: result.files.filter((file) => isInside(file, folder)),
          close: (graceMs = DEFAULT_RELOAD_GRACE_MS) => result.release(graceMs),
        };
      } catch (error) {
        return refuse([describeUnavailable(error, terms).problem], request);
      }
    },
    close: async (graceMs = DEFAULT_STOP_GRACE_MS) => {
      await runners.closeAll(graceMs);
      cache.remove();
    },
  };
}

const SERVE = "serve";

/** Keys from the module's namespace to the function; a module that is only built need not show it. */
function findServe(
  { exports }: Extract<ModuleResult, { ok: true }>,
  runs: boolean,
): readonly string[] | undefined {
  if (runs) return exports?.find(({ name }) => name === SERVE)?.path;
  return (exports?.some(({ name }) => name === "default") ?? true) ? [] : undefined;
}

function describeExport(
  { name, terms: { what } }: ModuleFile,
  request: OwnModuleRequest,
): ModuleProblem {
  const define = request.what === "channel" ? "defineChannel" : "defineRunner";
  return {
    code: "transform_export_missing",
    message: `The ${what} "${name}" does not export by default what ${define} returns.`,
    hint: `Write: export default ${define}({ … }), with ${define} of @hookwright/host/kit.`,
  };
}

const CODES: ReadonlyMap<ConfigCode, ConfigCode> = new Map([
  ["transform_missing", "module_missing"],
]);

function refuse(
  problems: readonly ModuleProblem[],
  { path }: { readonly path: ConfigPath },
  ...files: readonly (string | undefined)[]
): Extract<OwnModuleResult, { ok: false }> {
  return {
    ok: false,
    problems: problems.map(
      ({ code, message, hint }): Problem => ({
        code: CODES.get(code) ?? "module_invalid",
        severity: "error",
        path,
        message,
        ...(hint !== undefined && { hint }),
      }),
    ),
    files: files.filter((file) => file !== undefined),
  };
}

function createCall(
  runner: Pick<ModuleRunner, "call">,
  path: readonly string[],
  source: ModuleFile,
): NonNullable<Extract<OwnModuleResult, { ok: true }>["call"]> {
  return async (context, { timeoutMs, signal }) =>
    toAnswer(await runner.call({ path, context, timeoutMs, ...(signal && { signal }) }), source);
}

function toAnswer(outcome: CallResult, source: ModuleFile): OwnModuleAnswer {
  switch (outcome.kind) {
    case "result":
      return { ok: true, value: outcome.result };
    case "threw": {
      const { thrown } = outcome;
      const summary = thrownToText(thrown.isError ? { ...thrown, message: "" } : thrown, source);
      return {
        ...{ ok: false, began: true },
        reason: `threw ${thrownToText(thrown, source)}`,
        summary: `threw ${summary.replace(":  (", " (")}`,
      };
    }
    default: {
      const { kind, reason } = outcome;
      return { ok: false, began: kind !== "overloaded", reason, summary: reason };
    }
  }
}
