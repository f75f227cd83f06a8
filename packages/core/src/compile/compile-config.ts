// Any value → everything that events need, and every problem found on the way: the walk at start.
import { checkMappings } from "../checks/check-mappings.ts";
import type { CompiledConfig, Environment, Policies } from "../compiled.ts";
import { parseConfig } from "../config/parse-config.ts";
import { DEFAULT_RENDER_LIMITS, type RenderLimits } from "../data/budget.ts";
import { runtimeRandomId, runtimeTimer } from "../data/runtime.ts";
import { indexMappings } from "../match/index-mappings.ts";
import type { HooksInput, HookwrightConfig } from "../model/config.ts";
import type { HooksSettings } from "../model/hooks.ts";
import type { Problem } from "../model/problem.ts";
import { HOOKS_DEFAULTS } from "../normalize/defaults.ts";
import { normalizeBasePath, normalizeMappings } from "../normalize/normalize-mappings.ts";
import { createChannels } from "../policy/channels.ts";
import { createAgentPolicy } from "../policy/check-agent.ts";
import { createModelPolicy } from "../policy/check-model.ts";
import { createProblemList } from "../problem/problem.ts";
import { checkSharedToken } from "./check-shared-token.ts";
import { compileMapping } from "./compile-mapping.ts";
import { compileTemplateOptions } from "./compile-template-options.ts";
import { compileToken } from "./compile-token.ts";
import type { CompileOptions } from "./options.ts";

export type CompileResult =
  /** `problems` are warnings. */
  | {
      readonly ok: true;
      readonly compiled: CompiledConfig;
      readonly problems: readonly Problem[];
    }
  /** At least one of the problems is an error. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Every phase goes on with what is left of a wrong config, so that all its problems are told at once. */
export function compileConfig(input: unknown, options: CompileOptions): CompileResult {
  const { report, problems } = createProblemList();

  const config = parseConfig(input, report);
  if (config === undefined) return { ok: false, problems };
  const hooks = config.hooks ?? {};

  const basePath = normalizeBasePath(hooks.path, report);
  const mappings = normalizeMappings(hooks, { presets: options.presets, report });
  const incomplete = listIncomplete(problems);

  checkMappings({ mappings, basePath, incomplete }, report);

  const token = hooks.enabled === true ? compileToken(hooks, options.secrets, report) : "";
  if (token !== "") checkSharedToken(token, { input, mappings, secrets: options.secrets, report });
  const policies = createPolicies(config, options);
  const environment = createEnvironment(hooks, options);
  const context = {
    ...policies,
    transforms: options.transforms ?? {},
    transformTimeoutMs: environment.transformTimeoutMs,
    templates: compileTemplateOptions(hooks, { helpers: options.helpers, report }),
    incomplete,
    report,
  };
  const compiled = mappings.map((mapping) => compileMapping(mapping, context));

  if (problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
  const result = {
    settings: createSettings(hooks, basePath),
    token,
    queryToken: hooks.queryToken ?? HOOKS_DEFAULTS.queryToken,
    mappings: compiled,
    index: indexMappings(compiled),
    policies,
    defaultSessionKey: hooks.defaultSessionKey?.trim(),
    environment,
  };
  return { ok: true, compiled: result, problems };
}

/**
 * Config paths, as JSON, of the hooks and mappings from which something wrong was taken out. A key that
 * is missing there may be the one that was taken out, so it is not reported again.
 */
function listIncomplete(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(problems.map(({ path }) => JSON.stringify(path.slice(0, 3))));
}

function createSettings(hooks: HooksInput, path: string): HooksSettings {
  return {
    enabled: hooks.enabled === true,
    path,
    maxBodyBytes: hooks.maxBodyBytes ?? HOOKS_DEFAULTS.maxBodyBytes,
  };
}

function createPolicies(config: HookwrightConfig, options: CompileOptions): Policies {
  const { hooks } = config;
  const prefixes = hooks?.allowedSessionKeyPrefixes?.filter((prefix) => prefix !== undefined);
  return {
    sessionKeys: {
      allowedPrefixes: prefixes ?? HOOKS_DEFAULTS.allowedSessionKeyPrefixes,
      allowRequest: hooks?.allowRequestSessionKey ?? HOOKS_DEFAULTS.allowRequestSessionKey,
    },
    agents: createAgentPolicy(config, options.defaultAgentId),
    models: createModelPolicy(config.agents?.defaults?.models),
    channels: createChannels(options.channels),
  };
}

/** Senders such as GitHub give up after 10 s: a later answer is read by nobody. */
const TRANSFORM_TIMEOUT_MS = 10_000;

function createEnvironment(hooks: HooksInput, options: CompileOptions): Environment {
  return {
    clock: options.clock ?? Date.now,
    randomId: options.randomId ?? runtimeRandomId,
    timer: options.timer ?? runtimeTimer,
    limits: chooseLimits(hooks.limits, options.limits),
    transformTimeoutMs: options.transformTimeoutMs ?? TRANSFORM_TIMEOUT_MS,
  };
}

/** One by one, not spread: a limit that is there and undefined would be no limit. */
function chooseLimits(
  written: HooksInput["limits"],
  passed: CompileOptions["limits"],
): RenderLimits {
  const choose = (name: keyof RenderLimits) =>
    passed?.[name] ?? written?.[name] ?? DEFAULT_RENDER_LIMITS[name];
  return {
    maxCharacters: choose("maxCharacters"),
    maxIterations: choose("maxIterations"),
    maxNesting: choose("maxNesting"),
  };
}
