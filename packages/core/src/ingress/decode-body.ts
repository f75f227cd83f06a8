// Gate 8: the body → the JSON value in it, or 400, 415.
import { parseJson } from "../data/parse-json.ts";
import { readHeader } from "../data/read-header.ts";
import type { EventCode } from "../model/codes.ts";
import type { HeaderRecord } from "../model/event.ts";
import { createRefusal, type RefusalExtras } from "../problem/refusal.ts";
import type { ReadableBody } from "./check-body.ts";
import { type GateRefusal, refuse } from "./gate.ts";

export type DecodeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly gate: GateRefusal };

/** The one web type that the gates need; every supported runtime has it. */
declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** JSON is read whatever the content type says: `curl -d '{…}'` calls it a form. */
export function decodeBody(body: ReadableBody, headers: HeaderRecord): DecodeResult {
  if (body.kind === "parsed") return decodeParsed(body.value, headers);
  if (isCompressed(headers)) return NO_COMPRESSION;
  if (body.bytes.length === 0) return { ok: true, payload: {} };
  const text = decodeText(body.bytes);
  if (text === undefined) return isForm(headers) ? NO_FORMS : INVALID_ENCODING;
  if (text.trim() === "") return { ok: true, payload: {} };
  const parsed = parseJson(text, body.bytes);
  if (parsed.ok) return { ok: true, payload: parsed.value };
  return isForm(headers) ? NO_FORMS : INVALID_JSON;
}

/** What a framework makes of a form is no JSON, and what it threw away is no empty body. */
function decodeParsed(value: unknown, headers: HeaderRecord): DecodeResult {
  if (isForm(headers)) return NO_FORMS;
  return value === undefined ? LOST : { ok: true, payload: value };
}

function isCompressed(headers: HeaderRecord): boolean {
  const encoding = readHeader(headers, "content-encoding");
  return encoding !== undefined && !/^\s*(?:identity\s*)?$/i.test(encoding);
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

function isForm(headers: HeaderRecord): boolean {
  return FORM.test(readHeader(headers, "content-type") ?? "");
}

const NO_FORMS = refused("unsupported_media_type", "Forms are not accepted here; send JSON.");
const NO_COMPRESSION = refused("unsupported_media_type", "Compressed bodies are not supported.");
const INVALID_JSON = refused("invalid_json", "The body is not valid JSON.");
const INVALID_ENCODING = refused("invalid_encoding", "The body is not valid UTF-8.");
/** For the operator: what was read of a stream is gone, and only the integrator can keep it. */
export const LOST_BODY =
  "Something before the hooks has read the body and not kept it. Put the hooks before what reads bodies, or hand on what it made of the body: as `rawBody` or `body` of a Node request, or as a new Request.";
const LOST = refused("internal_error", "The request could not be served.", { detail: LOST_BODY });

function refused(code: EventCode, message: string, extras?: RefusalExtras): DecodeResult {
  return { ok: false, gate: refuse(createRefusal(code, message, extras)) };
}
