// An `auth` of signatures beside the body, and its provider → how requests are checked by them; what is wrong is reported.

import type { Provider, SignatureScheme } from "@hookwright/signatures";
import type { CompiledScheme, RouteAuth } from "@hookwright/signatures/internal";
import {
  compileScheme,
  type SchemeKeys,
  verifyAlternatives,
} from "@hookwright/signatures/internal";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";
import { deliveryOf } from "./auth-facts.ts";
import { checkAuthEffects } from "./check-auth-effects.ts";
import { checkPublicUrl, checkTokenKeys } from "./check-signed-keys.ts";
import type { HandshakeParts } from "./compile-handshake.ts";
import { composeSchemes } from "./compose-schemes.ts";
import { decodeAuthKeys, readAuthSecrets } from "./read-auth-secrets.ts";

export interface CompiledSignatures {
  readonly route: Pick<RouteAuth, "kind" | "needsBody" | "check" | "inputs" | "delivery">;
  readonly handshake: HandshakeParts;
}

export function compileSignatures(
  auth: WrittenAuth,
  provider: Provider | undefined,
  way: "secret" | "publicKey",
): CompiledSignatures | undefined {
  const { crypto } = auth.context;
  const schemes = composeSchemes(auth, way === "secret" ? "hmac" : way, provider);
  if (schemes === undefined || !checkPublicUrl(auth, schemes)) return undefined;
  checkTokenKeys(auth);
  checkAuthEffects(auth, "signature");
  const secrets = readAuthSecrets(auth, way);
  const publicUrl = auth.input.publicUrl?.trim();
  // The schemes of a vendor have one form of keys, and differ in their headers.
  const keyFrom = auth.input.key === undefined ? provider?.id : undefined;
  const isOfRow = keyFrom !== undefined;
  const keys = decodeAuthKeys(auth, secrets, { ...(schemes[0] as SignatureScheme), isOfRow });
  const compiled = compileSchemes(auth, schemes, { crypto, keys, publicUrl });
  if (compiled === undefined) return undefined;
  return {
    route: {
      kind: "signature",
      needsBody: true,
      check: (request) => verifyAlternatives(compiled, { request, crypto }),
      inputs: {
        kind: "signature",
        schemes,
        publicUrl,
        keyFrom,
        crypto,
        secrets: () => secrets.map(({ text }) => text),
      },
      delivery: deliveryOf(provider, schemes),
    },
    handshake: {
      secrets: way === "secret" ? secrets : [],
      signedPrefixes: compiled.flatMap(({ parts: [first] }) =>
        first?.kind === "literal" ? [first.text] : [],
      ),
    },
  };
}

/** A runtime may refuse a key that looks right. */
function compileSchemes(
  auth: WrittenAuth,
  schemes: readonly SignatureScheme[],
  keys: SchemeKeys,
): readonly CompiledScheme[] | undefined {
  try {
    return schemes.map((scheme) => compileScheme(scheme, keys));
  } catch {
    const message = "The runtime cannot use a key of this auth.";
    const hint = "Copy it once more from where the vendor shows it.";
    return reportAuth(auth, { code: "secret_malformed", message, hint });
  }
}
