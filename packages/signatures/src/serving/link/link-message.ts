// The plan of signatures in the message → the check of its requests.
import type { MessagePlan } from "../../auth-plan.ts";
import type { RouteAuth } from "../../model.ts";
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

export function linkMessage(plan: MessagePlan, linking: Linking): FamilyParts | undefined {
  const check = linkMessageCheck(plan, linking);
  if (check === undefined) return undefined;
  return {
    needsBody: true,
    check: withPublicQuery(check, plan.publicUrl),
  };
}

function linkMessageCheck(plan: MessagePlan, linking: Linking): RouteAuth["check"] | undefined {
  const { crypto } = linking.ports;
  if (plan.message === "sns") {
    const { topics, signatureVersion, toleranceSeconds } = plan;
    const service = needKeyService(linking);
    if (service === undefined) return undefined;
    const algorithm = signatureVersion === 1 ? "rsa-sha1" : "rsa-sha256";
    const name = SNS_CERTIFICATE_NAME;
    const findCertificate = createCertificateKeys({ service, crypto, algorithm, name });
    const rules = { topics, signatureVersion, findCertificate, toleranceSeconds };
    return (request) => verifySns(rules, request);
  }
  const secrets = readSecrets(plan.secrets, "token", linking);
  const form = plan.message === "mailgun" ? "utf8" : "hex";
  const decoded = decodeKeys(secrets, { decode: decodeSecret, form, algorithm: "sha256" }, linking);
  const keys = useKeys(linking, () => decoded.map(({ bytes }) => crypto.hmacKey("sha256", bytes)));
  if (keys === undefined) return undefined;
  if (plan.message === "adyen") return (request) => verifyAdyen({ keys, crypto }, request);
  const { toleranceSeconds } = plan;
  return (request) => verifyMailgun({ keys, toleranceSeconds }, request);
}
