// A body → the payload, in the format that its hook takes, or 400, 413, 415.

import {
  decodeCharset,
  decodeText,
  type HeaderRecord,
  isKnownCharset,
  type PromiseOrValue,
  parseJson,
  readHeader,
  readOwn,
  readParameter,
} from "@hookwright/base";
import type { BodyFormat } from "@hookwright/signatures/runtime";
import { createRefusal, type EventCode, type FormOptions } from "../../model/index.ts";
import { type GateRefusal, refuse } from "./answer.ts";
import {
  decodeForm,
  decodeMultipart,
  type FormField,
  type FormResult,
  namedField,
  nestFields,
} from "./decode-form.ts";
import { type DecompressBodyOptions, decompressBody } from "./decompress-body.ts";
import type { ReadableBody } from "./request.ts";

type DecodeResult =
  | {
      readonly ok: true;
      readonly payload: unknown;
      /** For the operator: what of the body is not in the payload as it was sent. */
      readonly detail?: string;
      /** For the sender and the operator: content that was dropped. */
      readonly warning?: string;
    }
  | { readonly ok: false; readonly gate: GateRefusal };

export interface DecodeOptions extends Omit<DecompressBodyOptions, "coding"> {
  readonly headers: HeaderRecord;
  /** One or more: the content type chooses. */
  readonly formats: readonly BodyFormat[];
  readonly form?: FormOptions | undefined;
  /** Whether the bytes are decompressed already. */
  readonly isDecoded?: boolean;
}

/** A promise only for a compressed body. */
export function decodeBody(
  body: ReadableBody,
  options: DecodeOptions,
): PromiseOrValue<DecodeResult> {
  const { headers, formats, form = PLAIN_FORM } = options;
  const coding = options.isDecoded === true ? undefined : readCoding(headers);
  const contentType = readHeader(headers, "content-type") ?? "";
  const declared = { format: chooseFormat(formats, contentType), contentType, form };
  if (body.kind === "parsed") return decodeParsed(body.value, declared);
  if (coding === undefined || body.bytes.length === 0) return decodeBytes(body.bytes, declared);
  return decompressBody(body.bytes, { ...options, coding }).then((result) =>
    "bytes" in result ? decodeBytes(result.bytes, declared) : { ok: false, gate: result },
  );
}

const PLAIN_FORM: FormOptions = {
  isNested: false,
  files: new Map(),
  payloadFields: ["payload"],
};

/** As sent, in lower case, without what changes no byte; undefined where the body is as it is. */
export function readCoding(headers: HeaderRecord): string | undefined {
  const written = readHeader(headers, "content-encoding")?.toLowerCase() ?? "";
  if (written === "") return undefined;
  const codings = written.split(",").map(nameOfCoding);
  const changing = codings.filter((coding) => !changesNothing(coding));
  return changing.length === 0 ? undefined : changing.join(", ");
}

