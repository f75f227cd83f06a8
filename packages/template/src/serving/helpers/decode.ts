// Texts that hold something else: base64Decode, urlDecode, parseJson.

import { parseJson } from "@hookwright/base";
import { type Budget, COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { ValueHelper } from "../render/helper.ts";
import { MAX_RENDERED_DEPTH } from "../render/text-from-value.ts";
import { textFromArgument } from "./arguments.ts";
import { defineHelpers } from "./define-helpers.ts";

export const decodeHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{base64Decode text}}`: the text that is encoded as Base64 in the standard or the URL alphabet.
   *
   * Padding is optional. A text that is not Base64 of UTF-8 renders as an empty string.
   *
   * @example
   * {"data": "R3LDvMOfZSE=", "url": "8J-agA", "broken": "R3L!"}
   * {{base64Decode data}} {{base64Decode url}}{{base64Decode broken}}
   * → Grüße! 🚀
   *
   * @example
   * {"token": "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiIsInN0YXRlIjoicmVkIn0.c2ln"}
   * {{#with (parseJson (base64Decode (lookup (split token ".") 1)))}}{{state}} for {{sub}}{{/with}}
   * → red for 42
   */
  base64Decode: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      const text = textFromArgument(value, frame);
      frame.run.budget.spend(text.length * COST.codedCharacters);
      const bytes = bytesFromBase64(text);
      return bytes === undefined ? "" : textFromBytes(bytes);
    },
  },

  /**
   * `{{urlDecode text}}`: the text with its percent escapes decoded, and each `+` as a space. Escapes that are
   * not UTF-8 stay.
   *
   * @example
   * {"query": "caf%C3%A9+%26+bar", "broken": "100%+%ff"}
   * {{urlDecode query}} {{urlDecode broken}}
   * → café & bar 100% %ff
   */
  urlDecode: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      const text = textFromArgument(value, frame);
      frame.run.budget.spend(text.length * COST.codedCharacters);
      return text
        .replaceAll("+", " ")
        .replace(/(?:%[0-9a-fA-F]{2})+/g, (escapes) => decodeEscapes(escapes, frame));
    },
  },

  /**
   * `{{parseJson text}}`: the value of a text in JSON, for providers that send JSON inside of a field.
   *
   * A list or object stays as it is. A text that is not JSON, or is nested in more than 500 levels, gives no
   * value. Long integers keep their digits.
   *
   * @example
   * {"Message": "{\"alarm\": {\"name\": \"disk\"}, \"id\": 820982911946154508}", "rest": "[1, 2"}
   * {{#with (parseJson Message)}}{{alarm.name}} ({{id}}){{/with}}{{parseJson rest}}
   * → disk (820982911946154508)
   *
   * @example
   * {"items": "[{\"sku\": \"A1\"}, {\"sku\": \"B2\"}]"}
   * {{#each (parseJson items)}}{{sku}} {{/each}}
   * → A1 B2
   */
  parseJson: {
    arity: [1, 1],
    call: ([value], _hash, { run: { budget } }) =>
      typeof value === "string" ? parseJsonWithin(budget, value) : value,
  },
});

function textFromBytes(bytes: Uint8Array): string {
  const characters: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const character = readCharacter(bytes, at);
    if (character === undefined) return "";
    characters.push(character);
    at += sizeOfCharacter(character);
  }
  return characters.join("");
}

/** 255 marks characters that are not digits. It accepts both alphabets at once, which is harmless. */
const DIGITS: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  digitOf(String.fromCharCode(code)),
);

/** A text in Base64 → its bytes. The decoders of runtimes differ for invalid texts, so none is used. */
export function bytesFromBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[\t\n\f\r ]+/g, "").replace(/={1,2}$/, "");
  if (digits.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let filled = 0;
  let bits = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = DIGITS[digits.charCodeAt(index)] ?? 255;
    if (digit === 255) return undefined;
    bits = ((bits << 6) | digit) & 0xff_ffff;
    // Of four digits, the second, third and fourth complete a byte.
    const position = index % 4;
    if (position === 0) continue;
    bytes[filled] = bits >> (6 - position * 2);
    filled += 1;
  }
  return bytes;
}

function digitOf(character: string): number {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const digit = `${alphabet}+/`.indexOf(character);
  if (digit !== -1) return digit;
  const ofUrls = "-_".indexOf(character);
  return ofUrls === -1 ? 255 : alphabet.length + ofUrls;
}

function decodeEscapes(escapes: string, { run: { budget } }: Frame): string {
  budget.spend(COST.calls + (escapes.length / 3) * COST.keys);
  const bytes = escapes
    .slice(1)
    .split("%")
    .map((digits) => Number.parseInt(digits, 16));
  const pieces: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const character = readCharacter(bytes, at);
    pieces.push(character ?? escapes.slice(at * 3, at * 3 + 3));
    at += character === undefined ? 1 : sizeOfCharacter(character);
  }
  return pieces.join("");
}

/** Undefined for a text that is not JSON, or is nested too deep. Charged before it is parsed. */
export function parseJsonWithin(budget: Budget, text: string): unknown {
  budget.spend(text.length * COST.codedCharacters);
  const { levels, parts } = measureJson(text);
  if (levels > MAX_RENDERED_DEPTH) return undefined;
  budget.spend(parts * COST.keys);
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** What takes memory and levels of the stack when the text is parsed. */
interface JsonShape {
  /** The largest number of lists and objects within each other. */
  readonly levels: number;
  /** Lists, objects, and values in them, at least as many as there are. */
  readonly parts: number;
}

/** Not left to `JSON.parse`: how deep it can read depends on the runtime. */
function measureJson(json: string): JsonShape {
  let level = 0;
  let levels = 0;
  let parts = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at] as string;
    if (character === '"') at = endOfText(json, at);
    else if (character === "}" || character === "]") level -= 1;
    else if (character === "{" || character === "[") {
      level += 1;
      levels = Math.max(levels, level);
      parts += 1;
    } else if (character === ",") parts += 1;
  }
  return { levels, parts };
}

/** The offset of the closing quotation mark, or the end of a text that is never closed. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}

/** The character that starts at `at`; undefined where the bytes are not UTF-8. */
export function readCharacter(bytes: ArrayLike<number>, at: number): string | undefined {
  const first = bytes[at] as number;
  if (first < 0x80) return String.fromCharCode(first);
  const size = sizeFromFirst(first);
  if (size === 0) return undefined;
  let code = first & (0x7f >> size);
  for (let index = at + 1; index < at + size; index++) {
    const byte = bytes[index] ?? 0;
    if ((byte & 0xc0) !== 0x80) return undefined;
    code = (code << 6) | (byte & 0x3f);
  }
  const isShortest = sizeOfCode(code) === size;
  return isShortest && isScalar(code) ? String.fromCodePoint(code) : undefined;
}

/** How many bytes a character takes. */
export function sizeOfCharacter(character: string): number {
  return sizeOfCode(character.codePointAt(0) as number);
}

function sizeOfCode(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}

function sizeFromFirst(byte: number): number {
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

function isScalar(code: number): boolean {
  return code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
}
