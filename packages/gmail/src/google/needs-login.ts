// Google's word for a login that ended → the failure, with what ends one.
import type { MailFailure } from "../model/failure.ts";

/** The four that people meet. */
const REASONS = [
  'the "Audience" of Google Auth Platform is in Testing, where a login lasts 7 days',
  "access was revoked",
  "the password was changed",
  "the login was not used for 6 months",
].join("; ");

/** Nothing works until somebody logs in again. */
export function needsLogin(
  reason: string,
  status?: number,
): MailFailure & { readonly hint: string } {
  return {
    code: "needs_login",
    message: "Google no longer accepts the login.",
    hint: `Run \`hookwright gmail setup\` to log in again. Usual reasons: ${REASONS}.`,
    ...(status !== undefined && { status }),
    reason,
  };
}
