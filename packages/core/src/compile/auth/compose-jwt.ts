// A provider's row with what the config writes over it, or the tokens that it describes itself → a scheme.
import type { JwtAlgorithm, JwtScheme } from "@hookwright/signatures";
import type { AuthInput } from "../../config/index.ts";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

const CUSTOM: JwtScheme = {
  scheme: "jwt",
  algorithms: [],
  header: "authorization",
  prefix: "Bearer ",
  issuers: [],
  audiences: [],
  claims: {},
};

export type JwtWay = "secret" | "publicKey" | "jwks";

/** What each way can verify. The first is the default. */
const ALGORITHMS: Readonly<Record<JwtWay, readonly JwtAlgorithm[]>> = {
  secret: ["HS256"],
  publicKey: ["RS256", "ES256"],
  jwks: ["RS256", "ES256"],
};

/** Undefined where something is wrong, which is reported. */
export function composeJwt(
  auth: WrittenAuth,
  row: JwtScheme | undefined,
  way: JwtWay,
): JwtScheme | undefined {
  const { input } = auth;
  const base = row ?? CUSTOM;
  const algorithms = chooseAlgorithms(auth, way);
  if (algorithms === undefined) return undefined;
  const { bodyHashClaim, issuer, audience, email, jwks = base.jwks } = input;
  return {
    ...base,
    ...placeOf(base, input),
    algorithms,
    issuers: issuer === undefined ? base.issuers : listOf(issuer),
    audiences: audience === undefined ? base.audiences : listOf(audience),
    claims: { ...base.claims, ...input.claims, ...(email !== undefined && { email }) },
    ...(jwks !== undefined && { jwks: jwks.trim() }),
    ...(bodyHashClaim !== undefined && { binds: { claim: bodyHashClaim, of: "body" } }),
  };
}

function chooseAlgorithms(auth: WrittenAuth, way: JwtWay): readonly JwtAlgorithm[] | undefined {
  const possible = ALGORITHMS[way];
  const { algorithm, algorithms } = auth.input;
  if (way === "jwks" && algorithms !== undefined) return algorithms;
  if (algorithm === undefined) return possible.slice(0, 1);
  const chosen = possible.find((one) => one === algorithm);
  if (chosen !== undefined) return [chosen];
  const message = `Tokens that a "${way}" verifies are not signed with ${algorithm}.`;
  const hint = `Write ${possible.map((one) => `"${one}"`).join(" or ")}, or leave it out.`;
  return reportAuth(auth, { code: "auth_scheme_invalid", at: ["algorithm"], message, hint });
}

/** A header of the config's own has the token alone, but `authorization` has `Bearer` before it. */
function placeOf(base: JwtScheme, { header: written }: AuthInput) {
  if (written === undefined) return { header: base.header, prefix: base.prefix };
  const header = written.trim().toLowerCase();
  if (header === base.header) return { header, prefix: base.prefix };
  return { header, prefix: header === "authorization" ? "Bearer " : "" };
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === "string" ? [value] : value;
}
