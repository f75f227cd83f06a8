// A draft and what a transform changes → the draft that results, with the origins that follow.
import { oneLine } from "@hookwright/base";
import type { LockableField, TransformResult } from "../../base/index.ts";
import { wholeSeconds } from "../../generated/action-records.ts";
import { OVERLAID_FIELDS, TEMPLATED_FIELDS } from "../../generated/field-lists.ts";
import type { Draft, Origin, Origins } from "../draft.ts";

export function mergeChanges(
  draft: Draft,
  changes: TransformResult,
  lock: readonly LockableField[],
): Draft {
  const kind = changes.kind ?? changes.action ?? draft.kind;
  const text = kind === "agent" ? changes.message : changes.text;
  const locked = listLocked(changes, lock);
  const laidOver = OVERLAID_FIELDS.filter(
    (field) => readChange(field, changes) !== undefined && !locked.includes(field.name),
  );
  const origin = (name: Exclude<keyof Origins, "text">): Origin =>
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
      to: origin("to"),
      accountId: origin("accountId"),
      model: origin("model"),
    },
    // As with the text: whatever a transform sets may be a payload value.
    taintedFields: TEMPLATED_FIELDS.filter(
      (name) => draft.taintedFields.includes(name) || laidOver.some((field) => field.name === name),
    ),
  };
}

/** The fields that a transform returned in vain, because the mapping has locked them. */
export function listLocked(
  changes: TransformResult,
  lock: readonly LockableField[],
): readonly LockableField[] {
  return OVERLAID_FIELDS.filter((field) => {
    const value = readChange(field, changes);
    return value !== undefined && lock.includes(field.name) && !isAlwaysLaidOver(field, value);
  }).map(({ name }) => name);
}

type OverlaidField = (typeof OVERLAID_FIELDS)[number];

/** A module that wants nothing sent is obeyed: what was sent cannot be taken back. */
function isAlwaysLaidOver({ name }: OverlaidField, value: unknown): boolean {
  return name === "deliver" && value === false;
}

/** Wake actions have other names for some fields, and modules use both. */
function readChange(field: OverlaidField, changes: TransformResult): unknown {
  const value = changes[field.name];
  return value === undefined && "wakeName" in field ? changes[field.wakeName] : value;
}

/** As for templates: values are one line, and a blank value counts as unset. */
function tidy(field: OverlaidField, changes: TransformResult): unknown {
  const value = readChange(field, changes);
  if (typeof value === "number") return wholeSeconds(value);
  if (typeof value !== "string") return value;
  const text = field.value === "line" ? oneLine(value) : value.trim();
  return text === "" ? undefined : text;
}
