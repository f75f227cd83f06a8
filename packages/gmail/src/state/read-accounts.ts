// A state folder → what is known of each account in it, for `status`. Nothing is written and nothing locked.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { LOGIN_FILE } from "../google/auth/login-file.ts";
import { MAIL_FOLDER } from "./account-folder.ts";
import { LOCK_NAME } from "./lock.ts";
import { type AccountFilesResult, readAccountFiles } from "./read-account-files.ts";

export interface ReadAccount {
  /** The folder of the account. */
  readonly folder: string;
  /** What a lock of this account is taken on. */
  readonly lockPath: string;
  /** When somebody logged in the last time, in milliseconds; absent where the login is kept elsewhere. */
  readonly loginAt?: number;
  readonly files: AccountFilesResult;
}

/** What is known of each account, or that nothing can be read. */
export type ReadAccountsResult =
  | { readonly ok: true; readonly accounts: readonly ReadAccount[] }
  | { readonly ok: false; readonly message: string };

/** In the order of their folders' names; a folder that is not there holds no account. */
export async function readAccounts(stateFolder: string): Promise<ReadAccountsResult> {
  const parent = join(stateFolder, MAIL_FOLDER);
  try {
    const entries = await readdir(parent, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const folders = names.sort().map((name) => join(parent, name));
    return {
      ok: true,
      accounts: await Promise.all(
        folders.map(async (folder) => ({
          folder,
          lockPath: join(folder, LOCK_NAME),
          ...(await readLoginTime(folder)),
          files: await readAccountFiles(folder),
        })),
      ),
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { ok: true, accounts: [] };
    return { ok: false, message: `The state folder ${parent} cannot be read: ${message}.` };
  }
}

async function readLoginTime(folder: string): Promise<Pick<ReadAccount, "loginAt">> {
  try {
    return { loginAt: (await stat(join(folder, LOGIN_FILE))).mtimeMs };
  } catch {
    return {};
  }
}