/** Without quotes and parameters, which no coding has: `"gzip"`, `gzip;q=1.0`, `charset=utf-8`. */
function nameOfCoding(written: string): string {
  const [name = ""] = written.split(";");
  return name
    .trim()
    .replace(/^charset\s*=\s*/, "")
    .replaceAll(/^["']|["']$/g, "");
}

/** Where the sender means a charset, a type of content or a coding of the transfer: such a body is as it is. */
function changesNothing(coding: string): boolean {
  if (coding === "" || NO_CODING.test(coding)) return true;
  return !CODING.test(coding) && isKnownCharset(coding);
}

/** To ask whether one of these is a charset throws and catches an error: 16 µs for each compressed body. */
const CODING = /^(?:(?:x-)?gzip|deflate|br)$/;

const NO_CODING =
  /^(?:identity|none|null|undefined|chunked|7bit|8bit|binary|json|text|[\w.+-]+\/[\w.+-]+)$/;

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
  readonly form: FormOptions;
}

function decodeBytes(bytes: Uint8Array, declared: Declared): DecodeResult {
  const { format, contentType, form } = declared;
  if (bytes.length === 0) return { ok: true, payload: emptyPayload(format) };
  if (format === "text") return decodePlain(bytes, contentType);
  if (format === "json" || format === "ndjson") {
    const isForeign = contentType !== "" && hasForeignCharset(contentType, bytes);
    if (isForeign) return FOREIGN_CHARSET;
    return format === "json" ? decodeJson(bytes, contentType) : decodeList(bytes, contentType);
  }
  const kind = readMediaKind(contentType);
  const refused = refuseKind(kind, declared);
  if (refused !== undefined) return refused;
  const read =
    kind === "multipart"
      ? decodeMultipart(bytes, contentType, form)
      : decodeForm(bytes, contentType);
  return decodeFields(read, form);
}

function emptyPayload(format: BodyFormat): unknown {
  if (format === "text") return { text: "" };
  return format === "ndjson" ? [] : {};
}

function decodePlain(bytes: Uint8Array, contentType: string): DecodeResult {
  const charset = readParameter(contentType, "charset") ?? charsetOfXml(bytes);
  const { text, flaw } = decodeCharset(bytes, charset);
  return { ok: true, payload: { text }, ...(flaw !== undefined && { detail: flaw }) };
}

/** What an XML document says of itself (XML 1.0, 4.3.3), for a sender that does not say it in its headers. */
function charsetOfXml(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return undefined;
  const { text } = decodeCharset(bytes.subarray(0, MAX_DECLARATION_BYTES), "windows-1252");
  return /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
}

const MAX_DECLARATION_BYTES = 200;

/** The type of one value, which may be the list of all: some senders write either. */
const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.-]+\+)?json\b/i;

function decodeList(bytes: Uint8Array, contentType: string): DecodeResult {
  const text = decodeText(bytes);
  if (text === undefined) return refuseEncoding(bytes);
  const json = JSON_TYPE.test(contentType) ? readJson(text) : undefined;
  return json === undefined ? decodeLines(text) : decodeParsedLines(json);
}

/** One JSON value a line; blank lines say nothing, nor does the separator of RFC 7464. */
function decodeLines(text: string): DecodeResult {
  const payload: unknown[] = [];
  let number = 0;
  for (const written of text.split("\n")) {
    const line = written.startsWith("\u001e") ? written.slice(1) : written;
    number += 1;
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    if (!parsed.ok) {
      return refused("invalid_json", `Line ${number} of the body is not valid JSON.`);
    }
    payload.push(parsed.value);
  }
  return { ok: true, payload };
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
  if (text === undefined) return refuseEncoding(bytes);
  return LINES.test(contentType) || isLines(text) ? ONE_VALUE : INVALID_JSON;
}

