// A linked plan → the hooks, as a server uses them.

import { anyTokenMatches } from "@hookwright/base";
import { createProblem, createSecretHider, type Problem } from "../../model/index.ts";
import {
  type CompiledConfig,
  type CompiledMapping,
  type MappingDetails,
  type RuntimeHooks,
  type RuntimeMappingSummary,
  resolveEvent,
} from "../resolve/index.ts";

/** `problems` are the warnings and hints of authoring and linking. */
export function createHooks(compiled: CompiledConfig, problems: readonly Problem[]): RuntimeHooks {
  const { settings, tokens, queryToken, dedupe, mappings, endpoints, environment } = compiled;
  const byId = new Map(mappings.map((mapping) => [mapping.id, describe(mapping)]));
  return {
    settings,
    mappings: mappings.map(summarize),
    mapping: (id) => byId.get(id),
    endpoint: (name) => endpoints.byName.get(name) ?? endpoints.ofOthers,
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
    tokenHeaders: compiled.tokenHeaders,
    routeStatuses: compiled.routeStatuses,
    dedupe,
    hashBody: compiled.hashBody,
    hideSecrets: createSecretHider(compiled.secrets),
    throttle: compiled.throttle,
    isTrustedProxy: compiled.isTrustedProxy,
    resolve: (event) => resolveEvent(event, compiled),
  };
}

/** Without this warning, the only sign would be a 404 for each event. */
function warnDisabled({ settings }: CompiledConfig, problems: readonly Problem[]): Problem[] {
  if (settings.enabled || problems.some(({ code }) => code === "hooks_missing")) return [];
  const message = "hooks.enabled is not true, so nothing is served.";
  const hint = 'Write "enabled": true into "hooks", and a "token".';
  const extras = { severity: "warning", hint } as const;
  return [createProblem("hooks_disabled", ["hooks", "enabled"], message, extras)];
}

function summarize({ id, action, rule, preset }: CompiledMapping): RuntimeMappingSummary {
  const { path } = rule;
  return {
    id,
    action,
    match: path === undefined ? {} : { path },
    ...(preset !== undefined && { preset }),
  };
}

function describe(mapping: CompiledMapping): MappingDetails {
  const { allowUnsafeExternalContent, instructions, transform, forEach, configPath } = mapping;
  const { answer, rateLimit, maxConcurrent, onCompletion } = mapping;
  const delivery = deliveryOf(mapping);
  const coalesce = coalesceOf(mapping);
  return {
    isFenced: !allowUnsafeExternalContent,
    instructions: instructions?.source ?? "",
    ...(transform && { locks: transform.lock }),
    ...(forEach && { forEach: { path: forEach.path } }),
    configPath,
    ...(delivery && { delivery }),
    ...(answer && { answer }),
    ...(rateLimit && { rateLimit }),
    ...(coalesce !== undefined && { coalesce }),
    ...(maxConcurrent !== undefined && { maxConcurrent }),
    ...(onCompletion !== undefined && { onCompletion }),
  };
}

function coalesceOf({ coalesce }: CompiledMapping): MappingDetails["coalesce"] {
  if (coalesce === undefined) return undefined;
  const { seconds, maxSeconds, limit, keep } = coalesce;
  return { seconds, maxSeconds, limit, keep };
}

function deliveryOf({ action, skip, fields }: CompiledMapping): MappingDetails["delivery"] {
  const { deliver, channel, to, agentId } = fields;
  if (action === "wake" || skip || !deliver) return undefined;
  return {
    channel,
    ...(to && { to: to.source }),
    ...(agentId && { agentId: agentId.source }),
  };
}
