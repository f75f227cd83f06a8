// Why a login cannot be used, and what a person does about it → the result.
import type { MailFailure } from "../../model/failure.ts";

export function refuseLogin(
  message: string,
  hint: string,
): { readonly ok: false; readonly failure: MailFailure } {
  return { ok: false, failure: { code: "needs_login", message, hint } };
}
