// A loader of hooks → hooks that are loaded again when a file of theirs changes.
import { resolve } from "node:path";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import type { LiveHooks, LoadedHooks, LoadReport, LoadResult } from "../load-result.ts";
import { createFileWatcher } from "./watch-files.ts";

/** What happens on a change. */
export interface WatchOptions<Of extends RuntimeHooks> {
  /**
   * Called after each reload, whether a change or `reload()` caused it, but not after the first
   * load. After a failed reload, the previous hooks stay in use.
   */
  readonly onReload?: (result: LoadResult<Pick<LoadedHooks<Of>, "hooks">>) => void;
  /** Further files whose changes cause a reload, such as one that `onReload` reads. */
  readonly alsoWatch?: readonly string[];
  /** Whether a change of a file causes a reload. If false, only `reload()` does. Default: true. */
  readonly watch?: boolean;
  /** Called with errors that occur while hooks are served. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
}

type WatchedFiles = Pick<LoadReport, "files" | "patterns">;

interface WatchedLoads<Of extends RuntimeHooks> {
  readonly loader: {
    /** Never rejects. `watchFiles` is for files that must be watched before the load has ended. */
    readonly load: (
      watchFiles: (files: WatchedFiles) => Promise<void>,
    ) => Promise<LoadResult<LoadedHooks<Of>>>;
    /** Whether a file of this name can be a transform module. */
    readonly isModule: (filename: string) => boolean;
    readonly close: (graceMs?: number) => Promise<void>;
  };
  readonly options: WatchOptions<Of>;
}

/** Loads run one at a time, and a failed load changes nothing. Never rejects. */
export async function watchLoads<Of extends RuntimeHooks>(
  path: string,
  { loader, options }: WatchedLoads<Of>,
): Promise<LoadResult<LiveHooks<Of>>> {
  type Result = LoadResult<LoadedHooks<Of>>;
  const { onReload, watch = true, alsoWatch = [] } = options;
  const others = alsoWatch.map((file) => resolve(file));
  let added: readonly string[] = [];
  let watched: WatchedFiles = { files: [] };
  let isClosed = false;
  const warn = options.warn ?? ((message: string) => process.emitWarning(message));
  const watcher = createFileWatcher({
    onChange: () => void reload(),
    isModule: loader.isModule,
  });
  // These two are async, so that a listener or a file system that throws cannot end the process.
  const notify = async (result: Result): Promise<void> => onReload?.(result);
  const watchFiles = async (next: WatchedFiles): Promise<void> => {
    watched = next;
    const { files, patterns } = next;
    if (watch && !isClosed) watcher.watch([...files, ...others, ...added], patterns);
  };
  const warnOfWatch = warnOf(`${path} cannot be watched`, warn);
  const watchOrWarn = (next: WatchedFiles): Promise<void> => watchFiles(next).catch(warnOfWatch);
  const watchAlso = (files: readonly string[]): void => {
    added = files.map((file) => resolve(file));
    void watchOrWarn(watched);
  };

  let isFirst = true;
  const reloader = createReloader<Result>({
    load: async () => {
      const result = await loader.load(watchOrWarn);
      await watchOrWarn(result);
      return result;
    },
    onLoaded: (result) => {
      if (!isFirst) void notify(result).catch(warnOf("The listener for reloads failed", warn));
      isFirst = false;
    },
    release: ({ close }) => close(),
  });
  // The file is watched before the first load, because modules may take seconds to load.
  await watchOrWarn({ files: [resolve(path)] });
  let latest = reloader.reload();
  const reload = (): Promise<Result> => {
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
  const hooks = (): Of => (reloader.current() as LoadedHooks<Of>).hooks;
  return { ...first, hooks, reload, watchAlso, close };
}

function warnOf(what: string, warn: (message: string) => void): (thrown: unknown) => void {
  return (thrown) => warn(`${what}. ${String(thrown)}.`);
}

type Loaded<Result> = Extract<Result, { readonly ok: true }>;

interface ReloaderOptions<Result> {
  /** A failed load must have released everything that it loaded. */
  readonly load: () => Promise<Result>;
  /** Is called after each load; a successful one is in use by then. */
  readonly onLoaded: (result: Result) => void;
  /** Releases the previous load, which still answers the events that it has begun. */
  readonly release: (previous: Loaded<Result>) => Promise<void>;
}

interface Reloader<Result> {
  /**
   * Resolves with a load that began after the call; if it succeeded, it is in use by then. Rejects only
   * if `load` does; the previous load then stays in use.
   */
  readonly reload: () => Promise<Result>;
  /** The load in use; undefined before the first successful one. */
  readonly current: () => Loaded<Result> | undefined;
}

/** Creates the reloader of something that is loaded as a whole, such as a config with its modules. */
export function createReloader<Result extends { readonly ok: boolean }>(
  options: ReloaderOptions<Result>,
): Reloader<Result> {
  const { load, onLoaded, release } = options;
  let current: Loaded<Result> | undefined;
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  const run = async (): Promise<Result> => {
    const result = await load();
    const previous = current;
    if (result.ok) current = result as Loaded<Result>;
    onLoaded(result);
    // This is not awaited: the last events of the previous load may take their full time.
    if (result.ok && previous !== undefined) void release(previous);
    return result;
  };
  const start = (): Promise<Result> => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    current: () => current,
    reload: () => {
      if (running === undefined) return start();
      // The load in progress may have read files before this change; one further load sees all changes.
      next ??= running.then(start, start);
      return next;
    },
  };
}
