// Any value → its plan, as far as it is right, and every problem that can be found without the value of a secret.
import { isEverything, parseNetwork } from "@hookwright/base";
import { createFieldTable } from "@hookwright/template/runtime";
import { VERSION } from "../../generated/version.ts";
import {
  type ConfigPath,
  configPathToText,
  createProblem,
  DEDUPE_DEFAULTS,
  DEFAULT_THROTTLE,
  HOOKS_DEFAULTS,
  type IsIncomplete,
  type Problem,
  type ProblemList,
  type Report,
} from "../../model/index.ts";
import {
  isLiteralSecret,
  type LinkedParts,
  listSecrets,
  PLAN_FORMAT,
  type Plan,
} from "../../serving/link/index.ts";
import {
  type DedupeSettings,
  type HooksSettings,
  linkPolicies,
} from "../../serving/resolve/index.ts";
import {
  checkConditions,
  checkEffects,
  checkLiterals,
  checkMappings,
  checkMatchValues,
  checkMisplaced,
  checkOpenPrefixes,
  checkPartials,
  checkPresence,
  checkVendorHeaders,
  foreignAgentsOf,
} from "../advice/index.ts";
import {
  type HooksInput,
  type Mapping,
  meantMappingKey,
  normalizeBasePath,
  normalizeMappings,
  parseConfig,
} from "../config/index.ts";
import type { PlanOptions } from "./options.ts";
import { enterCache, type PlanCache } from "./plan-cache.ts";
import { planEndpoints } from "./plan-endpoints.ts";
import { planMapping } from "./plan-mapping.ts";
import { channelNamesOf, foreignChannelsOf, planPolicies } from "./plan-policies.ts";
import { planRouteStatuses } from "./plan-respond.ts";
import { planSecrets } from "./plan-secrets.ts";
import { planTemplates } from "./plan-templates.ts";
import { planTokenHeaders } from "./plan-token-headers.ts";

/** What became of a config: its plan, as far as nothing in it is wrong, and its mappings as they were normalized. */
export interface PlannedConfig {
  readonly plan: Plan;
  readonly mappings: readonly Mapping[];
  /** As the operator wrote it. */
  readonly hooks: HooksInput;
  /** For `linkConfig`, so that nothing is linked twice. */
  readonly linked: LinkedParts;
}

/**
 * Every phase goes on with what is left of a wrong config, so that all its problems are reported at once. Undefined for
 * what is not a config at all.
 */
export function planConfig(
  input: unknown,
  options: PlanOptions & { readonly cache?: PlanCache | undefined },
  { report, problems }: ProblemList,
): PlannedConfig | undefined {
  const config = parseConfig(input, report);
  if (config === undefined) return undefined;
  checkRoot(Object.keys(input as object), config.hooks, { report, problems });
  const hooks = config.hooks ?? {};

  const basePath = normalizeBasePath(hooks.path, report);
  const mappings = normalizeMappings(hooks, { presets: options.presets, report });
  const isIncomplete = findIncomplete(problems, hooks);

  const policyData = planPolicies(config, { ...options, named: channelNamesOf(input) });
  const foreign = { ...foreignChannelsOf(input), agents: foreignAgentsOf(input) };
  const shared = { ...config, hooks: { ...hooks, mappings: undefined } };
  const { reuse, keyOf } = enterCache(options.cache, [shared, policyData, foreign], problems);

  checkIds(mappings, report);
  reuse(keyOf(["reachability", mappings.map(withoutTexts)]), report, (own) =>
    checkMappings({ mappings, basePath, isIncomplete }, own),
  );
  if (hooks.partials !== undefined) {
    checkPartials(hooks.partials, { mappings, isIncomplete }, report);
  }
  checkEffects(hooks, isIncomplete, report);
  checkLiterals(hooks, report);
  checkMatchValues(hooks, report);
  checkVendorHeaders(hooks, report);

  const settings = readSettings(hooks, basePath);
  const secrets = planSecrets(hooks, input, report);
  const tokenHeaders = planTokenHeaders(hooks, report);
  const routeStatuses = planRouteStatuses(hooks.respond, report);
  const { maxBodyBytes } = settings;
  const endpoints = planEndpoints(mappings, { maxBodyBytes, isIncomplete, report });
  checkConditions(mappings, new Map(endpoints.named.map((one) => [one.name, one])), report);
  const throttle = planThrottle(hooks.throttle ?? {}, report);
  const policies = linkPolicies(policyData);
  checkOpenPrefixes(policies.sessionKeys, report);
  const shareable = reuse(keyOf("templates", ["hooks", "partials"]), report, (own) =>
    planTemplates(hooks, { helpers: options.helpers, report: own }),
  );
  const templates = { ...shareable, fields: createFieldTable() };
  const context = {
    ...policies,
    foreign,
    hooks,
    templates,
    isIncomplete,
    report,
  };
  const planned = mappings.map((mapping) => {
    const { configPath } = mapping;
    const written = mapping.preset === undefined && hooks.mappings?.[Number(configPath[2])];
    return reuse(keyOf([mapping, written], configPath), report, (own) =>
      planMapping(mapping, { ...context, report: own }),
    );
  });

  const written = [
    ...listSecrets({ ...secrets, endpoints }).map(({ secret }) => secret),
    secrets.gatewayToken ?? [],
  ].flat();
  const plan: Plan = {
    format: PLAN_FORMAT,
    madeBy: VERSION,
    hasSecrets: written.some(isLiteralSecret),
    settings,
    ...secrets,
    queryToken: hooks.queryToken ?? HOOKS_DEFAULTS.queryToken,
    tokenHeaders,
    routeStatuses,
    ...throttle,
    dedupe: chooseDedupe(hooks.dedupe),
    endpoints,
    mappings: planned,
    partials: templates.trees,
    dropsEmptyLines: hooks.templates?.emptyLines === "drop",
    limits: { ...hooks.limits },
    policies: policyData,
    ...(hooks.defaultSessionKey !== undefined && {
      defaultSessionKey: hooks.defaultSessionKey.trim(),
    }),
    ...(namesModules(planned) && { modules: planModules(hooks) }),
    problems: problems.filter(({ severity }) => severity !== "error"),
  };
  return { plan, mappings, hooks, linked: { helpers: templates.helpers, policies } };
}

