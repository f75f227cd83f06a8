// The credentials of the config, and the folder of the account → the credentials to use.
import type { CredentialsResult } from "./credentials.ts";
import { parseCredentials, readLogin } from "./credentials.ts";

/** The two sources of credentials. */
export interface CredentialsOptions {
  /** The value of `hooks.gmail.credentials`, which takes precedence over the login. */
  readonly text?: string | undefined;
  /** The state folder of the account, which contains a login. */
  readonly folder: string;
  readonly account: string;
}

/** Never rejects. */
export async function chooseCredentials({
  text,
  folder,
  account,
}: CredentialsOptions): Promise<CredentialsResult> {
  return text === undefined ? readLogin(folder, account) : parseCredentials(text);
}
