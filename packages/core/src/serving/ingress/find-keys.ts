// A decoded request → the keys by which a repeat of its event is recognized, or 400.

import {
  type HeaderRecord,
  isKey,
  MAX_KEY_CHARACTERS,
  readHeader,
  readOwn,
} from "@hookwright/base";
import { BUILT_IN_ROUTES, createRefusal, TOKEN_PROOF } from "../../model/index.ts";
import type { RuntimeHooks } from "../resolve/index.ts";
import { type GateRefusal, refuse } from "./answer.ts";
import { readNamedId } from "./delivery-id.ts";
import { type Decoded, findProvingAuth, type Identified, type Proved } from "./phases.ts";
import type { ReadableBody } from "./request.ts";
import type { IdempotencyKey } from "./store.ts";

/**
 * Reads the key that the body has: the delivery id on a route with an `auth`, or `idempotencyKey` on `/wake`
 * and `/agent`; and how long to remember it.
 */
export function identifyDelivery(
  decoded: Decoded,
  { dedupe }: RuntimeHooks,
): Identified | GateRefusal {
  const { proved, payload, bodyWarning } = decoded;
  const { auth, headers, proof, route, sentKey, hideSecrets } = proved;
  if (auth !== undefined && proof !== TOKEN_PROOF) {
    const { ttlSeconds = 0 } = auth.delivery ?? {};
    const id = sentKey === undefined ? readNamedId(auth, { headers, payload }) : undefined;
    const idempotencyKey = sentKey ?? (id && hideSecrets(id));
    // At least as long as the sender tries again.
    const idempotencyTtlSeconds = Math.max(ttlSeconds, dedupe.ttlSeconds);
    return { proved, payload, bodyWarning, idempotencyKey, idempotencyTtlSeconds };
  }
  const idempotencyTtlSeconds = dedupe.ttlSeconds;
  // The header goes first, because something between the sender and the server may have set it.
  if (sentKey !== undefined || !BUILT_IN_ROUTES.includes(route.name)) {
    return { proved, payload, bodyWarning, idempotencyKey: sentKey, idempotencyTtlSeconds };
  }
  const sent = readKeyOfBody(payload);
  if (!sent.ok) return sent.gate;
  const idempotencyKey = sent.key === undefined ? undefined : hideSecrets(sent.key);
  return { proved, payload, bodyWarning, idempotencyKey, idempotencyTtlSeconds };
}

/**
 * A request with the hook token has only the sender's idempotency key. A request with an `auth` has the
 * delivery id if the signature covers it; else the hash of the body, the hash of the signed parts if they
 * differ from the body, and the delivery id. A request is a repeat if any of its keys is known. Attack:
 * somebody replays a captured request and removes, repeats or changes what is not signed, or changes the
 * order or spelling of what is. No key is a time stamp alone, because senders sign each attempt anew.
 */
export async function findKeys(
  { proved, idempotencyKey: id, idempotencyTtlSeconds: ttlSeconds }: Identified,
  hooks: RuntimeHooks,
): Promise<readonly IdempotencyKey[]> {
  const { body, signed } = proved;
  const auth = findProvingAuth(proved);
  if (auth === undefined) {
    return id === undefined
      ? NO_KEYS
      : [{ key: `key:${id}`, ttlSeconds, fingerprint: fingerprintOf(body) }];
  }
  const { delivery } = auth;
  if (id !== undefined && delivery?.idSigned === true) {
    // An id in the body identifies the event, and the body may also count the attempts, so it has no
    // fingerprint.
    const fingerprint =
      delivery.id?.header === undefined ? {} : { fingerprint: fingerprintOf(body) };
    return [{ key: `id:${id}`, ttlSeconds, ...fingerprint }];
  }
  const ids = id === undefined ? NO_KEYS : [{ key: `id:${id}`, ttlSeconds }];
  const bodySeconds = (id === undefined && delivery?.ttlSeconds) || hooks.dedupe.bodySeconds;
  if (bodySeconds === 0) return ids;
  // An identical request is a repeat for at least as long as its time stamp is accepted.
  const seconds = Math.max(bodySeconds, auth.replaySeconds ?? 0);
  return [...ids, ...(await keysOfContent({ body, signed, bodySeconds, seconds }, hooks))];
}

interface Content extends Pick<Proved, "body" | "signed"> {
  /** How long the body is remembered, and how long the signed parts are. */
  readonly bodySeconds: number;
  readonly seconds: number;
}

