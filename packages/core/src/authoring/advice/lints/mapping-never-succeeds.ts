// The fields of a mapping that no event changes → a warning where the policies always refuse them.

import type { CompiledTemplate } from "@hookwright/template/runtime";
import type { Refusal } from "../../../model/index.ts";
import { createProblem, type Report } from "../../../model/index.ts";
import {
  checkAgent,
  checkId,
  checkModel,
  type IdField,
  type Policies,
} from "../../../serving/resolve/index.ts";
import type { Mapping } from "../../config/index.ts";
import type { CheckedMapping, CheckedPlan } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";

export const CODES: CodeRows = {
  mapping_never_succeeds: {
    meaning:
      "Every event of the mapping would be refused, or every one that is not for the default agent.",
    level: "top",
    wrong:
      "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - match: { path: x }\n      messageTemplate: hi\n      model: gpt-5\nagents: { defaults: { models: [openai/gpt-5.5] } }",
    right:
      "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - match: { path: x }\n      messageTemplate: hi\n      model: openai/gpt-5.5\nagents: { defaults: { models: [openai/gpt-5.5] } }",
    say: "The policies of the gateway always refuse this fixed value.",
  },
};

export function check(checked: CheckedMapping, report: Report): void {
  const { mapping, compiled, policies } = checked;
  // A transform can still change every value.
  if (mapping.transform !== undefined || mapping.skip) return;
  const { fields } = compiled;
  const warn = createWarning(mapping, report);
  const { action } = mapping;
  // A wake without an agent goes to the main session, which `allowedAgentIds` does not limit. A delivery starts no agent.
  if (action === "agent" || fields.agentId !== undefined) {
    const agent = checkLiteral("agentId", fields.agentId) ?? agentRefusal(compiled, policies);
    warn("agentId", agent);
    checkChosenAgent(checked, report);
  }
  if (action === "agent") {
    const model = checkModel(literalOf(fields.model), policies.models);
    warn("model", checkLiteral("model", fields.model) ?? model);
  }
  if (action !== "deliver") warn("sessionKey", checkLiteral("sessionKey", fields.sessionKey));
  if (action === "wake") return;
  warn("to", checkLiteral("to", fields.to));
  warn("accountId", checkLiteral("accountId", fields.accountId));
}

function checkLiteral(field: IdField, template: CompiledTemplate | undefined): Refusal | undefined {
  const literal = literalOf(template);
  return literal === undefined ? undefined : checkId(field, literal);
}

function agentRefusal(
  { fields: { agentId } }: CheckedPlan,
  { agents }: Policies,
): Refusal | undefined {
  const isFixed = agentId === undefined || agentId.isLiteral;
  return isFixed ? checkAgent(literalOf(agentId), "operator", agents) : undefined;
}

/** Where the config names no agents, a payload can name the default agent alone. */
function checkChosenAgent(
  { mapping, compiled, policies: { agents } }: CheckedMapping,
  report: Report,
): void {
  const { origins } = compiled;
  const { agentId } = compiled.fields;
  if (agentId === undefined || agentId.isLiteral || origins.agentId === "operator") return;
  if (agents.isNamed) return;
  const message = `Mapping "${mapping.id}" can only succeed for the agent "${agents.defaultAgentId}": the config names no agents.`;
  const hint = "Name the agents in hooks.allowedAgentIds, agents.list or agents.entries.";
  const path = [...mapping.configPath, "agentId"];
  report(createProblem("mapping_never_succeeds", path, message, { severity: "warning", hint }));
}

function literalOf(template: CompiledTemplate | undefined): string | undefined {
  return template?.isLiteral ? template.literalPrefix : undefined;
}

const HINTS = {
  agentId: "Name an allowed agent, or add this one to hooks.allowedAgentIds.",
  model: "Name a model of agents.defaults.models by its id or alias, or add this one there.",
  sessionKey: "Write a shorter key on one line.",
  to: "Write the recipient on one line.",
  accountId: "Write the account on one line.",
} as const;

function createWarning(
  { id, fields, configPath }: Mapping,
  report: Report,
): (field: keyof typeof HINTS, refusal: Refusal | undefined) => void {
  return (field, refusal) => {
    if (refusal === undefined) return;
    const path = fields[field] === undefined ? configPath : [...configPath, field];
    const message = `Mapping "${id}" can never succeed: ${refusal.message}`;
    const extras = { severity: "warning", hint: HINTS[field] } as const;
    report(createProblem("mapping_never_succeeds", path, message, extras));
  };
}
