// A vendor's row and a way to prove its sender → one request for each column of the table of vendors.
import { createHash, createPrivateKey, randomUUID } from "node:crypto";
import { request as sendRequest } from "node:http";
import { createNodeCrypto } from "@hookwright/config";
import type { Vendor } from "@hookwright/signatures/vendors";
import type { Proof } from "../../packages/samples/src/senders/index.ts";
import {
  type BuiltRequest,
  buildSample,
  contextAt,
  createKey,
  publicKeyText,
  SAMPLES,
  signWith,
} from "../../packages/samples/src/senders/index.ts";
import { signatureHeaders } from "../../packages/signatures/src/serving/read-signatures.ts";

type Provider = Vendor["provider"];

/** The columns of requests, and whether they must be accepted. */
export const COLUMNS = {
  good: "accepted",
  "header case": "accepted",
  "changed body": "refused",
  "a space more": "refused",
  "wrong secret": "refused",
  "too old": "refused",
  "in the future": "refused",
  "half tolerance": "accepted",
  "proof missing": "refused",
  "old secret": "accepted",
  "new secret": "accepted",
} as const;

export type Column = keyof typeof COLUMNS;

/** A secret, a token or a key pair of a vendor. */
export interface Credential {
  /** As it is in the config. */
  readonly configured: string;
  /** In PEM. */
  readonly privateKey?: string;
  readonly proof: Proof;
}

type WayKind = "secret" | "publicKey" | "token" | "basic";

/** A way to prove the sender to a hook. */
export interface Way {
  readonly vendor: Vendor;
  readonly kind: WayKind;
  readonly publicUrl: string | undefined;
  /** Of the config of its page. */
  readonly current: Credential;
  /** Of a config in which the secret is being replaced. */
  readonly newer: Credential;
  readonly older: Credential;
  readonly foreign: Credential;
}

/** @param code the config of the vendor's page */
export function createWay(vendor: Vendor, code: string): Way {
  const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1];
  if (kind === undefined) throw new Error(`The config of ${vendor.provider.id} names no secret.`);
  const [, publicUrl] = /publicUrl: "([^"]+)"/.exec(code) ?? [];
  const credential = (name: string) => createCredential(vendor, kind, `${kind} ${name}`);
  return {
    vendor,
    kind,
    publicUrl,
    current: credential("current"),
    newer: credential("newer"),
    older: credential("older"),
    foreign: credential("foreign"),
  };
}

