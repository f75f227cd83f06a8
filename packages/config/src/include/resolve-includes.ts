// A config that includes files → the same config with their mappings and partials, and positions in each file.

import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Problem } from "@hookwright/core";
import { readConfigText } from "../files/read-config-text.ts";
import { locateProblems } from "../hooks/locate-problems.ts";
import type { ConfigDocument, IncludedSource, LoadReport } from "../load-result.ts";
import { limitProblems } from "../report/limit-problems.ts";
import {
  type IncludedPart,
  mergeParts,
  type PartResult,
  type PartSource,
  parsePart,
} from "./merge-includes.ts";
import { createNameTest, hasWildcard, type IncludePattern, parseInclude } from "./parse-include.ts";

/** A config that could be parsed, with its report. */
type ReadConfig = ConfigDocument & LoadReport & { readonly ok: true };

/** Files that cannot be included are left out and reported; the others are included. */
export async function resolveIncludes(
  document: ReadConfig,
  entries: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<ReadConfig> {
  const { files, patterns, problems } = chooseFiles(entries, document);
  const parts: IncludedPart[] = [];
  const included: IncludedSource[] = [];
  const found: Problem[] = [...document.problems, ...locateProblems(problems, document)];
  const read: string[] = [...document.files];
  let further = document.furtherProblems ?? 0;
  for (const { absolute, ...place } of files) {
    const result = await readPart({ absolute, ...place, text: texts.get(place.filename) });
    if (result.part !== undefined) parts.push(result.part);
    if (result.source !== undefined) {
      included.push({ filename: place.filename, source: result.source });
    }
    const { problems: ofFile } = result;
    found.push(...ofFile.filter(({ file }) => file !== undefined));
    found.push(
      ...locateProblems(
        ofFile.filter(({ file }) => file === undefined),
        document,
      ),
    );
    read.push(...result.files);
    further += result.furtherProblems ?? 0;
  }
  const merged = mergeParts(document, parts);
  return {
    ...document,
    config: merged.config,
    includedAt: merged.includedAt,
    ...limitProblems([...found, ...merged.problems], further),
    files: read,
    included,
    patterns,
  };
}

interface ChosenFile extends Omit<PartSource, "text"> {
  /** The absolute path. */
  readonly absolute: string;
}

interface ChosenFiles {
  /** Each once, by the first entry that names it. */
  readonly files: readonly ChosenFile[];
  /** Absolute paths, whose last segment may have `*` and `?`. */
  readonly patterns: readonly string[];
  /** Without positions. */
  readonly problems: readonly Problem[];
}

/** More than a gateway has senders: a pattern that matches this many files most likely names a folder of other data. */
const MAX_INCLUDED_FILES = 500;

/** The entries of `include` → the files that they name, in order, and problems for entries that name none. */
export function chooseFiles(
  entries: readonly string[],
  { filename }: Pick<LoadReport, "filename">,
): ChosenFiles {
  const problems: Problem[] = [];
  const patterns: string[] = [];
  const chosen = new Map<string, ChosenFile>();
  const configFile = resolve(filename);
  const baseDir = dirname(configFile);
  for (const [index, entry] of entries.entries()) {
    const path = ["hooks", "include", index];
    const report = (problem: Omit<Problem, "path">): unknown => problems.push({ ...problem, path });
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
    // A pattern for the folder of the config matches the config, too.
    const files = found.files.filter((file) => join(baseDir, file) !== configFile);
    if (files.length === 0) report(NONE);
    for (const file of files) {
      const absolute = join(baseDir, file);
      if (chosen.has(absolute)) continue;
      const name = join(dirname(filename), file);
      chosen.set(absolute, { absolute, filename: name, path });
    }
  }
  if (chosen.size > MAX_INCLUDED_FILES) {
    problems.push({ ...TOO_MANY, path: ["hooks", "include"] });
  }
  return { files: [...chosen.values()].slice(0, MAX_INCLUDED_FILES), patterns, problems };
}

const NONE = {
  code: "include_empty",
  severity: "warning",
  message: "This entry of hooks.include matches no file.",
  hint: "Names are compared below the folder of the config, and end in .yaml, .yml, .json, .jsonc or .json5.",
} as const;

const TOO_MANY = {
  code: "include_invalid",
  severity: "error",
  message: `The entries of hooks.include match more than ${MAX_INCLUDED_FILES} files.`,
  hint: "Keep the included files in a folder of their own.",
} as const;

type FoundFilesResult =
  /** Relative to the folder of the config. */
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Returns no files for a folder that cannot be listed. */
function findFiles({ folder, name }: IncludePattern, baseDir: string): FoundFilesResult {
  if (hasWildcard(name)) return refuseOutside(listFiles({ folder, name }, baseDir), baseDir);
  const file = join(folder, name);
  if (isFolder(join(baseDir, file))) {
    const message = "This entry of hooks.include names a folder.";
    return { ok: false, message, hint: `Write "${file}/*.yaml".` };
  }
  if (CONFIG_NAME.test(name)) return refuseOutside([file], baseDir);
  const message = "This entry of hooks.include names a file that is not a config.";
  return {
    ok: false,
    message,
    hint: "Its name has to end in .yaml, .yml, .json, .jsonc or .json5.",
  };
}

/** A pattern such as `hooks.d/*` does not mean the notes and editor backups beside the configs. */
const CONFIG_NAME = /\.(?:ya?ml|json[c5]?)$/i;

function listFiles({ folder, name }: IncludePattern, baseDir: string): readonly string[] {
  const fits = createNameTest(name);
  return listNames(join(baseDir, folder))
    .filter((one) => fits(one) && CONFIG_NAME.test(one))
    .map((one) => join(folder, one))
    .filter((file) => !isFolder(join(baseDir, file)))
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A link may lead to a file whose owner does not know that it is part of a config. */
function refuseOutside(files: readonly string[], baseDir: string): FoundFilesResult {
  const root = realPath(baseDir);
  const outside = files.find((file) => !realPath(join(root, file)).startsWith(join(root, sep)));
  if (outside === undefined) return { ok: true, files };
  return {
    ok: false,
    message: `The file ${outside} of hooks.include is a link that leads out of the folder of the config.`,
    hint: "Copy the file into that folder.",
  };
}

/** A file that does not exist is reported when it is read. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A file that cannot be read is a problem of its entry. */
async function readPart({
  absolute,
  filename,
  path,
  text,
}: ChosenFile & { readonly text: string | undefined }): Promise<
  PartResult & { readonly files: readonly string[] }
> {
  const read = readConfigText(absolute, text);
  const { files } = read;
  if (read.ok) return { ...(await parsePart({ filename, path, text: read.text })), files };
  const message = `The included file ${filename} cannot be read: ${read.reason}.`;
  return { files, problems: [{ ...UNREADABLE, path, message }] };
}

const UNREADABLE = { code: "config_unreadable", severity: "error" } as const;
