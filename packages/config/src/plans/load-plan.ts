// The path of a plan → hooks to serve, once or again at each change.
import type { RuntimeHooks } from "@hookwright/core/runtime";
import type { LiveHooks, LoadResult } from "../load-result.ts";
import { type WatchOptions, watchLoads } from "../watch/watch-loads.ts";
import { createPlanLoader, type PlanLoadOptions, type PlanLoadResult } from "./plan-loader.ts";

/** Options of `watchPlan`: those of `loadPlan`, and what happens on a change. */
export type PlanWatchOptions = PlanLoadOptions & WatchOptions<RuntimeHooks>;

/**
 * Reads a plan that `hookwright build` made, and links it as `loadHooks` does a config: with secrets from the
 * environment and from files, and with transform modules, both beside the plan. Never rejects.
 *
 * @example
 * ```ts
 * const loaded = await loadPlan("plan.json", { createTransformLoader });
 * if (!loaded.ok) throw new Error(formatProblems(loaded.problems, loaded));
 * const ingress = createIngress({ hooks: loaded.hooks, dispatch });
 * ```
 */
export async function loadPlan(
  path: string,
  options: PlanLoadOptions = {},
): Promise<PlanLoadResult> {
  const { load, close } = createPlanLoader(path, options);
  const result = await load();
  if (result.ok) return { ...result, close };
  await close(0);
  return result;
}

/**
 * Loads a plan as `loadPlan` does, and loads it again if it, a secret file or a transform module changes. Never
 * rejects.
 */
export async function watchPlan(
  path: string,
  options: PlanWatchOptions = {},
): Promise<LoadResult<LiveHooks<RuntimeHooks>>> {
  const { onReload: _, watch: __, alsoWatch: ___, ...loadOptions } = options;
  return watchLoads(path, { loader: createPlanLoader(path, loadOptions), options });
}
