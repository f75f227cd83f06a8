// The path of a store → whether the file there is the one that was opened.
import { statSync } from "node:fs";
import { errorText } from "@hookwright/base";

/** Says what is wrong; undefined where the files are those that were open when it was made. */
export type CheckStoreFile = () => string | undefined;

/**
 * Attack, or mistake: SQLite goes on to write into a file that was deleted, replaced by a rename, or whose log of
 * writes is gone, and what it says is stored is gone with the process. Call it when the log of writes is there. Each
 * check takes some microseconds.
 */
export function watchStoreFile(path: string): CheckStoreFile {
  const log = `${path}-wal`;
  const opened = identityOf(path);
  const openedLog = identityOf(log);
  return () => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return "it is gone";
      if (identityOf(path) !== opened) return "something else is in its place";
      if (stats.size === 0) return "it was emptied";
      return identityOf(log) === openedLog ? undefined : "its log of writes is gone or replaced";
    } catch (error) {
      return errorText(error);
    }
  };
}

/** Undefined where there is nothing. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev}:${stats.ino}`;
}
