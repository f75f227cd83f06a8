// A mapping whose own fixed values the policies always refuse → a warning at start.
import type { CompiledMapping } from "../compiled.ts";
import type { CompiledTemplate } from "../language/compile/compile-template.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Refusal } from "../model/resolution.ts";
import { checkAgent } from "../policy/check-agent.ts";
import { checkId, type IdField } from "../policy/check-id.ts";
import { checkModel } from "../policy/check-model.ts";
import { createProblem } from "../problem/problem.ts";
import type { CompileContext } from "./compile-context.ts";

export function checkFixedValues(
  mapping: Mapping,
  compiled: CompiledMapping,
  context: CompileContext,
): void {
  // A transform can still change every value.
  if (mapping.transform !== undefined || mapping.skip) return;
  const { fields } = compiled;
  const checked = { mapping, context };
  const isWake = mapping.action === "wake";
  // A wake that names no agent goes to the main session, whatever agents hooks may reach.
  if (!isWake || fields.agentId !== undefined) {
    const agent = checkLiteral("agentId", fields.agentId) ?? agentRefusal(compiled, context);
    warn("agentId", agent, checked);
  }
  if (isWake) return;
  const model = checkModel(literalOf(fields.model), context.models);
  warn("model", checkLiteral("model", fields.model) ?? model, checked);
  warn("sessionKey", checkLiteral("sessionKey", fields.sessionKey), checked);
  warn("to", checkLiteral("to", fields.to), checked);
}

function checkLiteral(field: IdField, template: CompiledTemplate | undefined): Refusal | undefined {
  const literal = literalOf(template);
  return literal === undefined ? undefined : checkId(field, literal);
}

function agentRefusal(compiled: CompiledMapping, { agents }: CompileContext): Refusal | undefined {
  const isFixed = compiled.fields.agentId === undefined || compiled.fields.agentId.isLiteral;
  if (isFixed) return checkAgent(literalOf(compiled.fields.agentId), "operator", agents);
  // No payload value can name an agent where the config names none.
  const nothingKnown = compiled.origins.agentId !== "operator" && agents.known.size === 0;
  return nothingKnown ? checkAgent(agents.defaultAgentId, "template", agents) : undefined;
}

function literalOf(template: CompiledTemplate | undefined): string | undefined {
  return template?.isLiteral ? template.literalPrefix : undefined;
}

const HINTS = {
  agentId: "Name an allowed agent, or add this one to hooks.allowedAgentIds or agents.list.",
  model: "Name a model of agents.defaults.models by its id or alias, or add this one there.",
  sessionKey: "Write a shorter key on one line.",
  to: "Write the recipient on one line.",
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
