// A value and the schema of its kind of file → what of it is right, and a problem for everything else.
import { type ConfigPath, hintNearestName, readOwn } from "@hookwright/base";
import {
  type ConfigCode,
  createProblem,
  type Problem,
  type Report,
  typeName,
} from "../../model/index.ts";
import type { SchemaCheck } from "./describe-schema-error.ts";
import { findSchemaErrors, type SchemaFinding } from "./find-schema-errors.ts";
import { hintForType } from "./hint-type.ts";
import { keysOfSchema, schemasAt } from "./known-keys.ts";

/** A kind of file: what it may hold, and what people write in it by mistake. */
export interface FileKind {
  /** As a sentence names the whole: `A test file`. */
  readonly name: string;
  /** The JSON Schema (draft 07), with definitions of its own only. */
  readonly schema: unknown;
  /** Made of the same schema. */
  readonly check: SchemaCheck;
  /** What to write instead of an unknown key. Default: the nearest known key. */
  readonly hintForKey?: (owner: string, key: string) => string | undefined;
  /** What to write instead of an invalid value. Default: what its type says. */
  readonly hintForValue?: (owner: string, key: string, value: unknown) => string | undefined;
  /** Whether `null` means that there is no value, as programs write it that generate configs. Default: it is a value. */
  readonly isNullUnset?: boolean;
  /** Codes of its own, for a key that is missing and for everything else. Default: those of configs. */
  readonly codes?: { readonly missing: ConfigCode; readonly wrong: ConfigCode };
}

/** The position of a value that is read by its schema. */
export interface ReadBySchemaOptions {
  /** The path of the value in its file. Default: it is the whole file. */
  readonly path?: ConfigPath;
}

/**
 * What is wrong is reported and removed, so that what is left is of the declared types, but for keys that
 * are required and missing. Undefined if nothing is left. Never throws for a value that was parsed.
 *
 * @example
 * ```ts
 * const problems: Problem[] = [];
 * const read = readBySchema({ titel: 1 }, kind, (problem) => problems.push(problem));
 * // problems[0].hint: Did you mean "title"?
 * ```
 */
export function readBySchema(
  input: unknown,
  kind: FileKind,
  report: Report,
  { path = [] }: ReadBySchemaOptions = {},
): unknown {
  const { value, findings } = findWithoutUnset(input, kind.check, () => kind.isNullUnset === true);
  // A misspelt key is also missing under its right name: the name that it should have comes first.
  const isMissing = ({ keyword }: SchemaFinding): number => (keyword === "required" ? 1 : 0);
  for (const finding of findings.toSorted((one, other) => isMissing(one) - isMissing(other))) {
    report(problemOfKind(value, finding, { kind, path }));
  }
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
  const { keyword, steps } = finding;
  const code = codeOf(keyword, kind.codes);
  const at = [...path, ...steps];
  if (steps.length === 0) {
    const message = `${kind.name} must be an object, not ${typeName(root)}.`;
    const hint = kind.hintForValue?.("", "", root) ?? "Write an object: { … }.";
    return createProblem(code, at, message, { hint });
  }
  return createProblem(code, at, finding.message, { hint: hintOf(root, finding, { kind, at }) });
}

function codeOf(keyword: string, codes: FileKind["codes"]): ConfigCode {
  if (codes === undefined) return codeOfKeyword(keyword);
  return keyword === "required" ? codes.missing : codes.wrong;
}

function hintOf(
  root: unknown,
  { keyword, steps, error }: SchemaFinding,
  { kind, at }: { readonly kind: FileKind; readonly at: ConfigPath },
): string | undefined {
  const [owner, key] = [ownerOf(at), String(at.at(-1))];
  if (keyword === "additionalProperties") {
    const known = keysOfSchema(kind.schema, steps);
    return kind.hintForKey?.(owner, key) ?? hintNearestName(key, known);
  }
  const value = valueAt(root, steps);
  const own = kind.hintForValue?.(owner, key, value);
  if (own !== undefined) return own;
  const { type, allowedValues } = error.params;
  if (keyword === "enum")
    return hintNearestName(String(value), (allowedValues as unknown[]).map(String));
  const meant = keyword === "type" ? hintForType(type, value, { owner, key }) : undefined;
  return (
    meant ?? hintForKeyword({ keyword, key, type: String(type) }, schemasAt(kind.schema, steps))
  );
}

interface WrongValue {
  readonly keyword: string;
  readonly key: string;
  /** The types that are right, divided by commas. */
  readonly type: string;
}

/** What a value that is right looks like, by what the schema says of it. */
function hintForKeyword(
  { keyword, key, type }: WrongValue,
  schemas: readonly unknown[],
): string | undefined {
  const [least, most] = ["minimum", "maximum"].map((limit) =>
    schemas.map((schema) => readOwn(schema, limit)).find((one) => one !== undefined),
  );
  const isWhole = schemas.some((schema) => readOwn(schema, "type") === "integer");
  if (keyword === "minimum" || keyword === "maximum" || type === "number" || type === "integer") {
    const from = least === undefined ? "" : ` from ${least}`;
    const to = most === undefined ? "" : ` to ${most}`;
    return `Write a ${isWhole ? "whole " : ""}number${from}${to}, without quotes.`;
  }
  if (keyword === "required") return `Add "${key}".`;
  if (keyword === "pattern") return "Write a value, or remove the key.";
  if (keyword === "minItems" || keyword === "minProperties") return "Write at least one.";
  if (type.startsWith("object")) return `Write ${key}: { … }.`;
  if (type.startsWith("array")) return `Write ${key}: [ … ].`;
  return type.includes("string") ? "Write it in quotes." : undefined;
}

/** The key of the object or list that contains a value. */
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
interface PathTree {
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

/** Whether one of the paths leads to the value itself, or to what contains it. */
export function isOnPath(paths: PathTree, path: ConfigPath): boolean {
  let tree: PathTree | undefined = paths;
  for (const step of path) {
    if (tree === undefined || tree.isEnd) break;
    tree = tree.below.get(step);
  }
  return tree?.isEnd === true;
}

/** The value without what is at these paths; a removed entry of a list becomes `undefined`. */
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
