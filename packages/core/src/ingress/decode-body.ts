// Gate 8: the body → the JSON value in it, or 400, 415.
import { readHeader } from "../data/read-header.ts";
import type { HeaderRecord } from "../model/event.ts";
import { createRefusal } from "../problem/refusal.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import type { ReadableBody } from "./read-body.ts";

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
  if (body.kind === "parsed") return { ok: true, payload: body.value };
  const encoding = readHeader(headers, "content-encoding");
  if (encoding !== undefined && encoding !== "identity")
    return unsupported("Compressed bodies are not supported.");
  if (body.bytes.length === 0) return { ok: true, payload: {} };
  const text = decodeText(body.bytes);
  if (text === undefined) return invalid("invalid_encoding", "The body is not valid UTF-8.");
  if (text.trim() === "") return { ok: true, payload: {} };
  return parseJson(text, headers);
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
    if (isForm(headers)) return unsupported("Forms are not accepted here; send JSON.");
    return invalid("invalid_json", "The body is not valid JSON.");
  }
}

const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

function isForm(headers: HeaderRecord): boolean {
  return FORM.test(readHeader(headers, "content-type") ?? "");
}

function unsupported(message: string): Decoding {
  return {
    ok: false,
    gate: refuse(createRefusal("unsupported_media_type", message)),
  };
}

function invalid(code: "invalid_json" | "invalid_encoding", message: string): Decoding {
  return { ok: false, gate: refuse(createRefusal(code, message)) };
}
