// One `auth` → what has no effect in it, and URLs in it that are not URLs.
import { isHttpUrl } from "../../serving/public-url.ts";
import type { AuthInput } from "./auth-input.ts";
import { reportAuth, type WrittenAuth } from "./written-auth.ts";

/** What an `auth` checks, as far as keys of its own belong to it. */
type AuthFamily = "signature" | "jwt" | "sns" | "other";

type Keys = readonly (keyof AuthInput)[];

const TOKEN_KEYS: Keys = [
  "issuer",
  "audience",
  "claims",
  "bodyHashClaim",
  "baseUrl",
  "email",
  "algorithms",
];

const SNS_KEYS: Keys = ["topics", "confirm", "signatureVersion"];

const SIGNATURE_KEYS: Keys = [
  "signature",
  "encoding",
  "signed",
  "timestamp",
  "query",
  "json",
  "prefix",
];

/** Keys without effect are reported, because an author would rely on them. */
const WITHOUT_EFFECT: Readonly<Record<AuthFamily, Keys>> = {
  signature: [...TOKEN_KEYS, ...SNS_KEYS, "prefix"],
  jwt: [...SIGNATURE_KEYS, ...SNS_KEYS],
  sns: [...SIGNATURE_KEYS, ...TOKEN_KEYS],
  other: [...TOKEN_KEYS, ...SNS_KEYS],
};

export function checkEffects(auth: WrittenAuth, family: AuthFamily): void {
  for (const key of WITHOUT_EFFECT[family]) {
    if (auth.input[key] !== undefined) reportWithoutEffect(auth, key);
  }
}

export function reportWithoutEffect(auth: WrittenAuth, key: keyof AuthInput): void {
  const message = `"${key}" has no effect on what this auth checks.`;
  const hint = "Remove it, or write the provider or scheme to which it belongs.";
  const severity = "warning";
  reportAuth(auth, { code: "field_without_effect", at: [key], message, hint, severity });
}

/** The URLs whose paths are compared with what a token binds. */
export function checkUrls(auth: WrittenAuth): boolean {
  const wrong = (["publicUrl", "baseUrl"] as const).find((key) => {
    const url = auth.input[key];
    return url !== undefined && !isHttpUrl(url.trim());
  });
  if (wrong === undefined) return true;
  const message = `"${wrong}" is not a URL.`;
  const hint = `Write the whole URL: "${wrong}": "https://hooks.example.com/app".`;
  reportAuth(auth, { code: "invalid_value", at: [wrong], message, hint });
  return false;
}

/** No user, no port in words, no fragment: what every reader of URLs understands in the same way. */
const HTTPS =
  /^https:\/\/[a-z\d.-]+(?::\d{1,5})?(?:\/[\w.~%!$&'()*+,;=:@/-]*)?(?:\?[\w.~%!$&'()*+,;=:@/-]*)?$/i;

/** Over plain HTTP, an attacker on the way could replace the keys. */
export function checkJwksUrl(auth: WrittenAuth, jwks: string): boolean {
  if (HTTPS.test(jwks)) return true;
  const message = '"jwks" is not an HTTPS URL.';
  const hint = 'Write the whole URL: "jwks": "https://login.example.com/.well-known/jwks.json".';
  reportAuth(auth, { code: "invalid_value", at: ["jwks"], message, hint });
  return false;
}
