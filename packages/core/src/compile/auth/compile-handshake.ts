// The handshake of an `auth` or of its provider → its name and secrets; nothing where there is none.

import type { Provider } from "@hookwright/signatures";
import type { RouteAuth } from "@hookwright/signatures/internal";
import { createHandshake } from "@hookwright/signatures/internal";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";
import { type AuthSecret, readAuthSecret } from "./read-auth-secrets.ts";

/** Handshakes in which the sender shows a token, or hashes it. */
const NEEDS_TOKEN: ReadonlySet<string> = new Set(["meta", "ebay", "feishu"]);

export interface HandshakeParts {
  /** What the handshake signs with; none where the sender has a private key. */
  readonly secrets: readonly AuthSecret[];
  /** The literal texts with which what the sender signs begins. */
  readonly signedPrefixes?: readonly string[];
}

export function compileHandshake(
  auth: WrittenAuth,
  provider: Provider | undefined,
  { secrets, signedPrefixes = [] }: HandshakeParts,
): RouteAuth["handshake"] {
  const { handshake, publicUrl } = auth.input;
  const name = handshake?.name ?? provider?.handshake;
  if (name === undefined) return reportUnknown(auth);
  const verifyToken = readVerifyToken(auth);
  // Meta asks once, when the hook is registered: later, the token may be gone from the config.
  if (NEEDS_TOKEN.has(name) && verifyToken === undefined) return reportIncomplete(auth, name);
  if (name === "ebay" && publicUrl === undefined) return reportNoUrl(auth);
  return createHandshake(name, {
    crypto: auth.context.crypto,
    secrets: secrets.map(({ text }) => text),
    verifyToken,
    publicUrl: publicUrl?.trim(),
    signedPrefixes,
  });
}

function readVerifyToken(auth: WrittenAuth): string | undefined {
  const written = auth.input.handshake?.verifyToken;
  if (written === undefined || !auth.context.readsSecrets) return undefined;
  const at = ["handshake", "verifyToken"];
  const token = readAuthSecret(auth, { written, at, isPublic: true });
  // It need not look like a secret, and is one all the same.
  if (token !== undefined) auth.context.keepSecret(token);
  return token;
}

function reportUnknown(auth: WrittenAuth): undefined {
  if (auth.input.handshake === undefined) return undefined;
  const message = "This sender is not known to make a handshake.";
  const hint = 'Remove "handshake", or name the one that it makes: "handshake": { "name": … }.';
  const severity = "warning";
  return reportAuth(auth, {
    code: "field_without_effect",
    at: ["handshake"],
    message,
    hint,
    severity,
  });
}

/** eBay hashes the URL that it was given. */
function reportNoUrl(auth: WrittenAuth): undefined {
  const message = 'The handshake of "ebay" needs the URL of the hook, as eBay was given it.';
  const hint = 'Write "publicUrl": "https://hooks.example.com/hooks/name".';
  return reportAuth(auth, { code: "auth_incomplete", at: ["publicUrl"], message, hint });
}

/** A hook without its token is a mistake only where the config asks for the handshake. */
function reportIncomplete(auth: WrittenAuth, name: string): undefined {
  const { handshake } = auth.input;
  if (handshake === undefined || handshake.verifyToken !== undefined) return undefined;
  const message = `The handshake of "${name}" needs the token that you typed in there.`;
  const hint = 'Write "verifyToken": { "env": "…" }.';
  return reportAuth(auth, { code: "auth_incomplete", at: ["handshake"], message, hint });
}
