// The folder of an account → it exists, and only its owner can read it; or the problem.
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorText } from "@hookwright/base";
import { system } from "@hookwright/node-kit/system";
import type { StateProblem } from "./state-file.ts";

const OWNER_ONLY_FOLDER = 0o700;

/** Refuses rather than corrects: who opened the folder to others may have meant it, and knows who has read it. */
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

/** Below the state folder, beside what the host keeps there. */
export const MAIL_FOLDER = "gmail";

/** Longer names are refused by most file systems (255 bytes); an address has at most 254 characters. */
const MAX_NAME_BYTES = 240;

/** Undefined: no folder can have that name. */
export function accountFolderOf(stateFolder: string, account: string): string | undefined {
  const name = folderNameOf(account);
  return name === undefined ? undefined : join(stateFolder, MAIL_FOLDER, name);
}

/**
 * Addresses differ in more than case only on paper: Gmail takes both for one mailbox. What could be a separator,
 * `..` or an option of a command is written as `%` and the hexadecimal value of its bytes.
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
