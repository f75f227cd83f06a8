// A draft → the action, judged by the policies and fenced; or the refusal.
import type { CompiledConfig } from "../compiled.ts";
import { fenceNeutralized } from "../fence/fence-text.ts";
import { neutralize } from "../fence/neutralize.ts";
import { neutralizeLine } from "../fence/neutralize-line.ts";
import { agentAction } from "../generated/action-records.ts";
import type { Action, TextPart } from "../model/action.ts";
import type { Draft } from "../model/draft.ts";
import type { FieldValues } from "../model/field-values.ts";
import type { Refusal } from "../model/resolution.ts";
import { checkAgent } from "../policy/check-agent.ts";
import { checkModel } from "../policy/check-model.ts";
import { checkSessionKey, refuseEmptySessionKey } from "../policy/check-session-key.ts";
import { createRefusal } from "../problem/refusal.ts";
import { describeDecisions } from "./describe-decisions.ts";
import type { ResolveTrace } from "./trace.ts";

export interface Provenance {
  /** Where untrusted text came from, in words for the fence. */
  readonly source: string;
  readonly allowUnsafeExternalContent: boolean;
}

export type Finished =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly refusal: Refusal };

export function finishAction(
  draft: Draft,
  provenance: Provenance,
  config: CompiledConfig,
): Finished {
  if (draft.text.trim() === "") return { ok: false, refusal: emptyText(draft) };
  if (draft.kind === "wake") return { ok: true, action: finishWake(draft, provenance, config) };
  const { fields } = draft;
  const { policies, defaultSessionKey, environment } = config;
  const refusal =
    judgeSessionKey(draft, config) ??
    judgeAgent(draft, policies) ??
    (fields.model === undefined ? undefined : checkModel(fields.model, policies.models));
  if (refusal !== undefined) return { ok: false, refusal };
  const sessionKey = fields.sessionKey ?? defaultSessionKey ?? `hook:${environment.randomId()}`;
  const { text: message, ...outside } = finishText(draft, provenance, config);
  return { ok: true, action: agentAction(cleanLines(fields), { message, sessionKey, ...outside }) };
}

/** The lines that no policy judges. A copy only where one changes. */
function cleanLines(fields: FieldValues): FieldValues {
  const name = neutralizeLine(fields.name);
  const thinking = neutralizeLine(fields.thinking);
  if (name === fields.name && thinking === fields.thinking) return fields;
  return { ...fields, name, thinking };
}

function judgeSessionKey(draft: Draft, config: CompiledConfig): Refusal | undefined {
  const { origins, fields } = draft;
  const { sessionKey } = fields;
  const { defaultSessionKey, policies } = config;
  if (sessionKey === "") return refuseEmptySessionKey();
  if (sessionKey !== undefined)
    return checkSessionKey(sessionKey, origins.sessionKey, policies.sessionKeys);
  if (defaultSessionKey === undefined) return undefined;
  return checkSessionKey(defaultSessionKey, "operator", policies.sessionKeys);
}

/** Also an agent that nobody named is judged where the config limits agents: it is the default one. */
function judgeAgent(
  { fields: { agentId }, origins }: Draft,
  { agents }: CompiledConfig["policies"],
): Refusal | undefined {
  if (agentId === undefined && agents.allowed === undefined) return undefined;
  return checkAgent(agentId, origins.agentId, agents);
}

function emptyText(draft: Draft): Refusal {
  const field = draft.kind === "agent" ? "message" : "text";
  const message = `The ${field} of this action is empty for this payload.`;
  return createRefusal("empty_text", message, {
    issues: [{ path: `/${field}`, message }],
  });
}

interface FinishedText {
  readonly text: string;
  readonly parts: readonly TextPart[];
  readonly untrustedText: string;
}

function finishText(draft: Draft, provenance: Provenance, config: CompiledConfig): FinishedText {
  const { instructions } = draft;
  const { source, allowUnsafeExternalContent } = provenance;
  const isTrusted = draft.origins.text === "operator";
  const isFenced = !isTrusted && !allowUnsafeExternalContent;
  const text = isFenced ? neutralize(draft.text) : draft.text;
  const part: TextPart = isTrusted
    ? { kind: "trusted", text }
    : { kind: "untrusted", text, source };
  const shown = isFenced
    ? fenceNeutralized(text, { id: config.environment.randomId(), source })
    : text;
  const untrustedText = isTrusted ? "" : text;
  if (instructions === "") return { text: shown, parts: [part], untrustedText };
  return {
    text: `${instructions}\n\n${shown}`,
    parts: [{ kind: "trusted", text: instructions }, part],
    untrustedText,
  };
}

function finishWake(draft: Draft, provenance: Provenance, config: CompiledConfig): Action {
  const { text, parts, untrustedText } = finishText(draft, provenance, config);
  return { kind: "wake", text, mode: draft.fields.wakeMode, parts, untrustedText };
}

export interface FinishingWalk {
  readonly config: CompiledConfig;
  readonly trace: ResolveTrace | undefined;
}

export function finishDraft(
  draft: Draft,
  provenance: Provenance,
  { config, trace }: FinishingWalk,
): Finished {
  const finished = finishAction(draft, provenance, config);
  if (trace === undefined || !finished.ok) return finished;
  const { action } = finished;
  const decisions = describeDecisions({ draft, action, provenance, config });
  for (const sentence of decisions) trace.stage(sentence);
  return finished;
}
