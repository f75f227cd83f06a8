// The plan of an `auth` and the ports of the runtime → the check of its requests; what is wrong with the value of a secret is reported.
import { hintNearestName, parsePath, readOwn } from "@hookwright/base";
import type { AuthPlan, AuthProblem, MessagePlan, VerifierPlan } from "../auth-plan.ts";
import type { RouteAuth, Verifier } from "../model.ts";
import { decodeKey } from "./decode-key.ts";
import { linkHandshake } from "./link/link-handshake.ts";
import { linkAnyKeys, linkJwt } from "./link/link-jwt.ts";
import { linkAdyen, linkMailgun, linkSns } from "./link/link-message.ts";
import { linkSignatures } from "./link/link-signatures.ts";
import { linkToken } from "./link/link-token.ts";
import { type AuthPorts, type FamilyParts, type Linking, report } from "./link/linking.ts";
import { runVerifier } from "./verify-alternatives.ts";

/** The check of requests, or what is wrong with the secrets. */
export type LinkAuthResult =
  /** `problems` are warnings. */
  | { readonly ok: true; readonly auth: RouteAuth; readonly problems: readonly AuthProblem[] }
  /** At least one of them is an error. */
  | { readonly ok: false; readonly problems: readonly AuthProblem[] };

/**
 * Makes a plan of `planAuth` ready for requests. It has families of proofs, and no vendors. Reports secrets that do
 * not have the form of a key, are short, or that the runtime refuses. Never throws for a plan that `planAuth` made.
 *
 * @example
 * ```ts
 * const linked = linkAuth(plan, {
 *   crypto: createWebCrypto(crypto.subtle),
 *   readSecret: (secret) => (typeof secret === "object" && "env" in secret ? env[secret.env] : undefined),
 * });
 * if (linked.ok) await linked.auth.check(request); // { ok: true, keyIndex: 0, … }
 * ```
 */
export function linkAuth(plan: AuthPlan, ports: AuthPorts): LinkAuthResult {
  const problems: AuthProblem[] = [];
  const linking = { ports, path: plan.path, problems };
  const linked = linkFamily(plan, linking);
  const handshake = linked && linkHandshake(plan, linking, linked.handshakeKeys);
  if (linked === undefined || problems.some(({ severity }) => severity === "error")) {
    return { ok: false, problems };
  }
  const { handshakeKeys: _, sentAt: __, ...family } = linked;
  const { id, orToken, provider, delivery, secretPlaces, publicUrl } = plan;
  const deliveryId = delivery?.id?.json;
  // A path that cannot be read is a problem of the config.
  const deliveryIdPath = deliveryId && (parsePath(deliveryId) as readonly string[]);
  const auth: RouteAuth = {
    id,
    kind: plan.kind,
    orToken,
    provider,
    delivery,
    secretPlaces,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(deliveryIdPath && { deliveryIdPath }),
    ...family,
    ...handshake,
  };
  return { ok: true, auth, problems };
}

/** Undefined if something is wrong, which is reported. */
function linkFamily(plan: AuthPlan, linking: Linking): FamilyParts | undefined {
  switch (plan.kind) {
    case "none":
      return {
        needsBody: false,
        check: () => ({ ok: true, keyIndex: 0 }),
        ...(plan.publicHosts !== undefined && { publicHosts: new Set(plan.publicHosts) }),
      };
    case "signature":
      return linkSignatures(plan, linking, decodeKey);
    case "jwt":
      return linkJwt(plan, linking, linkAnyKeys);
    case "token":
      return linkToken(plan, linking);
    case "message":
      return linkMessage(plan, linking);
    case "verifier":
      return linkVerifier(plan, linking);
  }
}

function linkMessage(plan: MessagePlan, linking: Linking): FamilyParts | undefined {
  switch (plan.message) {
    case "mailgun":
      return linkMailgun(plan, linking);
    case "adyen":
      return linkAdyen(plan, linking);
    case "sns":
      return linkSns(plan, linking);
  }
}

function linkVerifier(plan: VerifierPlan, linking: Linking): FamilyParts | undefined {
  const { verifiers = {} } = linking.ports;
  const name = plan.verify;
  const verifier = readOwn(verifiers, name);
  if (typeof verifier !== "function") {
    const names = Object.keys(verifiers);
    const message = `The verifier "${name}" was not passed.`;
    const hint =
      names.length === 0
        ? `Pass it: compileHooks(config, { verifiers: { ${JSON.stringify(name)}: … } }).`
        : hintNearestName(name, names);
    return report(linking, { code: "verifier_unknown", at: ["verify"], message, hint });
  }
  return {
    needsBody: true,
    check: (request) => runVerifier(verifier as Verifier, request),
  };
}
