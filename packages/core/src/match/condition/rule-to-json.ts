// A rule, or a part of one → its JSON in one line, as the docs write it; for hints.
import { isNested } from "@hookwright/base";

/** A longer rule is not read in a hint. */
const MAX_HINT_LENGTH = 200;

/** `isNested` counts lists and objects: no stack is too small for these. */
const MAX_HINT_LEVELS = 20;

export function ruleToJson(rule: unknown): string {
  if (isNested(rule, MAX_HINT_LEVELS)) return "…";
  const text = write(rule);
  return text.length > MAX_HINT_LENGTH ? `${text.slice(0, MAX_HINT_LENGTH)}…` : text;
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}: ${write(part)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
