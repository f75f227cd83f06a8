// Any value → everything that events need, and every problem found on the way.
import { checkMappings } from "../checks/index.ts";
import { parseConfig } from "../config/parse-config.ts";
import { indexMappings, type MatchIndex } from "../match/index-mappings.ts";
import type { HooksInput, HookwrightConfig } from "../model/config.ts";
import type { HooksSettings } from "../model/hooks.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { HOOKS_DEFAULTS } from "../normalize/defaults.ts";
import { normalizeMappings } from "../normalize/normalize-mappings.ts";
import { normalizeBasePath } from "../normalize/normalize-path.ts";
import { createChannels } from "../policy/channels.ts";
import { createAgentPolicy } from "../policy/check-agent.ts";
import { createModelPolicy } from "../policy/check-model.ts";
import { createProblem } from "../problem/problem.ts";
import type { Policies } from "./compile-context.ts";
import { compileMapping } from "./compile-mapping.ts";
import { compileTemplateOptions } from "./compile-template-options.ts";
import { compileToken } from "./compile-token.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";
import { type CompileOptions, createEnvironment, type Environment } from "./options.ts";

export interface CompiledConfig {
  readonly settings: HooksSettings;
  readonly token: string;
  readonly mappings: readonly CompiledMapping[];
  readonly index: MatchIndex<CompiledMapping>;
  readonly policies: Policies;
  readonly defaultSessionKey: string | undefined;
  readonly environment: Environment;
}

export interface ConfigCompilation {
  readonly compiled: CompiledConfig;
  readonly problems: readonly Problem[];
}

export function compileConfig(input: unknown, options: CompileOptions): ConfigCompilation {
  const parsed = parseConfig(input);
  const hooks = parsed.config.hooks ?? {};
  const basePath = normalizeBasePath(hooks.path);
  const token = compileToken(hooks, options.secrets);
  const normalized = normalizeMappings(hooks, options.presets);
  const policies = createPolicies(parsed.config, options);
  const damaged = new Set(
    [...parsed.problems, ...normalized.problems].map(({ path }) =>
      JSON.stringify(path.slice(0, 3)),
    ),
  );
  const templates = compileTemplateOptions(hooks, options);
  const environment = createEnvironment(hooks, options);
  const context = {
    ...policies,
    transforms: options.transforms ?? {},
    transformTimeoutMs: environment.transformTimeoutMs,
    templates: templates.options,
    damaged,
  };
  const isWhole = ({ configPath }: Mapping) => !damaged.has(JSON.stringify(configPath));
  const compilations = normalized.mappings.map((mapping) => compileMapping(mapping, context));
  const mappings = compilations.map(({ compiled }) => compiled);
  return {
    compiled: {
      settings: createSettings(hooks, basePath ?? HOOKS_DEFAULTS.path),
      token: token.token,
      mappings,
      index: indexMappings(mappings),
      policies,
      defaultSessionKey: hooks.defaultSessionKey?.trim(),
      environment,
    },
    problems: [
      ...parsed.problems,
      ...(basePath === undefined ? [invalidBasePath()] : []),
      ...token.problems,
      ...normalized.problems,
      ...templates.problems,
      ...withoutRepeats(compilations.flatMap(({ problems }) => problems)),
      ...checkMappings(normalized.mappings, { basePath: basePath ?? HOOKS_DEFAULTS.path, isWhole }),
    ],
  };
}

/** A mistake in a partial shows wherever the partial is used, and is one mistake. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ code, path, templatePosition }) => {
    if (templatePosition === undefined) return true;
    const key = JSON.stringify([code, path, templatePosition]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
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

function invalidBasePath(): Problem {
  const message = "hooks.path must name a path below the root, without spaces, query or fragment.";
  return createProblem("path_invalid", ["hooks", "path"], message, {
    hint: 'Write "/hooks", the default.',
  });
}
