// A load function → a reloader: loads run one at a time, and a failed load changes nothing.

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
