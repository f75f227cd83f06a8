// The headers of a request, or the body of one to /wake or /agent → the sender's idempotency key, or the refusal of one that cannot be kept.

import type { HeaderRecord } from "@hookwright/base";
import { isKey, MAX_KEY_CHARACTERS, readHeader, readOwn } from "@hookwright/base";
import { createRefusal } from "../../base/index.ts";
import { type GateRefusal, refuse } from "./answer.ts";

type KeyResult =
  | { readonly ok: true; readonly key: string | undefined }
  | { readonly ok: false; readonly gate: GateRefusal };

/** Cutting an invalid key could make two keys one, and the second event would be lost. */
export function readIdempotencyKey(headers: HeaderRecord): KeyResult {
  const one = checkKey(readHeader(headers, "idempotency-key"));
  const other = checkKey(readHeader(headers, "x-openclaw-idempotency-key"));
  if (other === NO_KEY || !one.ok) return one;
  if (one === NO_KEY || !other.ok) return other;
  return one.key === other.key ? one : TWO_KEYS;
}

/** What is no text is refused by the schema of the request, which names the field. */
export function readKeyOfBody(payload: unknown): KeyResult {
  const sent = readOwn(payload, "idempotencyKey");
  return typeof sent === "string" ? checkKey(sent) : NO_KEY;
}

function checkKey(sent: string | undefined): KeyResult {
  const key = sent === undefined ? undefined : oneOfTwo(sent.trim());
  if (key === undefined || key === "") return NO_KEY;
  return isKey(key) ? { ok: true, key } : INVALID_KEY;
}

/** What adapters make of a header that a proxy has copied, `a, a`, is the same key, and not another one. */
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
