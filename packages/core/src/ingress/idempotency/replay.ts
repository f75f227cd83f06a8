// A stored answer → the answer to a repeat, which says that it is one.

import type { IngressAnswer } from "../request.ts";
import type { RequestNotes } from "../request-context.ts";
import type { StoredAnswer } from "./store.ts";

export function replay(stored: StoredAnswer, notes: RequestNotes): IngressAnswer {
  notes.dedupe = "replayed";
  if (stored.runId !== undefined) notes.runId = stored.runId;
  return markReplayed(stored);
}

export function markReplayed({ status, headers, body }: IngressAnswer): IngressAnswer {
  return { status, headers: { ...headers, "idempotent-replayed": "true" }, body };
}
