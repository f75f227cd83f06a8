// The path of a config file → hooks that are reloaded when it or a transform module changes.
import { resolve } from "node:path";
import type { Hooks } from "@hookwright/core";
import { loadConfigFile } from "../files/load-config-file.ts";
import { includeFiles } from "../include/include-files.ts";
import type { LiveHooks, LoadedHooks, LoadReport, LoadResult } from "../load-result.ts";
import { createReloader } from "../watch/create-reloader.ts";
import { createFileWatcher } from "../watch/watch-files.ts";
import { createHooksLoader, type HooksLoadOptions } from "./hooks-loader.ts";

/** Options of `watchHooks`: those of `loadHooks`, and what happens on a change. */
export type HooksWatchOptions = HooksLoadOptions & {
  /**
   * Is called after each reload, whether a change or `reload()` caused it, but not after the first
   * load. After a failed reload, the previous hooks stay in use.
   */
  readonly onReload?: (result: LoadResult<Pick<LoadedHooks, "hooks">>) => void;
  /** Further files whose changes cause a reload, such as one that `onReload` reads. */
  readonly alsoWatch?: readonly string[];
  /** Whether a change of a file causes a reload. If false, only `reload()` does. Default: true. */
  readonly watch?: boolean;
};

/**
 * Loads a config file as `loadHooks` does, and again whenever it, a file that it includes, a file of a secret, a
 * transform module or one of their imports changes. A valid change applies from the next request on; an
 * invalid one changes nothing. An event that has begun finishes with the code and config that it began with. Never rejects. The watcher
 * keeps the process alive until it is closed.
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
  const { onReload, watch = true, alsoWatch = [], ...loadOptions } = options;
  const others = alsoWatch.map((file) => resolve(file));
  let added: readonly string[] = [];
  let watched: WatchedFiles = { files: [] };
  let isClosed = false;
  const warn = options.warn ?? ((message: string) => process.emitWarning(message));
  const loader = createHooksLoader(path, loadOptions);
  const watcher = createFileWatcher({
    onChange: () => void reload(),
    isModule: loader.isModule,
  });
  // These two are async, so that a listener or a file system that throws cannot end the process.
  const notify = async (result: LoadResult): Promise<void> => onReload?.(result);
  const watchFiles = async (next: WatchedFiles): Promise<void> => {
    watched = next;
    const { files, patterns } = next;
    if (watch && !isClosed) watcher.watch([...files, ...others, ...added], patterns);
  };
  const warnOfWatch = warnOf(`${path} cannot be watched`, warn);
  const watchAlso = (files: readonly string[]): void => {
    added = files.map((file) => resolve(file));
    void watchFiles(watched).catch(warnOfWatch);
  };

  let isFirst = true;
  const reloader = createReloader<LoadResult>({
    load: async () => {
      const document = await includeFiles(await loadConfigFile(path));
      // They are watched before modules load, as the config is.
      if (document.patterns !== undefined) await watchFiles(document).catch(warnOfWatch);
      const result = await loader.load(document);
      await watchFiles(result).catch(warnOfWatch);
      return result;
    },
    onLoaded: (result) => {
      if (!isFirst) void notify(result).catch(warnOf("The listener for reloads failed", warn));
      isFirst = false;
    },
    release: ({ close }) => close(),
  });
  // The config is watched before the first load, because modules may take seconds to load.
  await watchFiles({ files: [resolve(path)] }).catch(warnOfWatch);
  let latest = reloader.reload();
  const reload = (): Promise<LoadResult> => {
    if (!isClosed) latest = reloader.reload();
    return latest;
  };
  const close = async (graceMs?: number): Promise<void> => {
    isClosed = true;
    // A load in progress must not start workers or watchers after everything else has been closed.
    await latest;
    watcher.close();
    await loader.close(graceMs);
  };

  const first = await latest;
  if (!first.ok) {
    await close(0);
    return first;
  }
  // A current load exists, because the first one succeeded.
  const hooks = (): Hooks => (reloader.current() as LoadedHooks).hooks;
  return { ...first, hooks, reload, watchAlso, close };
}

type WatchedFiles = Pick<LoadReport, "files" | "patterns">;

function warnOf(what: string, warn: (message: string) => void): (thrown: unknown) => void {
  return (thrown) => warn(`${what}. ${String(thrown)}.`);
}
