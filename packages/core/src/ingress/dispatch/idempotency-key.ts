// The headers of a request → the sender's idempotency key, or the refusal of one that cannot be kept.

import { readHeader } from "../../data/read-header.ts";
import { isKey, MAX_KEY_CHARACTERS } from "../../data/text.ts";
import type { HeaderRecord } from "../../model/event.ts";
import { createRefusal } from "../../problem/refusal.ts";
import { type GateRefusal, refuse } from "../gate.ts";

export type KeyResult =
  | { readonly ok: true; readonly key: string | undefined }
  | { readonly ok: false; readonly gate: GateRefusal };

/** Cutting an invalid key could make two keys one, and the second event would be lost. */
export function readIdempotencyKey(headers: HeaderRecord): KeyResult {
  const key = readHeader(headers, "idempotency-key")?.trim();
  if (key === undefined || key === "") return NO_KEY;
  return isKey(key) ? { ok: true, key } : INVALID_KEY;
}

const NO_KEY: KeyResult = { ok: true, key: undefined };
const INVALID_KEY: KeyResult = {
  ok: false,
  gate: refuse(
    createRefusal(
      "invalid_idempotency_key",
      `The Idempotency-Key has more than ${MAX_KEY_CHARACTERS} characters, or control characters.`,
    ),
  ),
};
