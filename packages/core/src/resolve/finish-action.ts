// A draft → the action, judged by the policies and fenced; or the refusal.
import type { CompiledConfig } from "../compiled.ts";
import { type Budget, COST } from "../data/budget.ts";
import { fenceText } from "../fence/fence-text.ts";
import { agentAction } from "../generated/action-records.ts";
import type { Action, TextPart } from "../model/action.ts";
import type { Draft } from "../model/draft.ts";
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
  walk: Omit<FinishingWalk, "trace">,
): Finished {
  const { config } = walk;
  if (draft.text.trim() === "") return { ok: false, refusal: emptyText(draft) };
  if (draft.kind === "wake") return { ok: true, action: finishWake(draft, provenance, walk) };
  const { fields } = draft;
  const { policies, defaultSessionKey, environment } = config;
  const refusal =
    judgeSessionKey(draft, config) ??
    judgeAgent(draft, policies) ??
    (fields.model === undefined ? undefined : checkModel(fields.model, policies.models));
  if (refusal !== undefined) return { ok: false, refusal };
  const sessionKey = fields.sessionKey ?? defaultSessionKey ?? `hook:${environment.randomId()}`;
  const { text: message, ...outside } = finishText(draft, provenance, walk);
  return { ok: true, action: agentAction(fields, { message, sessionKey, ...outside }) };
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

function finishText(
  draft: Draft,
  provenance: Provenance,
  { config, budget }: Omit<FinishingWalk, "trace">,
): FinishedText {
  const { text, instructions } = draft;
  const { source, allowUnsafeExternalContent } = provenance;
  const isTrusted = draft.origins.text === "operator";
  const part: TextPart = isTrusted
    ? { kind: "trusted", text }
    : { kind: "untrusted", text, source };
  const shown =
    isTrusted || allowUnsafeExternalContent
      ? text
      : fenceText(text, {
          id: config.environment.randomId(),
          source,
          onOpening: () => budget.spend(COST.openings),
        });
  const untrustedText = isTrusted ? "" : text;
  if (instructions === "") return { text: shown, parts: [part], untrustedText };
  return {
    text: `${instructions}\n\n${shown}`,
    parts: [{ kind: "trusted", text: instructions }, part],
    untrustedText,
  };
}

function finishWake(
  draft: Draft,
  provenance: Provenance,
  walk: Omit<FinishingWalk, "trace">,
): Action {
  const { text, parts, untrustedText } = finishText(draft, provenance, walk);
  return { kind: "wake", text, mode: draft.fields.wakeMode, parts, untrustedText };
}

export interface FinishingWalk {
  readonly config: CompiledConfig;
  /** What is left to the event, all its stages and elements together. */
  readonly budget: Budget;
  readonly trace: ResolveTrace | undefined;
}

export function finishDraft(draft: Draft, provenance: Provenance, walk: FinishingWalk): Finished {
  const { config, budget, trace } = walk;
  budget.spend(draft.text.length * COST.fencedCharacters);
  const finished = finishAction(draft, provenance, walk);
  if (trace === undefined || !finished.ok) return finished;
  const { action } = finished;
  const decisions = describeDecisions({ draft, action, provenance, config });
  for (const sentence of decisions) trace.stage(sentence);
  return finished;
}
