// A plan and the ports of the runtime → hooks that serve requests, or the problems that prevent it.

import {
  type Clock,
  createNetworkList,
  mapPromise,
  parseNetwork,
  type RandomId,
  runtimeRandomId,
  runtimeSubtle,
  runtimeTimer,
  type Timer,
} from "@hookwright/base";
import {
  type CryptoPort,
  createWebCrypto,
  encodeBytes,
  type KeysPort,
  type Verifier,
} from "@hookwright/signatures/runtime";
import {
  adoptHelpers,
  builtInHelpers,
  createFieldTable,
  DEFAULT_RENDER_LIMITS,
  type HelperDefinition,
  type HelperTable,
  partialsFromTrees,
  type RenderLimits,
  type TemplateProbe,
} from "@hookwright/template/runtime";
import {
  createProblem,
  createProblemList,
  type Decompressor,
  type Problem,
  type Report,
  type Secrets,
  type Severities,
  type Transforms,
} from "../../model/index.ts";
import { indexMappings } from "../match/index.ts";
import {
  type CompiledConfig,
  type Environment,
  linkPolicies,
  type Policies,
  type RuntimeHooks,
} from "../resolve/index.ts";
import { createHooks } from "./create-hooks.ts";
import { linkEndpoints } from "./link-endpoints.ts";
import { linkMapping } from "./link-mapping.ts";
import { linkTokens } from "./link-tokens.ts";
import type { Plan } from "./plan.ts";
import { BUILD_AGAIN, refuseOther } from "./read-plan.ts";
import { readSecret } from "./read-secret.ts";

/** What `link` returns. */
export type LinkResult =
  | { readonly ok: true; readonly hooks: RuntimeHooks }
  /** At least one of the problems is an error. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Turns a plan into hooks: the trees of its rules and templates become closures, secrets are read and checked, and
 * names become the functions of the ports. Evaluates no code, and loads neither the schema nor a grammar.
 * Refuses a plan of another format. Never throws for a plan of `plan`, or one that `readPlan` accepts.
 *
 * @example
 * ```ts
 * const made = plan({
 *   hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" }] },
 * });
 * const linked = made.ok ? link(made.plan) : made;
 * if (linked.ok) await linked.hooks.resolve({ path: "ci", payload: { job: "tests", state: "red" } });
 * ```
 */
