// What the dispatcher got for an event → its golden text: the fields of the action, then the prompt.
import { snapshotText } from "@hookwright/testing";
import type { Posted } from "./serve-provider.ts";

export function promptText({ status, answer, dispatched }: Posted): string {
  if (dispatched.length === 0) return `answer: ${status} ${answer}`.trimEnd();
  const actions = dispatched.map(({ mappingId, action }) =>
    snapshotText({
      outcome: "action",
      ...(mappingId !== undefined && { mappingId }),
      action,
      warnings: [],
      taintedFields: [],
    }),
  );
  return actions.join("\n\n");
}
