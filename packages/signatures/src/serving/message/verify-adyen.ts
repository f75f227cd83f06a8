// A message of Adyen → whether Adyen sent it: each of its items carries a signature of eight of its fields.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise, readOwn, readPath } from "@hookwright/base";
import type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  CryptoPort,
  SigningKey,
} from "../../model.ts";
import { decodeBytes, encodeBytes } from "../bytes.ts";
import { matchAll, parseMessage, type SignedText } from "./parse-message.ts";

interface AdyenCheck {
  /** Newest first. */
  readonly keys: readonly SigningKey[];
  readonly crypto: CryptoPort;
}

type ItemsResult =
  | { readonly ok: true; readonly items: readonly SignedText[] }
  | { readonly ok: false; readonly code: AuthFailureCode };

/** Adyen sends one, and more only where it sends by SOAP. */
const MAX_ITEMS = 100;

/**
 * All or nothing: one item without a right signature refuses the whole message. The signed id is the
 * hash of what is signed, because all other fields could be changed to let a copy in.
 */
export function verifyAdyen(
  { keys, crypto }: AdyenCheck,
  { body }: AuthRequest,
): PromiseOrValue<AuthResult> {
  const read = readItems(body);
  if (!read.ok) return { ok: false, code: read.code };
  return mapPromise(matchAll(read.items, keys), (keyIndex) => {
    if (keyIndex === -1) return { ok: false, code: "signature_wrong" };
    // No field has a line break, so that no two lists of items are one text.
    const signed = read.items.map(({ text }) => `${text}\n`);
    return mapPromise(crypto.sha256(signed), (hash) => ({
      ok: true,
      keyIndex,
      signedId: encodeBytes(hash, "hex"),
    }));
  });
}

function readItems(body: Uint8Array): ItemsResult {
  const list = readOwn(parseMessage(body), "notificationItems");
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_ITEMS) {
    return { ok: false, code: "message_malformed" };
  }
  const items: SignedText[] = [];
  for (const element of list) {
    const item = readOwn(element, "NotificationRequestItem");
    const written = readPath(item, ["additionalData", "hmacSignature"]);
    if (typeof written !== "string") return { ok: false, code: "signature_missing" };
    const signature = decodeBytes(written, "base64");
    if (signature?.length !== 32) return { ok: false, code: "signature_malformed" };
    const text = adyenText(item);
    if (text === undefined) return { ok: false, code: "message_malformed" };
    items.push({ text, signature });
  }
  return { ok: true, items };
}

const FIELDS: readonly (readonly string[])[] = [
  ["pspReference"],
  ["originalReference"],
  ["merchantAccountCode"],
  ["merchantReference"],
  ["amount", "value"],
  ["amount", "currency"],
  ["eventCode"],
  ["success"],
];

/** The merchant's own text, the only field that may have colons: the other fields are counted from both ends. */
const FREE_TEXT = 3;

/**
 * What is signed of an item; undefined if it has no such text. A colon in another field could be moved
 * over to its neighbour, and the signature would not tell.
 */
export function adyenText(item: unknown): string | undefined {
  const values = FIELDS.map((path) => scalarOf(readPath(item, path)));
  const isWrong = (value: string | undefined, index: number) =>
    value === undefined || /[\r\n]/.test(value) || (index !== FREE_TEXT && value.includes(":"));
  return values.some(isWrong) ? undefined : values.join(":");
}

/** A field that is not there is signed as nothing. */
function scalarOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? undefined : String(value);
}
