// A vendor that signs inside of its message, a secret and a message in JSON → the message with its signatures.
import { readOwn } from "@hookwright/base";
import { encodeText } from "../decode-key.ts";
import { encodeBytes } from "../encode-bytes.ts";
import { parseMessage } from "../message/parse-message.ts";
import { adyenText } from "../message/verify-adyen.ts";
import type { MessageScheme, SigningKey } from "../model.ts";
import { readHmacKey, type SignOptions, type SignResult } from "./sign-options.ts";

/** A sentence says what is missing. */
type SignedMessage = object | string;

export async function signMessage(
  scheme: MessageScheme,
  options: SignOptions,
): Promise<SignResult> {
  if (scheme === "sns") {
    return { ok: false, message: "Nobody but Amazon has the private key of these messages." };
  }
  const form = scheme === "adyen" ? "hex" : "utf8";
  const key = readHmacKey(options, { key: form, algorithm: "sha256" });
  if ("message" in key) return { ok: false, message: key.message };
  const { method = "POST", contentType = "application/json", query = "" } = options;
  const given = typeof options.body === "string" ? encodeText(options.body) : options.body;
  const message = parseMessage(given);
  const signed = await SIGNERS[scheme](isObject(message) ? message : {}, { key, options });
  if (typeof signed === "string") return { ok: false, message: signed };
  const headers = { ...options.headers, "content-type": contentType };
  return { ok: true, method, headers, query, body: encodeText(JSON.stringify(signed)) };
}

interface Signer {
  readonly key: SigningKey;
  readonly options: SignOptions;
}

const SIGNERS = { mailgun: signMailgun, adyen: signAdyen };

/** As many hexadecimal digits as the tokens of Mailgun have. */
const TOKEN_LENGTH = 50;

/** The token follows from the id: who sends an id again sends its token again. */
async function signMailgun(message: object, { key, options }: Signer): Promise<SignedMessage> {
  const { id, sentAt, crypto } = options;
  if (id === undefined) return "The signature covers an id: pass one.";
  const timestamp = String(Math.floor(sentAt / 1000));
  const token = encodeBytes(await crypto.sha256([id]), "hex").slice(0, TOKEN_LENGTH);
  const signature = encodeBytes(await key.sign([`${timestamp}${token}`]), "hex");
  return { ...message, signature: { timestamp, token, signature } };
}

const NO_ITEMS =
  "The body is no message of Adyen: notificationItems has no items that can be signed.";

async function signAdyen(message: object, { key }: Signer): Promise<SignedMessage> {
  const list = readOwn(message, "notificationItems");
  if (!Array.isArray(list) || list.length === 0) return NO_ITEMS;
  const items: object[] = [];
  for (const element of list) {
    const item = readOwn(element, "NotificationRequestItem");
    const text = isObject(item) ? adyenText(item) : undefined;
    if (text === undefined) return NO_ITEMS;
    const hmacSignature = encodeBytes(await key.sign([text]), "base64");
    const given = readOwn(item, "additionalData");
    const additionalData = { ...(isObject(given) ? given : {}), hmacSignature };
    items.push({ NotificationRequestItem: { ...(item as object), additionalData } });
  }
  return { ...message, notificationItems: items };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
