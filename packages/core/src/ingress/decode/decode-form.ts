// The bytes of a form in the URL encoding → its fields, all of them text.
import { parseForm } from "@hookwright/signatures/internal";
import { type FormResult, MAX_FORM_FIELDS } from "./form-fields.ts";

const AMPERSAND = 0x26;

export function decodeForm(bytes: Uint8Array): FormResult {
  // Counted before anything is split: 32 MiB of `&` would be as many texts.
  let count = 1;
  for (const byte of bytes) {
    if (byte === AMPERSAND) count += 1;
  }
  if (count > MAX_FORM_FIELDS) return { ok: false, reason: "too many fields" };
  const fields = parseForm(bytes);
  return fields === undefined ? { ok: false, reason: "malformed" } : { ok: true, fields };
}
