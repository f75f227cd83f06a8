// The path of a config file → hooks that follow it and its transform modules as they change.

import { resolve } from "node:path";
import type { Hooks, Problem } from "@hookwright/core";
import { emitWarning } from "../report/emit-warning.ts";
import { createReloader } from "../transforms/reload/create-reloader.ts";
import { createFileWatcher } from "../transforms/reload/watch-files.ts";
import type { ConfigDocument } from "./document.ts";
import { createHooksLoader } from "./hooks-loader.ts";
import type {
  HooksLoaded,
  HooksLoading,
  HooksLoadOptions,
  HooksUnloadable,
} from "./hooks-loading.ts";

/** What a reload came to: hooks that are in use now, or why those before go on. */
export type HooksReload = Omit<HooksLoaded, "close"> | HooksUnloadable;

/** Options of `watchHooks`: those of `loadHooks`, and who hears of reloads. */
export type HooksWatchOptions = HooksLoadOptions & {
  /** Hears of each reload, whoever asked for it, but not of the first load. */
  readonly onReload?: (reload: HooksReload) => void;
  /** Whether to reload when files change; else only `reload()` does. Default: true. */
  readonly watch?: boolean;
};

/** Hooks that can be changed while they are served. */
export interface LiveHooks {
  readonly ok: true;
  /** Those in use now: what `createIngress` wants for its `hooks`. */
  readonly hooks: () => Hooks;
  /** Of the first load, with positions; so is the document. */
  readonly warnings: readonly Problem[];
  readonly document: ConfigDocument;
  /** Loads everything anew, from now on. Never rejects. After `close` it changes nothing. */
  readonly reload: () => Promise<HooksReload>;
  /**
   * Watches no more, and ends the transform modules. Events at hand, and what modules left running, get
   * the grace, in milliseconds; then they are ended. Default: 5,000.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/**
 * Loads a config file as `loadHooks` does, and again whenever it, a transform module or one of their
 * imports changes. A good change is in use from the next request on, a bad one changes nothing; events
 * that have begun finish with the code and config that they began with. Never rejects. Keeps the
 * process alive until it is closed.
 *
 * @example
 * ```ts
 * const live = await watchHooks("hooks.json5", {
 *   onReload: (reload) => {
 *     if (!reload.ok) console.error(formatProblems(reload.problems, reload));
 *   },
 * });
 * if (!live.ok) throw new Error(formatProblems(live.problems, live));
 * const ingress = createIngress({ hooks: live.hooks, dispatch });
 * ```
 */
export async function watchHooks(
  path: string,
  options: HooksWatchOptions = {},
): Promise<LiveHooks | HooksUnloadable> {
  const { onReload, watch = true, warn = emitWarning, ...loadOptions } = options;
  const loader = createHooksLoader(path, { ...loadOptions, warn });
  const watcher = createFileWatcher({ onChange: () => void reload() });
  // Async, so that a listener or a system that throws cannot end the host.
  const tell = async (loading: HooksLoading): Promise<void> => onReload?.(loading);
  const watchFiles = async (files: readonly string[]): Promise<void> => {
    if (watch) watcher.watch(files);
  };
  const warnOfFiles = warnOf(`${path} cannot be watched`, warn);

  let isFirst = true;
  let isClosed = false;
  const reloader = createReloader<HooksLoaded, HooksUnloadable>({
    load: async () => {
      const loading = await loader.load();
      await watchFiles(loading.files).catch(warnOfFiles);
      return loading;
    },
    onLoaded: (loading) => {
      if (!isFirst) void tell(loading).catch(warnOf("The listener for reloads failed", warn));
      isFirst = false;
    },
    release: ({ close }) => close(),
  });
  // Already now: modules may take seconds to load.
  await watchFiles([resolve(path)]).catch(warnOfFiles);
  let latest = reloader.reload();
  const reload = (): Promise<HooksLoading> => {
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
  const { warnings, document } = first;
  // There is one, as the first was good.
  const hooks = (): Hooks => (reloader.current() as HooksLoaded).hooks;
  return { ok: true, hooks, warnings, document, reload, close };
}

function warnOf(what: string, warn: (message: string) => void): (thrown: unknown) => void {
  return (thrown) => warn(`${what}. ${String(thrown)}.`);
}
