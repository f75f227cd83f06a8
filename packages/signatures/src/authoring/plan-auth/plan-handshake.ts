// The handshake of an `auth` or of its provider → its plan; undefined without one.
import { findHeaderMistake, keysFromPath, parsePath } from "@hookwright/base";
import type { HandshakePlan } from "../../auth-plan.ts";
import { type EchoRule, needsVerifyToken } from "../../serving/create-handshake.ts";
import type { Provider } from "../../vendors/shared/vendor.ts";
import type { EchoInput } from "./auth-input.ts";
import { reportAuth, type WrittenAuth } from "./written-auth.ts";

export function planHandshake(
  auth: WrittenAuth,
  provider: Provider | undefined,
): HandshakePlan | undefined {
  const { handshake, publicUrl } = auth.input;
  if (handshake?.echo !== undefined) return planEcho(auth, handshake.echo);
  const probe = handshake?.probe;
  const name = handshake?.name ?? (probe === undefined ? provider?.handshake : "probe");
  if (name === undefined) return reportUnknown(auth);
  const secret = handshake?.verifyToken;
  // Meta asks once, when the hook is registered: later, the token may be gone from the config.
  if (needsVerifyToken(name) && secret === undefined) return reportIncomplete(auth, name);
  if (name === "ebay" && publicUrl === undefined) return reportNoUrl(auth);
  if (probe !== undefined && name !== "probe") return reportTwo(auth, "name");
  return {
    name,
    ...(probe !== undefined && { method: probe }),
    ...(secret !== undefined && {
      verifyToken: { at: ["handshake", "verifyToken"], secret },
    }),
  };
}

function reportTwo(auth: WrittenAuth, key: "name" | "verifyToken" | "probe"): undefined {
  const message = `"${key}" belongs to another handshake than the key beside it.`;
  const hint = "Write one of them: a hook has one handshake.";
  return reportAuth(auth, { code: "auth_ambiguous", at: ["handshake", key], message, hint });
}

function planEcho(auth: WrittenAuth, echo: EchoInput): HandshakePlan | undefined {
  const { handshake } = auth.input;
  const other = (["name", "verifyToken", "probe"] as const).find(
    (key) => handshake?.[key] !== undefined,
  );
  if (other !== undefined) return reportTwo(auth, other);
  const { to } = echo;
  const from = readEchoPlace(auth, echo);
  if (from === undefined) return undefined;
  const last = from.kind === "payload" ? from.path.at(-1) : from.name;
  const as = echo.as?.trim() ?? String(last);
  const wrong = to === "header" ? findEchoHeaderMistake(as) : undefined;
  if (wrong === undefined) {
    return { name: "echo", echo: { from, to, as: to === "header" ? as.toLowerCase() : as } };
  }
  const message = `"${as}" ${wrong}.`;
  const hint = 'Write "as": the header in which the sender looks for its text.';
  return reportAuth(auth, {
    code: "invalid_value",
    at: ["handshake", "echo", "as"],
    message,
    hint,
  });
}

/** Its value is the sender's: nothing that a browser or a proxy acts on. */
function findEchoHeaderMistake(name: string): string | undefined {
  return /^(?:content-.*|location|refresh|link|alt-svc|clear-site-data|www-authenticate|strict-transport-security|retry-after|allow|vary|cache-control|server|x-frame-options|x-content-type-options)$/i.test(
    name,
  )
    ? "is a header that no text of a sender may be in"
    : findHeaderMistake({ name, value: "" });
}

const ECHO_PLACE = /^(payload|headers|query)\.(.+)$/;

/** Headers with credentials, some of which a proxy adds: they must not be sent back to a caller. */
const SECRET_HEADER = /^(?:authorization|proxy-authorization|cookie|x-forwarded-.*|forwarded)$/;

function readEchoPlace(auth: WrittenAuth, { from }: EchoInput): EchoRule["from"] | undefined {
  const [, kind, rest = ""] = ECHO_PLACE.exec(from.trim()) ?? [];
  const at = ["handshake", "echo", "from"];
  const hint = 'Write "payload.challenge", "headers.x-challenge" or "query.challenge".';
  if (kind === "payload") {
    const steps = parsePath(rest);
    if (steps !== undefined) return { kind, path: keysFromPath(steps) };
  } else if (kind === "query") {
    return { kind, name: rest };
  } else if (kind === "headers") {
    const name = rest.toLowerCase();
    const { header = "" } = auth.input;
    if (!SECRET_HEADER.test(name) && name !== header.trim().toLowerCase()) return { kind, name };
    const message = `The header "${name}" may have a secret, which must not be sent back.`;
    return reportAuth(auth, { code: "invalid_value", at, message, hint });
  }
  const message = `"${from}" is not a part of a request.`;
  return reportAuth(auth, { code: "invalid_value", at, message, hint });
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
  const message = `The handshake of "${name}" needs the token that you entered there.`;
  const hint = 'Write "verifyToken": { "env": "…" }.';
  return reportAuth(auth, { code: "auth_incomplete", at: ["handshake"], message, hint });
}
