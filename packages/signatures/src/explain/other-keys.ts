// Secrets as they are written → keys that the sender may have made of them, each with what differs.

import { bytesMatch, decodeBytes } from "../decode-bytes.ts";
import { encodeText } from "../decode-key.ts";
import type { KeyForm } from "../model.ts";
import type { GuessFix } from "./explanation.ts";

export interface OtherKey {
  /** Does not show the secret. */
  readonly what: string;
  readonly bytes: Uint8Array;
  readonly fix: GuessFix;
  /** That reads the secret so; absent where none does. */
  readonly key?: KeyForm;
}

interface OtherForm {
  readonly what: string;
  readonly read: (text: string) => Uint8Array | undefined;
  readonly fix: GuessFix;
  readonly key?: KeyForm;
}

const withoutPrefix = (text: string) => text.replace(/^(?:v1,)?whsec_/, "");

const FORMS: readonly OtherForm[] = [
  { what: "read as text, as it is", read: encodeText, fix: "key", key: "utf8" },
  {
    what: "read as text, without whsec_",
    read: (text) => encodeText(withoutPrefix(text)),
    fix: "key-without-prefix",
    key: "utf8",
  },
  {
    what: "read as base64",
    read: (text) => decodeBytes(withoutPrefix(text), "base64"),
    fix: "key",
    key: "base64",
  },
  {
    what: "read as base64url",
    read: (text) => decodeBytes(withoutPrefix(text), "base64url"),
    fix: "key-as-base64",
    key: "base64",
  },
  { what: "read as hexadecimal", read: (text) => decodeBytes(text, "hex"), fix: "key", key: "hex" },
  {
    what: "with a line feed behind it",
    read: (text) => encodeText(`${text}\n`),
    fix: "white-space",
  },
  { what: "with a blank behind it", read: (text) => encodeText(`${text} `), fix: "white-space" },
  { what: "with a blank before it", read: (text) => encodeText(` ${text}`), fix: "white-space" },
  {
    what: "without the quotation marks around it",
    read: (text) => encodeText(text.replace(/^(["'])(.*)\1$/, "$2")),
    fix: "quotes",
  },
];

/** `known`: the keys that were tried. */
export function otherKeys(
  secrets: readonly string[],
  known: readonly Uint8Array[],
): readonly OtherKey[] {
  const tried = [...known];
  const keys: OtherKey[] = [];
  for (const [index, text] of secrets.entries()) {
    for (const { what, read, fix, key: form } of FORMS) {
      const bytes = read(text);
      if (bytes === undefined || bytes.length === 0) continue;
      if (tried.some((one) => bytesMatch(one, bytes))) continue;
      tried.push(bytes);
      // The form base64 takes no whsec_ before it.
      const key = form === "base64" && text !== withoutPrefix(text) ? "whsec" : form;
      keys.push({ what: `secret ${index + 1} ${what}`, bytes, fix, ...(key && { key }) });
    }
  }
  return keys;
}
