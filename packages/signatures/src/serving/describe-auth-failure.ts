// The code of a refusal → a sentence for the operator.
import type { AuthFailureCode } from "../model.ts";

/**
 * Says why credentials were refused, and what the operator can do.
 *
 * @example
 * ```ts
 * if (record.auth !== undefined) console.log(describeAuthFailure(record.auth));
 * ```
 */
export function describeAuthFailure(code: AuthFailureCode): string {
  return SENTENCES[code];
}

/** What failed and what the operator can do. */
const SENTENCES: Readonly<Record<AuthFailureCode, string>> = {
  signature_missing:
    "The request has no signature header of this sender: check the provider, and that a secret is set at the sender.",
  signature_repeated:
    "The signature header was sent twice: something between the sender and the hooks copies headers.",
  signature_malformed:
    "The signature does not have this sender's format: check the provider, or the encoding of your own scheme.",
  signature_wrong:
    "The signature is wrong: another secret, or the body (for some senders, the URL) was changed on its way.",
  timestamp_missing: "The time stamp that the signature covers is missing.",
  timestamp_malformed:
    "The time stamp does not have this sender's format: check the provider, or the unit of your own scheme.",
  timestamp_too_old:
    "The time stamp is too old: a repeated request, a queue on its way, or a clock that is wrong.",
  timestamp_in_future: "The time stamp is in the future: set the clock of this machine.",
  id_missing: "The delivery id that the signature covers is missing.",
  id_malformed: "The delivery id has characters that no sender uses.",
  signed_part_missing: "The request lacks a part that the signature covers.",
  body_hash_wrong: "The hash in the URL or token does not match the body.",
  algorithm_wrong: "The token names another algorithm than the configured one.",
  issuer_wrong: "The token is from another issuer.",
  audience_wrong: "The token is for somebody else: its audience does not match.",
  claim_wrong: "A claim of the token does not have the required value.",
  message_malformed:
    "The body lacks a signed field, or has one in another format than this sender's.",
  message_unsigned:
    "Amazon SNS sends raw messages, which have no signature: switch raw message delivery off for this subscription.",
  version_wrong:
    "Amazon SNS signs with SHA-1: set SignatureVersion of the topic to 2, or write signatureVersion: 1.",
  topic_wrong: "The message is of a topic that the config does not name.",
  key_refused:
    "The message names a certificate at another address than those of Amazon SNS, or the key of a token may not sign for the channel that the body names.",
  certificate_wrong: "The certificate of the signature is not valid now, or is not the sender's.",
  key_unknown: "The key that the request names is not among those that the sender publishes.",
  keys_unavailable:
    "The keys of the sender are not available at the moment; the sender was asked to try again.",
  token_missing: "The request has no token in the place that this sender uses.",
  token_wrong:
    "The token is wrong: compare the one that is set at the sender with the secret here.",
  verifier_refused: "The verifier did not accept the request.",
  handshake_wrong:
    "The request is neither an event nor a handshake of this sender: check the token of the handshake.",
};
