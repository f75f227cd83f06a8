// The `auth` of a token, and its provider → where the token is, and its valid values.
import type { TokenPlan } from "../../auth-plan.ts";
import type { TokenLocation } from "../../model.ts";
import { compileTokenLocation } from "../../serving/verify-token.ts";
import type { Provider } from "../../vendors/shared/vendor.ts";
import type { AuthInput } from "./auth-input.ts";
import { listSecrets, reportAuth, type WrittenAuth } from "./written-auth.ts";

/** Undefined if something is wrong, which is reported. */
export function planToken(
  auth: WrittenAuth,
  provider: Provider | undefined,
): Pick<TokenPlan, "kind" | "place" | "tokens" | "basic"> | undefined {
  const place = composePlace(auth, provider);
  if (place === undefined) return undefined;
  const { basic } = auth.input;
  return {
    kind: "token",
    place,
    tokens: listSecrets(auth.input, "token"),
    ...(basic !== undefined && {
      basic: {
        user: { at: ["basic", "user"], secret: basic.user },
        password: { at: ["basic", "password"], secret: basic.password },
      },
    }),
  };
}

function composePlace(
  auth: WrittenAuth,
  provider: Provider | undefined,
): TokenLocation | undefined {
  const own = ownPlaces(auth.input);
  if (own.length > 1) {
    const message = "The auth names several locations of the token.";
    const hint = 'Write one of "header", "query", "json" and "basic".';
    return reportAuth(auth, { code: "auth_ambiguous", message, hint });
  }
  const written = own[0] ?? withPrefix(provider?.token, auth.input);
  if (written === undefined) {
    const message = "The auth does not say where the token is.";
    const hint = 'Write "header": "x-token", or "query", "json" or "basic".';
    return reportAuth(auth, { code: "auth_incomplete", message, hint });
  }
  checkPrefix(auth, written);
  if (compileTokenLocation(written) !== undefined) return written;
  const message = `"${written.body}" is not a path.`;
  const hint = 'Write a path such as "passcode" or "meta.token".';
  return reportAuth(auth, { code: "auth_scheme_invalid", at: ["json"], message, hint });
}

function withPrefix(
  place: TokenLocation | undefined,
  { prefix }: AuthInput,
): TokenLocation | undefined {
  return place?.header === undefined || prefix === undefined ? place : { ...place, prefix };
}

/** What no header can have before a token would refuse every request. */
function checkPrefix(auth: WrittenAuth, { header }: TokenLocation): void {
  const { prefix } = auth.input;
  if (prefix === undefined) return;
  if (header === undefined) {
    const message =
      '"prefix" is the text before a token in a header, and this token is not in a header.';
    const hint = 'Remove it, or write "header": "authorization".';
    const severity = "warning";
    reportAuth(auth, { code: "field_without_effect", at: ["prefix"], message, hint, severity });
  } else if (/[^\x20-\x7e]/.test(prefix)) {
    const message = '"prefix" has characters that no header can have.';
    const hint = 'Write the text before the token: "Token ", or "" for none.';
    reportAuth(auth, { code: "invalid_value", at: ["prefix"], message, hint });
  }
}

function ownPlaces({ header, prefix, query, json, basic }: AuthInput): readonly TokenLocation[] {
  return [
    ...(header === undefined ? [] : [headerPlace(header.trim().toLowerCase(), prefix)]),
    ...(query === undefined ? [] : [{ query }]),
    ...(json === undefined ? [] : [{ body: json }]),
    ...(basic === undefined ? [] : [{ basic: true as const }]),
  ];
}

function headerPlace(header: string, written: string | undefined): TokenLocation {
  const prefix = written?.trimStart() ?? (header === "authorization" ? "Bearer " : "");
  return prefix === "" ? { header } : { header, prefix };
}
