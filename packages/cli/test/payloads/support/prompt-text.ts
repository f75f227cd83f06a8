// What the dispatcher got for an event → its golden text: the fields of the action, then the prompt.
import type { Dispatched, Posted } from "./serve-provider.ts";

export function promptText({ status, answer, dispatched }: Posted): string {
  if (dispatched.length === 0) return `answer: ${status} ${answer}`.trimEnd();
  return dispatched.map(describeAction).join("\n\n");
}

/** Fields that have their default are left out. */
function describeAction({ mappingId, action }: Dispatched): string {
  const head =
    action.kind === "wake"
      ? [`wake by ${mappingId} (${action.mode})`]
      : [
          `run by ${mappingId}`,
          `name: ${action.name}`,
          `sessionKey: ${action.sessionKey}`,
          ...(action.deliver ? [] : ["deliver: false"]),
          ...(action.to === undefined ? [] : [`to: ${action.to} on ${action.channel}`]),
        ];
  const parts = action.parts.map((part) =>
    part.kind === "trusted"
      ? `--- instructions ---\n${part.text}`
      : `--- from outside: ${part.source} ---\n${part.text}`,
  );
  return [...head, ...parts].join("\n");
}
