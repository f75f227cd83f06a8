// The path of a config → the files of its author, and writing them one by one.
import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { includeFiles, loadConfigFile } from "@hookwright/config";
import type { AuthorFile, AuthorFiles, FileChange, FileConflict } from "@hookwright/host/api";
import { OWNER_ONLY_FILE, writeDurable } from "@hookwright/node-kit/files";
import { findTestFiles } from "@hookwright/testing/files";
import { listEventFiles } from "../input/list-event-files.ts";
import { oneAtATime } from "../one-at-a-time.ts";

interface AuthorFilesPort {
  /** Reads all of them again. */
  readonly list: () => Promise<AuthorFiles>;
  /** One write at a time. Rejects with the error of the system. */
  readonly write: (path: string, change: FileChange) => Promise<WriteResult>;
}

type WriteResult =
  | { readonly ok: true; readonly hash: string }
  | { readonly ok: false; readonly code: "path_refused"; readonly reason: string }
  | { readonly ok: false; readonly code: "changed"; readonly present: FileConflict["present"] };

/** A config of ten thousand mappings, and an event as large as a server takes by default with its indentation. */
export const MAX_FILE_BYTES: number = 2 * 1024 * 1024;

/** A page that holds more is slow, and nobody looks through so many. */
const MAX_FILES = 1_000;
const MAX_ALL_BYTES = 32 * 1024 * 1024;

/** `events/github/push-1.event.json` is two folders deep. */
const MAX_LEVELS = 4;

/** Attack: a path that leaves the folder on some system, or names a file of another program. */
const NEW_EVENT = /^(?:[a-z\d_][\w.-]{0,99}\/){0,4}[a-z\d_][\w.-]{0,99}\.event\.json$/i;

export function createAuthorFiles(config: string): AuthorFilesPort {
  const folder = dirname(resolve(config));
  const toPath = (file: string): string => relative(folder, resolve(file)).split(sep).join("/");
  const inTurn = oneAtATime();

  const find = async (): Promise<readonly FoundFile[]> => {
    const document = await includeFiles(await loadConfigFile(config));
    const included = (document.included ?? []).map(({ filename }) => filename);
    // A link could lead to a file of somebody else.
    const events = await listEventFiles(folder, { levels: MAX_LEVELS, withLinks: false });
    const tests = findTestFiles(folder);
    return [
      { path: basename(config), kind: "config" },
      ...included.map((file): FoundFile => ({ path: toPath(file), kind: "include" })),
      ...events.map((file): FoundFile => ({ path: toPath(file), kind: "event" })),
      ...tests.map((file): FoundFile => ({ path: toPath(file), kind: "test" })),
    ];
  };

  const write = async (path: string, change: FileChange): Promise<WriteResult> => {
    const kind = kindOf(path, config, await find());
    if (kind === undefined) return refuse("It is none of the files that are shown.");
    if (kind === "event") await makeFolders(folder, path);
    const reason = await findLink(folder, path);
    return reason === undefined ? replace(join(folder, path), kind, change) : refuse(reason);
  };

  return {
    list: async () => {
      const found = await find();
      const files: AuthorFile[] = [];
      const leftOut: { path: string; reason: string }[] = [];
      let bytes = 0;
      for (const { path, kind } of found) {
        const isFull = files.length >= MAX_FILES || bytes >= MAX_ALL_BYTES;
        const text = isFull ? TOO_MANY : await read(join(folder, path), kind);
        if (!text.ok) {
          leftOut.push({ path, reason: text.reason });
          continue;
        }
        bytes += text.text.length;
        files.push({ path, kind, text: text.text, hash: hashOf(text.text) });
      }
      return { files, testFile: chooseTestFile(config, found), leftOut };
    },
    write: (path, change) => inTurn(() => write(path, change)),
  };
}

/** Undefined if the playground does not write to this path: it is neither shown nor a new event or test file. */
function kindOf(
  path: string,
  config: string,
  found: readonly FoundFile[],
): AuthorFile["kind"] | undefined {
  const known = found.find((one) => one.path === path);
  if (known !== undefined) return known.kind;
  if (path === chooseTestFile(config, found)) return "test";
  return NEW_EVENT.test(path) ? "event" : undefined;
}

/** As a whole or not at all. Other programs may write between the look and the write. */
async function replace(
  file: string,
  kind: AuthorFile["kind"],
  { text, ifHash }: FileChange,
): Promise<WriteResult> {
  const before = await read(file);
  const present = before.ok ? { text: before.text, hash: hashOf(before.text) } : undefined;
  if (present?.hash !== ifHash) return { ok: false, code: "changed", present };
  const mode = kind === "event" ? OWNER_ONLY_FILE : await modeOf(file);
  await writeDurable(file, text, { mode, suffix: `.${randomUUID()}` });
  return { ok: true, hash: hashOf(text) };
}

type FoundFile = Pick<AuthorFile, "path" | "kind">;

function refuse(reason: string): WriteResult {
  return { ok: false, code: "path_refused", reason };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** The one that `hookwright test` takes for this config. */
function chooseTestFile(config: string, found: readonly FoundFile[]): string {
  const base = basename(config).replace(/\.\w+$/, "");
  const own = new RegExp(`^${base.replace(/[^\w-]/g, "\\$&")}\\.test\\.(?:ya?ml|json[5c]?)$`, "i");
  return found.find(({ path }) => own.test(path))?.path ?? `${base}.test.yaml`;
}

type ReadResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const TOO_MANY = { ok: false, reason: "there are too many files" } as const;

/** The config may be a link, as for every command. */
async function read(file: string, kind: AuthorFile["kind"] = "config"): Promise<ReadResult> {
  try {
    const mayBeLink = kind === "config" || kind === "include";
    const stats = await (mayBeLink ? stat(file) : lstat(file));
    if (!stats.isFile()) return { ok: false, reason: "it is not a regular file" };
    if (stats.size > MAX_FILE_BYTES)
      return { ok: false, reason: `it is larger than ${MAX_FILE_BYTES} bytes` };
    const bytes = await readFile(file);
    return {
      ok: true,
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code?.startsWith("ERR_") === true ? "it is not UTF-8 text" : `the system says ${code}`;
    return { ok: false, reason };
  }
}

/** Attack: a link in the folder makes a write go elsewhere. */
async function findLink(folder: string, path: string): Promise<string | undefined> {
  const file = join(folder, path);
  const [root, parent] = await Promise.all([realpath(folder), realpath(dirname(file))]);
  if (parent !== join(root, dirname(path))) return "A folder on its path is a link.";
  const isLink = await lstat(file).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  return isLink ? "It is a link." : undefined;
}

/** For new events, which only their owner can read. A link on the way is not followed: nothing is made behind it. */
async function makeFolders(folder: string, path: string): Promise<void> {
  let parent = folder;
  for (const name of path.split("/").slice(0, -1)) {
    parent = join(parent, name);
    const stats = await lstat(parent).catch(() => undefined);
    if (stats !== undefined) {
      if (stats.isDirectory()) continue;
      return;
    }
    await mkdir(parent, { mode: 0o700 });
  }
}

async function modeOf(file: string): Promise<number> {
  const stats = await lstat(file).catch(() => undefined);
  return stats === undefined ? 0o644 : stats.mode & 0o777;
}