const KINDS: readonly (readonly [pattern: RegExp, kind: WayKind])[] = [
  [/\bbasic:/, "basic"],
  [/\btoken: \{ env: "(?!HOOK_TOKEN)/, "token"],
  [/\bpublicKey:/, "publicKey"],
  [/\bsecret:/, "secret"],
];

/** A secret as the vendor shows it. Every one of the table is another, as in a config that is good. */
function secretText({ id, signatures = [] }: Provider, name: string): string {
  const bytes = createHash("sha256").update(`${id} ${name}`).digest();
  const form = signatures.find(({ scheme }) => scheme === "hmac")?.key;
  const base64 = bytes.toString("base64");
  if (form === "base64") return base64;
  if (form === "whsec") return `whsec_${base64}`;
  return bytes.toString("hex");
}

function createCredential(vendor: Vendor, kind: WayKind, name: string): Credential {
  const { provider } = vendor;
  const { signatures = [], token, jwt, message } = provider;
  if (kind === "publicKey") {
    const scheme = signatures.find((one) => one.scheme === "publicKey");
    if (scheme === undefined) throw new Error(`${provider.id} has no public key.`);
    const privateKey = createKey(scheme);
    const key = createPrivateKey(privateKey);
    const proof: Proof = { kind: "signature", key: signWith(key, scheme), scheme };
    return { configured: publicKeyText(key, scheme), privateKey, proof };
  }
  const text = secretText(provider, name);
  const scheme = signatures.find((one) => one.scheme === "hmac") ?? jwt ?? message;
  if (kind === "secret" && scheme !== undefined) {
    return { configured: text, proof: { kind: "signature", key: text, scheme } };
  }
  if (token === undefined) throw new Error(`${provider.id} has no token.`);
  const shown = kind === "basic" ? `user-of-the-vendor:${text}` : text;
  return { configured: shown, proof: { kind: "token", token: shown, place: token } };
}

/** How far from the present a time stamp may be, in milliseconds; undefined if none is signed. */
function toleranceOf({ current: { proof } }: Way): number | undefined {
  if (proof.kind !== "signature") return undefined;
  const { scheme } = proof;
  if (scheme === "mailgun") return MAILGUN_TOLERANCE_MS;
  if (typeof scheme === "string") return undefined;
  if (scheme.scheme === "jwt") return scheme.isTimeOptional ? undefined : JWT_LEEWAY_MS;
  const { timestamp } = scheme;
  if (timestamp === undefined || timestamp.isUnchecked) return undefined;
  return timestamp.toleranceSeconds * 1000;
}

/** Its row has none, because the tolerance is a default of the check. */
const MAILGUN_TOLERANCE_MS = 43_200_000;

/** A token is accepted for five minutes, and may be this much ahead. */
const JWT_LEEWAY_MS = 60_000;
const JWT_AGE_MS = 300_000;

interface Sent {
  /** Where it goes. */
  readonly url: string;
  readonly sentAt: number;
  readonly credential: Credential;
}

/** The first sample of the vendor as it sends it. A new id each time, so that none is a repeat. */
function build(way: Way, { url, sentAt, credential }: Sent): Promise<BuiltRequest> {
  const { provider } = way.vendor;
  const [sample] = SAMPLES[provider.id] ?? [];
  if (sample === undefined) throw new Error(`${provider.id} has no sample.`);
  return buildSample(sample, {
    provider,
    headers: {},
    proof: credential.proof,
    crypto: createNodeCrypto(),
    context: contextAt(`msg_${randomUUID()}`, sentAt),
    query: "",
    publicUrl: way.publicUrl ?? url,
    tamper: undefined,
  });
}

/** Clocks of a test and of a server are one; a request takes less. */
const MARGIN_MS = 10_000;

/**
 * The requests of a column: all must be accepted, or all refused. None: the column says nothing about this vendor.
 * `url`: of the hook.
 */
export async function requestsOf(
  way: Way,
  column: Column,
  url: string,
): Promise<readonly BuiltRequest[]> {
  const now = Date.now();
  const at = (sentAt: number, credential = way.current) => build(way, { url, sentAt, credential });
  const tolerance = toleranceOf(way);
  const timed = (...changes: readonly ((tolerance: number) => number)[]) =>
    Promise.all(
      changes.flatMap((change) => (tolerance === undefined ? [] : [at(now + change(tolerance))])),
    );
  const rotated = async (credential: Credential) =>
    way.kind === "basic" ? [] : [await at(now, credential)];
  const good = await at(now);
  switch (column) {
    case "good":
      return [good];
    case "header case":
      return [withHeaders(good, (name) => name.toUpperCase()), withHeaders(good, capitalize)];
    case "changed body":
      return bindsBody(way) ? [{ ...good, body: changeText(good.body) }] : [];
    case "a space more":
      return bindsBody(way) && way.vendor.provider.message === undefined && !isInForm(way)
        ? [{ ...good, body: Buffer.concat([good.body, Buffer.from(" ")]) }]
        : [];
    case "wrong secret":
      return [await at(now, way.foreign)];
    case "too old":
      return timed((most) => -most - (isJwt(way) ? JWT_AGE_MS : 0) - MARGIN_MS);
    case "in the future":
      return timed((most) => most + MARGIN_MS);
    case "half tolerance":
      return timed(
        (most) => -most / 2,
        (most) => most / 2,
      );
    case "proof missing":
      return withoutProof(way, good);
    case "old secret":
      return rotated(way.older);
    case "new secret":
      return rotated(way.newer);
  }
}

const isJwt = ({ current: { proof } }: Way) =>
  proof.kind === "signature" && typeof proof.scheme === "object" && proof.scheme.scheme === "jwt";

/** Whether a space at the end of the body would be around the signature, and so change nothing. */
const isInForm = ({ vendor: { provider } }: Way) =>
  provider.signatures?.some(({ signature }) => signature.form !== undefined) === true;

/** Whether what proves the sender covers the body. */
function bindsBody({ vendor: { provider }, current: { proof } }: Way): boolean {
  if (proof.kind !== "signature") return false;
  const { scheme } = proof;
  if (typeof scheme === "string") return scheme === "adyen";
  return scheme.scheme === "jwt"
    ? scheme.binds?.of === "body"
    : provider.delivery?.bodyBound !== false;
}

/** One character of the text of a value, so that a form and a JSON text stay what they are. */
function changeText(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString();
  const at = text.search(/[a-y](?=[a-z]*"?[}\]&\s]*$)/i);
  const found = at === -1 ? text.search(/[a-y0-8](?=[^a-z0-9]*$)/i) : at;
  const next = String.fromCharCode(text.charCodeAt(found) + 1);
  return Buffer.from(text.slice(0, found) + next + text.slice(found + 1));
}

/** The request without each header that proves something, or without what else has the proof. */
function withoutProof(way: Way, good: BuiltRequest): readonly BuiltRequest[] {
  const { proof } = way.current;
  const names = headersOf(proof);
  if (names.length > 0) return names.map((name) => withoutHeader(good, name));
  return [
    {
      ...good,
      query: "",
      body: Buffer.from(proof.kind === "token" && proof.place.query ? good.body : "{}"),
    },
  ];
}

function headersOf(proof: Proof): readonly string[] {
  if (proof.kind === "token") {
    const { header, basic } = proof.place;
    return [basic === true ? "authorization" : header].filter((name) => name !== undefined);
  }
  if (proof.kind !== "signature" || typeof proof.scheme === "string") return [];
  if (proof.scheme.scheme === "jwt") return [proof.scheme.header];
  const { signature, timestamp, id, signed } = proof.scheme;
  const [first] = signatureHeaders(signature);
  const others = [...signed.matchAll(/\{header:([^}]+)\}/g)].map(([, name]) => name);
  const all = [first, timestamp?.header, id?.header, ...others];
  return [...new Set(all.filter((name) => name !== undefined))];
}

function withHeaders(request: BuiltRequest, change: (name: string) => string): BuiltRequest {
  const entries = Object.entries(request.headers).map(([name, value]) => [change(name), value]);
  return { ...request, headers: Object.fromEntries(entries) };
}

const capitalize = (name: string) => name.replace(/(^|-)([a-z])/g, (text) => text.toUpperCase());

function withoutHeader(request: BuiltRequest, missing: string): BuiltRequest {
  const entries = Object.entries(request.headers).filter(([name]) => name !== missing);
  if (entries.length === Object.keys(request.headers).length) throw new Error(`no ${missing}`);
  return { ...request, headers: Object.fromEntries(entries) };
}

/** The status of the answer. Headers are sent as they are written. */
export function statusOf(
  { method, headers, query, body }: BuiltRequest,
  url: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const target = query === "" ? url : `${url}?${query}`;
    const sent = { ...headers, "Content-Length": String(body.length) };
    const outgoing = sendRequest(target, { method, headers: sent }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on("error", reject).end(body);
  });
}
