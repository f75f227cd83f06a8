// A state folder → the known facts of each account in it, for `status`. Writes and locks nothing.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "@hookwright/base";
import { readFileIfThere, readTextIfThere } from "@hookwright/node-kit/files";
import { LOGIN_FILE } from "../google/auth/credentials.ts";
import { LOCK_NAME } from "./lock.ts";
import { type ParsedLog, POSTED_FILE, parsePostedLog } from "./posted-log.ts";
import { MAIL_FOLDER } from "./prepare-folder.ts";
import { parseState, STATE_FILE, type StateProblem, type StoredState } from "./state-file.ts";

export interface ReadAccount {
  /** The folder of the account. */
  readonly folder: string;
  /** The path that the lock of this account is taken on. */
  readonly lockPath: string;
  /** The time of the last login, in milliseconds; absent if the login is stored elsewhere. */
  readonly loginAt?: number;
  readonly files: AccountFilesResult;
}

/** The facts of each account, or why they cannot be read. */
export type ReadAccountsResult =
  | { readonly ok: true; readonly accounts: readonly ReadAccount[] }
  | { readonly ok: false; readonly message: string };

/** Sorted by the names of the folders; a missing folder has no accounts. */
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

type AccountFilesResult =
  | {
      readonly ok: true;
      /** Undefined: the account was never watched. */
      readonly stored: StoredState | undefined;
      readonly log: Extract<ParsedLog, { readonly ok: true }>;
    }
  | { readonly ok: false; readonly problem: StateProblem };

/** Safe while another process writes the files. */
export async function readAccountFiles(folder: string): Promise<AccountFilesResult> {
  const statePath = join(folder, STATE_FILE);
  const logPath = join(folder, POSTED_FILE);
  try {
    const stateText = await readTextIfThere(statePath);
    const parsed = stateText === undefined ? undefined : parseState(stateText);
    if (parsed?.ok === false) {
      const isNewer = parsed.code === "state_newer";
      return { ok: false, problem: isNewer ? newer(statePath) : damagedState(statePath) };
    }
    const log = parsePostedLog((await readFileIfThere(logPath)) ?? Buffer.alloc(0));
    if (!log.ok) return { ok: false, problem: damagedLog(logPath, log.line) };
    return { ok: true, stored: parsed?.stored, log };
  } catch (error) {
    return {
      ok: false,
      problem: {
        code: "state_unusable",
        message: `The state in ${folder} cannot be read: ${errorText(error)}.`,
        hint: "Check the rights of the folder, and the disk.",
      },
    };
  }
}

function newer(path: string): StateProblem {
  return {
    code: "state_newer",
    message: `${path} was written by a newer version.`,
    hint: "Use that version, or newer, here.",
  };
}

/** Nothing is reset automatically: without the cursor, mails would be lost. */
function damagedState(path: string): StateProblem {
  return {
    code: "state_damaged",
    message: `${path} is damaged: it does not contain the state of a mailbox.`,
    hint: `Put a copy of it back. Without one, move it away ("mv ${path} ${path}.damaged"): then only mails that come from now on are posted.`,
  };
}

function damagedLog(path: string, line: number): StateProblem {
  return {
    code: "state_damaged",
    message: `${path} is damaged: line ${line} is not a posted mail.`,
    hint: `Remove that line, or move the file away ("mv ${path} ${path}.damaged"): a mail of the last 7 days may then be posted again, and its hook recognizes it.`,
  };
}
