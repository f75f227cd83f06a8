// What was made of the parts of a config the last time → the same again for parts that are unchanged.

import type { ConfigPath, Problem, Report } from "../../model/index.ts";
import type { Reuse } from "../../serving/link/index.ts";

/** What was made of a part, and the problems that were reported on the way. */
interface Made {
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** Keeps what the last config needed, and nothing of those before it. */
export interface PlanCache {
  /** Everything that all parts depend on, as JSON. */
  shared: string | undefined;
  last: Map<unknown, Made>;
  now: Map<unknown, Made>;
}

export function createPlanCache(): PlanCache {
  return { shared: undefined, last: new Map(), now: new Map() };
}

interface EnteredCache {
  readonly reuse: Reuse;
  /**
   * The key of a part: its data, and what was wrong in it, or below `path`, before it was planned. What was wrong
   * decides what is reported as missing.
   */
  readonly keyOf: (part: unknown, path?: ConfigPath) => unknown;
}

/** Begins the next config. Without a cache, every part is made. */
export function enterCache(
  cache: PlanCache | undefined,
  shared: unknown,
  problems: readonly Problem[],
): EnteredCache {
  if (cache === undefined) {
    return { reuse: (_key, report, make) => make(report), keyOf: () => undefined };
  }
  const text = JSON.stringify(shared);
  cache.last = text === cache.shared ? cache.now : new Map();
  cache.now = new Map();
  cache.shared = text;
  const found = problems.map(({ code, path }) => ({ code, path }));
  return {
    reuse: reuseOf(cache),
    keyOf: (part, path = []) => {
      const own = found.filter((one) => path.every((step, at) => one.path[at] === step));
      return JSON.stringify([part, own]);
    },
  };
}

/** Reads the cache when it is called: planning enters it before anything is linked. */
export function reuseOf(cache: PlanCache): Reuse {
  return <Value>(key: unknown, report: Report, make: (report: Report) => Value): Value => {
    const made = cache.last.get(key) ?? cache.now.get(key) ?? record(make);
    cache.now.set(key, made);
    for (const problem of made.problems) report(problem);
    return made.value as Value;
  };
}

function record(make: (report: Report) => unknown): Made {
  const problems: Problem[] = [];
  return { value: make((problem) => void problems.push(problem)), problems };
}
