// A message of Mailgun → whether Mailgun sent it: its own fields sign a time and a token, and nothing of the event.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise, readOwn } from "@hookwright/base";
import type { AuthFailureCode, AuthRequest, AuthResult, SigningKey } from "../../model.ts";
import { readFormFields } from "../build-signed.ts";
import { decodeBytes } from "../bytes.ts";
import { checkTimestamp } from "../check-timestamp.ts";
import { matchAll, parseMessage } from "./parse-message.ts";

interface MailgunCheck {
  /** Newest first. */
  readonly keys: readonly SigningKey[];
  readonly toleranceSeconds: number;
}

/** Time and token are signed without anything between them: with ten digits, nothing can be moved over. */
const TIME = /^\d{10}$/;
const TOKEN = /^[A-Za-z\d]{16,128}$/;

/** The token is the signed id: a receiver that keeps ids refuses a copy with any event. */
export function verifyMailgun(
  { keys, toleranceSeconds }: MailgunCheck,
  request: AuthRequest,
): PromiseOrValue<AuthResult> {
  const { time, token, signature: written } = readFields(request);
  if (written === undefined) return refused("signature_missing");
  const signature = decodeBytes(written, "hex");
  if (signature?.length !== 32) return refused("signature_malformed");
  if (time === undefined) return refused("timestamp_missing");
  if (!TIME.test(time)) return refused("timestamp_malformed");
  if (token === undefined) return refused("id_missing");
  if (!TOKEN.test(token)) return refused("id_malformed");
  const { receivedAt } = request;
  const late = checkTimestamp(time, { rule: { unit: "s", toleranceSeconds }, receivedAt });
  if (late !== undefined) return refused(late);
  return mapPromise(matchAll([{ text: `${time}${token}`, signature }], keys), (keyIndex) =>
    keyIndex === -1 ? refused("signature_wrong") : { ok: true, keyIndex, signedId: token },
  );
}

function refused(code: AuthFailureCode): AuthResult {
  return { ok: false, code };
}

interface Fields {
  readonly time: string | undefined;
  readonly token: string | undefined;
  readonly signature: string | undefined;
}

/** Events have them in an object of their own; the forms of routes, beside the others. */
function readFields({ headers, body }: AuthRequest): Fields {
  const fields = readFormFields(headers, body) ?? readOwn(parseMessage(body), "signature");
  const textAt = (name: string) => textOf(readOwn(fields, name));
  return { time: textAt("timestamp"), token: textAt("token"), signature: textAt("signature") };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
