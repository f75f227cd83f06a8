// How to load, and what to do then → a good load takes over at once, a bad one changes nothing.
import type { Problem } from "@hookwright/core";

/** What a load gives; a bad one has let go of all that it had loaded. */
export type Reloading<Loaded> =
  | { readonly ok: true; readonly loaded: Loaded }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Options of `createReloader`. */
export interface ReloaderOptions<Loaded> {
  readonly load: () => Promise<Reloading<Loaded>>;
  /** Puts the new one into use. What runs when it returns is answered by the new one. */
  readonly onSwap: (loaded: Loaded) => void;
  /** Hears why the old one goes on. */
  readonly onProblem: (problems: readonly Problem[]) => void;
  /** Lets go of the one before, which still answers the events that it has begun. */
  readonly release: (previous: Loaded) => Promise<void>;
}

/** Loads anew, one at a time. */
export interface Reloader {
  /**
   * Resolves with whether the swap was made, from a load that began after the call. Rejects only
   * where `load`, `onSwap` or `onProblem` throws; the old one then goes on.
   */
  readonly reload: () => Promise<boolean>;
}

/**
 * Creates the reloader of something that is loaded as a whole, such as a config with its transforms.
 *
 * @example
 * ```ts
 * const reloader = createReloader({
 *   load: loadAll,
 *   onSwap: ({ hooks }) => { current = hooks; },
 *   onProblem: (problems) => console.error(formatProblems(problems)),
 *   release: ({ transforms }) => transforms.close(),
 * });
 * await reloader.reload();
 * ```
 */
export function createReloader<Loaded>(options: ReloaderOptions<Loaded>): Reloader {
  const { load, onSwap, onProblem, release } = options;
  let current: { readonly loaded: Loaded } | undefined;
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  const run = async (): Promise<boolean> => {
    const reloading = await load();
    if (!reloading.ok) {
      onProblem(reloading.problems);
      return false;
    }
    onSwap(reloading.loaded);
    const previous = current;
    current = reloading;
    // Its last events may take their full time; nobody waits for them.
    if (previous !== undefined) void release(previous.loaded);
    return true;
  };
  const start = (): Promise<boolean> => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    reload: () => {
      if (running === undefined) return start();
      // What has been read already may be older than this change; one more load sees all that came.
      next ??= running.then(start, start);
      return next;
    },
  };
}
