// A value and the schema of its kind of file → what of it is right, and a problem for everything else.
import { hintNearestName, readOwn } from "@hookwright/base";
import type { ConfigCode } from "./codes/config-codes.ts";
import {
  findSchemaErrors,
  keysOfSchema,
  type SchemaCheck,
  type SchemaFinding,
  typeName,
} from "./describe-schema-error.ts";
import { hintForType } from "./hint-type.ts";
import { type ConfigPath, createProblem, type Problem, type Report } from "./problem.ts";

/** A kind of file: what it may hold, and what people write in it by mistake. */
export interface FileKind {
  /** As a sentence names the whole: `A test file`. */
  readonly name: string;
  /** The JSON Schema (draft 07), with definitions of its own only. */
  readonly schema: unknown;
  /** Made of the same schema. */
  readonly check: SchemaCheck;
  /** What to write in place of a key that is not known. Default: the nearest of those that are. */
  readonly hintForKey?: (owner: string, key: string) => string | undefined;
  /** What to write in place of a value that is not right. Default: what its type says. */
  readonly hintForValue?: (owner: string, key: string, value: unknown) => string | undefined;
}

export interface ReadBySchemaOptions {
  /** Where the value stands in its file. Default: it is the file. */
  readonly path?: ConfigPath;
}

/**
 * What is wrong is told to `report` and taken out, so that what is left is of the declared types, but for keys that
 * are required and missing. `null` stands for no value, as in configs. Undefined where nothing is left.
 */
export function readBySchema(
  input: unknown,
  kind: FileKind,
  report: Report,
  { path = [] }: ReadBySchemaOptions = {},
): unknown {
  const { value, findings } = findWithoutUnset(input, kind.check, () => true);
  for (const finding of findings) report(problemOfKind(value, finding, { kind, path }));
  return omitPaths(value, listUnusable(findings));
}

interface Found {
  readonly value: unknown;
  readonly findings: readonly SchemaFinding[];
}

/** Programs that write configs put `null` for a key that has no value: it is taken out where `mayBeUnset` says so. */
export function findWithoutUnset(
  input: unknown,
  check: SchemaCheck,
  mayBeUnset: (steps: ConfigPath) => boolean,
): Found {
  const first = findSchemaErrors(input, check);
  const unset = first.filter(
    ({ keyword, steps }) =>
      keyword !== "additionalProperties" &&
      typeof steps.at(-1) === "string" &&
      mayBeUnset(steps) &&
      valueAt(input, steps) === null,
  );
  if (unset.length === 0) return { value: input, findings: first };
  const value = omitPaths(
    input,
    unset.map(({ steps }) => steps),
  );
  // Again, because a key that is required is missing now.
  return { value, findings: findSchemaErrors(value, check) };
}

/** What has to be taken out for the rest to be of the declared types. */
export function listUnusable(findings: readonly SchemaFinding[]): readonly ConfigPath[] {
  return findings
    .filter(({ keyword, steps, unusable }) => keyword !== "required" || unusable !== steps)
    .map(({ unusable }) => unusable);
}

export function valueAt(root: unknown, steps: ConfigPath): unknown {
  return steps.reduce<unknown>((at, step) => readOwn(at, String(step)), root);
}

function problemOfKind(
  root: unknown,
  finding: SchemaFinding,
  { kind, path }: { readonly kind: FileKind; readonly path: ConfigPath },
): Problem {
  const { keyword, steps, error } = finding;
  const code = codeOfKeyword(keyword);
  const at = [...path, ...steps];
  const value = valueAt(root, steps);
  if (steps.length === 0) {
    const wanted = keyword === "type" ? "an object" : "something else";
    return createProblem(code, at, `${kind.name} must be ${wanted}, not ${typeName(value)}.`);
  }
  const [owner, key] = [ownerOf(at), String(steps.at(-1))];
  if (keyword === "additionalProperties") {
    const known = keysOfSchema(kind.schema, steps);
    const hint = kind.hintForKey?.(owner, key) ?? hintNearestName(key, known);
    return createProblem(code, at, finding.message, { hint });
  }
  const { params } = error;
  const hint =
    kind.hintForValue?.(owner, key, value) ??
    (keyword === "enum"
      ? hintNearestName(String(value), (params["allowedValues"] as unknown[]).map(String))
      : hintForType(params["type"], value, { owner, key }));
  return createProblem(code, at, finding.message, { hint });
}

/** The key of the object or list that a value stands in. */
function ownerOf(steps: ConfigPath): string {
  return String(steps.slice(0, -1).findLast((step) => typeof step === "string") ?? "");
}

export function codeOfKeyword(keyword: string): ConfigCode {
  switch (keyword) {
    case "additionalProperties":
      return "unknown_key";
    case "required":
      return "missing_key";
    case "type":
    case "anyOf":
    case "minItems":
    case "maxItems":
      return "wrong_type";
    default:
      return "invalid_value";
  }
}

/**
 * Paths by their steps. Each of many entries may be wrong, and a search through all paths for each of them would
 * take quadratic time.
 */
export interface PathTree {
  /** Whether a path ends here. */
  isEnd: boolean;
  /** An index and a key of the same digits are two. */
  readonly below: Map<string | number, PathTree>;
}

export function createPathTree(paths: readonly ConfigPath[]): PathTree {
  const root: PathTree = { isEnd: false, below: new Map() };
  for (const path of paths) {
    let tree = root;
    for (const step of path) {
      const next = tree.below.get(step) ?? { isEnd: false, below: new Map() };
      tree.below.set(step, next);
      tree = next;
    }
    tree.isEnd = true;
  }
  return root;
}

/** Whether one of the paths leads to the value itself, or to what it stands in. */
export function isOnPath(paths: PathTree, path: ConfigPath): boolean {
  let tree: PathTree | undefined = paths;
  for (const step of path) {
    if (tree === undefined || tree.isEnd) break;
    tree = tree.below.get(step);
  }
  return tree?.isEnd === true;
}

/** The value without what stands at these paths; an entry of a list leaves `undefined` in its place. */
export function omitPaths(value: unknown, paths: readonly ConfigPath[]): unknown {
  return paths.length === 0 ? value : omitTree(value, createPathTree(paths));
}

function omitTree(value: unknown, paths: PathTree | undefined): unknown {
  if (paths === undefined) return value;
  if (paths.isEnd) return undefined;
  if (Array.isArray(value)) {
    return value.map((item, index) => omitTree(item, paths.below.get(index)));
  }
  const entries = Object.entries(value as object)
    .map(([key, item]) => [key, omitTree(item, paths.below.get(key))] as const)
    .filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries);
}
