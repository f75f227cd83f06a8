// A refusal of a draft or of one of its values → the same refusal with a detail for the operator.
import { createRefusal, isPayloadAlone, type Refusal } from "../../model/index.ts";
import type { CompiledMapping } from "./compiled.ts";
import type { Draft } from "./draft.ts";
import type { IdField } from "./policy.ts";

/** A mapping, or a built-in route. */
export type DraftSource = Partial<Pick<CompiledMapping, "id" | "text" | "fields">>;

/** The detail has no payload value: it names the expression, not its result. */
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

/** Requests without a text and templates with expressions are refused elsewhere. */
export function refuseEmptyText(draft: Draft, source: DraftSource): Refusal {
  const field = draft.kind === "agent" ? "message" : "text";
  const message = `The ${field} of this action is empty for this payload.`;
  return createRefusal("empty_text", message, {
    issues: [{ path: `/${field}`, message }],
    detail: describeEmptyText(draft, field, source),
  });
}

/** For a mapping without a text, whose transform `explain` left out. */
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
  if (!text.isLiteral)
    return `Every expression in the text of mapping "${id}" is empty for this event.`;
  const template = JSON.stringify(text.source);
  return `The template of mapping "${id}" is ${template}, which has neither a text nor an expression.`;
}
