// An accepted draft and its action → what was decided and why, in sentences for `explain`.
import {
  type Action,
  type AgentAction,
  createRefusal,
  type FieldValues,
  isPayloadAlone,
  type Refusal,
} from "../../base/index.ts";
import type { CompiledConfig, CompiledMapping } from "./compiled.ts";
import type { Draft } from "./draft.ts";
import { HOOK_PREFIX, type IdField } from "./policy.ts";

interface Decision {
  readonly draft: Draft;
  readonly action: Action;
  readonly provenance: Pick<CompiledMapping, "allowUnsafeExternalContent">;
  readonly config: CompiledConfig;
}

export function describeDecisions(decision: Decision): readonly string[] {
  const { draft } = decision;
  const accepted = `The policies accept the ${draft.kind} action.`;
  if (draft.kind === "wake") return [accepted, describeAgent(decision), describeText(decision)];
  return [
    accepted,
    describeSessionKey(decision),
    describeAgent(decision),
    ...(draft.fields.model === undefined ? [] : [describeModel(decision)]),
    describeText(decision),
  ];
}

function describeSessionKey({ draft, action, config }: Decision): string {
  const { sessionKey } = draft.fields;
  if (sessionKey === undefined) {
    return config.defaultSessionKey === undefined
      ? "The session key is a new one, as nothing sets it."
      : "The session key is hooks.defaultSessionKey, as nothing else sets one.";
  }
  if (draft.origins.sessionKey === "operator") {
    return "The session key is accepted: the operator wrote it, or how it begins.";
  }
  if (config.policies.sessionKeys.allowedPrefixes !== undefined) {
    return "The session key is accepted: it starts with one of hooks.allowedSessionKeyPrefixes.";
  }
  return (action as AgentAction).sessionKey === sessionKey
    ? `The session key is accepted: it starts with "${HOOK_PREFIX}".`
    : `The session key was put under "${HOOK_PREFIX}", where all keys from outside belong.`;
}

function describeAgent({ draft, config }: Decision): string {
  const { allowed } = config.policies.agents;
  if (draft.kind === "wake" && draft.fields.agentId === undefined) {
    return "No agent is named, so the main session of the default one is woken.";
  }
  const isAllowed = allowed === undefined ? "" : ", which hooks.allowedAgentIds names";
  if (draft.fields.agentId === undefined)
    return `No agent is named, so it is the default one${isAllowed}.`;
  return draft.origins.agentId === "operator"
    ? `The agent is the one that the operator wrote${isAllowed}.`
    : "The agent is accepted: the config names it.";
}

function describeModel({ config }: Decision): string {
  return config.policies.models === undefined
    ? "The model is accepted: the config does not limit models."
    : "The model is accepted: agents.defaults.models names it.";
}

function describeText({ draft, action, provenance }: Decision): string {
  const text = action.kind === "agent" ? action.message : action.text;
  const field = action.kind === "agent" ? "message" : "text";
  const { length } = draft.text;
  const size = `The ${field} has ${length} character${length === 1 ? "" : "s"}`;
  if (draft.origins.text === "operator") {
    return `${size} and no fence: the operator wrote it without a value of the payload.`;
  }
  if (provenance.allowUnsafeExternalContent) {
    return `${size} and no fence: the mapping sets allowUnsafeExternalContent.`;
  }
  return `${size}, ${text.length} with the fence and what stands before it.`;
}

export function describeChanges(before: Draft, after: Draft): string {
  const changed = [
    ...(after.kind === before.kind ? [] : ["kind"]),
    ...(after.text === before.text ? [] : [after.kind === "agent" ? "message" : "text"]),
    ...(Object.keys(after.fields) as (keyof FieldValues)[]).filter(
      (field) => after.fields[field] !== before.fields[field],
    ),
  ];
  if (changed.length === 0) return "The transform changed nothing.";
  return `The transform changed ${changed.join(", ")}.`;
}

/** A mapping, or a built-in route. */
export type DraftSource = Partial<Pick<CompiledMapping, "id" | "text" | "fields">>;

/** No payload value is in the detail: it names the expression, and not what it rendered. */
export function describeRefusal(
  refusal: Refusal,
  field: IdField,
  { draft, source }: { readonly draft: Draft; readonly source: DraftSource },
): Refusal {
  const origin = describeValueOrigin(field, draft, source);
  return {
    ...refusal,
    detail: refusal.detail === undefined ? origin : `${origin} ${refusal.detail}`,
    // A value of the config or of a transform can be corrected, so the event should be sent again.
    ...(isPayloadAlone(refusal) && !isFromPayload(field, draft) && { payloadAlone: false }),
  };
}

function isFromPayload(field: IdField, { fields, origins, taintedFields }: Draft): boolean {
  if (fields[field] === undefined || origins[field] === "transform") return false;
  return taintedFields.includes(field);
}

function describeValueOrigin(field: IdField, draft: Draft, { id, fields }: DraftSource): string {
  if (draft.fields[field] === undefined) {
    return field === "agentId"
      ? "Nothing names an agent, so it is the default one."
      : "It is hooks.defaultSessionKey.";
  }
  const origin = draft.origins[field];
  if (origin === "request") return `The request has it as "${field}".`;
  if (origin === "transform") return `The transform of mapping "${id}" returned it as "${field}".`;
  return `"${field}" of mapping "${id}" is ${JSON.stringify(fields?.[field]?.source)}.`;
}

/** A request without a text does not get here, nor does a template with expressions. */
export function refuseEmptyText(draft: Draft, source: DraftSource): Refusal {
  const field = draft.kind === "agent" ? "message" : "text";
  const message = `The ${field} of this action is empty for this payload.`;
  return createRefusal("empty_text", message, {
    issues: [{ path: `/${field}`, message }],
    detail: describeEmptyText(draft, field, source),
  });
}

/** Of a mapping without a text of its own, whose transform `explain` left out. */
export function refuseMissingText(): Refusal {
  const message = "Only the transform, which was left out, gives this action a text.";
  return createRefusal("empty_text", message);
}

function describeEmptyText(
  { origins }: Draft,
  field: "message" | "text",
  { id, text }: DraftSource,
): string {
  if (origins.text === "transform") return `The transform of mapping "${id}" returned it empty.`;
  if (text === undefined) return `Neither mapping "${id}" nor its transform gives a ${field}.`;
  const template = JSON.stringify(text.source);
  return `The template of mapping "${id}" is ${template}, which has neither a text nor an expression.`;
}