async function keysOfContent(
  { body, signed, bodySeconds, seconds }: Content,
  { hashBody }: RuntimeHooks,
): Promise<readonly IdempotencyKey[]> {
  const bytes = bytesOf(body);
  const hash = await hashBody([bytes]);
  const isAlone = signed?.length === 1 && signed[0] === bytes;
  const ofBody = { key: `body:${hash}`, ttlSeconds: isAlone ? seconds : bodySeconds };
  if (signed === undefined || isAlone) return [ofBody];
  const content = await hashBody(signed.map((part) => (part === bytes ? hash : part)));
  return [ofBody, { key: `signed:${content}`, ttlSeconds: seconds }];
}

const NO_KEYS: readonly IdempotencyKey[] = [];

export function fingerprintOf(body: ReadableBody): number {
  return fingerprintBody(bytesOf(body));
}

/** For a body that a framework has parsed: equal bodies give equal JSON. */
function bytesOf(body: ReadableBody): Uint8Array {
  return body.kind === "bytes" ? body.bytes : utf8.encode(JSON.stringify(body.value));
}

/** Every supported runtime has it. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const utf8 = new TextEncoder();

/**
 * A hash of four 32-bit lanes, which a processor computes in parallel, and the length. It detects that a
 * sender used a key twice, in a fraction of the time of a cryptographic hash. Forging one needs the
 * credentials and harms only the forger's own events. Keys themselves use SHA-256.
 *
 * The result is an integer of 53 bits, so a store keeps it without a string.
 */
export function fingerprintBody(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = 0x1747b28c;
  let b = 0x3c6ef372;
  let c = 0x2545f491;
  let d = 0x1b873593;
  const blocks = bytes.length & ~15;
  for (let at = 0; at < blocks; at += 16) {
    a = Math.imul(a ^ view.getInt32(at, true), 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b ^ view.getInt32(at + 4, true), 0x85ebca6b);
    b = (b << 13) | (b >>> 19);
    c = Math.imul(c ^ view.getInt32(at + 8, true), 0xc2b2ae35);
    c = (c << 14) | (c >>> 18);
    d = Math.imul(d ^ view.getInt32(at + 12, true), 0x27d4eb2f);
    d = (d << 16) | (d >>> 16);
  }
  for (let at = blocks; at < bytes.length; at++) {
    a = mix(a ^ (bytes[at] as number));
    b = Math.imul(b + (bytes[at] as number), 0x01000193);
  }
  const high = mix(mix(a ^ bytes.length) + c);
  const low = mix(mix(b + bytes.length) ^ mix(d + high));
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}

/** Every bit of the lane changes every bit of the result. */
function mix(lane: number): number {
  let value = lane;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

type KeyResult =
  | { readonly ok: true; readonly key: string | undefined }
  | { readonly ok: false; readonly gate: GateRefusal };

/** An invalid key is refused, not cut: cutting could make two keys equal, and the second event would be lost. */
export function readIdempotencyKey(headers: HeaderRecord): KeyResult {
  const sent = readHeader(headers, "idempotency-key");
  const sentAgain = readHeader(headers, "x-openclaw-idempotency-key");
  if (sent === undefined && sentAgain === undefined) return NO_KEY;
  const one = checkKey(sent);
  const other = checkKey(sentAgain);
  if (other === NO_KEY || !one.ok) return one;
  if (one === NO_KEY || !other.ok) return other;
  return one.key === other.key ? one : TWO_KEYS;
}

/** A value that is not a string is refused later by the schema of the request, which names the field. */
function readKeyOfBody(payload: unknown): KeyResult {
  const sent = readOwn(payload, "idempotencyKey");
  return typeof sent === "string" ? checkKey(sent) : NO_KEY;
}

function checkKey(sent: string | undefined): KeyResult {
  const key = sent === undefined ? undefined : oneOfTwo(sent.trim());
  if (key === undefined || key === "") return NO_KEY;
  return isKey(key) ? { ok: true, key } : INVALID_KEY;
}

/** Adapters join a header that a proxy has repeated to `a, a`: it is the key `a`. */
function oneOfTwo(sent: string): string {
  const half = (sent.length - 2) / 2;
  return half > 0 && sent === `${sent.slice(0, half)}, ${sent.slice(0, half)}`
    ? sent.slice(0, half)
    : sent;
}

const NO_KEY: KeyResult = { ok: true, key: undefined };
const TWO_KEYS: KeyResult = {
  ok: false,
  gate: refuse(
    createRefusal(
      "invalid_idempotency_key",
      "Idempotency-Key and X-OpenClaw-Idempotency-Key hold different keys; send one of them.",
    ),
  ),
};
const INVALID_KEY: KeyResult = {
  ok: false,
  gate: refuse(
    createRefusal(
      "invalid_idempotency_key",
      `The idempotency key has more than ${MAX_KEY_CHARACTERS} characters, or control characters.`,
    ),
  ),
};
