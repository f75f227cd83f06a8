// The signed parts and the signatures of a request → the index of the key that made one of them.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike, mapPromise } from "@hookwright/base";
import type { SigningKey, VerifyingKey } from "../model.ts";
import { bytesMatch } from "./bytes.ts";

/** Newest first. */
export type UsableKeys =
  | { readonly kind: "hmac"; readonly keys: readonly SigningKey[] }
  | { readonly kind: "publicKey"; readonly keys: readonly VerifyingKey[] };

export interface SignedContent {
  readonly parts: readonly (string | Uint8Array)[];
  readonly signatures: readonly Uint8Array[];
}

/**
 * The index of the newest key under which one of the signatures is valid, or -1. Every signature is compared under
 * every key, so that the time shows neither which one matched, nor how close a wrong one came.
 */
export function matchKeys(
  { keys }: { readonly keys: UsableKeys },
  sent: SignedContent,
): PromiseOrValue<number> {
  const checks =
    keys.kind === "hmac"
      ? keys.keys.map((key) =>
          mapPromise(key.sign(sent.parts), (expected) => anyMatches(sent.signatures, expected)),
        )
      : keys.keys.map((key) => anyVerifies(key, sent));
  return mapPromise(settleAll(checks), (found) => found.indexOf(true));
}

function anyMatches(signatures: readonly Uint8Array[], expected: Uint8Array): boolean {
  return signatures.reduce((found, signature) => bytesMatch(signature, expected) || found, false);
}

function anyVerifies(
  key: VerifyingKey,
  { signatures, parts }: SignedContent,
): PromiseOrValue<boolean> {
  const results = signatures.map((signature) => key.verify(signature, parts));
  return mapPromise(settleAll(results), (found) => found.includes(true));
}

/** A list of values at once; of promises, when all are settled. */
export function settleAll(
  values: readonly PromiseOrValue<boolean>[],
): PromiseOrValue<readonly boolean[]> {
  const isSettled = (value: PromiseOrValue<boolean>) => !isPromiseLike(value);
  return values.every(isSettled) ? (values as readonly boolean[]) : Promise.all(values);
}
