// A request whose signature is wrong → what the signature would be right for: mistakes that people make.

import { compileScheme } from "../compile-scheme.ts";
import type { DecodedKey } from "../decode-key.ts";
import type { AuthRequest, CheckInputs, SignatureScheme } from "../model.ts";
import { verifySignature } from "../verify-signature.ts";
import type { Guess } from "./explanation.ts";
import { otherBodies } from "./other-bodies.ts";
import { otherKeys } from "./other-keys.ts";
import { otherUrls } from "./other-urls.ts";

export type SignatureInputs = Extract<CheckInputs, { readonly kind: "signature" }>;

export interface RefusedRequest {
  readonly scheme: SignatureScheme;
  readonly keys: readonly DecodedKey[];
  readonly request: AuthRequest;
}

/** One thing changed at a time: two mistakes at once are not found. */
interface Variant {
  readonly guess: Guess;
  readonly keys?: readonly DecodedKey[];
  readonly request?: AuthRequest;
  readonly publicUrl?: string;
}

export async function findGuesses(
  inputs: SignatureInputs,
  { scheme, keys, request }: RefusedRequest,
): Promise<readonly Guess[]> {
  const { crypto, publicUrl } = inputs;
  const found: Guess[] = [];
  for (const variant of listVariants(inputs, { scheme, keys, request })) {
    const { guess, ...changed } = variant;
    const compiled = compileScheme(anyTime(scheme), { crypto, keys, publicUrl, ...changed });
    const sent = changed.request ?? request;
    const { ok } = await verifySignature(compiled, { request: sent, crypto });
    if (ok) found.push(guess);
  }
  return found;
}

/** The time is judged on its own. */
function anyTime({ timestamp, ...scheme }: SignatureScheme): SignatureScheme {
  const toleranceSeconds = Number.POSITIVE_INFINITY;
  return timestamp === undefined
    ? scheme
    : { ...scheme, timestamp: { ...timestamp, toleranceSeconds } };
}

function listVariants(
  { secrets, publicUrl }: SignatureInputs,
  { scheme, keys, request }: RefusedRequest,
): readonly Variant[] {
  const bodies = otherBodies(request.body).map(
    ({ what, body }): Variant => ({
      guess: { of: "body", what, fix: "capture" },
      request: { ...request, body },
    }),
  );
  const known = keys.map(({ bytes }) => bytes);
  const ownKeys = scheme.scheme === "hmac" ? otherKeys(secrets(), known) : [];
  const urls =
    publicUrl !== undefined && scheme.signed.includes("{url}") ? otherUrls(publicUrl, request) : [];
  return [
    ...bodies,
    ...ownKeys.map(
      ({ bytes, ...rest }): Variant => ({
        guess: { of: "secret", ...rest },
        keys: [{ bytes, form: "raw" }],
      }),
    ),
    ...urls.map(
      ({ what, url, target, fix }): Variant => ({
        guess: { of: "url", what, fix, ...(fix === "publicUrl" && { publicUrl: url }) },
        publicUrl: url,
        request: { ...request, target },
      }),
    ),
  ];
}
