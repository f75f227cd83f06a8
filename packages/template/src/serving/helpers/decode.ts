// Texts that hold something else: base64Decode, urlDecode, parseJson.

import { parseJson } from "@hookwright/base";
import { type Budget, COST } from "../render/budget.ts";
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
   */
  base64Decode: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      const text = textFromArgument(value, frame);
      frame.run.budget.spend(text.length * COST.codedCharacters);
      const bytes = bytesFromBase64(text);
      return bytes === undefined ? "" : textFromUtf8(bytes);
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
      return text.replaceAll("+", " ").replace(ESCAPES, (escapes) => {
        frame.run.budget.spend(COST.calls + (escapes.length / 3) * COST.keys);
        return escapes.replace(UTF_8, (character) => decodeURIComponent(character));
      });
    },
  },

  /**
   * `{{parseJson text}}`: the value of a text in JSON, for providers that send JSON inside of a field.
   *
   * A list or object is returned unchanged. A string that is not valid JSON, or that has more than 500 levels of
   * nesting, is undefined. Long integers keep their digits.
   *
   * @example
   * {"Message": "{\"alarm\": {\"name\": \"disk\"}, \"id\": 820982911946154508}", "rest": "[1, 2"}
   * {{#with (parseJson Message)}}{{alarm.name}} ({{id}}){{/with}}{{parseJson rest}}
   * → disk (820982911946154508)
   */
  parseJson: {
    arity: [1, 1],
    call: ([value], _hash, { run: { budget } }) =>
      typeof value === "string" ? parseJsonWithin(budget, value) : value,
  },
});

/** Every supported runtime has these. */
declare const atob: (text: string) => string;

declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: true; ignoreBOM: true });
  decode(bytes: Uint8Array): string;
}

/** A text in Base64, of either alphabet → its bytes. Checked first, as `atob` throws for other texts. */
export function bytesFromBase64(text: string): Uint8Array | undefined {
  const digits = text
    .replace(/[\t\n\f\r ]+/g, "")
    .replace(/={1,2}$/, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (digits.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(digits)) return undefined;
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
}

function textFromUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** A byte that continues a character. */
const NEXT = "%[89ab].";

/** Escapes of well-formed UTF-8, for which `decodeURIComponent` does not throw: that would be slow. */
const UTF_8 = new RegExp(
  [
    "%[0-7].",
    `%(?:c[2-9a-f]|d.)${NEXT}`,
    `%(?:e0%[ab].|e[1-9a-cef]${NEXT}|ed%[89].)${NEXT}`,
    `%(?:f0%[9ab].|f[1-3]${NEXT}|f4%8.)${NEXT}${NEXT}`,
  ].join("|"),
  "gi",
);

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
