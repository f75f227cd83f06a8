// A mapping whose own fixed values the policies always refuse → a warning at start.
import type { CompiledMapping } from "../compiled.ts";
import type { CompiledTemplate } from "../language/compile/compile-template.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Refusal } from "../model/resolution.ts";
import { checkAgent } from "../policy/check-agent.ts";
import { checkModel } from "../policy/check-model.ts";
import { checkSessionKey } from "../policy/check-session-key.ts";
import { createProblem } from "../problem/problem.ts";
import type { CompileContext } from "./compile-context.ts";

export function checkFixedValues(
  mapping: Mapping,
  compiled: CompiledMapping,
  context: CompileContext,
): void {
  // A transform can still change every value.
  if (mapping.action === "wake" || mapping.transform !== undefined || mapping.skip) return;
  warn("agentId", agentRefusal(compiled, context), { mapping, context });
  warn("model", checkModel(literalOf(compiled.fields.model), context.models), { mapping, context });
  warn("sessionKey", sessionKeyRefusal(compiled, context), { mapping, context });
}

function agentRefusal(compiled: CompiledMapping, { agents }: CompileContext): Refusal | undefined {
  const isFixed = compiled.fields.agentId === undefined || compiled.fields.agentId.isLiteral;
  if (isFixed) return checkAgent(literalOf(compiled.fields.agentId), "operator", agents);
  // No payload value can name an agent where the config names none.
  const nothingKnown = compiled.origins.agentId !== "operator" && agents.known.size === 0;
  return nothingKnown ? checkAgent(agents.defaultAgentId, "template", agents) : undefined;
}

function sessionKeyRefusal(
  compiled: CompiledMapping,
  context: CompileContext,
): Refusal | undefined {
  const key = literalOf(compiled.fields.sessionKey);
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

interface CheckedMapping {
  readonly mapping: Mapping;
  readonly context: CompileContext;
}

function warn(
  field: keyof typeof HINTS,
  refusal: Refusal | undefined,
  { mapping, context }: CheckedMapping,
): void {
  if (refusal === undefined) return;
  const isOwn = mapping.fields[field] !== undefined;
  const path = isOwn ? [...mapping.configPath, field] : mapping.configPath;
  const message = `Mapping "${mapping.id}" can never succeed: ${refusal.message}`;
  const extras = { severity: "warning", hint: HINTS[field] } as const;
  context.report(createProblem("mapping_never_succeeds", path, message, extras));
}
