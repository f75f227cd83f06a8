// Planned files and a folder → what is there already and differs; or the files, written.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { NewFile } from "./plan-files.ts";

export interface Conflict {
  readonly path: string;
  readonly existing: string;
  readonly planned: string;
}

/** Files that would lose what stands in them. A token is never shown, so a different one is only named. */
export function findConflicts(folder: string, files: readonly NewFile[]): readonly Conflict[] {
  return files.flatMap(({ path, text, appends, mode }) => {
    const file = join(folder, path);
    if (appends === true || !existsSync(file)) return [];
    const existing = readFileSync(file, "utf8");
    if (existing === text) return [];
    const isPrivate = mode !== undefined;
    return [{ path, existing: isPrivate ? "" : existing, planned: isPrivate ? "" : text }];
  });
}

/** @returns the paths of the files that were written or changed */
export function writeFiles(folder: string, files: readonly NewFile[]): readonly string[] {
  return files.filter((file) => writeOne(join(folder, file.path), file)).map(({ path }) => path);
}

function writeOne(file: string, { text, mode = 0o644, appends }: NewFile): boolean {
  const existing = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const wanted = appends === true && existing !== undefined ? withLines(existing, text) : text;
  if (existing === wanted) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted, { mode });
  return true;
}

function withLines(existing: string, lines: string): string {
  const there = new Set(existing.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.split("\n").filter((line) => line !== "" && !there.has(line));
  if (missing.length === 0) return existing;
  const end = existing === "" || existing.endsWith("\n") ? "" : "\n";
  return `${existing}${end}${missing.join("\n")}\n`;
}
