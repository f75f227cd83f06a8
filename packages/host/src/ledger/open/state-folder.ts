// A path → the folder of the state: it exists, and only its owner can read it.
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "@hookwright/base";
import { system } from "@hookwright/node-kit/system";
import type { OpenProblem } from "../ledger-error.ts";

export const STORE_FILE = "ledger.sqlite";
export const LOCK_FILE = "ledger.lock";
/** Of the process that creates, upgrades or takes over the store. */
export const OPENING_LOCK_FILE = "ledger.opening.lock";

const PROGRAMS_FOLDER = "programs";

/** Where it is noted which programs run, for the next process. */
export function programsFolderOf(stateFolder: string): string;
export function programsFolderOf(stateFolder: string | undefined): string | undefined;
export function programsFolderOf(stateFolder: string | undefined): string | undefined {
  return stateFolder === undefined ? undefined : join(stateFolder, PROGRAMS_FOLDER);
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

export function prepareStateFolder(folder: string): OpenProblem | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    if (!system.isShared(statSync(folder).mode)) return undefined;
    const files = readdirSync(folder);
    if (files.length > 0 && !files.includes(STORE_FILE)) {
      return {
        code: "state_folder_shared",
        message: `The state folder ${folder} can be read by other users, and has files of other programs`,
        hint: `Name a folder for this host alone, or remove the rights of other users: "chmod 700 ${folder}"`,
      };
    }
    chmodSync(folder, OWNER_ONLY_FOLDER);
    return undefined;
  } catch (error) {
    return {
      code: "state_folder_unusable",
      message: `The state folder ${folder} cannot be used: ${errorText(error)}`,
      hint: "Name a folder that this user can write to",
    };
  }
}

/**
 * SQLite gives its further files the mode of the first one. A file that exists is not opened here: to close
 * it would end the locks that this process has on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", OWNER_ONLY_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    chmodSync(path, OWNER_ONLY_FILE);
  }
}
