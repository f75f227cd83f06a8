// Gate 8: the body → the payload, in the format that its hook takes, or 400, 413, 415.

import type { HeaderRecord, PromiseOrValue } from "@hookwright/base";
import { parseJson, readHeader } from "@hookwright/base";
import type { BodyFormat } from "@hookwright/signatures/internal";
import type { EventCode } from "../base/index.ts";
import { createRefusal } from "../base/index.ts";
import { type GateRefusal, refuse } from "./answer.ts";
import type { ReadableBody } from "./check-body.ts";
import {
  type DecompressBodyOptions,
  decompressBody,
  readCoding,
} from "./decode/decompress-body.ts";
import {
  decodeCharset,
  decodeForm,
  decodeMultipart,
  type FormResult,
  hasForeignCharset,
  type MediaKind,
  payloadFromFields,
  payloadFromForm,
  readMediaKind,
} from "./decode/parse-form-body.ts";

type DecodeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly gate: GateRefusal };

export interface DecodeOptions extends Omit<DecompressBodyOptions, "coding"> {
  readonly headers: HeaderRecord;
  /** One or more: the content type chooses. */
  readonly formats: readonly BodyFormat[];
}

/** A promise only for a compressed body. */
export function decodeBody(
  body: ReadableBody,
  options: DecodeOptions,
): PromiseOrValue<DecodeResult> {
  const { headers, formats } = options;
  const contentType = readHeader(headers, "content-type") ?? "";
  const format = chooseFormat(formats, contentType);
  if (body.kind === "parsed") return decodeParsed(body.value, { format, contentType });
  const coding = readCoding(headers);
  if (coding === undefined || body.bytes.length === 0) {
    return decodeBytes(body.bytes, { format, contentType });
  }
  return decompressBody(body.bytes, { ...options, coding }).then((result) =>
    "bytes" in result
      ? decodeBytes(result.bytes, { format, contentType })
      : { ok: false, gate: result },
  );
}

/** Of several kinds that a vendor sends, the one that the content type names; else the first. */
function chooseFormat(formats: readonly BodyFormat[], contentType: string): BodyFormat {
  const [first = "json"] = formats;
  if (formats.length < 2) return first;
  const fitting = FORMATS_OF[readMediaKind(contentType)].find((format) => formats.includes(format));
  return fitting ?? first;
}

const FORMATS_OF: Readonly<Record<MediaKind, readonly BodyFormat[]>> = {
  "url-encoded": ["form", "multipart"],
  multipart: ["multipart"],
  xml: ["text"],
  other: ["json", "text"],
};

interface Declared {
  readonly format: BodyFormat;
  readonly contentType: string;
}

function decodeBytes(bytes: Uint8Array, { format, contentType }: Declared): DecodeResult {
  if (bytes.length === 0) return { ok: true, payload: format === "text" ? { text: "" } : {} };
  if (contentType !== "" && hasForeignCharset(contentType, bytes)) return FOREIGN_CHARSET;
  if (format === "json") return decodeJson(bytes, contentType);
  if (format === "text") {
    const text = decodeCharset(bytes);
    return text === undefined ? INVALID_ENCODING : { ok: true, payload: { text } };
  }
  const kind = readMediaKind(contentType);
  const refused = refuseKind(kind, { format, contentType });
  if (refused !== undefined) return refused;
  const form = kind === "multipart" ? decodeMultipart(bytes, contentType) : decodeForm(bytes);
  return decodeFields(form);
}

/** JSON is read whatever the content type says: `curl -d '{…}'` calls it a form. */
function decodeJson(bytes: Uint8Array, contentType: string): DecodeResult {
  const text = decodeCharset(bytes);
  if (text?.trim() === "") return { ok: true, payload: {} };
  const parsed = text === undefined ? undefined : parseJson(text, bytes);
  if (parsed?.ok) return { ok: true, payload: parsed.value };
  const kind = readMediaKind(contentType);
  if (kind === "xml") return NO_XML;
  if (kind !== "other") return NO_FORMS;
  return text === undefined ? INVALID_ENCODING : INVALID_JSON;
}

/** A form may come without a content type, and a form with files cannot. */
function refuseKind(kind: MediaKind, { format, contentType }: Declared): DecodeResult | undefined {
  if (kind === "url-encoded") return undefined;
  if (format === "multipart") return kind === "multipart" ? undefined : FORMS_ONLY;
  return kind === "other" && contentType.trim() === "" ? undefined : NO_FILES;
}

function decodeFields(form: FormResult): DecodeResult {
  if (form.ok) return { ok: true, payload: payloadFromForm(form.fields) };
  return form.reason === "malformed" ? INVALID_FORM : TOO_MANY_FIELDS;
}

/** What a framework makes of a form is no JSON, and what it threw away is no empty body. */
function decodeParsed(value: unknown, { format, contentType }: Declared): DecodeResult {
  const kind = readMediaKind(contentType);
  if (format === "json" && kind !== "xml" && kind !== "other") return NO_FORMS;
  if (value === undefined) return LOST;
  if (format === "json") return { ok: true, payload: value };
  if (format === "text") {
    return typeof value === "string" ? { ok: true, payload: { text: value } } : LOST;
  }
  const refused = refuseKind(kind, { format, contentType });
  if (refused !== undefined) return refused;
  const isObject = typeof value === "object" && value !== null;
  return { ok: true, payload: isObject ? payloadFromFields(value) : value };
}

const NO_FORMS = unsupported(
  "Forms are not accepted here; send JSON.",
  'A mapping takes forms with "body": "form", and forms with files with "body": "multipart".',
);
const NO_XML = unsupported(
  "XML is not accepted here; send JSON.",
  'A mapping with "body": "text" hands XML on as text.',
);
const NO_FILES = unsupported(
  "This hook takes forms only: application/x-www-form-urlencoded.",
  'A mapping with "body": "multipart" takes forms with files, too; one with "body": "json" takes JSON.',
);
const FORMS_ONLY = unsupported(
  "This hook takes forms only: multipart/form-data or application/x-www-form-urlencoded.",
  'A mapping with "body": "json" takes JSON.',
);
const FOREIGN_CHARSET = unsupported("The body has another charset than UTF-8; send UTF-8.");
const INVALID_JSON = refused("invalid_json", "The body is not valid JSON.");
const INVALID_ENCODING = refused("invalid_encoding", "The body is not valid UTF-8.");
const INVALID_FORM = refused("invalid_form", "The body is not a valid form.");
const TOO_MANY_FIELDS = refused("invalid_form", "The form has too many fields.");
/** For the operator: what was read of a stream is gone, and only the integrator can keep it. */
export const LOST_BODY =
  "Something before the hooks has read the body and not kept it. Put the hooks before what reads bodies, or hand on what it made of the body: as `rawBody` or `body` of a Node request, or as a new Request.";
const LOST = refused("internal_error", "The request could not be served.", LOST_BODY);

function unsupported(message: string, detail?: string): DecodeResult {
  return refused("unsupported_media_type", message, detail);
}

function refused(code: EventCode, message: string, detail?: string): DecodeResult {
  const extras = detail === undefined ? {} : { detail };
  return { ok: false, gate: refuse(createRefusal(code, message, extras)) };
}
