// The entries of `include` → the files that they stand for, in order, and the entries that name none.
import { dirname, join, resolve } from "node:path";
import type { Problem } from "@hookwright/core";
import type { ConfigDocument, LoadReport } from "../load-result.ts";
import { findFiles } from "./find-files.ts";
import { parseInclude } from "./parse-include.ts";
import type { PartPlace } from "./read-part.ts";

export interface ChosenFile extends PartPlace {
  /** The absolute path. */
  readonly absolute: string;
}

export interface ChosenFiles {
  /** Each once, by the first entry that names it. */
  readonly files: readonly ChosenFile[];
  /** Absolute paths, the last names of which may have `*` and `?`. */
  readonly patterns: readonly string[];
  readonly problems: readonly Problem[];
}

/** More than a gateway has senders: a pattern that fits so many most likely names a folder of other data. */
const MAX_INCLUDED_FILES = 500;

export function chooseFiles(
  entries: readonly string[],
  { filename, locate }: Pick<ConfigDocument & LoadReport, "filename" | "locate">,
): ChosenFiles {
  const problems: Problem[] = [];
  const patterns: string[] = [];
  const chosen = new Map<string, ChosenFile>();
  const configFile = resolve(filename);
  const baseDir = dirname(configFile);
  for (const [index, entry] of entries.entries()) {
    const path = ["hooks", "include", index];
    const report = (problem: Omit<Problem, "path">): unknown =>
      problems.push({ ...problem, path, position: locate(path) });
    const pattern = parseInclude(entry);
    if (pattern.ok) patterns.push(join(baseDir, pattern.folder, pattern.name));
    const found = pattern.ok ? findFiles(pattern, baseDir) : pattern;
    if (!found.ok) {
      report({
        code: "include_invalid",
        severity: "error",
        message: found.message,
        hint: found.hint,
      });
      continue;
    }
    // A pattern for the folder of the config fits the config, too.
    const files = found.files.filter((file) => join(baseDir, file) !== configFile);
    if (files.length === 0) report(NONE);
    for (const file of files) {
      const absolute = join(baseDir, file);
      if (chosen.has(absolute)) continue;
      const name = join(dirname(filename), file);
      chosen.set(absolute, { absolute, filename: name, path, position: locate(path) });
    }
  }
  if (chosen.size > MAX_INCLUDED_FILES) {
    const path = ["hooks", "include"];
    problems.push({ ...TOO_MANY, path, position: locate(path) });
  }
  return { files: [...chosen.values()].slice(0, MAX_INCLUDED_FILES), patterns, problems };
}

const NONE = {
  code: "include_empty",
  severity: "warning",
  message: "This entry of hooks.include fits no file.",
  hint: "Names are compared below the folder of the config, and end in .yaml, .yml, .json, .jsonc or .json5.",
} as const;

const TOO_MANY = {
  code: "include_invalid",
  severity: "error",
  message: `The entries of hooks.include fit more than ${MAX_INCLUDED_FILES} files.`,
  hint: "Keep the included files in a folder of their own.",
} as const;
