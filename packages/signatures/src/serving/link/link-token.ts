// The plan of a token → the check of its requests.
import type { TokenPlan } from "../../auth-plan.ts";
import { encodeBytes } from "../bytes.ts";
import { encodeText } from "../decode-key.ts";
import { type CompiledTokenLocation, compileTokenLocation, verifyToken } from "../verify-token.ts";
import {
  type AuthPorts,
  checkLength,
  type FamilyParts,
  type Linking,
  type ReadSecret,
  readSecrets,
  report,
} from "./linking.ts";

export function linkToken(plan: TokenPlan, linking: Linking): FamilyParts {
  const { place } = plan;
  // A plan is made of places that can be compiled.
  const compiled = compileTokenLocation(place) as CompiledTokenLocation;
  const basic = plan.basic === undefined ? [] : readBasic(plan.basic, linking);
  const secrets = [...basic, ...readSecrets(plan.tokens, "token", linking)];
  for (const { text, at } of secrets) {
    checkLength(text.length, at, linking);
    if (place.basic === true) keepBasic(text, linking.ports);
  }
  const tokens = secrets.map(({ text }) => text);
  return {
    needsBody: compiled.kind === "body",
    check: (request) => verifyToken({ place: compiled, tokens }, request),
    inputs: { kind: "token", place, tokens: () => tokens },
  };
}

/** User and password are one token, as in the header. */
function readBasic(
  { user, password }: NonNullable<TokenPlan["basic"]>,
  linking: Linking,
): readonly ReadSecret[] {
  const [name] = readSecrets([user], "publicKey", linking);
  const [secret] = readSecrets([password], "token", linking);
  if (name === undefined || secret === undefined) return [];
  if (name.text.includes(":")) {
    const message = "A user of Basic authentication must not have a colon.";
    report(linking, { code: "secret_malformed", at: user.at, message });
  }
  return [{ text: `${name.text}:${secret.text}`, at: password.at }];
}

/**
 * Proxies copy the header as it is. Without its padding, the text is found in either spelling. Texts have the password
 * without its user.
 */
function keepBasic(text: string, { keepSecret }: AuthPorts): void {
  keepSecret?.(text.slice(text.indexOf(":") + 1));
  keepSecret?.(encodeBytes(encodeText(text), "base64").replace(/=+$/, ""));
}
