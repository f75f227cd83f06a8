// A request whose signature is wrong → what the signature would be right for: mistakes that people make.
import type { AuthRequest, CheckInputs, KeyForm, SignatureScheme } from "../../model.ts";
import { bytesMatch, decodeBytes } from "../../serving/bytes.ts";
import { compileScheme } from "../../serving/compile-scheme.ts";
import { type DecodedKey, decodeKey, encodeText } from "../../serving/decode-key.ts";
import { verifySignature } from "../../serving/verify-signature.ts";
import type { Guess, GuessFix } from "./explanation.ts";
import { otherBodies } from "./other-bodies.ts";
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
  const found: Guess[] = [];
  for (const { guess, ...changed } of listVariants(inputs, { scheme, keys, request })) {
    const { publicUrl = inputs.publicUrl } = changed;
    if (await isRight({ ...inputs, publicUrl }, { scheme, keys, request, ...changed })) {
      found.push(guess);
    }
  }
  return found;
}

/** Whether the signature is right at any time: that is checked separately. */
export async function isRight(
  { crypto, publicUrl }: Pick<SignatureInputs, "crypto" | "publicUrl">,
  { scheme, keys, request }: RefusedRequest,
): Promise<boolean> {
  const compiled = compileScheme(anyTime(scheme), { crypto, keys, publicUrl });
  const { ok } = await verifySignature(compiled, { request, crypto });
  return ok;
}

/** The secrets as this scheme reads them; without those that it cannot read. */
export function keysOf(
  { secrets }: Pick<SignatureInputs, "secrets">,
  { key: form, algorithm }: SignatureScheme,
): readonly DecodedKey[] {
  return secrets().flatMap((text) => {
    const key = decodeKey(text, { form, algorithm });
    return key.ok ? [key] : [];
  });
}

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

interface OtherKey {
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
    what: "with a line feed after it",
    read: (text) => encodeText(`${text}\n`),
    fix: "white-space",
  },
  { what: "with a space after it", read: (text) => encodeText(`${text} `), fix: "white-space" },
  { what: "with a blank before it", read: (text) => encodeText(` ${text}`), fix: "white-space" },
];

/** `known`: the keys that were tried. */
function otherKeys(secrets: readonly string[], known: readonly Uint8Array[]): readonly OtherKey[] {
  const tried = [...known];
  const keys: OtherKey[] = [];
  for (const [index, text] of secrets.entries()) {
    for (const { what, read, fix, key: form } of FORMS) {
      const bytes = read(text);
      if (bytes === undefined || bytes.length === 0) continue;
      if (tried.some((one) => bytesMatch(one, bytes))) continue;
      tried.push(bytes);
      // The form base64 has no whsec_ before it.
      const key = form === "base64" && text !== withoutPrefix(text) ? "whsec" : form;
      keys.push({ what: `secret ${index + 1} ${what}`, bytes, fix, ...(key && { key }) });
    }
  }
  return keys;
}
