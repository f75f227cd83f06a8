// The bytes of a body → bodies that it may have been when it was signed, each with what differs; and what it looks like.

import type { HeaderRecord } from "@hookwright/base";
import { hasUtf8Mark, readHeader } from "@hookwright/base";
import { decodeUtf8 } from "../../serving/build-signed.ts";
import { bytesMatch, decodeBytes } from "../../serving/bytes.ts";
import { encodeText } from "../../serving/decode-key.ts";

interface OtherBody {
  readonly what: string;
  readonly body: Uint8Array;
}

const MARK = "\ufeff";

/** Editors, proxies and frameworks change bodies in these ways. */
const TEXT_CHANGES: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ["without its byte order mark", (text) => (text.startsWith(MARK) ? text.slice(1) : text)],
  ["with a byte order mark before it", (text) => (text.startsWith(MARK) ? text : MARK + text)],
  ["without the line feed at its end", (text) => text.replace(/\r?\n$/, "")],
  ["with a line feed at its end", (text) => `${text}\n`],
  ["with CRLF at its end", (text) => `${text}\r\n`],
  ["without the white space around it", (text) => text.trim()],
  ["with CRLF in place of each LF", (text) => text.replace(/\r?\n/g, "\r\n")],
  ["with LF in place of each CRLF", (text) => text.replaceAll("\r\n", "\n")],
  ["with %20 in place of each +", (text) => text.replaceAll("+", "%20")],
  ["with + in place of each %20", (text) => text.replaceAll("%20", "+")],
  ["with its HTML entities decoded", decodeEntities],
  ["escaped as HTML", escapeEntities],
  ["read as the inside of a JSON string", unescapeText],
  ["written as the inside of a JSON string", (text) => JSON.stringify(text).slice(1, -1)],
  ["as the field payload of a form", (text) => `payload=${writeFormField(text)}`],
  ["encoded again as browsers encode forms", (text) => encodeAgain(text, encodeField)],
  ["encoded again by encodeURIComponent", (text) => encodeAgain(text, encodeUri)],
  ["encoded again as PHP and Python encode forms", (text) => encodeAgain(text, encodePlain)],
  ["with lower-case percent escapes", (text) => withEscapes(text, (one) => one.toLowerCase())],
  ["with upper-case percent escapes", (text) => withEscapes(text, (one) => one.toUpperCase())],
];

type Write = (value: unknown) => string;

const compact: Write = (value) => JSON.stringify(value);
const indented: Write = (value) => JSON.stringify(value, null, 2);

/** Who writes JSON, and how: the first that fits names a body. */
const WRITERS: readonly (readonly [what: string, write: Write])[] = [
  ["compact JSON", compact],
  ["JSON with two spaces of indent", indented],
  ["JSON with four spaces of indent", (value) => JSON.stringify(value, null, 4)],
  ["JSON with a tab of indent", (value) => JSON.stringify(value, null, "\t")],
  ["Python writes JSON", (value) => escapeUnicode(writeSpaced(value))],
  ["JSON with a space after each comma and colon", writeSpaced],
  ["compact JSON in ASCII", (value) => escapeUnicode(compact(value))],
  ["PHP writes JSON", (value) => escapeUnicode(compact(value)).replaceAll("/", "\\/")],
  ["Go writes JSON", (value) => escapeHtml(compact(value))],
  [".NET writes JSON", (value) => escapeAsNet(compact(value))],
];

/** Go sorts the keys of maps, too. */
const SORTED_WRITERS: typeof WRITERS = [
  ...WRITERS.filter(([what]) => /^(?:compact|JSON with two|Python|Go)/.test(what)),
  ["JSON with a space after each comma and colon", writeSpaced],
];

const JSON_CHANGES: readonly (readonly [what: string, write: Write])[] = [
  ...WRITERS.map(([what, write]) => [`written again as ${what}`, write] as const),
  ...WRITERS.map(
    ([what, write]) =>
      [
        `written again as ${what}, with a line feed at its end`,
        (value: unknown) => `${write(value)}\n`,
      ] as const,
  ),
  ...SORTED_WRITERS.map(
    ([what, write]) =>
      [
        `written again as ${what}, with its keys in order`,
        (value: unknown) => write(withKeysInOrder(value)),
      ] as const,
  ),
  ["written again as a form", writeForm],
  [
    "read as the text that a JSON string holds",
    (value) => (typeof value === "string" ? value : ""),
  ],
];

