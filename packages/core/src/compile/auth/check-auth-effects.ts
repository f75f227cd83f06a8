// The keys of an `auth`, and what it checks → warnings about keys that it does not look at; and wrong URLs.
import type { AuthInput } from "../../model/config.ts";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

/** What an `auth` checks, as far as keys of its own belong to it. */
export type AuthFamily = "signature" | "jwt" | "other";

type Keys = readonly (keyof AuthInput)[];

const TOKEN_KEYS: Keys = ["issuer", "audience", "claims", "bodyHashClaim", "baseUrl"];
const SIGNATURE_KEYS: Keys = ["signature", "encoding", "signed", "timestamp", "query", "json"];

/** What is written and not looked at would be believed to protect. */
const WITHOUT_EFFECT: Readonly<Record<AuthFamily, Keys>> = {
  signature: TOKEN_KEYS,
  jwt: SIGNATURE_KEYS,
  other: TOKEN_KEYS,
};

export function checkAuthEffects(auth: WrittenAuth, family: AuthFamily): void {
  for (const key of WITHOUT_EFFECT[family]) {
    if (auth.input[key] === undefined) continue;
    const message =
      family === "jwt"
        ? `"${key}" has no effect on JSON Web Tokens, which this auth checks.`
        : `"${key}" is for JSON Web Tokens, and this auth checks none.`;
    const hint = "Remove it.";
    const severity = "warning";
    reportAuth(auth, { code: "field_without_effect", at: [key], message, hint, severity });
  }
}

const URL = /^https?:\/\/[^\s/?#]+[^\s#]*$/i;

/** The URLs whose paths are compared with what a token binds. */
export function checkUrls(auth: WrittenAuth): boolean {
  const wrong = (["publicUrl", "baseUrl"] as const).find((key) => {
    const url = auth.input[key];
    return url !== undefined && !URL.test(url.trim());
  });
  if (wrong === undefined) return true;
  const message = `"${wrong}" is no URL.`;
  const hint = `Write the whole URL: "${wrong}": "https://hooks.example.com/app".`;
  reportAuth(auth, { code: "invalid_value", at: [wrong], message, hint });
  return false;
}
