// How to load → one load at a time, of which a good one takes over at once and a bad one changes nothing.

/** Options of `createReloader`. */
export interface ReloaderOptions<Good, Bad> {
  /** A bad load has let go of all that it had loaded. */
  readonly load: () => Promise<Good | Bad>;
  /** Hears of each load, of a good one when it is in use. */
  readonly onLoaded: (loading: Good | Bad) => void;
  /** Lets go of the one before, which still answers the events that it has begun. */
  readonly release: (previous: Good) => Promise<void>;
}

/** Loads anew, and keeps what was loaded last. */
export interface Reloader<Good, Bad> {
  /**
   * Resolves with a load that began after the call; a good one is in use by then. Rejects only where
   * `load` does; the old one then goes on.
   */
  readonly reload: () => Promise<Good | Bad>;
  /** What is in use; undefined before the first good load. */
  readonly current: () => Good | undefined;
}

/**
 * Creates the reloader of something that is loaded as a whole, such as a config with its transforms.
 *
 * @example
 * ```ts
 * const reloader = createReloader({
 *   load: () => loadHooks("hooks.json5"),
 *   onLoaded: ({ ok }) => console.log(ok),
 *   release: ({ close }) => close(),
 * });
 * await reloader.reload();
 * ```
 */
export function createReloader<
  Good extends { readonly ok: true },
  Bad extends { readonly ok: false },
>(options: ReloaderOptions<Good, Bad>): Reloader<Good, Bad> {
  const { load, onLoaded, release } = options;
  let current: Good | undefined;
  let running: Promise<Good | Bad> | undefined;
  let next: Promise<Good | Bad> | undefined;

  const run = async (): Promise<Good | Bad> => {
    const loading = await load();
    const previous = current;
    if (loading.ok) current = loading;
    onLoaded(loading);
    // Its last events may take their full time; nobody waits for them.
    if (loading.ok && previous !== undefined) void release(previous);
    return loading;
  };
  const start = (): Promise<Good | Bad> => {
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
