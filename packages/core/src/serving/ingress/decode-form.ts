// The bytes of a form → its fields, each decoded in its own charset, and what was replaced or dropped.

import {
  type DecodedText,
  decodeCharset,
  decodeText,
  type FormFields,
  hasUtf8Mark,
  isKnownCharset,
  type Part,
  parseForm,
  parseJson,
  readParameter,
  splitForm,
  splitMultipart,
} from "@hookwright/base";
import type { FormOptions } from "../../model/index.ts";

/** What the payload has of a file. Its content is dropped, so no template or agent can read it. */
interface FormFile {
  readonly filename: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** The value is a text, or for a file its description or its parsed JSON. */
export type FormField = readonly [name: string, value: unknown];

export type FormResult =
  | {
      readonly ok: true;
      readonly fields: readonly FormField[];
      /** For the operator: what was replaced in the texts. */
      readonly flaws: readonly string[];
      /** Names of the parts whose content was dropped. */
      readonly dropped: readonly string[];
    }
  | Extract<ReturnType<typeof splitMultipart>, { ok: false }>
  /** The part of this name is not valid JSON. */
  | { readonly ok: false; readonly reason: "not json"; readonly name: string };

/** Far more than senders post, and the default of other servers. */
const MAX_FORM_FIELDS = 1_000;

const AMPERSAND = 0x26;

export function decodeForm(bytes: Uint8Array, contentType: string): FormResult {
  // Counted before splitting: 32 MiB of `&` would make 32 million texts.
  let count = 1;
  for (const byte of bytes) {
    if (byte === AMPERSAND) count += 1;
  }
  if (count > MAX_FORM_FIELDS) return { ok: false, reason: "too many fields" };
  const declared = formCharset(contentType);
  const plain = declared === undefined ? parseForm(bytes) : undefined;
  if (plain !== undefined && !plain.some(([name]) => CHARSET_FIELDS.has(name))) {
    return { ok: true, fields: plain, flaws: NONE, dropped: NONE };
  }
  const sent = splitForm(withoutMark(bytes)).map(([name, value]) => ({
    name: asciiOf(name),
    written: name,
    bytes: value,
  }));
  const texts = createTexts(sent, declared);
  const fields = sent.map(
    ({ name, written, bytes: value }): FormField => [
      texts.decode(written, name),
      texts.decode(value, name),
    ],
  );
  return { ok: true, fields, flaws: texts.flaws(), dropped: NONE };
}

const NONE: readonly never[] = [];

/**
 * The charset of the content type, unless it is UTF-8. Percent-encoding cannot be UTF-16 (WHATWG, Encoding,
 * 4.3).
 */
function formCharset(contentType: string): string | undefined {
  const charset = readParameter(contentType, "charset");
  return charset === undefined || /^\s*(?:utf-?(?:8|16(?:[bl]e)?)|(?:us-)?ascii)\s*$/i.test(charset)
    ? undefined
    : charset;
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return hasUtf8Mark(bytes) ? bytes.subarray(3) : bytes;
}

/** Decodes names of fields and of charsets, which are ASCII. */
function asciiOf(bytes: Uint8Array): string {
  return decodeCharset(bytes, "windows-1252").text;
}

export function decodeMultipart(
  bytes: Uint8Array,
  contentType: string,
  { files }: Pick<FormOptions, "files">,
): FormResult {
  const boundary = readParameter(contentType, "boundary") ?? "";
  const split = splitMultipart(bytes, boundary, { maxParts: MAX_FORM_FIELDS });
  if (!split.ok) return split;
  const { parts } = split;
  const texts = createTexts(parts, readParameter(contentType, "charset"));
  const fields: FormField[] = [];
  const dropped: string[] = [];
  for (const part of parts) {
    const { name, bytes: content } = part;
    const form = files.get(name);
    const charset = readParameter(part.contentType ?? "", "charset");
    if (form === undefined && isFile(part)) {
      fields.push([name, fileOf(part)]);
      // A browser sends an empty part if no file was chosen.
      if (content.length > 0) dropped.push(name);
      continue;
    }
    const text = texts.decode(content, name, charset);
    if (form !== "json") {
      fields.push([name, text]);
      continue;
    }
    const parsed = parsePart(text);
    if (!parsed.ok) return { ok: false, reason: "not json", name };
    fields.push([name, parsed.value]);
  }
  return { ok: true, fields, flaws: texts.flaws(), dropped };
}

/** A browser sends an empty part if no file was chosen. */
function parsePart(text: string): ReturnType<typeof parseJson> {
  return parseJson(text === "" ? "null" : text);
}

/** A part without a file name is also a file if its type is not a text type and its bytes are not text. */
function isFile({ filename, contentType = "text/plain", bytes }: Part): boolean {
  if (filename !== undefined) return true;
  return !TEXT.test(contentType) && decodeText(bytes) === undefined;
}

const TEXT =
  /^\s*(?:text\/|multipart\/|application\/(?:json|xml|x-www-form-urlencoded)\b|[^;]*\+(?:json|xml)\b)/i;

function fileOf({ filename = "", contentType = "", bytes }: Part): FormFile {
  const [type = ""] = contentType.split(";");
  return { filename, type: type.trim() || "application/octet-stream", size: bytes.length };
}

/** The fields in which senders declare charsets: SendGrid, browsers, PayPal. */
const CHARSET_FIELDS: ReadonlySet<string> = new Set(["charsets", "_charset_", "charset"]);

interface FormTexts {
  /** `name` is the name of the field, `own` the charset that the part declares. */
  readonly decode: (bytes: Uint8Array, name: string, own?: string) => string;
  readonly flaws: () => readonly string[];
}

/** Decodes texts by the most specific charset that the form declares for each. */
function createTexts(
  sent: readonly Pick<Part, "name" | "bytes">[],
  declared: string | undefined,
): FormTexts {
  const fields = sent
    .filter(({ name }) => CHARSET_FIELDS.has(name))
    .map(({ name, bytes }) => [name, asciiOf(bytes)] as const);
  const byName = readCharsets(fields);
  const ofForm = labelIn(fields, "_charset_") ?? declared;
  const ofPayPal = labelIn(fields, "charset");
  const flaws = new Map<string, string>();
  const decodeOne = (bytes: Uint8Array, name: string, own?: string): DecodedText => {
    const label = own ?? byName.get(name) ?? ofForm;
    if (label !== undefined) return decodeCharset(bytes, label);
    const text = decodeCharset(bytes, undefined);
    return text.flaw === undefined ? text : decodeCharset(bytes, ofPayPal);
  };
  return {
    decode(bytes, name, own) {
      const { text, flaw } = decodeOne(bytes, name, own);
      if (flaw !== undefined && flaws.size < MAX_FLAWS) {
        flaws.set(name, `${namedField(name)}: ${flaw}`);
      }
      return text;
    },
    flaws: () => [...flaws.values()],
  };
}

const MAX_FLAWS = 3;

/** A name is payload, so it is shown only if it looks like a name. */
export function namedField(name: string): string {
  return /^[\w.[\]-]{1,64}$/.test(name) ? `Field "${name}"` : "A field";
}

/** Reads SendGrid's `{"subject":"UTF-8","text":"iso-8859-1"}`; anything else in the field is ignored. */
function readCharsets(fields: FormFields): ReadonlyMap<string, string> {
  const [, written = ""] = fields.find(([name]) => name === "charsets") ?? [];
  const parsed = parseJson(written);
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null) return new Map();
  const labels: [string, string][] = [];
  for (const [name, label] of Object.entries(parsed.value)) {
    if (typeof label === "string" && isKnownCharset(label)) labels.push([name, label]);
  }
  return new Map(labels);
}

