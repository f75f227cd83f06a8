// An id of an action → nothing, or the refusal where it contains what no id contains.
import { hasInvisibleCharacters } from "../data/text.ts";
import type { EventCode } from "../model/codes.ts";
import type { Refusal } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";

/** The fields of an action that are ids: `value` is `id` or `key` in the table of fields. */
export type IdField = "sessionKey" | "agentId" | "model" | "to";

/** What an id names, for the sentence of a refusal, and the code of that refusal. */
const SUBJECTS: Readonly<Record<IdField, { subject: string; code: EventCode }>> = {
  sessionKey: { subject: "The session key", code: "session_key_refused" },
  agentId: { subject: "The agent of this action", code: "agent_refused" },
  model: { subject: "The model of this action", code: "model_refused" },
  to: { subject: "The recipient of this action", code: "invalid_payload" },
};

/** Hosts use ids as file names and map keys; no host needs longer ones. */
const MAX_ID_CHARACTERS = 512;

/**
 * Refused and not removed: the repaired id could be another session, agent or recipient. Two ids that
 * look the same must be the same, so invisible characters are refused, too.
 */
export function checkId(field: IdField, id: string): Refusal | undefined {
  if (id.length > MAX_ID_CHARACTERS) {
    return refuseId(field, `is longer than ${MAX_ID_CHARACTERS} characters`);
  }
  if (hasInvisibleCharacters(id)) {
    return refuseId(field, "contains control or invisible characters");
  }
  return undefined;
}

export function refuseId(field: IdField, why: string): Refusal {
  const { subject, code } = SUBJECTS[field];
  const message = `${subject} ${why}.`;
  return createRefusal(code, message, { issues: [{ path: `/${field}`, message }] });
}
