// A test file and the name of a case → its snapshot on disk: `__snapshots__/<test file>/<case>.md`.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The snapshots of one test file. */
export interface SnapshotStore {
  /** Undefined: there is none. */
  readonly read: (caseName: string) => string | undefined;
  readonly write: (caseName: string, text: string) => void;
  /** Paths of snapshots that belong to none of these cases. */
  readonly findOrphans: (caseNames: readonly string[]) => readonly string[];
  readonly pathOf: (caseName: string) => string;
}

export function createSnapshotStore(testFile: string): SnapshotStore {
  const folder = join(dirname(testFile), "__snapshots__", basename(testFile));
  const pathOf = (caseName: string): string => join(folder, fileName(caseName));
  return {
    pathOf,
    read: (caseName) => {
      const text = readText(pathOf(caseName));
      // Git may have changed the line ends.
      return text?.replaceAll("\r\n", "\n").replace(/\n$/, "");
    },
    write: (caseName, text) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(pathOf(caseName), `${text}\n`);
    },
    findOrphans: (caseNames) => {
      const wanted = new Set(caseNames.map(fileName));
      return listNames(folder)
        .filter((name) => name.endsWith(".md") && !wanted.has(name))
        .sort()
        .map((name) => join(folder, name));
    },
  };
}

/** Removes snapshots that belong to no case. */
export function removeSnapshots(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

const MAX_NAME_CHARS = 100;

/**
 * The name of the case, in characters that every file system takes. Where that loses something, a part of
 * its hash tells it from others.
 */
function fileName(caseName: string): string {
  const plain = caseName
    .replaceAll(/[^\p{L}\p{N} .,;()[\]_+=@#-]|^\.|\.$/gu, "_")
    .slice(0, MAX_NAME_CHARS)
    .trim();
  if (plain === caseName) return `${plain}.md`;
  const hash = createHash("sha256").update(caseName).digest("hex").slice(0, 8);
  return `${plain} ${hash}.md`.trimStart();
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
