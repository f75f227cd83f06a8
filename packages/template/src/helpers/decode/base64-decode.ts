// {{base64Decode text}}: the text that Base64 encodes.
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { bytesFromBase64 } from "./bytes-from-base64.ts";
import { readCharacter, sizeOfCharacter } from "./utf8.ts";

/**
 * `{{base64Decode text}}`: the text that is encoded as Base64 in the standard or the URL alphabet.
 *
 * Padding is optional, and line breaks are skipped. A text that is not Base64, or whose
 * bytes are not UTF-8, renders as an empty string.
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
export const base64DecodeHelper: ValueHelper = {
  kind: "value",
  name: "base64Decode",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    const text = textFromArgument(value, frame);
    frame.budget.spend(text.length * COST.codedCharacters);
    const bytes = bytesFromBase64(text);
    return bytes === undefined ? "" : textFromBytes(bytes);
  },
};

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
