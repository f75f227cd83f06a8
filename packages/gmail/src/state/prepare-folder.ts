// The folder of an account → it exists, and only its owner can read it; or the problem.
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorText } from "@hookwright/base";
import { system } from "@hookwright/node-kit/system";
import type { StateProblem } from "./state-file.ts";

const OWNER_ONLY_FOLDER = 0o700;

/**
 * Refuses instead of correcting: the permissions may be intended, and the owner must know who could have read the
 * folder.
 */
export async function prepareFolder(folder: string): Promise<StateProblem | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    return (await findShared(dirname(folder))) ?? (await findShared(folder));
  } catch (error) {
    return {
      code: "state_unusable",
      message: `The state folder ${folder} cannot be used: ${errorText(error)}.`,
      hint: "Name a folder that this user can write to, with --state.",
    };
  }
}

async function findShared(folder: string): Promise<StateProblem | undefined> {
  const { mode } = await stat(folder);
  if (!system.isShared(mode)) return undefined;
  return {
    code: "state_shared",
    message: `The state folder ${folder} can be read by others, and a login is kept in it.`,
    hint: `Take their rights: "chmod 700 ${folder}". If others may have read it, log in again with \`hookwright gmail setup\`.`,
  };
}

/** In the state folder, next to the state of the host. */
export const MAIL_FOLDER = "gmail";

/** Most file systems refuse longer names (255 bytes); an address has at most 254 characters. */
const MAX_NAME_BYTES = 240;

/** Undefined if no folder can have that name. */
export function accountFolderOf(stateFolder: string, account: string): string | undefined {
  const name = folderNameOf(account);
  return name === undefined ? undefined : join(stateFolder, MAIL_FOLDER, name);
}

/**
 * Gmail ignores the case of addresses, so it is ignored here. Characters that could be a separator,
 * `..` or an option of a command are written as `%` and the hexadecimal value of their bytes.
 */
function folderNameOf(account: string): string | undefined {
  const name = [...Buffer.from(account.trim().toLowerCase())].map(nameOfByte).join("");
  return name === "" || name.length > MAX_NAME_BYTES ? undefined : name;
}

function nameOfByte(byte: number, index: number): string {
  const character = String.fromCharCode(byte);
  const isSafe = /[a-z0-9@_+]/.test(character) || (index > 0 && /[.-]/.test(character));
  return isSafe ? character : `%${byte.toString(16).padStart(2, "0")}`;
}
