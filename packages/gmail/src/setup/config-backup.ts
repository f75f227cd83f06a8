// A config that is about to be edited → what it was, kept until the result was checked.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../data/parse-json.ts";
import { readMember, readTextMember } from "../data/read-member.ts";
import { readTextIfThere } from "../files/read-file-if-there.ts";
import { replaceFile } from "../files/replace-file.ts";
import { writeDurable } from "../files/write-durable.ts";

/** Of mode 0600, as the config may hold secrets. */
const BACKUP_FILE = "config-before.json";

interface Backup {
  readonly path: string;
  /** Null: there was no file. */
  readonly before: string | null;
  readonly after: string;
}

/** An edit that was interrupted before its check keeps the text from before. */
export async function keepBackup(folder: string, { path, before, after }: Backup): Promise<void> {
  const older = await readBackup(folder);
  const isContinued = older?.path === path && older.after === before;
  const backup: Backup = { path, before: isContinued ? older.before : before, after };
  await writeDurable(join(folder, BACKUP_FILE), JSON.stringify(backup));
}

/** True where the config is again what it was. A config that somebody changed meanwhile stays. */
export async function restoreBackup(folder: string, path: string): Promise<boolean> {
  const backup = await readBackup(folder);
  const isOurs = backup?.path === path && (await readTextIfThere(path)) === backup.after;
  if (isOurs && backup.before === null) await rm(path);
  else if (isOurs && backup.before !== null) await replaceFile(path, backup.before);
  await dropBackup(folder);
  return isOurs;
}

export async function dropBackup(folder: string): Promise<void> {
  await rm(join(folder, BACKUP_FILE), { force: true });
}

async function readBackup(folder: string): Promise<Backup | undefined> {
  const json = parseJson((await readTextIfThere(join(folder, BACKUP_FILE))) ?? "");
  const path = readTextMember(json, "path");
  const after = readTextMember(json, "after");
  const before = readMember(json, "before");
  if (path === undefined || after === undefined) return undefined;
  return { path, after, before: typeof before === "string" ? before : null };
}
