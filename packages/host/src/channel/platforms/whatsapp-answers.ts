// Answers of WhatsApp's Cloud API → what each means.
import type { Answer } from "../http/exchange.ts";
import { readNumber, readText } from "../http/read-field.ts";
import type { AnswerFacts, AnswerRules } from "../http/result-rows.ts";

/** Meta: decide by `code`, not by the HTTP status, which differs between versions. */
export const WHATSAPP_ANSWERS: AnswerRules = {
  name: "WhatsApp",
  read,
  rows: [
    { words: [0, 190, 131005], kind: "credential", code: "unauthorized" },
    { words: [3, 10], kind: "credential", code: "permission_missing" },
    { like: /^2\d\d$/, kind: "credential", code: "permission_missing" },
    {
      words: [33, 368, 131031, 131042, 131045],
      kind: "credential",
      code: "account_restricted",
    },
    { words: [4, 80007, 130429, 131056], kind: "retry", code: "rate_limited" },
    { words: [2, 131000, 131016, 131057, 133004], kind: "retry", code: "server_error" },
    // Meta lifts its spam limit after hours, when the delivery has long been given up.
    { words: [131048], kind: "message", code: "content_refused" },
    { words: [131047, 470], kind: "message", code: "window_closed" },
    { words: [131021, 131026, 131030], kind: "message", code: "recipient_unknown" },
    { words: [130472, 130497, 131049, 131050], kind: "message", code: "recipient_unreachable" },
    { words: [100, 131008, 131009, 131051], kind: "message", code: "request_refused" },
    // A code that is not listed is this message's, whatever the status.
    { status: [400, 401, 403, 404], like: /^\d+$/, kind: "message", code: "request_refused" },
  ],
};

function read({ body }: Answer): AnswerFacts {
  const id = readText(body, "messages", 0, "id");
  const word = readNumber(body, "error", "code");
  return { ...(id !== undefined && { id }), ...(word !== undefined && { word }) };
}
