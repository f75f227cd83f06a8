// A mapping whose own fixed values the policy will always refuse → a warning at start.
import type { CompiledTemplate } from "../language/compile/compile-template.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import type { Refusal } from "../model/resolution.ts";
import { checkAgent } from "../policy/check-agent.ts";
import { checkModel } from "../policy/check-model.ts";
import { checkSessionKey } from "../policy/check-session-key.ts";
import { createProblem } from "../problem/problem.ts";
import type { CompileContext } from "./compile-context.ts";
import type { CompiledMapping } from "./compiled-mapping.ts";

export function findNeverSucceeds(
  mapping: Mapping,
  compiled: CompiledMapping,
  context: CompileContext,
): readonly Problem[] {
  // A transform can still change every value.
  if (mapping.action === "wake" || mapping.transform !== undefined || mapping.skip) return [];
  return [
    ...warn(mapping, "agentId", agentRefusal(compiled, context)),
    ...warn(mapping, "model", checkModel(literalOf(compiled.model), context.models)),
    ...warn(mapping, "sessionKey", sessionKeyRefusal(compiled, context)),
  ];
}

function agentRefusal(compiled: CompiledMapping, { agents }: CompileContext): Refusal | undefined {
  const isFixed = compiled.agentId === undefined || compiled.agentId.isLiteral;
  if (isFixed) return checkAgent(literalOf(compiled.agentId), "operator", agents);
  // No payload value can name an agent where the config names none.
  const nothingKnown = compiled.origins.agentId !== "operator" && agents.known.size === 0;
  return nothingKnown ? checkAgent(agents.defaultAgentId, "template", agents) : undefined;
}

function sessionKeyRefusal(
  compiled: CompiledMapping,
  context: CompileContext,
): Refusal | undefined {
  const key = literalOf(compiled.sessionKey);
  return key === undefined ? undefined : checkSessionKey(key, "operator", context.sessionKeys);
}

function literalOf(template: CompiledTemplate | undefined): string | undefined {
  return template?.isLiteral ? template.literalPrefix : undefined;
}

const HINTS = {
  agentId: "Name an allowed agent, or add this one to hooks.allowedAgentIds or agents.list.",
  model: "Name a model of agents.defaults.models by its id or alias, or add this one there.",
  sessionKey: "Write a shorter key on one line.",
} as const;

function warn(
  mapping: Mapping,
  field: keyof typeof HINTS,
  refusal: Refusal | undefined,
): readonly Problem[] {
  if (refusal === undefined) return [];
  const isOwn = mapping[field] !== undefined;
  const path = isOwn ? [...mapping.configPath, field] : mapping.configPath;
  const message = `Mapping "${mapping.id}" can never succeed: ${refusal.message}`;
  const hint = HINTS[field];
  return [createProblem("mapping_never_succeeds", path, message, { severity: "warning", hint })];
}
