// Any value → everything that events need, and every problem found on the way: the walk at start.
import {
  createNetworkList,
  isEverything,
  mapPromise,
  type Network,
  parseNetwork,
  runtimeRandomId,
  runtimeSubtle,
  runtimeTimer,
} from "@hookwright/base";
import type { CryptoPort } from "@hookwright/signatures";
import { createWebCrypto, encodeBytes } from "@hookwright/signatures/runtime";
import type { RenderLimits } from "@hookwright/template";
import { DEFAULT_RENDER_LIMITS } from "@hookwright/template/runtime";
import {
  type ConfigPath,
  configPathToText,
  createProblem,
  createProblemList,
  DEDUPE_DEFAULTS,
  DEFAULT_THROTTLE,
  HOOKS_DEFAULTS,
  type IsIncomplete,
  type Problem,
  type ProblemList,
  type Report,
} from "../../base/index.ts";
import { linkEndpoints } from "../../serving/link/index.ts";
import { indexMappings } from "../../serving/match/index.ts";
import {
  type CompiledConfig,
  type DedupeSettings,
  type Environment,
  type HooksSettings,
  linkPolicies,
} from "../../serving/resolve/index.ts";
import {
  type HooksInput,
  type Mapping,
  meantMappingKey,
  normalizeBasePath,
  normalizeMappings,
  parseConfig,
  readSecret,
} from "../config/index.ts";
import { compileMapping } from "./compile-mapping.ts";
import { compileRouteStatuses } from "./compile-respond.ts";
import { compileTemplateOptions } from "./compile-template-options.ts";
import { compileTokens } from "./compile-token.ts";
import { compileTokenHeaders } from "./compile-token-headers.ts";
import type { AdvisedOptions, CompileOptions } from "./options.ts";
import { planEndpoints } from "./plan-endpoints.ts";
import { channelNamesOf, foreignChannelsOf, planPolicies } from "./plan-policies.ts";

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
export function compileConfig(input: unknown, options: AdvisedOptions): CompileResult {
  const { adviser } = options;
  const list = createProblemList(options.severities);
  const { problems } = list;
  const report = options.secrets === undefined ? hintAtSecrets(list.report) : list.report;

  const config = parseConfig(input, report);
  if (config === undefined) return { ok: false, problems };
  checkRoot(Object.keys(input as object), config.hooks, { adviser, report, problems });
  const hooks = config.hooks ?? {};

  const basePath = normalizeBasePath(hooks.path, report);
  const mappings = normalizeMappings(hooks, { presets: options.presets, report });
  const isIncomplete = findIncomplete(problems, hooks);

  checkIds(mappings, report);
  adviser?.checkMappings({ mappings, basePath, isIncomplete }, report);
  if (hooks.partials !== undefined)
    adviser?.checkPartials(hooks.partials, { mappings, isIncomplete }, report);
  adviser?.checkEffects(hooks, isIncomplete, report);
  adviser?.checkLiterals(hooks, report);
  adviser?.checkMatchValues(hooks, report);
  adviser?.checkVendorHeaders(hooks, report);

  const { secrets, isPublic = false } = options;
  const tokens = hooks.enabled === true ? compileTokens(hooks, { secrets, isPublic, report }) : [];
  if (tokens.length > 0) adviser?.checkSharedToken(tokens, { input, mappings, secrets, report });
  const tokenHeaders = compileTokenHeaders(hooks, report);
  const routeStatuses = compileRouteStatuses(hooks.respond, report);
  const routeSecrets: string[] = [];
  const environment = createEnvironment(hooks, options);
  const settings = readSettings(hooks, basePath);
  const chooseCrypto = () => options.crypto ?? createWebCrypto(runtimeSubtle());
  const { maxBodyBytes } = settings;
  const endpoints = linkEndpoints(planEndpoints(mappings, { maxBodyBytes, isIncomplete, report }), {
    chooseCrypto,
    keys: options.keys,
    timer: environment.timer,
    verifiers: options.verifiers ?? {},
    readSecret: (written, path, form) => readSecret(written, path, secrets, form),
    readsSecrets: hooks.enabled === true,
    tokens,
    keepSecret: (secret) => routeSecrets.push(secret),
    report,
  });
  adviser?.checkConditions(mappings, endpoints.byName, report);
  const throttle = hooks.throttle && compileThrottle(hooks.throttle, report);
  const policies = linkPolicies(planPolicies(config, { ...options, named: channelNamesOf(input) }));
  adviser?.checkOpenPrefixes(policies.sessionKeys, report);
  const context = {
    ...policies,
    foreign: foreignChannelsOf(input),
    adviser,
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
    settings,
    queryToken: hooks.queryToken ?? HOOKS_DEFAULTS.queryToken,
    tokenHeaders,
    routeStatuses,
    dedupe: chooseDedupe(hooks.dedupe),
    hashBody: hashWith(chooseCrypto),
    ...(throttle ?? DEFAULT_THROTTLE),
    endpoints,
    tokens,
    secrets: [...new Set([...tokens, ...routeSecrets])],
    mappings: compiled,
    index: indexMappings(compiled),
    policies,
    defaultSessionKey: hooks.defaultSessionKey?.trim(),
    environment,
  };
  return { ok: true, compiled: result, problems };
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
  "In code, `compileHooks` reads no variable without its option `secrets`: give it the value itself, such as process.env.HOOK_TOKEN.";

function checkRoot(
  rootKeys: readonly string[],
  hooks: HooksInput | undefined,
  { adviser, report, problems }: ProblemList & Pick<AdvisedOptions, "adviser">,
): void {
  if (hooks !== undefined) {
    if (rootKeys.length > 1) adviser?.checkMisplaced(rootKeys, hooks, report);
    // Hooks of a wrong type are told already.
  } else if (problems.every(({ path }) => path[0] !== "hooks")) {
    adviser?.checkPresence(rootKeys, report);
  }
}

/** Logs and reports could not tell two mappings of one id apart. */
function checkIds(mappings: readonly Mapping[], report: Report): void {
  const first = new Map<string, Mapping>();
  for (const mapping of mappings) {
    const { id, configPath } = mapping;
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, mapping);
      continue;
    }
    const message = `The id "${id}" is taken by ${configPathToText(earlier.configPath)}.`;
    const hint = "Give each mapping its own id.";
    report(createProblem("id_duplicate", [...configPath, "id"], message, { hint }));
  }
}

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

