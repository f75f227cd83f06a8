// Secrets as they are written → keys that the sender may have made of them, each with what differs.
import { bytesMatch, decodeBytes } from "../decode-bytes.ts";
import { encodeText } from "../decode-key.ts";

export interface OtherKey {
  /** Does not show the secret. */
  readonly what: string;
  readonly bytes: Uint8Array;
}

const withoutPrefix = (text: string) => text.replace(/^(?:v1,)?whsec_/, "");

const FORMS: readonly (readonly [what: string, read: (text: string) => Uint8Array | undefined])[] =
  [
    ["read as text, as it is", (text) => encodeText(text)],
    ["read as text, without whsec_", (text) => encodeText(withoutPrefix(text))],
    ["read as base64", (text) => decodeBytes(withoutPrefix(text), "base64")],
    ["read as base64url", (text) => decodeBytes(withoutPrefix(text), "base64url")],
    ["read as hexadecimal", (text) => decodeBytes(text, "hex")],
    ["with a line feed behind it", (text) => encodeText(`${text}\n`)],
    ["with a blank behind it", (text) => encodeText(`${text} `)],
    ["with a blank before it", (text) => encodeText(` ${text}`)],
    [
      "without the quotation marks around it",
      (text) => encodeText(text.replace(/^(["'])(.*)\1$/, "$2")),
    ],
  ];

/** `known`: the keys that were tried. */
export function otherKeys(
  secrets: readonly string[],
  known: readonly Uint8Array[],
): readonly OtherKey[] {
  const tried = [...known];
  const keys: OtherKey[] = [];
  for (const [index, text] of secrets.entries()) {
    for (const [what, read] of FORMS) {
      const bytes = read(text);
      if (bytes === undefined || bytes.length === 0) continue;
      if (tried.some((one) => bytesMatch(one, bytes))) continue;
      tried.push(bytes);
      keys.push({ what: `secret ${index + 1} ${what}`, bytes });
    }
  }
  return keys;
}