export function otherBodies(body: Uint8Array): readonly OtherBody[] {
  const text = decodeWhole(body);
  const all =
    text === undefined
      ? [["written as UTF-8 in place of Latin-1", fromLatin1(body)] as const]
      : changesOf(text);
  const bytes = [
    ...all.map(([what, other]) => [what, encodeText(other)] as const),
    ["without the lengths of its chunks", joinChunks(body)] as const,
    ["decoded from base64", decodeBytes(text?.trim() ?? "!", "base64")] as const,
    ["without the b'…' with which Python prints bytes", unprintPython(text)] as const,
    ["as it was before it was taken for Latin-1 and written as UTF-8", toLatin1(text)] as const,
  ];
  const first: OtherBody[] = [];
  for (const [what, other] of bytes) {
    if (other === undefined || isSame(other, body)) continue;
    // A change that this body cannot have had.
    if (other.length === 0 && what !== "without the line feed at its end") continue;
    if (first.some((known) => isSame(known.body, other))) continue;
    first.push({ what: `the body ${what}`, body: other });
  }
  return first;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && bytesMatch(one, other);
}

type Changed = readonly (readonly [what: string, text: string])[];

function changesOf(text: string): Changed {
  const value = parse(text);
  return [
    ...TEXT_CHANGES.map(([what, change]) => [what, change(text)] as const),
    ...(value === undefined
      ? []
      : [
          ...JSON_CHANGES.map(([what, write]) => [what, write(value)] as const),
          ["without the white space between its values", dropSpace(text)] as const,
        ]),
  ];
}

/** What a body looks like where nothing makes its signature right: each phrase is true of the body, and proves nothing. */
export function bodyLooks(body: Uint8Array, headers: HeaderRecord): readonly string[] {
  const text = decodeWhole(body);
  if (text === undefined) return [];
  const value = parse(text);
  const type = readHeader(headers, "content-type") ?? "";
  const length = Number(readHeader(headers, "content-length") ?? Number.NaN);
  const fitting =
    length === body.length ? [] : otherBodies(body).filter((other) => other.body.length === length);
  return [
    ...fitting
      .slice(0, 1)
      .map(({ what }) => `${what} would have the ${length} bytes of Content-Length`),
    ...(text.startsWith(MARK) ? ["it begins with a byte order mark"] : []),
    ...(text.includes("\ufffd") ? ["it has U+FFFD, which replaces bytes that are not UTF-8"] : []),
    ...(value === undefined ? looksOfNoJson(text, type) : looksOfJson(text, value, type)),
    ...(/\n$/.test(text) ? ["a line feed ends it, as editors write one"] : []),
  ];
}

function looksOfNoJson(text: string, type: string): readonly string[] {
  if (text === OBJECT) {
    return [
      "it is what JavaScript writes for an object: a parser had read the body, whose text is lost",
    ];
  }
  if (!/\bjson\b/i.test(type)) return [];
  return [
    /^\s*[[{]/.test(text)
      ? "it begins as JSON does and does not end so: it was cut off or changed"
      : "it is not JSON, which Content-Type names",
  ];
}

function looksOfJson(text: string, value: unknown, type: string): readonly string[] {
  const bare = text.trim().replace(MARK, "");
  const isNested = typeof value === "object" && value !== null && /[,:]/.test(bare);
  const writer = isNested ? WRITERS.find(([, write]) => write(value) === bare) : undefined;
  return [
    ...(/x-www-form-urlencoded/i.test(type) ? ["it is JSON, and Content-Type names a form"] : []),
    ...(typeof value === "string"
      ? ["it is a text in quotation marks, as JSON.stringify writes one"]
      : []),
    ...(writer === undefined ? [] : [LOOKS.get(writer[0]) ?? `it is written as ${writer[0]}`]),
    ...(isNested && hasKeysInOrder(value) ? ["the keys of its objects are in order"] : []),
  ];
}

const OBJECT = "[object Object]";

const LOOKS: ReadonlyMap<string, string> = new Map([
  ["compact JSON", "it is written as JSON.stringify writes JSON, without white space"],
  ["JSON with two spaces of indent", "it is pretty-printed, with two spaces of indent"],
  ["JSON with four spaces of indent", "it is pretty-printed, with four spaces of indent"],
  ["JSON with a tab of indent", "it is pretty-printed, with a tab of indent"],
]);

/** Two keys are in order half of the time. */
const MIN_KEYS_IN_ORDER = 4;

function hasKeysInOrder(value: unknown): boolean {
  let seen = 0;
  const isInOrder = (one: unknown): boolean => {
    if (typeof one !== "object" || one === null) return true;
    const keys = Array.isArray(one) ? [] : Object.keys(one);
    seen = Math.max(seen, keys.length);
    const sorted = keys.every((key, index) => index === 0 || (keys[index - 1] as string) < key);
    return sorted && Object.values(one).every(isInOrder);
  };
  return isInOrder(value) && seen >= MIN_KEYS_IN_ORDER;
}

/** With its byte order mark. */
function decodeWhole(body: Uint8Array): string | undefined {
  const text = decodeUtf8(body);
  return hasUtf8Mark(body) && text !== undefined ? MARK + text : text;
}

/** Not as the gates parse JSON: those keep long integers, and what writes JSON again does not. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith(MARK) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** Line feeds of `stringify` are only between values: those in strings are escaped. */
function writeSpaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/,\n\s*/g, ", ")
    .replace(/\n\s*/g, "");
}

