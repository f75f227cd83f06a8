// How a sender signs, and what shall be wrong → a request that must be refused, or why nothing would notice it.
import type { SigningKey } from "@hookwright/core";
import type { SenderScheme, SignOptions } from "@hookwright/signatures";
import { SampleError } from "./sample-error.ts";

/** What is changed so that it must be refused. */
export type Tampering = "body" | "time" | "signature";

export function checkTampering(scheme: SenderScheme, tamper: Tampering | undefined): void {
  const [time, body] = [signsTime(scheme), signsBody(scheme)];
  if (tamper === "time" && !time) {
    const hint = "Write --tamper body, or --tamper signature.";
    throw new SampleError("This sender signs no time stamp, so that none can be too old.", hint);
  }
  if (tamper === "body" && !body) {
    const hint = "Write --tamper time, or --tamper signature.";
    const message =
      "What this sender signs does not cover the body, so no change would be noticed.";
    throw new SampleError(message, hint);
  }
}

function signsTime(scheme: SenderScheme): boolean {
  if (typeof scheme === "string") return scheme !== "adyen";
  if (scheme.scheme === "jwt") return !scheme.isTimeOptional;
  return scheme.timestamp !== undefined && !scheme.timestamp.isUnchecked;
}

function signsBody(scheme: SenderScheme): boolean {
  if (typeof scheme === "string") return scheme === "adyen";
  if (scheme.scheme === "jwt") return scheme.binds?.of === "body";
  return /\{(?:body|form|json)\b/.test(scheme.signed);
}

/** A space is enough where each byte is signed. */
export function changeBody(scheme: SenderScheme, body: Uint8Array): Uint8Array {
  // The first field of a form is what its sender signs; around the signature at its end, a space changes nothing.
  if (
    typeof scheme === "object" &&
    scheme.scheme === "hmac" &&
    scheme.signature.form !== undefined
  ) {
    return Buffer.from(Buffer.from(body).toString().replace("=", "=0"));
  }
  if (scheme !== "adyen") return Buffer.concat([body, Buffer.from(" ")]);
  const text = Buffer.from(body).toString();
  return Buffer.from(text.replaceAll('"pspReference":"', '"pspReference":"0'));
}

/** A signature in the right form, of another text: nothing but the cryptography can tell. */
export function signOther({
  crypto,
  key,
}: Pick<SignOptions, "crypto" | "key">): Pick<SignOptions, "crypto" | "key"> {
  const other = (one: SigningKey): SigningKey => ({ sign: (parts) => one.sign([...parts, " "]) });
  const { hmacKey } = crypto;
  return {
    crypto: {
      ...crypto,
      hmacKey: (...given: Parameters<typeof hmacKey>) => other(hmacKey(...given)),
    },
    key: typeof key === "string" ? key : other(key),
  };
}
