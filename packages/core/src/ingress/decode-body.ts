// A body → the payload, in the format that its hook takes, or 400, 413, 415.

import {
  type HeaderRecord,
  type PromiseOrValue,
  parseForm,
  parseJson,
  readHeader,
} from "@hookwright/base";
import type { BodyFormat } from "@hookwright/signatures/internal";
import {
  MaxPartsExceededError,
  type MultipartPart,
  parseMultipart,
} from "@remix-run/multipart-parser";
import { createRefusal, type EventCode } from "../base/index.ts";
import { type GateRefusal, refuse } from "./answer.ts";
import { type DecompressBodyOptions, decompressBody } from "./decompress-body.ts";
import type { ReadableBody } from "./read-body.ts";

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

/** As sent, in lower case; undefined where the body is as it is. */
export function readCoding(headers: HeaderRecord): string | undefined {
  const coding = readHeader(headers, "content-encoding")?.trim().toLowerCase();
  return coding === "" || coding === "identity" ? undefined : coding;
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
    const text = decodeText(bytes);
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
  const text = decodeText(bytes);
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
const FOREIGN_CHARSET: DecodeResult = {
  ok: false,
  gate: refuse(
    createRefusal(
      "unsupported_media_type",
      "The body has another charset than UTF-8; send UTF-8.",
      // No config reads it.
      { payloadAlone: true },
    ),
  ),
};
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

/** RFC 2046, 5.1.1. Without Buffer, the parser's search goes on forever for some of more than 250. */
const BOUNDARY = /^[\x20-\x7e]{1,70}$/;

/** The name of a field and that of a file. */
const MAX_PART_HEADER_BYTES = 4_096;

/** The bytes of a form with files, and its content type → its fields as text, its files without content. */
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

/** Of a file, its content is dropped: no template shows it, and no agent reads it. */
interface FormFile {
  readonly filename: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

type FormField = readonly [name: string, value: string | FormFile];

type FormResult =
  | { readonly ok: true; readonly fields: readonly FormField[] }
  | { readonly ok: false; readonly reason: "malformed" | "too many fields" };

/** Far above what senders post, and as much as other servers take by default. */
const MAX_FORM_FIELDS = 1_000;

/** A name that comes several times is a list. Names are own keys, whatever they are. */
export function payloadFromForm(fields: readonly FormField[]): unknown {
  const values = new Map<string, FormField[1][]>();
  for (const [name, value] of fields) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const [written, ...others] = values.get("payload") ?? [];
  const json = others.length === 0 ? readJson(written) : undefined;
  if (json !== undefined) return json;
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
  );
}

/** The same for the fields that a framework has made an object of. */
export function payloadFromFields(fields: object): unknown {
  const written: unknown = Object.hasOwn(fields, "payload")
    ? (fields as { readonly payload: unknown }).payload
    : undefined;
  return readJson(written) ?? fields;
}

/** An object or a list: a number or a word in the field is what it says. */
function readJson(value: unknown): object | undefined {
  if (typeof value !== "string") return undefined;
  const parsed = parseJson(value);
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) return undefined;
  return parsed.value;
}

const URL_ENCODED = /^\s*application\/x-www-form-urlencoded\b/i;

const MULTIPART = /^\s*multipart\/form-data\b/i;

const XML = /^\s*(?:application|text)\/(?:[\w.-]+\+)?xml\b/i;

/** `other` is also a body without a content type. */
type MediaKind = "url-encoded" | "multipart" | "xml" | "other";

/** The value of a Content-Type → what the gates need of it: its kind, a parameter, another charset than UTF-8. */
export function readMediaKind(contentType: string): MediaKind {
  if (URL_ENCODED.test(contentType)) return "url-encoded";
  if (MULTIPART.test(contentType)) return "multipart";
  return XML.test(contentType) ? "xml" : "other";
}

type Parameter = "charset" | "boundary";

const PARAMETERS: Readonly<Record<Parameter, RegExp>> = {
  charset: /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i,
  boundary: /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i,
};

export function readParameter(contentType: string, name: Parameter): string | undefined {
  const [, quoted, bare] = PARAMETERS[name].exec(contentType) ?? [];
  return quoted ?? bare;
}

const UTF_8 = /^(?:utf-?8|(?:us-)?ascii)$/i;

/** In these, as in UTF-8, a byte below 128 is the character of ASCII. */
const ABOVE_ASCII = /^(?:iso-?8859-\d{1,2}|windows-125\d|cp125\d|latin-?\d)$/i;

/** Old clients name such a charset by themselves, and most of what they send is ASCII. */
export function hasForeignCharset(contentType: string, bytes: Uint8Array): boolean {
  const charset = readParameter(contentType, "charset")?.trim();
  if (charset === undefined || UTF_8.test(charset)) return false;
  return !ABOVE_ASCII.test(charset) || bytes.some((byte) => byte > 0x7f);
}

/** Every supported runtime has it. */
declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Bytes in UTF-8 → their text without a byte order mark, or undefined where they are something else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
