// The plan of signatures in the message → the check of its requests. One function for each vendor, because their rules have nothing in common.
import type { MessagePlan } from "../../auth-plan.ts";
import type { KeyForm, RouteAuth, SigningKey } from "../../model.ts";
import { decodeSecret } from "../decode-key.ts";
import { createCertificateKeys } from "../keys/certificate-keys.ts";
import { verifyAdyen } from "../message/verify-adyen.ts";
import { verifyMailgun } from "../message/verify-mailgun.ts";
import { SNS_CERTIFICATE_NAME, verifySns } from "../message/verify-sns.ts";
import { needKeyService } from "./key-service.ts";
import {
  decodeKeys,
  type FamilyParts,
  type Linking,
  readSecrets,
  useKeys,
  withPublicQuery,
} from "./linking.ts";

/** That of one vendor. */
type VendorMessagePlan<Name extends MessagePlan["message"]> = Extract<
  MessagePlan,
  { readonly message: Name }
>;

export function linkMailgun(
  plan: VendorMessagePlan<"mailgun">,
  linking: Linking,
): FamilyParts | undefined {
  const keys = linkHmacKeys(plan, "utf8", linking);
  const { toleranceSeconds } = plan;
  return keys && partsOf(plan, (request) => verifyMailgun({ keys, toleranceSeconds }, request));
}

export function linkAdyen(
  plan: VendorMessagePlan<"adyen">,
  linking: Linking,
): FamilyParts | undefined {
  const keys = linkHmacKeys(plan, "hex", linking);
  const { crypto } = linking.ports;
  return keys && partsOf(plan, (request) => verifyAdyen({ keys, crypto }, request));
}

export function linkSns(plan: VendorMessagePlan<"sns">, linking: Linking): FamilyParts | undefined {
  const { topics, signatureVersion, toleranceSeconds } = plan;
  const service = needKeyService(linking);
  if (service === undefined) return undefined;
  const { crypto } = linking.ports;
  const algorithm = signatureVersion === 1 ? "rsa-sha1" : "rsa-sha256";
  const name = SNS_CERTIFICATE_NAME;
  const findCertificate = createCertificateKeys({ service, crypto, algorithm, name });
  const rules = { topics, signatureVersion, findCertificate, toleranceSeconds };
  return partsOf(plan, (request) => verifySns(rules, request));
}

function partsOf({ publicUrl }: MessagePlan, check: RouteAuth["check"]): FamilyParts {
  return { needsBody: true, check: withPublicQuery(check, publicUrl) };
}

function linkHmacKeys(
  { secrets: planned }: VendorMessagePlan<"mailgun" | "adyen">,
  form: KeyForm,
  linking: Linking,
): readonly SigningKey[] | undefined {
  const { crypto } = linking.ports;
  const secrets = readSecrets(planned, "token", linking);
  const decoded = decodeKeys(secrets, { decode: decodeSecret, form, algorithm: "sha256" }, linking);
  return useKeys(linking, () => decoded.map(({ bytes }) => crypto.hmacKey("sha256", bytes)));
}
