// A draft and what a transform changes → the draft that results, with the origins that follow.
import { oneLine } from "../data/text.ts";
import { OVERLAID_FIELDS } from "../generated/field-lists.ts";
import type { Draft, Origin } from "../model/draft.ts";
import type { LockableField } from "../model/field-values.ts";
import type { TransformResult } from "../model/transform.ts";

export function mergeChanges(
  draft: Draft,
  changes: TransformResult,
  lock: readonly LockableField[],
): Draft {
  const kind = changes.kind ?? changes.action ?? draft.kind;
  const text = kind === "agent" ? changes.message : changes.text;
  const laidOver = OVERLAID_FIELDS.filter(
    (field) => readChange(field, changes) !== undefined && !lock.includes(field.name),
  );
  const origin = (name: "sessionKey" | "agentId"): Origin =>
    laidOver.some((field) => field.name === name) ? "transform" : draft.origins[name];
  return {
    ...draft,
    kind,
    text: text ?? draft.text,
    fields: {
      ...draft.fields,
      ...Object.fromEntries(laidOver.map((field) => [field.name, tidy(field, changes)])),
    },
    origins: {
      // Text of a transform counts as untrusted, because it may contain payload values.
      text: text === undefined ? draft.origins.text : "transform",
      sessionKey: origin("sessionKey"),
      agentId: origin("agentId"),
    },
  };
}

type OverlaidField = (typeof OVERLAID_FIELDS)[number];

/** Wake actions have other names for some fields, and modules use both. */
function readChange(field: OverlaidField, changes: TransformResult): unknown {
  const value = changes[field.name];
  return value === undefined && "wakeName" in field ? changes[field.wakeName] : value;
}

/** As for templates: values are one line, and a blank value counts as unset. */
function tidy(field: OverlaidField, changes: TransformResult): unknown {
  const value = readChange(field, changes);
  if (typeof value !== "string") return value;
  // A session key with control characters is refused: a repaired key could belong to another session.
  const text = field.value === "key" ? value.trim() : oneLine(value);
  return text === "" ? undefined : text;
}
