// Any value → everything that events need, and every problem found on the way: the walk at start.

import { runtimeRandomId, runtimeSubtle, runtimeTimer } from "@hookwright/base";
import { createWebCrypto } from "@hookwright/signatures";
import { DEFAULT_RENDER_LIMITS, type RenderLimits } from "@hookwright/template";
import {
  checkConditions,
  checkEffects,
  checkMappings,
  checkMisplaced,
  checkPartials,
  checkPresence,
  checkVendorHeaders,
} from "../advice/index.ts";
import type { ConfigPath, Problem } from "../base/index.ts";
import {
  createProblemList,
  type IsIncomplete,
  type ProblemList,
  type Report,
} from "../base/index.ts";
import type { HooksInput, HookwrightConfig } from "../config/index.ts";
import {
  DEFAULT_THROTTLE,
  HOOKS_DEFAULTS,
  meantMappingKey,
  normalizeBasePath,
  normalizeMappings,
  parseConfig,
} from "../config/index.ts";
import { indexMappings } from "../match/index.ts";
import type { CompiledConfig, Environment, Policies } from "../resolve/index.ts";
import {
  channelNamesOf,
  createAgentPolicy,
  createChannels,
  createModelPolicy,
  createSessionKeyPolicy,
} from "../resolve/index.ts";
import { checkOpenPrefixes } from "./check-fixed-values.ts";
import { checkSharedToken } from "./check-shared-token.ts";
import { compileAuths } from "./compile-auth.ts";
import { compileBodyFormats } from "./compile-body-formats.ts";
import { compileMapping } from "./compile-mapping.ts";
import { compileRespond } from "./compile-respond.ts";
import { compileSettings } from "./compile-settings.ts";
import { compileTemplateOptions } from "./compile-template-options.ts";
import { compileThrottle } from "./compile-throttle.ts";
import { compileTokens } from "./compile-token.ts";
import type { CompileOptions, ProbedOptions } from "./options.ts";

export type CompileResult =
  /** `problems` are warnings and hints. */
  | {
      readonly ok: true;
      readonly compiled: CompiledConfig;
      readonly problems: readonly Problem[];
    }
  /** At least one of the problems is an error. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Every phase goes on with what is left of a wrong config, so that all its problems are told at once. */
