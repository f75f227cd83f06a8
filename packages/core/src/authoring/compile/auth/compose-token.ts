// What an `auth` says of its token, and its provider → where the token stands, and which ones are right.

import type { Provider, TokenPlace } from "@hookwright/signatures";
import {
  type CompiledTokenPlace,
  compileTokenPlace,
  encodeBytes,
  encodeText,
} from "@hookwright/signatures/runtime";
import type { AuthInput } from "../../config/index.ts";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";
import {
  type AuthSecret,
  checkLength,
  readAuthSecret,
  readAuthSecrets,
} from "./read-auth-secrets.ts";

interface ComposedPlace {
  readonly written: TokenPlace;
  readonly compiled: CompiledTokenPlace;
}

/** Undefined where something is wrong, which is reported. */
export function composeTokenPlace(
  auth: WrittenAuth,
  provider: Provider | undefined,
): ComposedPlace | undefined {
  const own = ownPlaces(auth.input);
  if (own.length > 1) {
    const message = "The token stands at one place.";
    const hint = 'Write one of "header", "query", "json" and "basic".';
    return reportAuth(auth, { code: "auth_ambiguous", message, hint });
  }
  const written = own[0] ?? withPrefix(provider?.token, auth.input);
  if (written === undefined) {
    const message = "The auth does not say where the token stands.";
    const hint = 'Write "header": "x-token", or "query", "json" or "basic".';
    return reportAuth(auth, { code: "auth_incomplete", message, hint });
  }
  checkPrefix(auth, written);
  const compiled = compileTokenPlace(written);
  if (compiled !== undefined) return { written, compiled };
  const message = `"${written.body}" is not a path.`;
  const hint = 'Write a path such as "passcode" or "meta.token".';
  return reportAuth(auth, { code: "auth_scheme_invalid", at: ["json"], message, hint });
}

function withPrefix(place: TokenPlace | undefined, { prefix }: AuthInput): TokenPlace | undefined {
  return place?.header === undefined || prefix === undefined ? place : { ...place, prefix };
}

/** What no header can have before a token would refuse every request. */
function checkPrefix(auth: WrittenAuth, { header }: TokenPlace): void {
  const { prefix } = auth.input;
  if (prefix === undefined) return;
  if (header === undefined) {
    const message =
      '"prefix" says what stands before the token in a header, and this one is in none.';
    const hint = 'Remove it, or write "header": "authorization".';
    const severity = "warning";
    reportAuth(auth, { code: "field_without_effect", at: ["prefix"], message, hint, severity });
  } else if (/[^\x20-\x7e]/.test(prefix)) {
    const message = '"prefix" has characters that no header can have.';
    const hint = 'Write what stands before the token: "Token ", or "" for a bare token.';
    reportAuth(auth, { code: "invalid_value", at: ["prefix"], message, hint });
  }
}

function ownPlaces({ header, prefix, query, json, basic }: AuthInput): readonly TokenPlace[] {
  return [
    ...(header === undefined ? [] : [headerPlace(header.trim().toLowerCase(), prefix)]),
    ...(query === undefined ? [] : [{ query }]),
    ...(json === undefined ? [] : [{ body: json }]),
    ...(basic === undefined ? [] : [{ basic: true as const }]),
  ];
}

function headerPlace(header: string, written: string | undefined): TokenPlace {
  const prefix = written?.trimStart() ?? (header === "authorization" ? "Bearer " : "");
  return prefix === "" ? { header } : { header, prefix };
}

/** Newest first. User and password are one token, as they stand in the header. */
export function composeTokens(
  auth: WrittenAuth,
  { basic: isEncoded }: TokenPlace,
): readonly string[] {
  const secrets = [...readBasic(auth), ...readAuthSecrets(auth, "token")];
  for (const { text, at } of secrets) {
    checkLength(auth, at, text.length);
    // Proxies copy the header as it is. Without its padding, the text is found in either spelling. Texts have the
    // password without its user.
    if (isEncoded === true) {
      auth.context.keepSecret(text.slice(text.indexOf(":") + 1));
      auth.context.keepSecret(encodeBytes(encodeText(text), "base64").replace(/=+$/, ""));
    }
  }
  return secrets.map(({ text }) => text);
}

function readBasic(auth: WrittenAuth): readonly AuthSecret[] {
  const { basic } = auth.input;
  if (basic === undefined || !auth.context.readsSecrets) return [];
  const [user, password] = (["user", "password"] as const).map((key) =>
    readAuthSecret(auth, { written: basic[key], at: ["basic", key], isPublic: key === "user" }),
  );
  if (user === undefined || password === undefined) return [];
  if (user.includes(":")) {
    const message = "A user of Basic authentication has no colon in it.";
    reportAuth(auth, { code: "secret_malformed", at: ["basic", "user"], message });
  }
  return [{ text: `${user}:${password}`, at: ["basic", "password"] }];
}
