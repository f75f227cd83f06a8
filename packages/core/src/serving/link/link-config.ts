// A plan and the ports of the runtime → everything that events need; what is wrong with a secret, or missing in the ports, is reported.
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
  type Decompressor,
  type Report,
  type Secrets,
  type Severities,
  type Transforms,
} from "../../model/index.ts";
import { indexMappings } from "../match/index.ts";
import { type CompiledConfig, type Environment, linkPolicies } from "../resolve/index.ts";
import { linkEndpoints } from "./link-endpoints.ts";
import { linkMapping } from "./link-mapping.ts";
import { linkTokens } from "./link-tokens.ts";
import type { Plan } from "./plan.ts";
import { readSecret } from "./read-secret.ts";

/** What a plan is linked with; every one has a default. */
export interface LinkPorts {
  /** Reads secrets that the config refers to. Without it a reference is a problem. */
  readonly secrets?: Secrets;
  /**
   * How severe some problems are: a tool that only looks at a config needs no secrets, and one that serves
   * nothing else insists on `hooks`. Default: a missing secret is an error, missing hooks a warning.
   */
  readonly severities?: Severities;
  /** Whether other machines can reach the server: a token that is easy to guess then gets its own warning. */
  readonly isPublic?: boolean;
  /** Your own checks of requests, by the name that a mapping's `auth.verify` has. */
  readonly verifiers?: Readonly<Record<string, Verifier>>;
  /** Signs and verifies. Default: WebCrypto; on Node, `createNodeCrypto()` of `@hookwright/config` is faster. */
  readonly crypto?: CryptoPort;
  /**
   * Decompresses bodies. Default: the `DecompressionStream` of the runtime, for gzip and deflate; on Node,
   * `createNodeDecompressor()` of `@hookwright/config` takes br, too.
   */
  readonly decompressor?: Decompressor;
  /**
   * Fetches keys that senders publish: `createWebKeys(fetch)` of `@hookwright/signatures`, or on Node
   * `createNodeKeys()` of `@hookwright/config`. Default: nothing is fetched, and a mapping that needs it is
   * a problem.
   */
  readonly keys?: KeysPort;
  /** The transform modules, by the name that mappings use. */
  readonly transforms?: Transforms;
  /** Limit of an asynchronous transform, in milliseconds. Default: 10,000. */
  readonly transformTimeoutMs?: number;
  /** Template helpers beside the built-in ones, by name. */
  readonly helpers?: Readonly<Record<string, HelperDefinition>>;
  /** Limits of what the templates of one event may do; they go before `hooks.limits`. */
  readonly limits?: Partial<RenderLimits>;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: `crypto.randomUUID` of the runtime. */
  readonly randomId?: RandomId;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer;
}

/** For tests of configs, which want to know which parts of templates an event used. */
export interface ProbedPorts extends LinkPorts {
  readonly probe?: TemplateProbe;
}

/** Links a plan as far as it can be linked, and reports the rest; what it returns serves only where no error was reported. */
export function linkConfig(plan: Plan, ports: ProbedPorts, report: Report): CompiledConfig {
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
    helpers: ports.helpers === undefined ? builtInHelpers : linkHelpers(ports.helpers, report),
    fields: createFieldTable(),
  };
  const mappings = plan.mappings.map((mapping) =>
    linkMapping(mapping, {
      transforms: ports.transforms ?? {},
      transformTimeoutMs: environment.transformTimeoutMs,
      templates,
      emptyLines: plan.dropsEmptyLines ? "drop" : "keep",
      probe: ports.probe,
      report,
    }),
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
    policies: linkPolicies(plan.policies),
    defaultSessionKey: plan.defaultSessionKey,
    environment,
  };
}

/** Senders such as GitHub give up after 10 s: a later answer is read by nobody. */
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

/** One by one, not spread: a limit that is there and undefined would be no limit. */
function chooseLimits(planned: Plan["limits"], passed: LinkPorts["limits"]): RenderLimits {
  const choose = (name: keyof RenderLimits) =>
    passed?.[name] ?? planned[name] ?? DEFAULT_RENDER_LIMITS[name];
  return {
    maxCharacters: choose("maxCharacters"),
    maxIterations: choose("maxIterations"),
    maxNesting: choose("maxNesting"),
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

/** The integrator's helpers beside the built-in ones; wrong ones are reported. */
export function linkHelpers(
  definitions: NonNullable<LinkPorts["helpers"]>,
  report: Report,
): HelperTable {
  const { helpers, problems } = adoptHelpers(definitions);
  for (const { code, helper, message, hint } of problems) {
    report(createProblem(code, ["helpers", helper], message, { hint }));
  }
  return helpers;
}
