// Vendors that sign beside the body: a row of their schemes, and the options of a caller → a sender.
import { mapPromise } from "@hookwright/base";
import type { AuthProblem, SignaturePlan } from "../auth-plan.ts";
import type { AuthResult, SignatureScheme } from "../model.ts";
import { type DecodeKey, decodeKey, decodePublicKey, decodeSecret } from "../serving/decode-key.ts";
import { linkSignatures } from "../serving/link/link-signatures.ts";
import type { FamilyParts } from "../serving/link/linking.ts";
import { hasSignedUrl } from "../serving/public-url.ts";
import type { PublicKeyOptions, SecretOptions } from "./options.ts";
import {
  commonPlan,
  createSender,
  planSecrets,
  type SenderRow,
  type WebhookSender,
} from "./sender.ts";

/** A vendor that signs with a secret or with a private key. */
interface SignatureRow extends SenderRow {
  readonly schemes: readonly SignatureScheme[];
}

interface CommonOptions {
  readonly publicUrl?: string;
  readonly verifyToken?: string;
  readonly toleranceSeconds?: number;
}

/** Whether the handshake of the vendor would sign these parts for any caller. */
type WouldSign = (signed: readonly (string | Uint8Array)[]) => boolean;

export function secretSender(
  row: SignatureRow,
  options: SecretOptions & CommonOptions,
  wouldSign?: WouldSign,
): WebhookSender {
  return signatureSender(row, options, { key: "secret", decode: decodeSecret, wouldSign });
}

/** For a vendor whose key is a digest of the secret. */
export function digestSender(
  row: SignatureRow,
  options: SecretOptions & CommonOptions,
  wouldSign?: WouldSign,
): WebhookSender {
  return signatureSender(row, options, { key: "secret", decode: decodeKey, wouldSign });
}

export function publicKeySender(
  row: SignatureRow,
  options: PublicKeyOptions & CommonOptions,
): WebhookSender {
  return signatureSender(row, options, { key: "publicKey", decode: decodePublicKey });
}

interface SignatureKind {
  readonly key: "secret" | "publicKey";
  readonly decode: DecodeKey;
  readonly wouldSign?: WouldSign | undefined;
}

function signatureSender(
  row: SignatureRow,
  options: CommonOptions & Partial<SecretOptions & PublicKeyOptions>,
  { key, decode, wouldSign }: SignatureKind,
): WebhookSender {
  const { toleranceSeconds } = options;
  const plan: SignaturePlan = {
    ...commonPlan(row, options),
    kind: "signature",
    schemes: row.schemes.map((scheme) => withTolerance(scheme, toleranceSeconds)),
    secrets: planSecrets(key, options[key] as string),
  };
  return createSender({
    plan,
    problems: checkPublicUrl(plan),
    link: (own, linking) => guard(linkSignatures(own, linking, decode), wouldSign),
  });
}

function withTolerance(
  scheme: SignatureScheme,
  toleranceSeconds: number | undefined,
): SignatureScheme {
  const { timestamp } = scheme;
  if (timestamp === undefined || toleranceSeconds === undefined) return scheme;
  return { ...scheme, timestamp: { ...timestamp, toleranceSeconds } };
}

function checkPublicUrl({ schemes, publicUrl }: SignaturePlan): readonly AuthProblem[] {
  if (hasSignedUrl(schemes, publicUrl)) return [];
  const message = "The vendor signs the URL of the webhook, and publicUrl is not that URL.";
  const hint = "Pass the URL as the vendor was given it, with its query.";
  return [{ code: "auth_incomplete", severity: "error", at: ["publicUrl"], message, hint }];
}

/** A signature that the handshake makes for any caller proves nothing. */
function guard(
  parts: FamilyParts | undefined,
  wouldSign: WouldSign | undefined,
): FamilyParts | undefined {
  if (parts === undefined || wouldSign === undefined) return parts;
  const { check } = parts;
  return {
    ...parts,
    check: (request) =>
      mapPromise(check(request), (result) =>
        result.ok && wouldSign(result.signed ?? []) ? WRONG : result,
      ),
  };
}

const WRONG: AuthResult = { ok: false, code: "signature_wrong" };
