// Paths of files → a call whenever one of them changes, appears or goes, once a flurry is over.
import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

export interface FileWatcherOptions {
  readonly onChange: () => void;
  /** Whether a file of this name can be a module: one that appears beside another may be what it imports. */
  readonly isModule: (filename: string) => boolean;
  /** Quiet time in milliseconds before the call. Default: 50. */
  readonly quietMs?: number;
}

/** Watches a set of files, which may change. */
export interface FileWatcher {
  /** Watches these from now on, and no others. Throws where the system has no watch left. */
  readonly watch: (files: readonly string[]) => void;
  readonly close: () => void;
}

/** Editors write, rename and touch within a few milliseconds; nobody minds waiting for this. */
const QUIET_MS = 50;

/**
 * Watches the folders of files, not the files: an editor that saves by renaming a new file into place
 * would take the watch away with the old one. A module that appears beside a watched file counts as a
 * change too: it may be the one that an import was missing. Of a file whose folder does not exist, the
 * nearest folder that does is watched. Keeps the process alive until it is closed.
 */
export function createFileWatcher(options: FileWatcherOptions): FileWatcher {
  const { onChange, isModule, quietMs = QUIET_MS } = options;
  let watchers: readonly FSWatcher[] = [];
  let quiet: NodeJS.Timeout | undefined;

  const changed = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(onChange, quietMs);
  };
  /** Some systems do not tell the name: then it may be any. State files that modules keep are no modules. */
  const isWatched = (name: string | null, names: ReadonlySet<string>): boolean => {
    if (name === null || names.has(name)) return true;
    // Beside a config there may be whole projects, which do not concern it.
    return isModule(name) && [...names].some(isModule);
  };
  const open = (folder: string, names: ReadonlySet<string>): FSWatcher =>
    watch(folder, (_, name) => {
      // A folder that is moved away, as by a deployment, tells that under its own name.
      if (name === basename(folder) || isWatched(name, names)) changed();
      // Some systems report the removal of the folder itself as an error.
    }).on("error", changed);
  const closeWatchers = (): void => {
    for (const watcher of watchers) watcher.close();
  };

  return {
    watch: (files) => {
      // The new ones first, and all anew: no change falls between, and a folder may be another by now.
      const next = [...groupByFolder(files)].map(([folder, names]) => open(folder, names));
      closeWatchers();
      watchers = next;
    },
    close: () => {
      clearTimeout(quiet);
      closeWatchers();
    },
  };
}

function groupByFolder(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const file of files) {
    let [folder, name] = [dirname(file), basename(file)];
    while (!existsSync(folder)) [folder, name] = [dirname(folder), basename(folder)];
    groups.set(folder, (groups.get(folder) ?? new Set()).add(name));
  }
  return groups;
}
