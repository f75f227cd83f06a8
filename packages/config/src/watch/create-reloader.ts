// How to load → one load at a time, of which a good one takes over at once and a bad one changes nothing.

/** The good ones among the results of a load. */
type Good<Result> = Extract<Result, { readonly ok: true }>;

export interface ReloaderOptions<Result> {
  /** A bad load has released all that it had loaded. */
  readonly load: () => Promise<Result>;
  /** Is told of each load, of a good one when it is in use. */
  readonly onLoaded: (result: Result) => void;
  /** Releases the one before, which still answers the events that it has begun. */
  readonly release: (previous: Good<Result>) => Promise<void>;
}

/** Loads anew, and keeps what was loaded last. */
export interface Reloader<Result> {
  /**
   * Resolves with a load that began after the call; a good one is in use by then. Rejects only where
   * `load` does; the old one then stays in use.
   */
  readonly reload: () => Promise<Result>;
  /** What is in use; undefined before the first good load. */
  readonly current: () => Good<Result> | undefined;
}

/** Creates the reloader of something that is loaded as a whole, such as a config with its transforms. */
export function createReloader<Result extends { readonly ok: boolean }>(
  options: ReloaderOptions<Result>,
): Reloader<Result> {
  const { load, onLoaded, release } = options;
  let current: Good<Result> | undefined;
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  const run = async (): Promise<Result> => {
    const result = await load();
    const previous = current;
    if (result.ok) current = result as Good<Result>;
    onLoaded(result);
    // Its last events may take their full time; nobody waits for them.
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
      // What has been read already may be older than this change; one more load sees all that came.
      next ??= running.then(start, start);
      return next;
    },
  };
}
