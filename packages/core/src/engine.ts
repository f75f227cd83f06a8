// The core in one page: a config in, a resolver of events out.
//
// At start: parse → normalize → check → compile (compile/compile-config.ts).
// Per event: match → render → transform → judge → fence → action (resolve/resolve-event.ts).

import { anyTokenMatches } from "@hookwright/base";
import { reportReachability } from "./checks/report-reachability.ts";
import { JSON_ALONE } from "./compile/compile-body-formats.ts";
import { compileConfig } from "./compile/compile-config.ts";
import type { CompileOptions } from "./compile/options.ts";
import type { CompiledConfig, CompiledMapping } from "./compiled.ts";
import { isBuiltInRoute } from "./data/built-in-routes.ts";
import { createSecretHider } from "./data/hide-secrets.ts";
import type { HookwrightConfigInput } from "./model/config.ts";
import type { Hooks, MappingDetails, MappingSummary } from "./model/hooks.ts";
import type { Problem } from "./model/problem.ts";
import { HooksConfigError } from "./problem/config-error.ts";
import { createProblem } from "./problem/problem.ts";
import { explainEvent } from "./resolve/explanation/explain-event.ts";
import { resolveEvent } from "./resolve/resolve-event.ts";

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
  if (!result.ok) return result;
  return { ok: true, hooks: createHooks(result.compiled, result.problems) };
}

function createHooks(compiled: CompiledConfig, problems: readonly Problem[]): Hooks {
  const { settings, tokens, queryToken, dedupe, mappings, index, bodyLimits, environment } =
    compiled;
  const rateLimits = new Map(mappings.map(({ id, rateLimit }) => [id, rateLimit]));
  return {
    settings,
    mappings: mappings.map(summarize),
    detailsOf: (mappingId) => describe(mappings.find(({ id }) => id === mappingId)),
    warnings: [
      ...problems.filter(({ severity }) => severity === "warning"),
      ...warnDisabled(compiled, problems),
    ],
    hints: problems.filter(({ severity }) => severity === "hint"),
    ports: {
      clock: environment.clock,
      randomId: environment.randomId,
      decompressor: environment.decompressor,
    },
    verifyToken: (candidate) => anyTokenMatches(candidate, tokens),
    queryToken,
    dedupe,
    hashBody: compiled.hashBody,
    hideSecrets: createSecretHider(compiled.secrets),
    throttle: compiled.throttle,
    isTrustedProxy: compiled.isTrustedProxy,
    rateLimit: (mappingId) => rateLimits.get(mappingId),
    hasRoute: (path) => isBuiltInRoute(path) || index.hasPath(path),
    bodyLimit: (path) => bodyLimits.byPath.get(path) ?? bodyLimits.ofOthers,
    bodyFormats: (path) => compiled.bodyFormats.get(path) ?? JSON_ALONE,
    answerOf: (mappingId) => compiled.answers.get(mappingId),
    routeAuth: (path) => compiled.routeAuths.get(path),
    resolve: (event) => resolveEvent(event, compiled),
    reachability: () => reportReachability(mappings),
    explain: (event, options) => explainEvent(event, compiled, options),
  };
}

/** Without this, the only sign would be a 404 for each event. */
function warnDisabled({ settings }: CompiledConfig, problems: readonly Problem[]): Problem[] {
  if (settings.enabled || problems.some(({ code }) => code === "hooks_missing")) return [];
  const message = "hooks.enabled is not true, so nothing is served.";
  const hint = 'Write "enabled": true into "hooks", and a "token".';
  const extras = { severity: "warning", hint } as const;
  return [createProblem("hooks_disabled", ["hooks", "enabled"], message, extras)];
}

function summarize({ id, action, match, preset }: CompiledMapping): MappingSummary {
  return { id, action, match, ...(preset !== undefined && { preset }) };
}

function describe(mapping: CompiledMapping | undefined): MappingDetails | undefined {
  if (mapping === undefined) return undefined;
  const { allowUnsafeExternalContent, instructions, transform, forEach, configPath } = mapping;
  const delivery = deliveryOf(mapping);
  return {
    isFenced: !allowUnsafeExternalContent,
    instructions: instructions?.source ?? "",
    ...(transform && { locks: transform.lock }),
    ...(forEach && { forEach: { path: forEach.path, when: forEach.rule } }),
    configPath,
    ...(delivery && { delivery }),
  };
}

function deliveryOf({ action, skip, fields }: CompiledMapping): MappingDetails["delivery"] {
  const { deliver, channel, to, agentId } = fields;
  if (action !== "agent" || skip || !deliver) return undefined;
  return {
    channel,
    ...(to && { to: to.source }),
    ...(agentId && { agentId: agentId.source }),
  };
}