/** What decides whether an event can reach a mapping: the texts of its action do not. */
function withoutTexts(mapping: Mapping): object {
  const none = {
    text: undefined,
    instructions: undefined,
    dedupeKey: undefined,
    coalesce: undefined,
    fields: undefined,
  };
  return { ...mapping, ...none };
}

function namesModules(mappings: Plan["mappings"]): boolean {
  return mappings.some(({ transform }) => transform !== undefined);
}

function planModules({ transformsDir, transforms }: HooksInput): NonNullable<Plan["modules"]> {
  return {
    ...(transformsDir !== undefined && { transformsDir }),
    ...(transforms !== undefined && { transforms }),
  };
}

function checkRoot(
  rootKeys: readonly string[],
  hooks: HooksInput | undefined,
  { report, problems }: ProblemList,
): void {
  if (hooks !== undefined) {
    if (rootKeys.length > 1) checkMisplaced(rootKeys, hooks, report);
    // Hooks of a wrong type are already reported.
  } else if (problems.every(({ path }) => path[0] !== "hooks")) {
    checkPresence(rootKeys, report);
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

/** `hooks.throttle` as written → the limits of failed attempts, and which addresses are proxies of the operator. */
function planThrottle(
  { failures, windowSeconds, trustedProxies = [] }: NonNullable<HooksInput["throttle"]>,
  report: Report,
): Pick<Plan, "throttle" | "trustedProxies"> {
  const { maxFailures, windowMs } = DEFAULT_THROTTLE.throttle;
  return {
    throttle: {
      maxFailures: failures ?? maxFailures,
      windowMs: windowSeconds === undefined ? windowMs : windowSeconds * 1_000,
    },
    trustedProxies: trustedProxies.filter((text, index) => checkNetwork(text, index, report)),
  };
}

function checkNetwork(text: string, index: number, report: Report): boolean {
  const network = parseNetwork(text);
  const refuse = (message: string, hint: string): false => {
    const path = ["hooks", "throttle", "trustedProxies", index];
    report(createProblem("invalid_value", path, message, { hint }));
    return false;
  };
  if (network === undefined) {
    const hint = "Write an address such as 10.0.0.1, or a network such as 10.0.0.0/8.";
    return refuse(`"${text}" is neither an IP address nor a network.`, hint);
  }
  if (!isEverything(network)) return true;
  const hint = "Name the networks that your own proxies connect from.";
  return refuse(
    `"${text}" trusts every machine, so that senders could choose their address.`,
    hint,
  );
}
