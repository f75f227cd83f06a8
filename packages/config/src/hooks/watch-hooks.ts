// The path of a config file → hooks that follow it and its transform modules as they change.
import { resolve } from "node:path";
import type { Hooks } from "@hookwright/core";
import { loadConfigFile } from "../files/load-config-file.ts";
import type { LiveHooks, LoadedHooks, LoadResult } from "../load-result.ts";
import { createReloader } from "../watch/create-reloader.ts";
import { createFileWatcher } from "../watch/watch-files.ts";
import { createHooksLoader, type HooksLoadOptions } from "./hooks-loader.ts";

/** Options of `watchHooks`: those of `loadHooks`, and who is told of reloads. */
export type HooksWatchOptions = HooksLoadOptions & {
  /**
   * Is told of each reload, whoever asked for it, but not of the first load. After a failed one, the
   * hooks before it stay in use.
   */
  readonly onReload?: (result: LoadResult<Pick<LoadedHooks, "hooks">>) => void;
  /** Whether to reload when files change; else only `reload()` does. Default: true. */
  readonly watch?: boolean;
};

/**
 * Loads a config file as `loadHooks` does, and again whenever it, a transform module or one of their
 * imports changes. A good change is in use from the next request on, a bad one changes nothing; events
 * that have begun finish with the code and config that they began with. Never rejects. Keeps the
 * process alive until it is closed.
 *
 * @example
 * ```ts
 * const live = await watchHooks("hooks.json5", {
 *   createTransformLoader,
 *   onReload: (result) => {
 *     if (!result.ok) console.error(formatProblems(result.problems, result));
 *   },
 * });
 * if (!live.ok) throw new Error(formatProblems(live.problems, live));
 * const ingress = createIngress({ hooks: live.hooks, dispatch });
 * ```
 */
export async function watchHooks(
  path: string,
  options: HooksWatchOptions = {},
): Promise<LoadResult<LiveHooks>> {
  const { onReload, watch = true, ...loadOptions } = options;
  const warn = options.warn ?? ((message: string) => process.emitWarning(message));
  const loader = createHooksLoader(path, loadOptions);
  const watcher = createFileWatcher({
    onChange: () => void reload(),
    isModule: loader.isModule,
  });
  // Async, so that a listener or a system that throws cannot end the process.
  const tell = async (result: LoadResult): Promise<void> => onReload?.(result);
  const watchFiles = async (files: readonly string[]): Promise<void> => {
    if (watch) watcher.watch(files);
  };
  const warnOfFiles = warnOf(`${path} cannot be watched`, warn);

  let isFirst = true;
  let isClosed = false;
  const reloader = createReloader<LoadResult>({
    load: async () => {
      const result = await loader.load(await loadConfigFile(path));
      await watchFiles(result.files).catch(warnOfFiles);
      return result;
    },
    onLoaded: (result) => {
      if (!isFirst) void tell(result).catch(warnOf("The listener for reloads failed", warn));
      isFirst = false;
    },
    release: ({ close }) => close(),
  });
  // Already now: modules may take seconds to load.
  await watchFiles([resolve(path)]).catch(warnOfFiles);
  let latest = reloader.reload();
  const reload = (): Promise<LoadResult> => {
    if (!isClosed) latest = reloader.reload();
    return latest;
  };
  const close = async (graceMs?: number): Promise<void> => {
    isClosed = true;
    // What is being loaded must not start workers, or watch, when all else has ended.
    await latest;
    watcher.close();
    await loader.close(graceMs);
  };

  const first = await latest;
  if (!first.ok) {
    await close(0);
    return first;
  }
  // There is one, as the first was good.
  const hooks = (): Hooks => (reloader.current() as LoadedHooks).hooks;
  return { ...first, hooks, reload, close };
}

function warnOf(what: string, warn: (message: string) => void): (thrown: unknown) => void {
  return (thrown) => warn(`${what}. ${String(thrown)}.`);
}
