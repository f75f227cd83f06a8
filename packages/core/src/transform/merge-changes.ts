// A draft and what a transform changes → the draft that results, with the origins that follow.
import type { Draft, Origin } from "../model/draft.ts";
import type { TransformResult } from "../model/transform.ts";

/** Fields that are laid over as they are. */
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
] as const satisfies readonly (keyof Draft & keyof TransformResult)[];

export function mergeChanges(draft: Draft, changes: TransformResult): Draft {
  const kind = changes.kind ?? changes.action ?? draft.kind;
  const text = kind === "agent" ? changes.message : changes.text;
  const wakeMode = kind === "agent" ? changes.wakeMode : (changes.mode ?? changes.wakeMode);
  const overlaid = OVERLAID.filter((field) => changes[field] !== undefined);
  return {
    ...draft,
    ...Object.fromEntries(overlaid.map((field) => [field, changes[field]])),
    kind,
    text: text ?? draft.text,
    wakeMode: wakeMode ?? draft.wakeMode,
    origins: {
      text: originOf(text, draft.origins.text),
      sessionKey: originOf(changes.sessionKey, draft.origins.sessionKey),
      agentId: originOf(changes.agentId, draft.origins.agentId),
    },
  };
}

/** What a transform made counts as payload, even where it looks like the operator's words. */
function originOf(change: string | undefined, before: Origin): Origin {
  return change === undefined ? before : "transform";
}
