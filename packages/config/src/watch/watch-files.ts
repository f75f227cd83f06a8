// Paths of files → one call after each burst of changes to them.
import { accessSync, constants, existsSync, type FSWatcher, readlinkSync, watch } from "node:fs";
import { basename, dirname, join, parse, resolve, sep } from "node:path";
import { createNameTest } from "../include/parse-include.ts";

interface FileWatcherOptions {
  readonly onChange: () => void;
  /** Whether a file of this name can be a module. A new module may be one that a watched file imports. */
  readonly isModule: (filename: string) => boolean;
  /** Quiet time in milliseconds before the call. Default: 50. */
  readonly quietMs?: number;
}

/** Watches a set of files, which can be replaced. */
interface FileWatcher {
  /**
   * Replaces the set. `patterns` are paths whose last segment may have `*` and `?`: a new file that matches one
   * is a change, too. Throws if the system cannot create a further watch.
   */
  readonly watch: (files: readonly string[], patterns?: readonly string[]) => void;
  readonly close: () => void;
}

/** Editors write, rename and touch a file within a few milliseconds; nobody notices this delay. */
const DEFAULT_QUIET_MS = 50;

/**
 * Watches the folders of files, not the files: many editors save by renaming a new file over the old one,
 * which would end a watch on the file. A module that appears beside a watched module counts as a change
 * too: an import may have been missing it. If the folder of a file does not exist, its nearest existing
 * parent is watched, and so is that of a folder that cannot be listed. Links on the way to a file are watched,
 * and what they lead to: Kubernetes replaces a secret by moving a link of its folder. The watcher keeps the
 * process alive until it is closed.
 */
export function createFileWatcher(options: FileWatcherOptions): FileWatcher {
  const { onChange, isModule, quietMs = DEFAULT_QUIET_MS } = options;
  let watchers: readonly FSWatcher[] = [];
  let quiet: NodeJS.Timeout | undefined;

  const scheduleCall = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(onChange, quietMs);
  };
  /** Some systems do not report the name; then any file may have changed. */
  const isWatched = (name: string | null, { names, tests }: WatchedNames): boolean => {
    if (name === null || names.has(name) || tests.some((test) => test(name))) return true;
    // A new module counts only beside a watched module: a config may lie in a project full of modules.
    return isModule(name) && [...names].some(isModule);
  };
  const open = (folder: string, watched: WatchedNames): FSWatcher =>
    watch(folder, (_, name) => {
      // When a deployment moves a folder away, the event has the name of the folder.
      if (name === basename(folder) || isWatched(name, watched)) scheduleCall();
      // Some systems report the removal of the folder itself as an error.
    }).on("error", scheduleCall);
  const closeWatchers = (): void => {
    for (const watcher of watchers) watcher.close();
  };

  return {
    watch: (files, patterns = []) => {
      // New watches open before old ones close, so that no change is missed. None is reused: a folder may
      // have been replaced by another of the same name.
      const next = [...groupByFolder(files, patterns)].map(([folder, watched]) =>
        open(folder, watched),
      );
      closeWatchers();
      watchers = next;
    },
    close: () => {
      clearTimeout(quiet);
      closeWatchers();
    },
  };
}

/** What counts as a change in one folder. */
interface WatchedNames {
  readonly names: Set<string>;
  readonly tests: ((name: string) => boolean)[];
}

function groupByFolder(
  files: readonly string[],
  patterns: readonly string[],
): ReadonlyMap<string, WatchedNames> {
  const groups = new Map<string, WatchedNames>();
  const groupOf = (folder: string): WatchedNames => {
    const group = groups.get(folder) ?? { names: new Set<string>(), tests: [] };
    groups.set(folder, group);
    return group;
  };
  for (const file of files) {
    for (const path of [file, ...linksOf(file)]) addFile(path, groupOf);
  }
  for (const pattern of patterns) {
    const folder = dirname(pattern);
    if (existsSync(folder)) groupOf(folder).tests.push(createNameTest(basename(pattern)));
    else addFile(folder, groupOf);
  }
  return groups;
}

function addFile(file: string, groupOf: (folder: string) => WatchedNames): void {
  let [folder, name] = [dirname(file), basename(file)];
  const { root } = parse(file);
  while (folder !== root && !isReadable(folder)) {
    [folder, name] = [dirname(folder), basename(folder)];
  }
  groupOf(folder).names.add(name);
}

/** A secret may be in a folder that this user can enter but not list: such a folder cannot be watched. */
function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The limit of Linux. */
const MAX_LINKS = 40;

/** The links on the way to a file, and the file that they lead to. */
function linksOf(file: string): readonly string[] {
  const found: string[] = [];
  let path = file;
  for (let link = firstLink(path); link !== undefined; link = firstLink(path)) {
    path = join(resolve(dirname(link.at), link.target), link.rest);
    found.push(link.at, path);
    if (found.length > MAX_LINKS * 2) break;
  }
  return found;
}

interface Link {
  readonly at: string;
  readonly target: string;
  readonly rest: string;
}

/** Links in the root, such as /tmp of macOS, belong to the system. */
function firstLink(path: string): Link | undefined {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  for (let count = 2; count <= names.length; count++) {
    const at = join(root, ...names.slice(0, count));
    const target = readLink(at);
    if (target !== undefined) return { at, target, rest: names.slice(count).join(sep) };
  }
  return undefined;
}

/** Returns undefined if the path is missing or is not a symbolic link. */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
