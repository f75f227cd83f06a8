// The bytes of a body → the JSON value in it, before anything is proven; undefined if it is not JSON.
import { mapPromise, type PromiseOrValue, parseJson } from "@hookwright/base";
import type { SigningKey } from "../../model.ts";
import { decodeUtf8 } from "../build-signed.ts";
import { bytesMatch } from "../bytes.ts";
import { settleAll } from "../match-keys.ts";

/** The size of a body is limited where it is read, and its parser never throws. */
export function parseMessage(body: Uint8Array): unknown {
  const text = decodeUtf8(body);
  const parsed = text === undefined ? undefined : parseJson(text, body);
  return parsed?.ok ? parsed.value : undefined;
}

export interface SignedText {
  readonly text: string;
  readonly signature: Uint8Array;
}

/**
 * -1 without one: a message whose parts are signed with different keys has two senders. Every
 * signature is compared under every key, so that the time tells nothing about either.
 */
export function matchAll(
  signed: readonly SignedText[],
  keys: readonly SigningKey[],
): PromiseOrValue<number> {
  const checks = keys.map((key) => {
    const results = signed.map(({ text, signature }) =>
      mapPromise(key.sign([text]), (expected) => bytesMatch(signature, expected)),
    );
    return mapPromise(settleAll(results), (all) => all.length > 0 && !all.includes(false));
  });
  return mapPromise(settleAll(checks), (found) => found.indexOf(true));
}