/** Whether the first of several lines is an object or a list of its own. */
function isLines(text: string): boolean {
  const [first = ""] = /^\s*[[{].*[\]}][ \t\r]*(?=\n\s*[[{])/.exec(text) ?? [];
  return first !== "" && parseJson(first).ok;
}

/** Gzip begins with these two bytes (RFC 1952, 2.3.1). */
function refuseEncoding([first, second]: Uint8Array): DecodeResult {
  return first === 0x1f && second === 0x8b ? COMPRESSED : INVALID_ENCODING;
}

/** The names under which lists of lines travel; none of them is registered. */
const LINES = /^\s*application\/(?:x-)?(?:nd-?json|json-?lines|jsonl|stream\+json)\b/i;

/** A form may come without a content type, and a form with files cannot. */
function refuseKind(kind: MediaKind, { format, contentType }: Declared): DecodeResult | undefined {
  if (kind === "url-encoded") return undefined;
  if (format === "multipart") return kind === "multipart" ? undefined : FORMS_ONLY;
  return kind === "other" && contentType.trim() === "" ? undefined : NO_FILES;
}

function decodeFields(form: FormResult, options: FormOptions): DecodeResult {
  if (form.ok) {
    const { fields, flaws, dropped } = form;
    return {
      ok: true,
      payload: payloadFromForm(fields, options),
      ...(flaws.length > 0 && { detail: flaws.join(" ") }),
      ...(dropped.length > 0 && { warning: describeDropped(dropped) }),
    };
  }
  if (form.reason === "not json") {
    return refused("invalid_json", `${namedField(form.name)} of the form is not valid JSON.`);
  }
  return form.reason === "too many fields"
    ? TOO_MANY_FIELDS
    : refused("invalid_form", "The body is not a valid form.", FLAWS[form.reason]);
}

/** For the operator. */
const FLAWS = {
  "no boundary": "The content type names no boundary of the parts, or none that is legal.",
  "no part": "No line of the body is the boundary that the content type names.",
  "not closed":
    "The last boundary, with two hyphens behind it, is missing: the body may have been cut off.",
  "no name":
    'A part has no header "Content-Disposition: form-data" with a name, or its headers are malformed or too long.',
};

function describeDropped([first = "", ...others]: readonly string[]): string {
  const more = others.length === 0 ? "" : ` and of ${others.length} more`;
  return `The content of a file was dropped: ${namedField(first)}${more}. A mapping can read JSON and text: "body": { "multipart": { "files": { "name": "json" } } }.`;
}

/** What a framework makes of a form is no JSON, and what it threw away is no empty body. */
function decodeParsed(value: unknown, declared: Declared): DecodeResult {
  const { format, contentType, form } = declared;
  const kind = readMediaKind(contentType);
  if (format === "json" && kind !== "xml" && kind !== "other") return NO_FORMS;
  if (value === undefined) return LOST;
  if (format === "json") return { ok: true, payload: value };
  if (format === "ndjson") return decodeParsedLines(value);
  if (format === "text") {
    return typeof value === "string" ? { ok: true, payload: { text: value } } : LOST;
  }
  const refused = refuseKind(kind, declared);
  if (refused !== undefined) return refused;
  const isObject = typeof value === "object" && value !== null;
  return { ok: true, payload: isObject ? payloadFromFields(value, form) : value };
}

/** A parser of texts keeps the lines; one of JSON takes a single line for the whole. */
function decodeParsedLines(value: unknown): DecodeResult {
  if (typeof value === "string") return decodeLines(value.replace(/^\ufeff/, ""));
  if (typeof value !== "object" || value === null) return LOST;
  return { ok: true, payload: Array.isArray(value) ? value : [value] };
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
const ONE_VALUE: DecodeResult = {
  ok: false,
  gate: refuse(
    createRefusal("invalid_json", "The body is not valid JSON.", {
      detail:
        'Each line of the body is a value: a mapping with "body": "ndjson" takes the list of them.',
      payloadAlone: false,
    }),
  ),
};
const INVALID_ENCODING = refused("invalid_encoding", "The body is not valid UTF-8.");
const COMPRESSED = refused(
  "invalid_encoding",
  "The body is not valid UTF-8.",
  "The bytes are gzip, and no Content-Encoding says so: something has compressed the body once more, or removed the header.",
);
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

/** A name that comes several times is a list. Names are own keys, whatever they are. */
export function payloadFromForm(
  fields: readonly FormField[],
  { isNested, payloadFields }: Pick<FormOptions, "isNested" | "payloadFields"> = PLAIN_FORM,
): unknown {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of fields) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  for (const field of payloadFields) {
    const [written, ...others] = values.get(field) ?? [];
    const json = others.length === 0 ? readJson(written) : undefined;
    if (json !== undefined) return json;
  }
  if (isNested) return nestFields(fields);
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]),
  );
}

/**
 * Makes of the fields that a framework has parsed what the gates make of a form: the JSON in the field that the
 * endpoint names, or objects and lists of fields with brackets. An object without either is given back as it is.
 *
 * @example
 * ```ts
 * payloadFromFields({ payload: '{"id":1}' }); // { id: 1 }
 * ```
 */
export function payloadFromFields(
  fields: object,
  { isNested, payloadFields }: Pick<FormOptions, "isNested" | "payloadFields"> = PLAIN_FORM,
): unknown {
  for (const field of payloadFields) {
    const json = readJson(readOwn(fields, field));
    if (json !== undefined) return json;
  }
  // A field `tags[]` that came several times is a list, and is named several times here.
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    (name.endsWith("[]") ? [value].flat() : [value]).map((one): FormField => [name, one]),
  );
  return isNested ? nestFields(sent) : fields;
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

export function readMediaKind(contentType: string): MediaKind {
  if (URL_ENCODED.test(contentType)) return "url-encoded";
  if (MULTIPART.test(contentType)) return "multipart";
  return XML.test(contentType) ? "xml" : "other";
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
