// A draft before and after its transform → the fields that changed, in a sentence for `explain`.
import type { Draft } from "../model/draft.ts";

export function describeChanges(before: Draft, after: Draft): string {
  const changed = (Object.keys(after) as (keyof Draft)[])
    .filter((field) => field !== "origins" && after[field] !== before[field])
    .map((field) => (field === "text" && after.kind === "agent" ? "message" : field));
  if (changed.length === 0) return "The transform changed nothing.";
  return `The transform changed ${changed.join(", ")}.`;
}