function labelIn(fields: FormFields, field: string): string | undefined {
  const [, label = ""] = fields.find(([name]) => name === field) ?? [];
  return isKnownCharset(label) ? label : undefined;
}

/** The most pairs of brackets in one name. A name with more is not split. */
const MAX_DEPTH = 10;

/** As in `qs`: a higher number is treated as an id, unless all numbers below it exist. */
const MAX_INDEX = 20;

interface Node {
  /** Values without a further key: those of `a` and of `a[]`. */
  readonly values: (Node | { readonly value: unknown })[];
  readonly named: Map<string, Node>;
}

/**
 * Nothing is lost: a name that is both a value and an object (`a=1&a[b]=2`) becomes a list of both. The
 * elements of `a[][b]=1&a[][c]=2` are one object until a key repeats, as in Rails.
 */
export function nestFields(fields: readonly FormField[]): Record<string, unknown> {
  const root = createNode();
  for (const [name, value] of fields) {
    let node = root;
    const [first, ...rest] = keysOf(name);
    node = childOf(node, first);
    for (const [index, key] of rest.entries()) {
      node = key === "" ? elementOf(node, rest[index + 1]) : childOf(node, key);
    }
    node.values.push({ value });
  }
  return objectOf(root);
}

function createNode(): Node {
  return { values: [], named: new Map() };
}

/** `a[b][]` → `a`, `b` and the empty key. A name with unbalanced brackets is one key. */
function keysOf(name: string): readonly [string, ...string[]] {
  const [, first = "", brackets = ""] = /^([^[\]]*)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  const keys = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = ""]) => key);
  if (keys.length === 0 || keys.length > MAX_DEPTH) return [name];
  if (first !== "") return [first, ...keys];
  const [key, ...rest] = keys;
  return key === undefined || key === "" ? [name] : [key, ...rest];
}

function childOf({ named }: Node, key: string): Node {
  const known = named.get(key);
  if (known !== undefined) return known;
  const child = createNode();
  named.set(key, child);
  return child;
}

/** The element of a list to which the next key belongs. */
function elementOf({ values }: Node, next: string | undefined): Node {
  const last = values.at(-1);
  const isOpen =
    next !== undefined &&
    next !== "" &&
    last !== undefined &&
    "named" in last &&
    !last.named.has(next);
  if (isOpen) return last;
  const element = createNode();
  values.push(element);
  return element;
}

function objectOf({ named }: Node): Record<string, unknown> {
  return Object.fromEntries([...named].map(([key, node]) => [key, contentOf(node)]));
}

function contentOf(node: Node): unknown {
  const values = node.values.map((one) => ("value" in one ? one.value : contentOf(one)));
  if (node.named.size === 0) return isList(node) ? values : values[0];
  const indexes = [...node.named.keys()];
  if (!isListOf(indexes)) {
    const named = objectOf(node);
    return values.length === 0 ? named : [...values, named];
  }
  const ordered = indexes.toSorted((one, other) => Number(one) - Number(other));
  return [...ordered.map((key) => contentOf(node.named.get(key) as Node)), ...values];
}

/** One value of `a` is a value, one of `a[]` is a list. */
function isList({ values }: Node): boolean {
  return values.length > 1 || (values[0] !== undefined && "named" in values[0]);
}

/** A form has at most a thousand fields, so three digits are enough. */
function isListOf(keys: readonly string[]): boolean {
  const most = Math.max(MAX_INDEX, keys.length - 1);
  return keys.every((key) => /^(?:0|[1-9]\d{0,2})$/.test(key) && Number(key) <= most);
}
