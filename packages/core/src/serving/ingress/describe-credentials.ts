// The head of a refused request → what of credentials is in it, in a sentence for the operator: names, never a value.
import { type HeaderRecord, type QueryRecord, readHeader } from "@hookwright/base";
import type { TokenCarriers } from "./request-context.ts";

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
