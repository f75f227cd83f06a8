// The core in one page: a config in, a resolver of events out, with advice where something is wrong.
//
// At start: parse → normalize → check → plan (authoring), then link (serving).
// Per event: match → render → transform → check → fence → action (serving/resolve/resolve-event.ts).

import type { HookwrightConfigInput } from "./authoring/config/index.ts";
import { createConfigLocator, explainEvent } from "./authoring/explain/index.ts";
import {
  type CompileOptions,
  createPlanCache,
  type PlanCache,
  type PlannedConfig,
  type PlanOptions,
  planConfig,
  reuseOf,
} from "./authoring/plan/index.ts";
import { reportReachability } from "./authoring/reachability/index.ts";
import { createProblemList, HooksConfigError, type Problem, type Report } from "./model/index.ts";
import { createHooks, linkConfig, type Plan, type ProbedPorts } from "./serving/link/index.ts";
import type { CompiledConfig, Hooks } from "./serving/resolve/index.ts";

/** What `plan` returns. */
export type PlanResult =
  | { readonly ok: true; readonly plan: Plan }
  /** At least one of the problems is an error. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Makes the plan of any value as a config: everything is checked that shows without the value of a secret. Warnings and
 * hints are `plan.problems`. Never throws.
 *
 * @example
 * ```ts
 * const result = plan({
 *   hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" }] },
 * });
 * if (result.ok) console.log(JSON.stringify(result.plan));
 * ```
 */
export function plan(config: unknown, options: PlanOptions = {}): PlanResult {
  const { report, problems } = createProblemList(options.severities);
  const planned = planConfig(config, options, { report, problems });
  return planned === undefined || hasErrors(problems)
    ? { ok: false, problems }
    : { ok: true, plan: planned.plan };
}

/** What `safeCompileHooks` returns. */
export type CompileHooksResult =
  | { readonly ok: true; readonly hooks: Hooks }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Compiles a config, or throws `HooksConfigError` with every problem of it.
 *
 * @example
 * ```ts
 * const hooks = compileHooks({
 *   hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" }] },
 * });
 * const resolution = await hooks.resolve({ path: "ci", payload: { job: "tests", state: "red" } });
 * ```
 */
export function compileHooks(config: HookwrightConfigInput, options: CompileOptions = {}): Hooks {
  const result = safeCompileHooks(config, options);
  if (result.ok) return result.hooks;
  throw new HooksConfigError(result.problems);
}

/**
 * Compiles any value as a config. Never throws: the problems, errors and warnings alike, are data.
 */
export function safeCompileHooks(
  config: unknown,
  options: CompileOptions = {},
): CompileHooksResult {
  const result = compileConfig(config, options);
  return result.ok ? { ok: true, hooks: explainableHooks(result) } : result;
}

/**
 * Returns a compiler for an editor, which compiles a config after each change: a mapping that is the same as in the
 * last config is not compiled again, unless something outside of the mappings has changed. The result is always that
 * of `safeCompileHooks`. Pass a compiler of your own for each config.
 *
 * @example
 * ```ts
 * const compile = createHooksCompiler();
 * const mapping = { match: { path: "ci" }, messageTemplate: "{{job}}" };
 * compile({ hooks: { mappings: [mapping, { match: { path: "cd" }, messageTemplate: "{{a" }] } }); // problems
 * const result = compile({ hooks: { mappings: [mapping, { match: { path: "cd" }, messageTemplate: "{{a}}" }] } });
 * console.log(result.ok); // true
 * ```
 */
export function createHooksCompiler(
  options: CompileOptions = {},
): (config: unknown) => CompileHooksResult {
  const cache = createPlanCache();
  return (config) => {
    const result = compileConfig(config, { ...options, cache, reuse: reuseOf(cache) });
    return result.ok ? { ok: true, hooks: explainableHooks(result) } : result;
  };
}

/** A config that was planned and linked; `problems` are warnings and hints. */
export interface CompiledResult extends PlannedConfig {
  readonly ok: true;
  readonly compiled: CompiledConfig;
  readonly problems: readonly Problem[];
}

/** The plan and what it was linked to: for tools that look into both. */
export function compileConfig(
  config: unknown,
  options: CompileOptions & ProbedPorts & { readonly cache?: PlanCache },
): CompiledResult | { readonly ok: false; readonly problems: readonly Problem[] } {
  const { report: add, problems } = createProblemList(options.severities);
  const report = options.secrets === undefined ? hintAtSecrets(add) : add;
  const planned = planConfig(config, options, { report, problems });
  if (planned === undefined) return { ok: false, problems };
  // What is left of a wrong plan is also linked, so that problems of secrets are reported with all others.
  const compiled = linkConfig(planned.plan, options, report, planned.linked);
  return hasErrors(problems)
    ? { ok: false, problems }
    : { ok: true, ...planned, compiled, problems };
}

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** Only readers of files bring the port that reads variables; where it is missing, a hint must not rely on it. */
function hintAtSecrets(report: Report): Report {
  return (problem) => {
    const { hint, path } = problem;
    // A match may compare a parameter that is called "env".
    const namesVariable = hint !== undefined && VARIABLE.test(hint) && !path.includes("match");
    report(namesVariable ? { ...problem, hint: `${hint} ${WITHOUT_SECRETS}` } : problem);
  };
}

const VARIABLE = /"\$\{\w+\}"|\{ "env": "\w/;

const WITHOUT_SECRETS =
  "In code, `compileHooks` reads environment variables only with its option `secrets`; without that option, write the value itself, such as process.env.HOOK_TOKEN.";

/** Hooks of a config can also explain what they would do, and show their rules as written. */
function explainableHooks(result: CompiledResult): Hooks {
  const { mappings, compiled, problems, hooks: written, linked } = result;
  const locator = createConfigLocator({ hooks: written, helpers: linked.helpers });
  const hooks = createHooks(compiled, problems);
  const withRule = new Map(
    mappings.flatMap(({ id, forEach }) => {
      const details = forEach?.when === undefined ? undefined : hooks.mapping(id);
      if (details?.forEach === undefined) return [];
      return [[id, { ...details, forEach: { ...details.forEach, when: forEach?.when } }]];
    }),
  );
  return {
    ...hooks,
    mappings: mappings.map(({ id, action, match, preset }) => ({
      id,
      action,
      match,
      ...(preset !== undefined && { preset }),
    })),
    ...(withRule.size > 0 && { mapping: (id) => withRule.get(id) ?? hooks.mapping(id) }),
    reachability: () => reportReachability(mappings),
    explain: (event, options) => explainEvent(event, compiled, options, locator),
  };
}