export function compileConfig(input: unknown, options: ProbedOptions): CompileResult {
  const list = createProblemList(options.severities);
  const { problems } = list;
  const report = options.secrets === undefined ? hintAtSecrets(list.report) : list.report;

  const config = parseConfig(input, report);
  if (config === undefined) return { ok: false, problems };
  checkRoot(Object.keys(input as object), config.hooks, { report, problems });
  const hooks = config.hooks ?? {};

  const basePath = normalizeBasePath(hooks.path, report);
  const mappings = normalizeMappings(hooks, { presets: options.presets, report });
  const isIncomplete = findIncomplete(problems, hooks);

  checkMappings({ mappings, basePath, isIncomplete }, report);
  if (hooks.partials !== undefined)
    checkPartials(hooks.partials, { mappings, isIncomplete }, report);
  checkEffects(hooks, isIncomplete, report);
  checkVendorHeaders(hooks, report);

  const { secrets, isPublic = false } = options;
  const tokens = hooks.enabled === true ? compileTokens(hooks, { secrets, isPublic, report }) : [];
  if (tokens.length > 0) checkSharedToken(tokens, { input, mappings, secrets, report });
  const routeSecrets: string[] = [];
  const environment = createEnvironment(hooks, options);
  const chooseCrypto = () => options.crypto ?? createWebCrypto(runtimeSubtle());
  const routeAuths = mappings.some(({ auth }) => auth !== undefined)
    ? compileAuths(mappings, isIncomplete, {
        crypto: chooseCrypto(),
        keys: options.keys,
        timer: options.timer ?? runtimeTimer,
        verifiers: options.verifiers ?? {},
        secrets,
        readsSecrets: hooks.enabled === true,
        tokens,
        keepSecret: (secret) => routeSecrets.push(secret),
        report,
      })
    : NOTHING;
  const bodyFormats = mappings.some(({ auth, body }) => auth !== undefined || body !== undefined)
    ? compileBodyFormats(mappings, { routeAuths, isIncomplete, report })
    : NOTHING;
  checkConditions(mappings, bodyFormats, report);
  const answers = mappings.some(({ respond }) => respond !== undefined)
    ? compileRespond(mappings, { isIncomplete, report })
    : NOTHING;
  const throttle = hooks.throttle && compileThrottle(hooks.throttle, report);
  const policies = createPolicies(config, { ...options, named: channelNamesOf(input) });
  checkOpenPrefixes(policies.sessionKeys, report);
  const context = {
    ...policies,
    hooks,
    transforms: options.transforms ?? {},
    transformTimeoutMs: environment.transformTimeoutMs,
    templates: compileTemplateOptions(hooks, { ...options, report }),
    isIncomplete,
    report,
  };
  const compiled = mappings.map((mapping) => compileMapping(mapping, context));

  if (problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
  const result = {
    ...compileSettings(hooks, { basePath, mappings, chooseCrypto }),
    ...(throttle ?? DEFAULT_THROTTLE),
    bodyFormats,
    answers,
    tokens,
    secrets: [...new Set([...tokens, ...routeSecrets])],
    mappings: compiled,
    index: indexMappings(compiled),
    routeAuths,
    policies,
    defaultSessionKey: hooks.defaultSessionKey?.trim(),
    environment,
  };
  return { ok: true, compiled: result, problems };
}

/** Only readers of files bring the port that reads variables; where it is missing, a hint must not rely on it. */
function hintAtSecrets(report: Report): Report {
  return (problem) => {
    const { hint } = problem;
    const namesVariable = hint !== undefined && VARIABLE.test(hint);
    report(namesVariable ? { ...problem, hint: `${hint} ${WITHOUT_SECRETS}` } : problem);
  };
}

const VARIABLE = /"\$\{\w+\}"|\{ "env": "\w/;

const WITHOUT_SECRETS =
  "In code, `compileHooks` reads no variable without its option `secrets`: give it the value itself, such as process.env.HOOK_TOKEN.";

function checkRoot(
  rootKeys: readonly string[],
  hooks: HooksInput | undefined,
  { report, problems }: ProblemList,
): void {
  if (hooks !== undefined) {
    if (rootKeys.length > 1) checkMisplaced(rootKeys, hooks, report);
    // Hooks of a wrong type are told already.
  } else if (problems.every(({ path }) => path[0] !== "hooks")) {
    checkPresence(rootKeys, report);
  }
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** A key of which nothing more is known than that something is wrong in its mapping. */
const ANY_KEY = "*";

export function findIncomplete(
  problems: readonly Problem[],
  { mappings = [] }: HooksInput,
): IsIncomplete {
  const lost = new Set<string>();
  const idOf = (path: ConfigPath, key: string) => JSON.stringify([...path.slice(0, 3), key]);
  for (const { code, path } of problems) {
    const key = String(path[3] ?? ANY_KEY);
    lost.add(idOf(path, key));
    // A key of the mapping may have been indented below "match".
    const written = key === "match" ? String(path[4]) : key;
    if (code === "unknown_key") lost.add(idOf(path, meantMappingKey(written)));
    // Of an unknown action, the text may be the one that is there.
    const text = mappings[Number(path[2])]?.textTemplate;
    if (key === "action" && text !== undefined) lost.add(idOf(path, "textTemplate"));
  }
  return (path, keys) =>
    lost.size > 0 && [ANY_KEY, ...keys].some((key) => lost.has(idOf(path, key)));
}

interface PolicyOptions extends CompileOptions {
  /** The channels that the config names. */
  readonly named: readonly string[];
}

function createPolicies(config: HookwrightConfig, options: PolicyOptions): Policies {
  return {
    sessionKeys: createSessionKeyPolicy(config.hooks, HOOKS_DEFAULTS),
    agents: createAgentPolicy(config, options.defaultAgentId),
    models: createModelPolicy(config.agents?.defaults?.models),
    channels: createChannels(options.channels, options.named),
  };
}

/** Senders such as GitHub give up after 10 s: a later answer is read by nobody. */
const TRANSFORM_TIMEOUT_MS = 10_000;

function createEnvironment(hooks: HooksInput, options: CompileOptions): Environment {
  return {
    clock: options.clock ?? Date.now,
    randomId: options.randomId ?? runtimeRandomId,
    timer: options.timer ?? runtimeTimer,
    decompressor: options.decompressor,
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
