// What a config fixes of values and of session keys → warnings where the policies always refuse it, or
// where a payload can choose a session outside of the hooks.

import type { CompiledTemplate } from "@hookwright/template/internal";
import type { Refusal } from "../base/index.ts";
import { createProblem, type Report } from "../base/index.ts";
import type { Mapping } from "../config/index.ts";
import type { CompiledMapping } from "../resolve/index.ts";
import {
  checkAgent,
  checkId,
  checkModel,
  hasAllowedPrefix,
  type IdField,
  isOpen,
  type SessionKeyPolicy,
} from "../resolve/index.ts";
import type { CompileContext } from "./compile-context.ts";
import { readsPayload } from "./compile-fields.ts";

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
    checkChosenAgent(mapping, compiled, context);
  }
  if (isWake) return;
  const model = checkModel(literalOf(fields.model), context.models);
  warn("model", checkLiteral("model", fields.model) ?? model, checked);
  warn("sessionKey", checkLiteral("sessionKey", fields.sessionKey), checked);
  warn("to", checkLiteral("to", fields.to), checked);
  warn("accountId", checkLiteral("accountId", fields.accountId), checked);
}

function checkLiteral(field: IdField, template: CompiledTemplate | undefined): Refusal | undefined {
  const literal = literalOf(template);
  return literal === undefined ? undefined : checkId(field, literal);
}

function agentRefusal(compiled: CompiledMapping, { agents }: CompileContext): Refusal | undefined {
  const isFixed = compiled.fields.agentId === undefined || compiled.fields.agentId.isLiteral;
  return isFixed ? checkAgent(literalOf(compiled.fields.agentId), "operator", agents) : undefined;
}

/** Where the config names no agents, a payload can name the default agent alone. */
function checkChosenAgent(
  mapping: Mapping,
  { fields: { agentId }, origins }: CompiledMapping,
  { agents, report }: CompileContext,
): void {
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

/** Each event would begin a conversation that no other continues. A transform can still give a key. */
export function checkLastingSession(mapping: Mapping, context: CompileContext): void {
  const { configPath: path, fields, action } = mapping;
  if (fields.sessionMode !== "persistent" || action === "wake" || mapping.skip) return;
  if (mapping.transform !== undefined || context.isIncomplete(path, ["sessionKey"])) return;
  const key = fields.sessionKey ?? context.hooks.defaultSessionKey?.trim();
  if (key !== undefined && !CHANGES_ALWAYS.test(key)) return;
  const why = key === undefined ? "no session key" : "a session key with the time of the event";
  const message = `Mapping "${mapping.id}" has "sessionMode": "persistent" and ${why}, so that no two events share a session.`;
  const hint =
    'Write a "sessionKey" of what the events of one conversation have in common, such as "hook:ci:{{branch}}".';
  const code = key === undefined ? "missing_key" : "invalid_value";
  context.report(createProblem(code, [...path, "sessionKey"], message, { hint }));
}

/** A part of it, such as the day in `{{date now 'YYYY-MM-DD'}}`, is shared by many events. */
const CHANGES_ALWAYS = /\{\{\{?\s*now\s*\}?\}\}/;

export function checkOpenPrefixes(policy: SessionKeyPolicy, report: Report): void {
  if (!isOpen(policy)) return;
  const path = ["hooks", "allowedSessionKeyPrefixes"];
  const message =
    "hooks.allowedSessionKeyPrefixes allows every session key: a sender can choose a session of the gateway's own.";
  const hint = 'Write ["hook:"], or leave it out: keys are then put under "hook:".';
  report(createProblem("session_prefix_open", path, message, { severity: "warning", hint }));
}

/** The operator's literal beginning is trusted, but `a{{k}}` can become `agent:main:main`. */
export function checkWeakPrefix(
  mapping: Mapping,
  { fields: { sessionKey } }: CompiledMapping,
  { sessionKeys, report }: CompileContext,
): void {
  if (sessionKey === undefined || mapping.action === "wake" || mapping.skip) return;
  const start = sessionKey.literalPrefix.trimStart();
  if (start === "" || sessionKey.isLiteral || !readsPayload(sessionKey, mapping)) return;
  if (hasAllowedPrefix(start, sessionKeys)) return;
  const message = `The session key of mapping "${mapping.id}" begins with ${JSON.stringify(start)}, which is no allowed prefix: with what follows from the payload, it may be a session that is not of the hooks.`;
  const hint =
    sessionKeys.allowedPrefixes === undefined
      ? 'Begin it with "hook:", or name its beginning in hooks.allowedSessionKeyPrefixes.'
      : "Begin it with one of hooks.allowedSessionKeyPrefixes, or add its beginning there.";
  const path = [...mapping.configPath, "sessionKey"];
  report(createProblem("session_key_weak_prefix", path, message, { severity: "warning", hint }));
}
