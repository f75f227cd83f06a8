// Scripts → files in a private folder, named by the hash of their content.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface CachedScript {
  readonly hash: string;
  /** The path of the file. Writes the file again if it is missing. */
  readonly ensureFile: () => string;
}

export interface ModuleCache {
  /** The folder that the files are written to, for source maps. */
  readonly folder: () => string;
  readonly add: (label: string, code: string) => CachedScript;
  readonly remove: () => void;
}

/**
 * Creates a folder for each loader, with an unpredictable name and open to its owner only (0700). Attack:
 * in a shared temporary folder, another user can create a folder with a name that is easy to guess. A
 * build takes 3 ms, so the folder is not kept between processes.
 */
export function createModuleCache(): ModuleCache {
  let current: CacheFolder | undefined;
  const remove = (): void => {
    if (current !== undefined && isSame(current)) rmSync(current.path, { recursive: true });
    current = undefined;
    process.off("exit", remove);
  };
  const folder = (): string => {
    if (current === undefined || !isSame(current)) {
      current = createFolder();
      process.off("exit", remove).on("exit", remove);
    }
    return current.path;
  };
  return { folder, remove, add: (label, code) => createScript(label, code, folder) };
}

function createScript(label: string, code: string, folder: () => string): CachedScript {
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const name = `${label.replace(/[^\w.-]/g, "_")}-${hash}.mjs`;
  const ensureFile = (): string => {
    const file = join(folder(), name);
    if (!existsSync(file)) writeFileSync(file, code, { mode: 0o600 });
    return file;
  };
  return { hash, ensureFile };
}

interface CacheFolder {
  readonly path: string;
  readonly identity: string | undefined;
}

/**
 * Uses the real path, because the temporary folder is a link on some systems. Node resolves the relative
 * paths of a source map against the real path of the script.
 */
function createFolder(): CacheFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "hookwright-transforms-")));
  return { path, identity: identityOf(path) };
}

/**
 * Attack: after the system has cleaned its temporary folder, another user can create a folder of the same
 * name. Files of that folder must not run.
 */
function isSame({ path, identity }: CacheFolder): boolean {
  return identityOf(path) === identity;
}

function identityOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && [stats.dev, stats.ino, stats.uid, stats.birthtimeMs].join();
}
