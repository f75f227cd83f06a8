// An `auth` of messages with signatures in them, and its provider → how requests are checked; what is wrong is reported.

import type { MessageScheme, SigningKey } from "@hookwright/signatures";
import type { RouteAuth } from "@hookwright/signatures/internal";
import { verifyAdyen, verifyMailgun } from "@hookwright/signatures/internal";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";
import { checkAuthEffects } from "./check-auth-effects.ts";
import { compileSns } from "./compile-sns.ts";
import { decodeAuthKeys, readAuthSecrets } from "./read-auth-secrets.ts";

export type MessageRoute = Pick<RouteAuth, "kind" | "needsBody" | "check" | "secretPlaces"> &
  Partial<Pick<RouteAuth, "handshake">>;

/** Mailgun tries again for eight hours, and says nothing of a window. */
const MAILGUN_TOLERANCE_SECONDS = 12 * 60 * 60;

export function compileMessage(
  auth: WrittenAuth,
  message: MessageScheme | undefined,
): MessageRoute | undefined {
  if (message === "sns") return compileSns(auth);
  const { crypto } = auth.context;
  checkAuthEffects(auth, "other");
  if (message === "mailgun") {
    const keys = compileKeys(auth, "utf8");
    if (keys === undefined) return undefined;
    const { toleranceSeconds = MAILGUN_TOLERANCE_SECONDS } = auth.input;
    return {
      kind: "message",
      needsBody: true,
      check: (request) => verifyMailgun({ keys, toleranceSeconds }, request),
      // Whoever has these three can send any event until the token is remembered.
      secretPlaces: { headers: [], query: [], body: MAILGUN_FIELDS },
    };
  }
  const keys = compileKeys(auth, "hex");
  return (
    keys && {
      kind: "message",
      needsBody: true,
      check: (request) => verifyAdyen({ keys, crypto }, request),
      secretPlaces: { headers: [], query: [], body: [] },
    }
  );
}

const MAILGUN_FIELDS = ["signature"];

function compileKeys(auth: WrittenAuth, form: "utf8" | "hex"): readonly SigningKey[] | undefined {
  const secrets = readAuthSecrets(auth, "secret");
  const decoded = decodeAuthKeys(auth, secrets, { key: form, algorithm: "sha256" });
  try {
    return decoded.map(({ bytes }) => auth.context.crypto.hmacKey("sha256", bytes));
  } catch {
    const message = "The runtime cannot use a key of this auth.";
    const hint = "Copy it once more from where the vendor shows it.";
    return reportAuth(auth, { code: "secret_malformed", message, hint });
  }
}
