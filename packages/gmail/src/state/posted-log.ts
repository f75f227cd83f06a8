// `posted.log`, one line per mail → the mails that were posted, and an appender that makes each line durable.
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { jsonFromText } from "@hookwright/base";
import { OWNER_ONLY_FILE, syncFolder, writeDurable } from "@hookwright/node-kit/files";

export const POSTED_FILE = "posted.log";

/** How long a mail is remembered: Gmail keeps its history for about as long. */
const POSTED_MS: number = 7 * 24 * 60 * 60 * 1_000;

/** The file is rewritten only if it has more old lines than this: 1,000 take 40 KB. */
const MIN_FORGOTTEN_LINES = 1_000;

export interface PostedLog {
  readonly ids: ReadonlyMap<string, number>;
  /** Durable when the promise resolves. One call at a time. */
  readonly add: (id: string, at: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type ParsedLog =
  | {
      readonly ok: true;
      readonly ids: Map<string, number>;
      readonly lines: number;
      /** Bytes of complete lines: the rest was being written when the process was killed. */
      readonly wholeBytes: number;
    }
  | { readonly ok: false; readonly line: number };

/** A line is valid only with its line break, which is written last. */
export function parsePostedLog(bytes: Buffer): ParsedLog {
  const wholeBytes = bytes.lastIndexOf("\n") + 1;
  const lines = bytes.toString("utf8", 0, wholeBytes).split("\n").slice(0, -1);
  const ids = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const entry = parseLine(line);
    if (entry === undefined) return { ok: false, line: index + 1 };
    ids.set(entry[1], entry[0]);
  }
  return { ok: true, ids, lines: lines.length, wholeBytes };
}

function parseLine(line: string): readonly [number, string] | undefined {
  const value = jsonFromText(line);
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [at, id] = value as readonly unknown[];
  return Number.isSafeInteger(at) && typeof id === "string" ? [at as number, id] : undefined;
}

function lineOf(id: string, at: number): string {
  return `${JSON.stringify([at, id])}\n`;
}

interface PostedLogOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How many old lines cause a rewrite of the file. Default: 1,000. */
  readonly minForgottenLines?: number;
}

/** Takes the result of `parsePostedLog`, cuts off an incomplete line, and drops lines older than a week. */
export async function openPostedLog(
  path: string,
  parsed: Extract<ParsedLog, { readonly ok: true }>,
  { now, minForgottenLines = MIN_FORGOTTEN_LINES }: PostedLogOptions,
): Promise<PostedLog> {
  const { ids } = parsed;
  let { lines, wholeBytes } = parsed;
  let linesToCompact = minForgottenLines;
  let file = await openForAppending(path, wholeBytes);

  async function compact(): Promise<void> {
    linesToCompact = minForgottenLines;
    const oldest = now() - POSTED_MS;
    for (const [id, at] of ids) if (at < oldest) ids.delete(id);
    if (lines - ids.size < minForgottenLines) return;
    // A failure here is retried later: both files have the same valid mails.
    await writeDurable(path, [...ids].map(([id, at]) => lineOf(id, at)).join("")).then(
      () => {
        lines = ids.size;
      },
      () => undefined,
    );
    // The old handle may be of a file that no longer has a name.
    await file.close();
    file = await openOrMake(path);
    wholeBytes = (await file.stat()).size;
  }

  await compact();
  return {
    ids,
    async add(id, at) {
      const line = Buffer.from(lineOf(id, at));
      try {
        await file.write(line, 0, line.length, wholeBytes);
        await file.datasync();
      } catch (error) {
        // A full disk: an incomplete line must not remain before the next one.
        await file.truncate(wholeBytes).catch(() => undefined);
        throw error;
      }
      wholeBytes += line.length;
      lines += 1;
      ids.set(id, at);
      linesToCompact -= 1;
      if (linesToCompact <= 0) await compact();
    },
    close: () => file.close(),
  };
}

/** Not in mode "a", because Linux then ignores the offset of a write. */
async function openForAppending(path: string, wholeBytes: number): Promise<FileHandle> {
  const file = await openOrMake(path);
  try {
    await file.chmod(OWNER_ONLY_FILE);
    await file.truncate(wholeBytes);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openOrMake(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const file = await open(path, "wx+", OWNER_ONLY_FILE);
    await syncFolder(dirname(path));
    return file;
  }
}