export function link(plan: Plan, ports: LinkPorts = {}): LinkResult {
  const other = refuseOther(plan);
  if (other !== undefined) return { ok: false, problems: [other] };
  const { report, problems } = createProblemList(ports.severities);
  try {
    const compiled = linkConfig(plan, ports, report);
    if (problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
    return { ok: true, hooks: createHooks(compiled, [...plan.problems, ...problems]) };
  } catch {
    // The digest is right but a part has a wrong shape: the plan was changed, and its digest computed again.
    const message = "The plan has a part that cannot be linked.";
    const problem = createProblem("plan_damaged", [], message, { hint: BUILD_AGAIN });
    return { ok: false, problems: [...problems, problem] };
  }
}

/** The ports that a plan is linked with; each has a default. */
export interface LinkPorts {
  /** Reads secrets that the config refers to. Without it, a reference is a problem. */
  readonly secrets?: Secrets;
  /**
   * The severity of some problems: a tool that only reads a config needs no secrets, and a server that serves
   * nothing else needs `hooks`. Default: a missing secret is an error, missing hooks are a warning.
   */
  readonly severities?: Severities;
  /** Whether other machines can reach the server. If so, a token that is easy to guess gets its own warning. */
  readonly isPublic?: boolean;
  /** Your own checks of requests, by the name that `auth.verify` of a mapping uses. */
  readonly verifiers?: Readonly<Record<string, Verifier>>;
  /** Signs and verifies. Default: WebCrypto; on Node, `createNodeCrypto()` of `@hookwright/config` is faster. */
  readonly crypto?: CryptoPort;
  /**
   * Decompresses bodies. Default: the `DecompressionStream` of the runtime, for gzip and deflate; on Node,
   * `createNodeDecompressor()` of `@hookwright/config` supports br, too.
   */
  readonly decompressor?: Decompressor;
  /**
   * Fetches keys that senders publish: `createWebKeys(fetch)` of `@hookwright/signatures`, or on Node
   * `createNodeKeys()` of `@hookwright/config`. Default: none, and a mapping that needs fetched keys is a
   * problem.
   */
  readonly keys?: KeysPort;
  /** The transform modules, by the name that mappings use. */
  readonly transforms?: Transforms;
  /** Time limit of an asynchronous transform, in milliseconds. Default: 10,000. */
  readonly transformTimeoutMs?: number;
  /** Template helpers in addition to the built-in ones, by name. */
  readonly helpers?: Readonly<Record<string, HelperDefinition>>;
  /** Limits for the templates of one event; they override `hooks.limits`. */
  readonly limits?: Partial<RenderLimits>;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: `crypto.randomUUID` of the runtime. */
  readonly randomId?: RandomId;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer;
}

/**
 * Returns what was made for the same key the last time, and reports its problems again; or makes it. `make` reports
 * to the function that it gets.
 */
export type Reuse = <Value>(key: unknown, report: Report, make: (report: Report) => Value) => Value;

/** For tools. */
export interface ProbedPorts extends LinkPorts {
  /** For tests of configs, which record which parts of templates an event used. */
  readonly probe?: TemplateProbe;
  /** For editors, which compile a config again and again. Default: everything is made. */
  readonly reuse?: Reuse;
}

const MAKE: Reuse = (_key, report, make) => make(report);

/** The parts that planning needs as they are linked. */
export interface LinkedParts {
  readonly helpers: HelperTable;
  readonly policies: Policies;
}

/** Links a plan as far as possible and reports problems. Use the result only if no error was reported. */
export function linkConfig(
  plan: Plan,
  ports: ProbedPorts,
  report: Report,
  { helpers, policies }: LinkedParts = {
    helpers: linkHelpers(ports.helpers, report),
    policies: linkPolicies(plan.policies),
  },
): CompiledConfig {
  const { secrets, isPublic = false } = ports;
  const { settings, throttle, dedupe } = plan;
  const environment = createEnvironment(plan, ports);
  const chooseCrypto = () => ports.crypto ?? createWebCrypto(runtimeSubtle());
  const tokens = linkTokens(plan, { secrets, isPublic, report });
  const routeSecrets: string[] = [];
  const endpoints = linkEndpoints(plan.endpoints, {
    chooseCrypto,
    keys: ports.keys,
    timer: environment.timer,
    verifiers: ports.verifiers ?? {},
    readSecret: (written, path, form) => readSecret(written, path, secrets, form),
    readsSecrets: settings.enabled,
    tokens,
    keepSecret: (secret) => routeSecrets.push(secret),
    report,
  });
  const templates = {
    partials: partialsFromTrees(plan.partials),
    helpers,
    fields: createFieldTable(),
  };
  const { reuse = MAKE } = ports;
  const mappings = plan.mappings.map((mapping) =>
    reuse(mapping, report, (own) =>
      linkMapping(mapping, {
        transforms: ports.transforms ?? {},
        transformTimeoutMs: environment.transformTimeoutMs,
        templates,
        emptyLines: plan.dropsEmptyLines ? "drop" : "keep",
        probe: ports.probe,
        report: own,
      }),
    ),
  );
  const networks = plan.trustedProxies.flatMap((text) => parseNetwork(text) ?? []);
  return {
    settings,
    queryToken: plan.queryToken,
    tokenHeaders: plan.tokenHeaders,
    routeStatuses: plan.routeStatuses,
    dedupe,
    hashBody: hashWith(chooseCrypto),
    throttle,
    isTrustedProxy: networks.length === 0 ? undefined : createNetworkList(networks),
    endpoints,
    tokens,
    secrets: [...new Set([...tokens, ...routeSecrets])],
    mappings,
    index: indexMappings(mappings),
    policies,
    defaultSessionKey: plan.defaultSessionKey,
    environment,
  };
}

/** Senders such as GitHub give up after 10 s, so nobody reads a later answer. */
const TRANSFORM_TIMEOUT_MS = 10_000;

function createEnvironment(plan: Plan, ports: LinkPorts): Environment {
  return {
    clock: ports.clock ?? Date.now,
    randomId: ports.randomId ?? runtimeRandomId,
    timer: ports.timer ?? runtimeTimer,
    decompressor: ports.decompressor,
    limits: chooseLimits(plan.limits, ports.limits),
    transformTimeoutMs: ports.transformTimeoutMs ?? TRANSFORM_TIMEOUT_MS,
  };
}

/** Not spread: a limit that is present but undefined would remove the limit. */
function chooseLimits(planned: Plan["limits"], passed: LinkPorts["limits"]): RenderLimits {
  const choose = (name: keyof RenderLimits) =>
    passed?.[name] ?? planned[name] ?? DEFAULT_RENDER_LIMITS[name];
  return {
    maxCharacters: choose("maxCharacters"),
    maxIterations: choose("maxIterations"),
    maxNesting: choose("maxNesting"),
  };
}

/** The crypto port is chosen late, because only events of hooks with an `auth` are recognized by their body. */
function hashWith(chooseCrypto: () => CryptoPort): CompiledConfig["hashBody"] {
  let crypto: CryptoPort | undefined;
  return (parts) => {
    crypto ??= chooseCrypto();
    return mapPromise(crypto.sha256(parts), (hash) => encodeBytes(hash, "hex"));
  };
}

/** The built-in helpers and the integrator's. Invalid ones are reported. */
export function linkHelpers(definitions: LinkPorts["helpers"], report: Report): HelperTable {
  if (definitions === undefined) return builtInHelpers;
  const { helpers, problems } = adoptHelpers(definitions);
  for (const { code, helper, message, hint } of problems) {
    report(createProblem(code, ["helpers", helper], message, { hint }));
  }
  return helpers;
}
