// {{urlDecode text}}: the text behind percent escapes.
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { readCharacter, sizeOfCharacter } from "./utf8.ts";

/**
 * `{{urlDecode text}}`: the text with its percent escapes decoded, and each `+` as a space.
 *
 * Escapes that are incomplete, or are not UTF-8, stay as they are.
 *
 * @example
 * {"query": "caf%C3%A9+%26+bar", "broken": "100%+%ff"}
 * {{urlDecode query}} {{urlDecode broken}}
 * → café & bar 100% %ff
 */
export const urlDecodeHelper: ValueHelper = {
  kind: "value",
  name: "urlDecode",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const text = textFromArgument(value, frame);
    frame.budget.spend(text.length * COST.codedCharacters);
    return text
      .replaceAll("+", " ")
      .replace(/(?:%[0-9a-fA-F]{2})+/g, (escapes) => decodeEscapes(escapes, frame));
  },
};

function decodeEscapes(escapes: string, { budget }: Frame): string {
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
