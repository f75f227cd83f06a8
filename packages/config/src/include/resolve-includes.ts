// A config that includes files → the same config with their mappings and partials, and positions in each file.

import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { isRecord, readMember } from "@hookwright/base";
import type { ConfigPath, Problem } from "@hookwright/core";
import { knownKeys } from "@hookwright/core/problems";
import { readConfigText } from "../files/read-config-text.ts";
import { locateProblems } from "../hooks/locate-problems.ts";
import type { ConfigDocument, IncludedSource, IncludedValue, LoadReport } from "../load-result.ts";
import { limitProblems } from "../report/limit-problems.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
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
    const result = await readPart(absolute, { ...place, text: texts.get(place.filename) });
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

interface ChosenFile extends PartSource {
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

interface MergedConfig {
  /** Without `hooks.include`. */
  readonly config: unknown;
  readonly includedAt: (path: ConfigPath) => IncludedValue | undefined;
  readonly problems: readonly Problem[];
}

type Root = ConfigDocument & Pick<LoadReport, "filename">;

/** A value and where it comes from: the config itself, or a file that it includes. */
interface Located {
  readonly value: unknown;
  readonly origin: IncludedValue;
}

/** A config and the files that it includes → one config, and where each of its values comes from. */
function mergeParts(root: Root, parts: readonly IncludedPart[]): MergedConfig {
  const { include: _, ...hooks } = readMember(root.config, "hooks") as Record<string, unknown>;
  const { mappings: ownMappings = [], partials: ownPartials = {} } = hooks;
  const mappings = listMappings(root, ownMappings, parts);
  const partials = listPartials(root, ownPartials, parts);
  const byName = new Map<string, Located>();
  const problems = findRepeatedIds(root, mappings ?? []);
  for (const [name, partial] of partials ?? []) {
    const first = byName.get(name);
    if (first === undefined) byName.set(name, partial);
    else problems.push(repeatedPartial(name, first.origin, partial.origin));
  }
  const merged = {
    ...hooks,
    // If the config has something other than a list or an object, the core reports that.
    ...(mappings !== undefined && { mappings: mappings.map(({ value }) => value) }),
    ...(partials !== undefined && {
      partials: Object.fromEntries([...byName].map(([name, { value }]) => [name, value])),
    }),
  };
  const find = (key: unknown, step: unknown): Located | undefined => {
    if (key === "mappings") return mappings?.[Number(step)];
    return key === "partials" ? byName.get(String(step)) : undefined;
  };
  return {
    config: { ...(root.config as object), hooks: merged },
    includedAt: ([top, key, step, ...rest]) => {
      const origin = top === "hooks" ? find(key, step)?.origin : undefined;
      if (origin === undefined || origin.document === root) return undefined;
      return { ...origin, path: [...origin.path, ...rest] };
    },
    problems,
  };
}

/** Those of the config itself come first. */
function listMappings(
  root: Root,
  own: unknown,
  parts: readonly IncludedPart[],
): readonly Located[] | undefined {
  if (!Array.isArray(own)) return undefined;
  return [
    ...locateEntries(own, root, ["hooks", "mappings"]),
    ...parts.flatMap((part) => locateEntries(part.mappings, part.document, part.mappingsPath)),
  ].map(([, mapping]) => mapping);
}

function listPartials(
  root: Root,
  own: unknown,
  parts: readonly IncludedPart[],
): readonly (readonly [string, Located])[] | undefined {
  if (!isRecord(own)) return undefined;
  return [
    ...locateEntries(own, root, ["hooks", "partials"]),
    ...parts.flatMap((part) => locateEntries(part.partials, part.document, ["partials"])),
  ];
}

function locateEntries(
  values: object,
  document: IncludedValue["document"],
  path: ConfigPath,
): readonly (readonly [string, Located])[] {
  return Object.entries(values).map(([key, value]) => {
    const step = Array.isArray(values) ? Number(key) : key;
    return [key, { value, origin: { document, path: [...path, step] } }];
  });
}

function repeatedPartial(name: string, first: IncludedValue, again: IncludedValue): Problem {
  const problem: Problem = {
    code: "partial_duplicate",
    severity: "error",
    path: ["hooks", "partials", name],
    message: `The partial "${name}" of ${nameOf(again, "key")} is already in ${nameOf(first, "key")}.`,
    hint: "Remove one of the two, or give it another name.",
  };
  return locateInPart(problem, again.document, again.path);
}

/** Duplicates within the config itself are reported by the core. */
function findRepeatedIds(root: Root, mappings: readonly Located[]): Problem[] {
  const first = new Map<string, IncludedValue>();
  return mappings.flatMap(({ value, origin }, index) => {
    const id = readMember(value, "id");
    if (typeof id !== "string") return [];
    const again = { ...origin, path: [...origin.path, "id"] };
    const earlier = first.get(id.trim());
    if (earlier === undefined) first.set(id.trim(), again);
    if (earlier === undefined || origin.document === root) return [];
    const problem: Problem = {
      code: "id_duplicate",
      severity: "error",
      path: ["hooks", "mappings", index, "id"],
      message: `The id "${id.trim()}" of ${nameOf(again)} is taken by ${nameOf(earlier)}.`,
      hint: "Give each mapping its own id.",
    };
    return [locateInPart(problem, again.document, again.path)];
  });
}

/** `hooks.d/github.yaml:3:5` */
function nameOf({ document, path }: IncludedValue, part: "value" | "key" = "value"): string {
  const { line, column } = document.locate(path, part);
  return `${document.filename}:${line}:${column}`;
}

/** The content that an included file adds to the config. */
interface IncludedPart {
  readonly document: ConfigDocument & { readonly filename: string };
  readonly mappings: readonly unknown[];
  /** The path of the mappings within the file. */
  readonly mappingsPath: ConfigPath;
  readonly partials: Readonly<Record<string, unknown>>;
}

interface PartResult {
  /** Absent if the file could not be read or parsed. */
  readonly part?: IncludedPart;
  /** Problems of the file have their position; one without a file is about the entry. */
  readonly problems: readonly Problem[];
  /** The number of further problems. Absent: none. */
  readonly furtherProblems?: number | undefined;
  readonly source?: string;
  /** Absolute paths of the files that were read. */
  readonly files: readonly string[];
}

interface PartSource {
  /** The name to print in reports. */
  readonly filename: string;
  /** The entry of `include`, for problems that are not within a mapping. */
  readonly path: ConfigPath;
  /** The text to use in place of that of the file. */
  readonly text?: string | undefined;
}

async function readPart(
  absolute: string,
  { filename, path, text }: PartSource,
): Promise<PartResult> {
  const read = readConfigText(absolute, text);
  const { files } = read;
  if (!read.ok) {
    const message = `The included file ${filename} cannot be read: ${read.reason}.`;
    return { files, problems: [{ ...UNREADABLE, path, message }] };
  }
  const parsed = await parseConfigText(read.text, { filename, isIncluded: true });
  const ofText = parsed.problems.map((problem) => ({ ...problem, path, file: filename }));
  const { source = read.text, furtherProblems } = parsed;
  if (!parsed.ok) return { files, source, problems: ofText, furtherProblems };
  const { problems, ...shape } = readShape(parsed.config);
  const ofShape = problems.map(({ at, ...problem }) =>
    locateInPart({ ...problem, severity: "error", path }, parsed, at),
  );
  const part = { ...shape, document: parsed };
  return { files, source, part, problems: [...ofText, ...ofShape], furtherProblems };
}

const UNREADABLE = { code: "config_unreadable", severity: "error" } as const;

/** A problem, with its position in the included file. */
type ShapeProblem = Pick<Problem, "code" | "message" | "hint"> & {
  readonly at: ConfigPath;
};

interface IncludedShape {
  readonly mappings: readonly unknown[];
  readonly mappingsPath: ConfigPath;
  readonly partials: Readonly<Record<string, unknown>>;
  readonly problems: readonly ShapeProblem[];
}

/** A list of mappings, or `{ mappings, partials }`. A file with comments only is empty. */
function readShape(config: unknown): IncludedShape {
  if (config === null) return EMPTY;
  if (Array.isArray(config)) return { ...EMPTY, mappings: config };
  if (typeof config !== "object") {
    const message = "An included file is neither a list of mappings nor an object with mappings.";
    const hint = 'Write a list of mappings, or { "mappings": […], "partials": {…} }.';
    return { ...EMPTY, problems: [{ code: "wrong_type", at: [], message, hint }] };
  }
  return readObject(config as Readonly<Record<string, unknown>>);
}

const EMPTY: IncludedShape = { mappings: [], mappingsPath: [], partials: {}, problems: [] };

function readObject(config: Readonly<Record<string, unknown>>): IncludedShape {
  const problems = findUnknownKeys(Object.keys(config));
  const [mappings = [], partials = {}] = [
    readMember(config, "mappings"),
    readMember(config, "partials"),
  ];
  if (!Array.isArray(mappings)) {
    const message = '"mappings" of an included file must be a list.';
    const hint = 'Write [{ "match": { "path": "name" }, … }]; in YAML, "- " before each mapping.';
    problems.push({ code: "wrong_type", at: ["mappings"], message, hint });
  }
  if (!isRecord(partials)) {
    const message = '"partials" of an included file must be an object.';
    const hint = 'Write { "name": "a piece of a template" }.';
    problems.push({ code: "wrong_type", at: ["partials"], message, hint });
  }
  return {
    mappings: Array.isArray(mappings) ? mappings : [],
    mappingsPath: ["mappings"],
    partials: isRecord(partials) ? partials : {},
    problems,
  };
}

function findUnknownKeys(keys: readonly string[]): ShapeProblem[] {
  const unknown = keys.filter((key) => !KNOWN.has(key));
  const ofMapping = unknown.find((key) => MAPPING_KEYS.has(key));
  // The file is a single mapping instead of a list: its many keys are one mistake.
  const reported = ofMapping === undefined ? unknown : [ofMapping];
  return reported.map(
    (key): ShapeProblem => ({
      code: key === "include" ? "include_nested" : "unknown_key",
      at: [key],
      message:
        key === "include"
          ? "An included file cannot include files."
          : `An included file cannot have the key "${key}".`,
      hint: hintFor(key),
    }),
  );
}

function hintFor(key: string): string {
  if (key === "hooks")
    return 'Remove "hooks": write its "mappings" and "partials" as keys of their own.';
  if (MAPPING_KEYS.has(key)) {
    return 'Make it a list of mappings: in YAML, write "- " before the first key and indent the others; in JSON, write [ before it and ] behind it.';
  }
  return 'Write it into "hooks" of the config itself: an included file has "mappings" and "partials".';
}

const KNOWN: ReadonlySet<string> = new Set(["mappings", "partials", "$schema"]);

const MAPPING_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", "mappings", 0, "match"]));

/** `at` is the path within the file; the path of the problem stays that of the config. */
function locateInPart(
  problem: Problem,
  document: IncludedValue["document"],
  at: ConfigPath,
): Problem {
  const [located = problem] = locateProblems([{ ...problem, path: at }], document);
  return { ...located, path: problem.path, file: document.filename };
}
