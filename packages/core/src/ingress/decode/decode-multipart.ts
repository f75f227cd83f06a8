// The bytes of a form with files, and its content type → its fields as text, its files without content.
import {
  MaxPartsExceededError,
  type MultipartPart,
  parseMultipart,
} from "@remix-run/multipart-parser";
import { decodeText } from "./decode-text.ts";
import { type FormField, type FormResult, MAX_FORM_FIELDS } from "./form-fields.ts";
import { readParameter } from "./media-type.ts";

/** RFC 2046, 5.1.1. Without Buffer, the parser's search goes on forever for some of more than 250. */
const BOUNDARY = /^[\x20-\x7e]{1,70}$/;

/** The name of a field and that of a file. */
const MAX_PART_HEADER_BYTES = 4_096;

export function decodeMultipart(bytes: Uint8Array, contentType: string): FormResult {
  const boundary = readParameter(contentType, "boundary") ?? "";
  if (!BOUNDARY.test(boundary)) return MALFORMED;
  const limits = {
    boundary,
    maxParts: MAX_FORM_FIELDS,
    maxHeaderSize: MAX_PART_HEADER_BYTES,
    // The whole body is within its limit already.
    maxFileSize: bytes.length,
    maxTotalSize: bytes.length,
  };
  try {
    return { ok: true, fields: Array.from(parseMultipart(bytes, limits), readField) };
  } catch (error) {
    return error instanceof MaxPartsExceededError ? TOO_MANY : MALFORMED;
  }
}

const MALFORMED: FormResult = { ok: false, reason: "malformed" };
const TOO_MANY: FormResult = { ok: false, reason: "too many fields" };

/** Throws for what is no field, and for text that is not UTF-8. */
function readField(part: MultipartPart): FormField {
  const { name, mediaType } = part;
  if (name === undefined) throw new TypeError("A part without a name is no field.");
  const filename = readFilename(part.headers["content-disposition"] as string);
  if (filename === undefined) {
    const text = decodeText(part.bytes);
    if (text === undefined) throw new TypeError("A field is not UTF-8.");
    return [name, text];
  }
  return [name, { filename, type: mediaType ?? "application/octet-stream", size: part.size }];
}

const PARAMETER = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/**
 * Not the parser's own: it decodes `filename*`, which forms never have (RFC 7578, 4.2), and writes what
 * it cannot decode to the console, where a stranger has no business.
 */
function readFilename(disposition: string): string | undefined {
  for (const [, name = "", quoted, bare = ""] of disposition.matchAll(PARAMETER)) {
    if (name.toLowerCase() !== "filename") continue;
    return quoted === undefined ? bare.trim() : quoted.replaceAll(/\\(["\\])/g, "$1");
  }
  return undefined;
}
