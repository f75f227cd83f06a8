// Why credentials were refused → one sentence for the operator. The sender is not told it.
import type { AuthFailureCode } from "../../model/auth/route-auth.ts";

export function describeAuthFailure(code: AuthFailureCode): string {
  return SENTENCES[code];
}

const SENTENCES: Readonly<Record<AuthFailureCode, string>> = {
  signature_missing: "The request has no signature header of this sender.",
  signature_repeated: "The signature header came twice.",
  signature_malformed: "The signature is not written as this sender writes it.",
  signature_wrong: "The signature is wrong: another secret, or the body was changed on its way.",
  timestamp_missing: "The time stamp is missing.",
  timestamp_malformed: "The time stamp is not written as this sender writes it.",
  timestamp_too_old: "The time stamp is too old: a repeated request, or a clock that is wrong.",
  timestamp_in_future: "The time stamp is in the future: one of the two clocks is wrong.",
  id_missing: "The delivery id is missing, which the signature covers.",
  id_malformed: "The delivery id has characters that no sender uses.",
  signed_part_missing: "The request lacks a part that the signature covers.",
  body_hash_wrong: "The hash of the body in the URL is not that of the body.",
  token_missing: "The request has no token where this sender puts it.",
  token_wrong: "The token is wrong.",
  verifier_refused: "The verifier did not accept the request.",
  handshake_wrong: "The request is neither an event nor a handshake of this sender.",
};
