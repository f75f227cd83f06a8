// What the config names, and the folder of the account → the credentials to use.
import type { CredentialsResult } from "./credentials.ts";
import { parseCredentials, readLogin } from "./credentials.ts";

/** Where credentials may be. */
export interface CredentialsOptions {
  /** The text behind `hooks.gmail.credentials`, which goes before the login. */
  readonly text?: string | undefined;
  /** The state folder of the account, where a login is kept. */
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
