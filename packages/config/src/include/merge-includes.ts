// The texts of included files → their parts, and a config with them as one config with positions in each file.
import { isRecord, readMember } from "@hookwright/base";
import type { ConfigPath, Problem } from "@hookwright/core";
import { knownKeys } from "@hookwright/core/problems";
import { locateProblems } from "../hooks/locate-problems.ts";
import type { ConfigDocument, IncludedValue, LoadReport } from "../load-result.ts";
import { limitProblems } from "../report/limit-problems.ts";
import { parseConfigText } from "../text/parse-config-text.ts";

/** The text of a file of `hooks.include`. */
export interface IncludedText {
  /** The name to print in reports. */
  readonly filename: string;
  readonly text: string;
}

/**
 * Adds included files to a config, as `includeFiles` does with files: in the order that is given, which is that of
 * `included` of a load. For pages, which have texts and no folder.
 *
 * @example
 * ```ts
 * const document = await parseConfigText(text, { filename: "hooks.yaml" });
 * if (document.ok) await includeTexts(document, [{ filename: "hooks.d/a.yaml", text: "[]" }]);
 * ```
 */
export async function includeTexts(
  document: ConfigDocument & LoadReport,
  texts: readonly IncludedText[],
): Promise<ConfigDocument & LoadReport> {
  const path = ["hooks", "include"];
  // The core reports `hooks` that are not an object, and an `include` that is not a list.
  if (!Array.isArray(readMember(readMember(document.config, "hooks"), "include"))) return document;
  const read = await Promise.all(texts.map((one) => parsePart({ ...one, path })));
  const parts = read.flatMap(({ part }) => part ?? []);
  const merged = mergeParts(document, parts);
  const found = read.flatMap(({ problems }) => problems);
  const further = read.reduce((sum, { furtherProblems = 0 }) => sum + furtherProblems, 0);
  return {
    ...document,
    config: merged.config,
    includedAt: merged.includedAt,
    ...limitProblems([...document.problems, ...found, ...merged.problems], further),
  };
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
export function mergeParts(root: Root, parts: readonly IncludedPart[]): MergedConfig {
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
export interface IncludedPart {
  readonly document: ConfigDocument & { readonly filename: string };
  readonly mappings: readonly unknown[];
  /** The path of the mappings within the file. */
  readonly mappingsPath: ConfigPath;
  readonly partials: Readonly<Record<string, unknown>>;
}

export interface PartResult {
  /** Absent if the file could not be read or parsed. */
  readonly part?: IncludedPart;
  /** Problems of the file have their position; one without a file is about the entry. */
  readonly problems: readonly Problem[];
  /** The number of further problems. Absent: none. */
  readonly furtherProblems?: number | undefined;
  readonly source?: string;
}

export interface PartSource extends IncludedText {
  /** The entry of `include`, for problems that are not within a mapping. */
  readonly path: ConfigPath;
}

export async function parsePart({ filename, path, text }: PartSource): Promise<PartResult> {
  const parsed = await parseConfigText(text, { filename, isIncluded: true });
  const ofText = parsed.problems.map((problem) => ({ ...problem, path, file: filename }));
  const { source = text, furtherProblems } = parsed;
  if (!parsed.ok) return { source, problems: ofText, furtherProblems };
  const { problems, ...shape } = readShape(parsed.config);
  const ofShape = problems.map(({ at, ...problem }) =>
    locateInPart({ ...problem, severity: "error", path }, parsed, at),
  );
  const part = { ...shape, document: parsed };
  return { source, part, problems: [...ofText, ...ofShape], furtherProblems };
}

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
