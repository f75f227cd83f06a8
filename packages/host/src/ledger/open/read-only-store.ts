// A state folder that cannot be written to → a copy of its store, because SQLite writes beside a store that it reads.
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "@hookwright/base";
import type { OpenProblem } from "../ledger-error.ts";
import { STORE_FILE } from "./state-folder.ts";

type CopyResult =
  | { readonly ok: true; readonly folder: string; readonly remove: () => void }
  | { readonly ok: false; readonly problem: OpenProblem };

/** Undefined if the folder and its store can be written to. */
export function copyReadOnlyStore(stateFolder: string): CopyResult | undefined {
  const store = join(stateFolder, STORE_FILE);
  if ([stateFolder, store].every(isWritable)) return undefined;
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    folder = mkdtempSync(join(tmpdir(), "hookwright-store-"));
    // A copy of the folder of a killed host has its newest commits in the write-ahead log.
    for (const name of [STORE_FILE, `${STORE_FILE}-wal`]) {
      const [from, to] = [join(stateFolder, name), join(folder, name)];
      if (!existsSync(from)) continue;
      copyFileSync(from, to, constants.COPYFILE_FICLONE);
      chmodSync(to, 0o600);
    }
    return { ok: true, folder, remove };
  } catch (error) {
    remove();
    const message = `The store in ${stateFolder} is read-only, and cannot be copied to ${tmpdir()} to be read: ${errorText(error)}`;
    const hint = "Free some space there, or name another folder in TMPDIR";
    return { ok: false, problem: { code: "store_unusable", message, hint } };
  }
}

/** A file system that is mounted read-only refuses root, too. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
