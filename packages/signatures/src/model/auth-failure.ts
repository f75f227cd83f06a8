// Why a request was refused, as the record has it. Types only.

/**
 * Why a request was refused. The sender is told none of them; `keys_unavailable` alone is no 401, because
 * nobody knows yet whether the request is right.
 */
export type AuthFailureCode =
  | "signature_missing"
  | "signature_repeated"
  | "signature_malformed"
  | "signature_wrong"
  | "timestamp_missing"
  | "timestamp_malformed"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "id_missing"
  | "id_malformed"
  | "signed_part_missing"
  | "body_hash_wrong"
  | "algorithm_wrong"
  | "issuer_wrong"
  | "audience_wrong"
  | "claim_wrong"
  | "message_malformed"
  | "message_unsigned"
  | "version_wrong"
  | "topic_wrong"
  | "key_refused"
  | "key_unknown"
  | "certificate_wrong"
  | "keys_unavailable"
  | "token_missing"
  | "token_wrong"
  | "verifier_refused"
  | "handshake_wrong";
