// The path of a config file → hooks that are reloaded when it or a transform module changes.
import type { Hooks } from "@hookwright/core";
import { loadConfigFile } from "../files/load-config-file.ts";
import { includeFiles } from "../include/include-files.ts";
import type { LiveHooks, LoadResult } from "../load-result.ts";
import { type WatchOptions, watchLoads } from "../watch/watch-loads.ts";
import { createHooksLoader, type HooksLoadOptions } from "./hooks-loader.ts";

/** Options of `watchHooks`: those of `loadHooks`, and what happens on a change. */
export type HooksWatchOptions = HooksLoadOptions & WatchOptions<Hooks>;

/**
 * Loads a config file as `loadHooks` does, and again whenever it, a file that it includes, a file of a secret, a
 * transform module or one of their imports changes. A valid change applies from the next request on; an
 * invalid one changes nothing. An event finishes with the code and config with which it began. Never rejects. The
 * watcher
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
  const { onReload: _, watch: __, alsoWatch: ___, ...loadOptions } = options;
  const loader = createHooksLoader(path, loadOptions);
  return watchLoads(path, {
    options,
    loader: {
      ...loader,
      load: async (watchFiles) => {
        const document = await includeFiles(await loadConfigFile(path));
        // These files are watched before modules load, like the config.
        if (document.patterns !== undefined) await watchFiles(document);
        return loader.load(document);
      },
    },
  });
}
