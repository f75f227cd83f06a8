// The data of an included file → its mappings and partials, and what else stands there as problems.
import { type ConfigPath, hooksSchema, type Problem } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";

/** A problem with its place in the included file. */
type ShapeProblem = Pick<Problem, "code" | "message" | "hint"> & {
  readonly at: ConfigPath;
  readonly part?: "key";
};

export interface IncludedShape {
  readonly mappings: readonly unknown[];
  readonly mappingsPath: ConfigPath;
  readonly partials: Readonly<Record<string, unknown>>;
  readonly problems: readonly ShapeProblem[];
}

/** A list of mappings, or `{ mappings, partials }`. A file of which all is commented out is empty. */
export function readShape(config: unknown): IncludedShape {
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
  const [mappings = [], partials = {}] = [readOwn(config, "mappings"), readOwn(config, "partials")];
  if (!Array.isArray(mappings)) {
    const message = '"mappings" of an included file must be a list.';
    const hint = 'Write [{ "match": { "path": "name" }, … }]; in YAML, "- " before each mapping.';
    problems.push({ code: "wrong_type", at: ["mappings"], message, hint });
  }
  if (!isObject(partials)) {
    const message = '"partials" of an included file must be an object.';
    const hint = 'Write { "name": "a piece of a template" }.';
    problems.push({ code: "wrong_type", at: ["partials"], message, hint });
  }
  return {
    mappings: Array.isArray(mappings) ? mappings : [],
    mappingsPath: ["mappings"],
    partials: isObject(partials) ? partials : {},
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
      part: "key",
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
    readOwn(readOwn(readOwn(hooksSchema, "definitions"), "mapping"), "properties") as object,
  ),
);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
