// A draft and what a transform changes → the draft that results, with the origins that follow.
import { oneLine } from "../data/one-line.ts";
import type { LockableField } from "../model/config.ts";
import type { Draft, Origin } from "../model/draft.ts";
import type { TransformResult } from "../model/transform.ts";

/** Fields that are laid over where they are not locked. */
const OVERLAID = [
  "name",
  "sessionKey",
  "sessionMode",
  "deliver",
  "channel",
  "to",
  "agentId",
  "model",
  "thinking",
  "timeoutSeconds",
] as const satisfies readonly (keyof Draft & keyof TransformResult & LockableField)[];

export function mergeChanges(
  draft: Draft,
  changes: TransformResult,
  lock: readonly LockableField[],
): Draft {
  const kind = changes.kind ?? changes.action ?? draft.kind;
  const text = kind === "agent" ? changes.message : changes.text;
  const laidOver = OVERLAID.filter(
    (field) => changes[field] !== undefined && !lock.includes(field),
  );
  const origin = (field: "sessionKey" | "agentId"): Origin =>
    laidOver.includes(field) ? "transform" : draft.origins[field];
  return {
    ...draft,
    ...Object.fromEntries(laidOver.map((field) => [field, tidy(field, changes[field])])),
    kind,
    text: text ?? draft.text,
    wakeMode: lock.includes("wakeMode") ? draft.wakeMode : wakeModeOf(changes, draft),
    origins: {
      // What a transform made counts as payload, even where it looks like the operator's words.
      text: text === undefined ? draft.origins.text : "transform",
      sessionKey: origin("sessionKey"),
      agentId: origin("agentId"),
    },
  };
}

/** As with templates: one line each, and a blank one is as good as none. */
function tidy(field: (typeof OVERLAID)[number], value: unknown): unknown {
  if (typeof value !== "string") return value;
  // A session key with control characters is refused: repaired, it could be another one's key.
  const text = field === "sessionKey" ? value.trim() : oneLine(value);
  return text === "" ? undefined : text;
}

/** Wake actions call it `mode`, agent actions `wakeMode`; modules mix them up. */
function wakeModeOf({ mode, wakeMode }: TransformResult, draft: Draft): Draft["wakeMode"] {
  return wakeMode ?? mode ?? draft.wakeMode;
}
