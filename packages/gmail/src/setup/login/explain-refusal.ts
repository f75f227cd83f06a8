// Why no code came back from the consent page → what to do about it.
import { refuseLogin } from "../../google/auth/refuse-login.ts";
import type { MailResult } from "../../model/source.ts";
import type { LoginOptions } from "./login-options.ts";

export function explainRefusal(
  why: "denied" | "foreign" | "none",
  { account, timeoutMs, signal }: LoginOptions,
): MailResult<never> {
  if (signal.aborted)
    return refuseLogin("The login was stopped.", "Run the command again: it goes on here.");
  if (why === "denied") {
    return refuseLogin(
      "The login was refused on Google's page.",
      `Run it again and allow it, as ${account}. Where the page says that the app is not verified, choose "Advanced" and go on: it is your own.`,
    );
  }
  if (why === "foreign") {
    return refuseLogin(
      "That address belongs to another login.",
      "Run it again, and use the page that it prints.",
    );
  }
  return refuseLogin(
    `Nobody came back from Google's page within ${Math.round(timeoutMs / 60_000)} min.`,
    'If Google showed "redirect_uri_mismatch", the OAuth client is not of the type "Desktop app". If it showed "access_denied" or "app is being tested", add the account to the test users ("Google Auth Platform", "Audience"). On another machine, paste the address of the page that fails to load, or use ssh -L.',
  );
}
