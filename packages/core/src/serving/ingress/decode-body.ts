// A body → the payload, in the format of its hook, or 400, 413, 415.

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
      /** For the operator: which parts of the body are not in the payload as they were sent. */
      readonly detail?: string;
      /** For the sender and the operator: which content was dropped. */
      readonly warning?: string;
    }
  | { readonly ok: false; readonly gate: GateRefusal };

export interface DecodeOptions extends Omit<DecompressBodyOptions, "coding"> {
  readonly headers: HeaderRecord;
  /** One or more; the content type selects one. */
  readonly formats: readonly BodyFormat[];
  readonly form?: FormOptions | undefined;
  /** Whether the bytes are already decompressed. */
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

/**
 * The Content-Encoding in lower case, without codings that change no byte; undefined if the body is not
 * encoded.
 */
export function readCoding(headers: HeaderRecord): string | undefined {
  const written = readHeader(headers, "content-encoding")?.toLowerCase() ?? "";
  if (written === "") return undefined;
  const codings = written.split(",").map(nameOfCoding);
  const changing = codings.filter((coding) => !changesNothing(coding));
  return changing.length === 0 ? undefined : changing.join(", ");
}

/** The name without quotes and parameters, which codings do not have: `"gzip"`, `gzip;q=1.0`, `charset=utf-8`. */
function nameOfCoding(written: string): string {
  const [name = ""] = written.split(";");
  return name
    .trim()
    .replace(/^charset\s*=\s*/, "")
    .replaceAll(/^["']|["']$/g, "");
}

/**
 * Whether the name is a charset, a media type or a transfer coding, which senders write here by mistake: such
 * a body is not encoded.
 */
function changesNothing(coding: string): boolean {
  if (coding === "" || NO_CODING.test(coding)) return true;
  return !CODING.test(coding) && isKnownCharset(coding);
}

/**
 * Not looked up as charsets: a failed look-up throws and catches an error, which takes 16 µs for each
 * compressed body.
 */
const CODING = /^(?:(?:x-)?gzip|deflate|br)$/;

const NO_CODING =
  /^(?:identity|none|null|undefined|chunked|7bit|8bit|binary|json|text|[\w.+-]+\/[\w.+-]+)$/;

/** Of several formats of a vendor, the one that the content type names; else the first. */
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

/** The encoding in an XML declaration (XML 1.0, 4.3.3), for a sender whose headers have no charset. */
function charsetOfXml(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return undefined;
  const { text } = decodeCharset(bytes.subarray(0, MAX_DECLARATION_BYTES), "windows-1252");
  return /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
}

const MAX_DECLARATION_BYTES = 200;

/** The media type of a single JSON value, which may be the whole list: some senders send either form. */
const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.-]+\+)?json\b/i;

function decodeList(bytes: Uint8Array, contentType: string): DecodeResult {
  const text = decodeText(bytes);
  if (text === undefined) return refuseEncoding(bytes);
  const json = JSON_TYPE.test(contentType) ? readJson(text) : undefined;
  return json === undefined ? decodeLines(text) : decodeParsedLines(json);
}

/** One JSON value per line. Blank lines and the separator of RFC 7464 are ignored. */
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

/** JSON is read with any content type: `curl -d '{…}'` calls it a form. */
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

/** The media types in use for JSON lines; none of them is registered. */
const LINES = /^\s*application\/(?:x-)?(?:nd-?json|json-?lines|jsonl|stream\+json)\b/i;

/** A form without files may have no content type; multipart needs one for its boundary. */
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

/** A form that a framework has parsed is not JSON, and a body that it has dropped is not an empty body. */
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

/** A text parser keeps the lines; a JSON parser has read a single line as the whole body. */
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
      // No config can read it.
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
/** For the operator: a stream can be read only once, and only the integrator can keep its bytes. */
export const LOST_BODY =
  "Something before the hooks has read the body and not kept it. Put the hooks first, or pass on what was read: as `rawBody` or `body` of a Node request, or as a new Request.";
const LOST = refused("internal_error", "The request could not be served.", LOST_BODY);

function unsupported(message: string, detail?: string): DecodeResult {
  return refused("unsupported_media_type", message, detail);
}

function refused(code: EventCode, message: string, detail?: string): DecodeResult {
  const extras = detail === undefined ? {} : { detail };
  return { ok: false, gate: refuse(createRefusal(code, message, extras)) };
}

/** A repeated name becomes a list. Every name is an own key, `__proto__` included. */
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
 * Turns fields that a framework has parsed into the payload that the ingress makes of a form: the JSON in the
 * field that the endpoint names, or objects and lists for fields with brackets. An object without either is
 * returned unchanged.
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
  // A repeated field `tags[]` is a list, which becomes several fields here.
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    (name.endsWith("[]") ? [value].flat() : [value]).map((one): FormField => [name, one]),
  );
  return isNested ? nestFields(sent) : fields;
}

/** Only an object or a list: a number or a word in the field stays text. */
function readJson(value: unknown): object | undefined {
  if (typeof value !== "string") return undefined;
  const parsed = parseJson(value);
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) return undefined;
  return parsed.value;
}

const URL_ENCODED = /^\s*application\/x-www-form-urlencoded\b/i;

const MULTIPART = /^\s*multipart\/form-data\b/i;

const XML = /^\s*(?:application|text)\/(?:[\w.-]+\+)?xml\b/i;

/** `other` includes a body without a content type. */
type MediaKind = "url-encoded" | "multipart" | "xml" | "other";

export function readMediaKind(contentType: string): MediaKind {
  if (URL_ENCODED.test(contentType)) return "url-encoded";
  if (MULTIPART.test(contentType)) return "multipart";
  return XML.test(contentType) ? "xml" : "other";
}

const UTF_8 = /^(?:utf-?8|(?:us-)?ascii)$/i;

/** Charsets in which, as in UTF-8, a byte below 128 is ASCII. */
const ABOVE_ASCII = /^(?:iso-?8859-\d{1,2}|windows-125\d|cp125\d|latin-?\d)$/i;

/** Old clients declare such a charset by default, and most of their bodies are ASCII. */
export function hasForeignCharset(contentType: string, bytes: Uint8Array): boolean {
  const charset = readParameter(contentType, "charset")?.trim();
  if (charset === undefined || UTF_8.test(charset)) return false;
  return !ABOVE_ASCII.test(charset) || bytes.some((byte) => byte > 0x7f);
}
