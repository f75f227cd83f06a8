// The path of an included file → its mappings and partials with positions, and its problems.
import { isRecord, readMember } from "@hookwright/base";
import type { ConfigPath, Problem } from "@hookwright/core";
import { hooksSchema } from "@hookwright/core/schema";
import { readConfigText } from "../files/load-config-file.ts";
import type { ConfigDocument } from "../load-result.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { locateInPart } from "./locate-in-part.ts";

/** What an included file adds to the config. */
export interface IncludedPart {
  readonly document: ConfigDocument & { readonly filename: string };
  readonly mappings: readonly unknown[];
  /** The path of the mappings within the file. */
  readonly mappingsPath: ConfigPath;
  readonly partials: Readonly<Record<string, unknown>>;
}

interface PartResult {
  /** Absent if the file could not be read or parsed. */
  readonly part?: IncludedPart;
  /** Those of the file have their position; one without a file is about the entry. */
  readonly problems: readonly Problem[];
  /** How many more the file has. Absent: none. */
  readonly furtherProblems?: number | undefined;
  readonly source?: string;
  /** Absolute paths of what was read. */
  readonly files: readonly string[];
}

export interface PartPlace {
  /** The name to print in reports. */
  readonly filename: string;
  /** The entry of `include`, for what has no place in a mapping. */
  readonly path: ConfigPath;
  /** The text to take in place of that of the file. */
  readonly text?: string | undefined;
}

export async function readPart(
  absolute: string,
  { filename, path, text }: PartPlace,
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

/** A problem with its place in the included file. */
type ShapeProblem = Pick<Problem, "code" | "message" | "hint"> & {
  readonly at: ConfigPath;
};

interface IncludedShape {
  readonly mappings: readonly unknown[];
  readonly mappingsPath: ConfigPath;
  readonly partials: Readonly<Record<string, unknown>>;
  readonly problems: readonly ShapeProblem[];
}

/** A list of mappings, or `{ mappings, partials }`. A file of which all is commented out is empty. */
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
  // A mapping that is no list has many keys, and makes one mistake.
  const reported = ofMapping === undefined ? unknown : [ofMapping];
  return reported.map(
    (key): ShapeProblem => ({
      code: key === "include" ? "include_nested" : "unknown_key",
      at: [key],
      message:
        key === "include"
          ? "An included file cannot include files."
          : `An included file has no key "${key}".`,
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

const MAPPING_KEYS: ReadonlySet<string> = new Set(
  Object.keys(
    readMember(
      readMember(readMember(hooksSchema, "definitions"), "mapping"),
      "properties",
    ) as object,
  ),
);
