// Records of requests → one warning for each mapping whose text had only empty expressions.
import type { RequestRecord } from "@hookwright/core/ingress";

/** Once a mapping and process: a mapping that guesses its fields wrong does so for each event. */
export function createEmptyTextWarning(
  warn: (message: string) => void,
): (record: RequestRecord) => void {
  const warned = new Set<string>();
  return ({ emptyExpressions, mappingId }) => {
    if (emptyExpressions === undefined || mappingId === undefined || warned.has(mappingId)) return;
    warned.add(mappingId);
    warn(
      `Every expression in the text of mapping "${mappingId}" was empty for an event: the agent got the literal text alone. "hookwright explain" shows which fields the event has.`,
    );
  };
}
