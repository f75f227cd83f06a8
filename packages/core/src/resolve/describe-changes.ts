// A draft before and after its transform → the fields that changed, in a sentence for `explain`.

import type { Draft } from "../model/draft.ts";
import type { FieldValues } from "../model/field-values.ts";

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
