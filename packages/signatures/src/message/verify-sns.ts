// A message of Amazon SNS → whether SNS sent it, for one of the topics that the config names.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise } from "@hookwright/base";
import { checkTimestamp } from "../check-timestamp.ts";
import type { FindCertificate } from "../keys/certificate-keys.ts";
import type { AuthFailureCode, AuthRequest, AuthResult } from "../model.ts";
import { AWS_REGION, readSns, type SnsRules } from "./read-sns.ts";

interface SnsCheck extends SnsRules {
  readonly findCertificate: FindCertificate;
  /** Undefined: the time stamp is not judged, because SNS sends a message again for weeks as it was. */
  readonly toleranceSeconds: number | undefined;
}

/**
 * The names that Amazon's certificates for SNS have: one for most regions, and one for each of those that
 * must be switched on.
 */
export const SNS_CERTIFICATE_NAME: RegExp = new RegExp(
  `^sns(?:-signing)?(?:[.-]${AWS_REGION})?\\.amazonaws\\.com(?:\\.cn)?$`,
);

export function verifySns(check: SnsCheck, request: AuthRequest): PromiseOrValue<AuthResult> {
  const read = readSns(request, check);
  if (!read.ok) return refused(read.code);
  const { certificateUrl, signature, text, timestamp, id } = read.message;
  const { findCertificate, toleranceSeconds } = check;
  const { receivedAt } = request;
  if (toleranceSeconds !== undefined) {
    const rule = { unit: "iso", toleranceSeconds } as const;
    const late = checkTimestamp(timestamp, { rule, receivedAt });
    if (late !== undefined) return refused(late);
  }
  return mapPromise(findCertificate(certificateUrl, request), (found) => {
    if (!found.ok) return refused(found.code);
    return mapPromise(found.key.verify(signature, [text]), (isRight) =>
      isRight ? { ok: true, keyIndex: 0, signedId: id } : refused("signature_wrong"),
    );
  });
}

function refused(code: AuthFailureCode): AuthResult {
  return { ok: false, code };
}
