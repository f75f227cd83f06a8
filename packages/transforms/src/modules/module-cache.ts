// Scripts → files in a folder that nobody else can write to, named by their content.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface CachedScript {
  readonly hash: string;
  /** Where the file is now. Writes it again if it has gone. */
  readonly ensureFile: () => string;
}

export interface ModuleCache {
  /** Where the files will be, for source maps. */
  readonly folder: () => string;
  readonly add: (label: string, code: string) => CachedScript;
  readonly remove: () => void;
}

/**
 * A new folder for each loader, with an unpredictable name and open to its owner only (0700): in a
 * shared temporary folder, a name that others can guess is one that others can fill. Building takes
 * 3 ms, so there is nothing to gain from keeping it.
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
 * The real path: on some systems the temporary folder is a link. Node reads source maps, whose paths
 * are relative, from where a script really is.
 */
function createFolder(): CacheFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "hookwright-transforms-")));
  return { path, identity: identityOf(path) };
}

/**
 * Systems clean their temporary folders after some days. Whoever made a folder of the same name since
 * then must not get his files run.
 */
function isSame({ path, identity }: CacheFolder): boolean {
  return identityOf(path) === identity;
}

function identityOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && [stats.dev, stats.ino, stats.uid, stats.birthtimeMs].join();
}
