// Texts with a signature each, and keys → the place of the key under which every one of them is right.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise } from "@hookwright/base";
import { bytesMatch } from "../decode-bytes.ts";
import { settleAll } from "../match-keys.ts";
import type { SigningKey } from "../model.ts";

export interface SignedText {
  readonly text: string;
  readonly signature: Uint8Array;
}

/**
 * -1 where there is none: a message of two parts that two keys have signed is from two senders. Every
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
