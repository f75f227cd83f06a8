// An action → its values by their names in expectations; absent ones are null.

import type { Action } from "@hookwright/core";
import { ACTION_FIELDS } from "@hookwright/core/plan";
import { fixFenceIds, showFixedId } from "./fixed-ports.ts";
import type { ExpectedField } from "./model.ts";

/** The fields of an action other than its texts. */
const EXPECTED_FIELDS: readonly ExpectedField[] = ACTION_FIELDS.flatMap(({ name, value }) =>
  value === "text" ? [] : [name],
);

/** The keys of an expected action, except `becomes`. */
export const ACTION_KEYS: readonly ActionKey[] = [
  ...EXPECTED_FIELDS,
  "coalesce",
  "text",
  "instructions",
  "prompt",
];

/** A key of an expected action, except `becomes`. */
export type ActionKey = ExpectedField | "coalesce" | "text" | "instructions" | "prompt";

/** The templated fields that a value is made of, by their names in reports. */
export function templatesOf(key: string): readonly string[] {
  if (key === "text") return ["message", "text"];
  if (key === "coalesce") return ["coalesce.key"];
  return key === "prompt" ? ["message", "text", "instructions"] : [key];
}

type ActionView = Readonly<Record<ActionKey, unknown>>;

export function viewAction(action: Action): ActionView {
  const { kind, parts } = action;
  const values: Readonly<Record<string, unknown>> =
    kind === "wake" ? { wakeMode: action.mode, agentId: action.agentId } : { ...action };
  const fields = EXPECTED_FIELDS.map((name) => [name, showFixedId(values[name] ?? null)]);
  return {
    ...(Object.fromEntries(fields) as Record<ExpectedField, unknown>),
    coalesce: action.coalesce?.key ?? null,
    // The text is the last part, after the instructions if there are any; that of a delivery is all of its parts.
    text: kind === "deliver" ? action.text : parts.at(-1)?.text,
    instructions: kind !== "deliver" && parts.length > 1 ? parts[0]?.text : null,
    prompt: fixFenceIds(kind === "agent" ? action.message : action.text).text,
  };
}
