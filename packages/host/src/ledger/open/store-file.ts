// The path of a store → whether the file there is the one that was opened.
import { type BigIntStats, statSync } from "node:fs";
import { errorText } from "@hookwright/base";

/** Says what is wrong; undefined if the files are those that were open when it was made. */
export type CheckStoreFile = () => string | undefined;

/**
 * Attack, or mistake: SQLite continues to write into a file that was deleted or replaced by a rename, or whose log of
 * writes is gone, and everything that it reports as stored is lost when the process ends. Call this when the log of
 * writes is there. A check makes two calls of the system, which take some microseconds: `fstat` would not notice that
 * the file was moved away.
 */
export function watchStoreFile(path: string): CheckStoreFile {
  const log = `${path}-wal`;
  const opened = identityOf(statsOf(path));
  const openedLog = identityOf(statsOf(log));
  return () => {
    try {
      const stats = statsOf(path);
      if (stats === undefined) return "it is gone";
      if (identityOf(stats) !== opened) return "something else is in its place";
      if (stats.size === 0n) return "it was emptied";
      return identityOf(statsOf(log)) === openedLog
        ? undefined
        : "its log of writes is gone or replaced";
    } catch (error) {
      return errorText(error);
    }
  };
}

/** Undefined if there is nothing. */
function statsOf(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true });
}

/** The number of an inode may be beyond 2^53, so that two would round to one. */
function identityOf(stats: BigIntStats | undefined): string | undefined {
  return stats && `${stats.dev}:${stats.ino}`;
}
