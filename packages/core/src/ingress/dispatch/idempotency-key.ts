// The headers of a request → the sender's idempotency key, or the refusal of one that cannot be kept.
import { readHeader } from "../../data/read-header.ts";
import { hasControlCharacters } from "../../data/text.ts";
import type { HeaderRecord } from "../../model/event.ts";
import { createRefusal } from "../../problem/refusal.ts";
import { type GateRefusal, refuse } from "../gate.ts";

export const MAX_KEY_CHARACTERS = 256;

/** A day: longer than most senders repeat an event. */
export const KEY_TTL_SECONDS = 86_400;

export type KeyResult =
  | { readonly ok: true; readonly key: string | undefined }
  | { readonly ok: false; readonly gate: GateRefusal };

/** Cutting an invalid key could make two keys one, and the second event would be lost. */
export function readIdempotencyKey(headers: HeaderRecord): KeyResult {
  const key = readHeader(headers, "idempotency-key")?.trim();
  if (key === undefined || key === "") return NO_KEY;
  return isKey(key) ? { ok: true, key } : INVALID_KEY;
}

/** Whether a value can stand for an event in a store, a header and a log line. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= MAX_KEY_CHARACTERS &&
    !hasControlCharacters(value)
  );
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
