// Credentials that were refused → a sentence for the operator: names and reasons, never a value. The sender does not get it.

import { type HeaderRecord, type QueryRecord, readHeader } from "@hookwright/base";
import type { AuthFailureCode } from "@hookwright/signatures/runtime";
import type { TokenCarriers } from "./state.ts";

interface Head {
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
}

/** On a route that the hook token opens. */
export function describeTokenFailure({ headers, query }: Head, carriers: TokenCarriers): string {
  const authorization = readHeader(headers, "authorization")?.trim() ?? "";
  if (/^bearer\s+\S/i.test(authorization)) return `${WRONG} It came as a bearer token.`;
  const header = carriers.headers.find((name) => (readHeader(headers, name)?.trim() ?? "") !== "");
  if (header !== undefined) return `${WRONG} It came in the header ${header}.`;
  if (carriers.query && (query["token"]?.trim() ?? "") !== "") {
    return `${WRONG} It came in the query.`;
  }
  return `${describeHead({ headers, query })} The hook token comes as "Authorization: Bearer …".`;
}

const WRONG = "The hook token is wrong: compare the one that is set at the sender.";

/** What of credentials a request has where the expected ones are missing. */
export function describeHead({ headers, query }: Head): string {
  const authorization = readHeader(headers, "authorization")?.trim() ?? "";
  const found = [
    ...(authorization === "" ? [] : [describeAuthorization(authorization)]),
    ...describeHeaders(headers),
    ...describeParameters(query),
  ];
  return found.length === 0
    ? "The request has no credentials."
    : `The request has ${found.join(", and ")}.`;
}

/**
 * A word that schemes have in their names, then a text without blanks, or pairs: `Digest a=b, c=d`, `Token t`.
 * Anything else may be the first word of a secret.
 */
const SCHEME =
  /^((?:[a-z][a-z\d]{0,11}[-_]){0,2}(?:api-?key|key|auth(?:orization)?|(?:oauth)?token|hmac(?:[-_]?sha-?\d{1,3})?|signature|sha-?\d{1,3})|aws4-hmac-sha256|basic|bearer|bot|geniekey|digest|dpop|gnap|hawk|hoba|jwt|mac|negotiate|ntlm|oauth\d?|privatetoken|scram-sha-\d{1,3}|secret|sharedaccesssignature|sharedkey(?:lite)?|splunk|ssws|vapid|wsse|zoho-oauthtoken)\s+(?:\S+$|\S+=)/i;

function describeAuthorization(authorization: string): string {
  const [, scheme] = SCHEME.exec(authorization) ?? [];
  return scheme === undefined
    ? "an Authorization header without a scheme that is known"
    : `an Authorization header of the scheme "${scheme}"`;
}

const CREDENTIAL = /(?:signature|token|secret|hmac|auth|api-?key|^webhook-id$|^svix-id$)/;

/** Names of headers are the sender's text, too: those that look like a name, and a few. */
const HEADER_NAME = /^[a-z][a-z\d-]{1,39}$/;

const MAX_SHOWN = 3;

function describeHeaders(headers: HeaderRecord): readonly string[] {
  const names = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter((name) => !/^(?:proxy-)?authorization$|^:/.test(name))
    .filter((name) => CREDENTIAL.test(name) && HEADER_NAME.test(name));
  const shown = names.slice(0, MAX_SHOWN).map((name) => `"${name}"`);
  if (shown.length === 0) return [];
  return [`the header${shown.length === 1 ? "" : "s"} ${shown.join(", ")}`];
}

function describeParameters(query: QueryRecord): readonly string[] {
  const name = PARAMETERS.find((one) => Object.hasOwn(query, one));
  return name === undefined ? [] : [`"${name}" in its query`];
}

const PARAMETERS = ["token", "key", "api_key", "apikey", "secret", "access_token", "auth", "sig"];

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

/** What failed, and what the operator can do about it. */
const SENTENCES: Readonly<Record<AuthFailureCode, string>> = {
  signature_missing:
    "The request has no signature header of this sender: check the provider, and that a secret is set at the sender.",
  signature_repeated:
    "The signature header came twice: something between the sender and the hooks copies headers.",
  signature_malformed:
    "The signature is not written as this sender writes it: check the provider, and the encoding of a scheme of your own.",
  signature_wrong:
    "The signature is wrong: another secret, or the body (for some senders, the URL) was changed on its way.",
  timestamp_missing: "The time stamp is missing, which the signature covers.",
  timestamp_malformed:
    "The time stamp is not written as this sender writes it: check the provider, and the unit of a scheme of your own.",
  timestamp_too_old:
    "The time stamp is too old: a repeated request, a queue on its way, or a clock that is wrong.",
  timestamp_in_future: "The time stamp is in the future: set the clock of this machine.",
  id_missing: "The delivery id is missing, which the signature covers.",
  id_malformed: "The delivery id has characters that no sender uses.",
  signed_part_missing: "The request lacks a part that the signature covers.",
  body_hash_wrong: "The hash of the body in the URL or token is not that of the body.",
  algorithm_wrong: "The token names another algorithm than the one that counts here.",
  issuer_wrong: "The token is from another issuer.",
  audience_wrong: "The token is for somebody else: its audience is another one.",
  claim_wrong: "A claim of the token has not the value that it must have here.",
  message_malformed:
    "The body lacks a field that is signed, or has one that is not as this sender writes it.",
  message_unsigned:
    "Amazon SNS sends raw messages, which have no signature: switch raw message delivery off for this subscription.",
  version_wrong:
    "Amazon SNS signs with SHA-1: set SignatureVersion of the topic to 2, or write signatureVersion: 1.",
  topic_wrong: "The message is of a topic that the config does not name.",
  key_refused: "The message names a certificate at another address than those of Amazon SNS.",
  certificate_wrong: "The certificate of the signature is not valid now, or is not the sender's.",
  key_unknown: "The key that the request names is not among those that the sender publishes.",
  keys_unavailable:
    "The keys of the sender cannot be had at the moment; the request was told to come again.",
  token_missing: "The request has no token where this sender puts it.",
  token_wrong:
    "The token is wrong: compare the one that is set at the sender with the secret here.",
  verifier_refused: "The verifier did not accept the request.",
  handshake_wrong:
    "The request is neither an event nor a handshake of this sender: check the token of the handshake.",
};