function readSettings(hooks: HooksInput, path: string): HooksSettings {
  return {
    enabled: hooks.enabled === true,
    path,
    maxBodyBytes: hooks.maxBodyBytes ?? HOOKS_DEFAULTS.maxBodyBytes,
  };
}

function chooseDedupe(written: HooksInput["dedupe"]): DedupeSettings {
  const { ttlSeconds, bodySeconds } = DEDUPE_DEFAULTS;
  return {
    ttlSeconds: written?.ttlSeconds ?? ttlSeconds,
    bodySeconds: written?.bodySeconds ?? bodySeconds,
  };
}

/** Only events of hooks with an `auth` are known by their body: the others need no cryptography. */
function hashWith(chooseCrypto: () => CryptoPort): CompiledConfig["hashBody"] {
  let crypto: CryptoPort | undefined;
  return (parts) => {
    crypto ??= chooseCrypto();
    return mapPromise(crypto.sha256(parts), (hash) => encodeBytes(hash, "hex"));
  };
}

type ThrottleInput = NonNullable<HooksInput["throttle"]>;

/** `hooks.throttle` as written → the limits of failed attempts, and which addresses are proxies of the operator. */
function compileThrottle(
  { failures, windowSeconds, trustedProxies = [] }: ThrottleInput,
  report: Report,
): Pick<CompiledConfig, "throttle" | "isTrustedProxy"> {
  const { maxFailures, windowMs } = DEFAULT_THROTTLE.throttle;
  const networks = trustedProxies.flatMap((text, index) => readNetwork(text, index, report) ?? []);
  return {
    throttle: {
      maxFailures: failures ?? maxFailures,
      windowMs: windowSeconds === undefined ? windowMs : windowSeconds * 1_000,
    },
    isTrustedProxy: networks.length === 0 ? undefined : createNetworkList(networks),
  };
}

function readNetwork(text: string, index: number, report: Report): Network | undefined {
  const network = parseNetwork(text);
  const refuse = (message: string, hint: string): undefined => {
    const path = ["hooks", "throttle", "trustedProxies", index];
    report(createProblem("invalid_value", path, message, { hint }));
    return undefined;
  };
  if (network === undefined) {
    const hint = "Write an address such as 10.0.0.1, or a network such as 10.0.0.0/8.";
    return refuse(`"${text}" is neither an IP address nor a network.`, hint);
  }
  if (!isEverything(network)) return network;
  const hint = "Name the networks that your own proxies connect from.";
  return refuse(
    `"${text}" trusts every machine, so that senders could choose their address.`,
    hint,
  );
}
