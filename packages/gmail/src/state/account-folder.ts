// A state folder and a mail address → the folder of that account: `<state>/gmail/you@gmail.com`.
import { join } from "node:path";

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
