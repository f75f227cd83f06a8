// The folder of an account → the login that is kept in it, in a file that only its owner can read.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeDurable } from "../../files/write-durable.ts";
import type { CredentialsResult, UserCredentials } from "./credentials.ts";
import { parseCredentials } from "./parse-credentials.ts";
import { refuseLogin } from "./refuse-login.ts";

/** In Google's own format (`authorized_user`), so that it can be copied to another machine and named there. */
export const LOGIN_FILE = "login.json";

/** Never rejects. Read it again after `needs_login`: somebody may have logged in meanwhile. */
export async function readLogin(folder: string, account: string): Promise<CredentialsResult> {
  const path = join(folder, LOGIN_FILE);
  const login = `hookwright gmail setup FILE --account ${account}`;
  try {
    const { mode } = await stat(path);
    // Windows has no such modes.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      return refuseLogin(`Others can read the login in ${path}.`, `Run "chmod 600 ${path}".`);
    }
    return parseCredentials(await readFile(path, "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT")
      return refuseLogin(`Nobody has logged in as ${account} yet.`, `Run ${login}.`);
    return refuseLogin(
      `The login in ${path} cannot be read: the system says ${code}.`,
      `Run ${login}.`,
    );
  }
}

/** Whole or not at all, and durable when the promise is fulfilled. */
export async function writeLogin(folder: string, login: UserCredentials): Promise<void> {
  const { type, clientId, clientSecret, refreshToken, scopes, projectId } = login;
  const json = {
    type,
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    ...(scopes && { scope: scopes.join(" ") }),
    ...(projectId !== undefined && { project_id: projectId }),
  };
  await writeDurable(join(folder, LOGIN_FILE), `${JSON.stringify(json, undefined, 2)}\n`);
}