/** Texts stay as they are, and so do numbers that a parser would write in another way. */
function dropSpace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}

function withKeysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysInOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withKeysInOrder(one)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function escapeUnicode(json: string): string {
  return json.replace(/[^\x20-\x7e\n]/g, escapeUnit);
}

function escapeHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, escapeUnit);
}

/** The default of System.Text.Json. */
function escapeAsNet(json: string): string {
  const hex = (unit: string) =>
    `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return json.replaceAll('\\"', "\\u0022").replace(/[^\x20-\x7e]|[<>&'+`\x7f]/g, hex);
}

/** `&amp;` last, so that nothing is decoded twice. */
const ENTITIES: readonly (readonly [pattern: RegExp, character: string])[] = [
  [/&quot;|&#0*34;|&#x22;/gi, '"'],
  [/&apos;|&#0*39;|&#x27;/gi, "'"],
  [/&#0*47;|&#x2f;/gi, "/"],
  [/&lt;|&#0*60;|&#x3c;/gi, "<"],
  [/&gt;|&#0*62;|&#x3e;/gi, ">"],
  [/&amp;|&#0*38;|&#x26;/gi, "&"],
];

function decodeEntities(text: string): string {
  return ENTITIES.reduce((done, [pattern, character]) => done.replace(pattern, character), text);
}

function escapeEntities(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}

/** As it is if it cannot have been in a JSON string. */
function unescapeText(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

const PYTHON_ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** `b'{"a":"\\xc3\\xa9"}'` → its bytes. */
function unprintPython(text: string | undefined): Uint8Array | undefined {
  const [, , inside] = /^b(["'])([\x20-\x7e]*)\1\s*$/.exec(text ?? "") ?? [];
  return inside === undefined
    ? undefined
    : latin1Bytes(
        inside.replace(/\\(?:x([\da-f]{2})|(.))/g, (_all, hex?: string, one = "") =>
          hex === undefined
            ? (PYTHON_ESCAPES[one] ?? one)
            : String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      );
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The names and values of a form, decoded and encoded again; as it is if it is not a form. */
function encodeAgain(text: string, encode: (field: string) => string): string {
  if (!/^[^\s=&{}[\]"]+=[^\s{}"]*$/.test(text)) return text;
  try {
    const again = (field: string) => encode(decodeURIComponent(field.replaceAll("+", " ")));
    return text.replace(/[^&=]+/g, again);
  } catch {
    return text;
  }
}

const encodeUri = (field: string): string => encodeURIComponent(field);

/** RFC 3986, and + for spaces. */
function encodePlain(field: string): string {
  return encodeURIComponent(field)
    .replace(/[!'()*]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

function withEscapes(text: string, change: (one: string) => string): string {
  return text.replace(/%[\da-f]{2}/gi, change);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Of an object whose values are all strings, as in a form. */
function writeForm(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const fields = Object.entries(value);
  // Half of a surrogate pair cannot be written.
  const isText = (one: unknown) => typeof one === "string" && !/\p{Surrogate}/u.test(one);
  if (!fields.flat().every(isText)) return "";
  return fields
    .map(([name, one]) => `${encodeField(name)}=${encodeField(one as string)}`)
    .join("&");
}

/** Half of a surrogate pair cannot be written. */
function writeFormField(text: string): string {
  return /\p{Surrogate}/u.test(text) ? "" : encodeField(text);
}

/** As browsers write forms. */
function encodeField(text: string): string {
  const hex = (unit: string) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, hex)
    .replaceAll("%20", "+");
}

function fromLatin1(body: Uint8Array): string {
  return Array.from(body, (byte) => String.fromCharCode(byte)).join("");
}

function toLatin1(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || !/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return undefined;
  return latin1Bytes(text);
}

const CHUNK = /^([\da-f]{1,8})(?:;[^\r\n]*)?\r\n/i;

/** Undefined if the body is not a complete list of chunks. */
function joinChunks(body: Uint8Array): Uint8Array | undefined {
  const all = fromLatin1(body);
  let rest = all;
  let joined = "";
  for (;;) {
    const [head = "", hex] = CHUNK.exec(rest) ?? [];
    if (hex === undefined) return undefined;
    const length = Number.parseInt(hex, 16);
    if (length === 0) return latin1Bytes(joined);
    joined += rest.slice(head.length, head.length + length);
    rest = rest.slice(head.length + length + 2);
  }
}
