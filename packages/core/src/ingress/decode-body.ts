// Gate 8: the body → the JSON value in it, or 400, 415.
import { readHeader } from "../data/read-header.ts";
import type { HeaderRecord } from "../model/event.ts";
import { createRefusal } from "../problem/refusal.ts";
import type { ReadableBody } from "./check-body.ts";
import { type GateRefusal, refuse } from "./gate.ts";

export type Decoding =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly gate: GateRefusal };

/** The one web type that the gates need; every supported runtime has it. */
declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** JSON is read whatever the content type says: `curl -d '{…}'` calls it a form. */
export function decodeBody(body: ReadableBody, headers: HeaderRecord): Decoding {
  if (body.kind === "parsed") return decodeParsed(body.value, headers);
  if (isCompressed(headers)) return unsupported("Compressed bodies are not supported.");
  if (body.bytes.length === 0) return { ok: true, payload: {} };
  const text = decodeText(body.bytes);
  if (text === undefined) return invalid("invalid_encoding", "not valid UTF-8", headers);
  if (text.trim() === "") return { ok: true, payload: {} };
  return parseJson(text, headers);
}

/** What a framework makes of a form is no JSON, and what it threw away is no empty body. */
function decodeParsed(value: unknown, headers: HeaderRecord): Decoding {
  if (isForm(headers)) return unsupported(NO_FORMS);
  return value === undefined ? lost() : { ok: true, payload: value };
}

function isCompressed(headers: HeaderRecord): boolean {
  const encoding = readHeader(headers, "content-encoding") ?? "";
  return !/^\s*(?:identity\s*)?$/i.test(encoding);
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function parseJson(text: string, headers: HeaderRecord): Decoding {
  try {
    return { ok: true, payload: JSON.parse(text) };
  } catch {
    return invalid("invalid_json", "not valid JSON", headers);
  }
}

const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

function isForm(headers: HeaderRecord): boolean {
  return FORM.test(readHeader(headers, "content-type") ?? "");
}

const NO_FORMS = "Forms are not accepted here; send JSON.";

function invalid(
  code: "invalid_json" | "invalid_encoding",
  what: string,
  headers: HeaderRecord,
): Decoding {
  if (isForm(headers)) return unsupported(NO_FORMS);
  return { ok: false, gate: refuse(createRefusal(code, `The body is ${what}.`)) };
}

function unsupported(message: string): Decoding {
  return { ok: false, gate: refuse(createRefusal("unsupported_media_type", message)) };
}

function lost(): Decoding {
  const detail = "Something before the hooks has read the body and not kept it.";
  const refusal = createRefusal("internal_error", "The request could not be served.", { detail });
  return { ok: false, gate: refuse(refusal) };
}
