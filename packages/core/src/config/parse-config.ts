// Any value → the typed config, without what is wrong in it, which is reported.
import { readOwn } from "@hookwright/base";
import {
  type ConfigChange,
  type ConfigCode,
  type ConfigPath,
  createProblem,
  findSchemaErrors,
  knownKeys,
  nameOf,
  type Problem,
  type Report,
  type SchemaFinding,
  typeName,
} from "../base/index.ts";
import { checkConfigSchema } from "../generated/validators.ts";
import {
  changeForUnknownKey,
  hintBeside,
  hintForUnknownKey,
  hintForWrongName,
} from "./common-mistakes.ts";
import type { HookwrightConfig } from "./config.ts";
import { copyPlain, MAX_LEVELS, type PlainCopy } from "./copy-plain.ts";
import { hintForType, LISTS, meantBoolean, meantNumber } from "./hint-type.ts";
import { findInnerReference, hintForWrongType } from "./misshapen-values.ts";

/**
 * What is wrong is told to `report` and taken out: what is left is of the declared types, so that
 * later phases find their own problems, too. Undefined where nothing can be left.
 */
export function parseConfig(input: unknown, report: Report): HookwrightConfig | undefined {
  const { value, unreadable, foreign, excess } = copyPlain(input, isOurs);
  const refusal = refuseWhole(value, { unreadable, excess });
  if (refusal !== undefined) {
    report(refusal);
    return undefined;
  }
  for (const path of unreadable) {
    const hint = "Pass plain objects and lists.";
    report(createProblem("invalid_value", path, unreadableMessage(path), { hint }));
  }
  return reportAndOmit(value, { unreadable, foreign }, report);
}

interface Unusable {
  readonly unreadable: readonly ConfigPath[];
  readonly foreign: readonly ConfigPath[];
}

function reportAndOmit(
  copy: unknown,
  { unreadable, foreign }: Unusable,
  report: Report,
): HookwrightConfig {
  const first = findSchemaErrors(copy, checkConfigSchema);
  const unset = first.filter((finding) => isUnset(copy, finding)).map(({ steps }) => steps);
  const value = omitPaths(copy, unset);
  // Again, because a key that is required is missing now.
  const findings = unset.length === 0 ? first : findSchemaErrors(value, checkConfigSchema);
  const unread = createPathTree(unreadable);
  for (const finding of findings) {
    if (!isOnPath(unread, finding.steps)) report(problemFromFinding(value, finding));
  }
  const wrong = findings
    .filter(({ keyword, steps, unusable }) => keyword !== "required" || unusable !== steps)
    .map(({ unusable }) => unusable);
  const told = createPathTree(wrong);
  for (const path of foreign) {
    if (isOnPath(told, path)) continue;
    report(createProblem("invalid_value", path, `${nameOf(path)} is not a JSON value.`));
  }
  const config = omitPaths(value, [...wrong, ...foreign]) as HookwrightConfig;
  return isOnPath(told, TOKEN_PATH) ? withoutToken(config) : config;
}

const TOKEN_PATH = ["hooks", "token"] as const;

/** What is wrong with the token is told; an empty list keeps later phases from missing it, too. */
function withoutToken({ hooks, ...config }: HookwrightConfig): HookwrightConfig {
  return { ...config, ...(hooks && { hooks: { ...hooks, token: [] } }) };
}

/**
 * Programs that write configs put `null` for a key that has no value. Not below `match`, where a clause that
 * is lost makes a catch-all, and not at the root, where the keys of an empty `hooks` stand at a wrong level.
 */
function isUnset(config: unknown, { keyword, steps }: SchemaFinding): boolean {
  if (keyword === "additionalProperties" || steps.length < 2) return false;
  if (typeof steps.at(-1) !== "string") return false;
  return !steps.includes("match") && valueAt(config, steps) === null;
}

function valueAt(config: unknown, steps: ConfigPath): unknown {
  return steps.reduce<unknown>((at, step) => readOwn(at, String(step)), config);
}

/** Why nothing of the config can be used. */
function refuseWhole(
  value: unknown,
  { unreadable, excess }: Pick<PlainCopy, "unreadable" | "excess">,
): Problem | undefined {
  if (excess !== undefined) {
    return createProblem("invalid_value", excess.steps.slice(0, 1), EXCESS[excess.kind]);
  }
  if (unreadable[0]?.length === 0) {
    return createProblem("invalid_value", [], "The config cannot be read: it throws an error.");
  }
  if (typeName(value) === "an object") return undefined;
  return createProblem("wrong_type", [], `The config must be an object, not ${typeName(value)}.`);
}

const EXCESS = {
  deep: `Lists and objects stand more than ${MAX_LEVELS} deep within each other.`,
  large: "The config has too many values, or the same objects at too many places.",
} as const;

/** Of a gateway's other settings nothing is read. */
function isOurs(steps: ConfigPath): boolean {
  const [first, second, third, fourth] = steps;
  if (first === "hooks") return second !== "internal";
  if (first !== "agents") return false;
  switch (second) {
    case "defaults":
      return (
        third === undefined ||
        third === "models" ||
        (third === "systemAgent" && (fourth === undefined || fourth === "agentId"))
      );
    case "entries":
      return fourth === undefined || fourth === "default";
    case "list":
      return fourth === undefined || fourth === "id" || fourth === "default";
    default:
      return second === undefined;
  }
}

function unreadableMessage(path: ConfigPath): string {
  return `${nameOf(path)} cannot be read: it throws an error.`;
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

function createPathTree(paths: readonly ConfigPath[]): PathTree {
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
function isOnPath(paths: PathTree, path: ConfigPath): boolean {
  let tree: PathTree | undefined = paths;
  for (const step of path) {
    if (tree === undefined || tree.isEnd) break;
    tree = tree.below.get(step);
  }
  return tree?.isEnd === true;
}

function problemFromFinding(input: unknown, finding: SchemaFinding): Problem {
  const { steps, message } = finding;
  const code = codeOf(finding);
  const hint = hintOf(input, finding);
  const change =
    code === "unknown_key"
      ? changeForUnknownKey(hint, steps, input)
      : findChange({ code, hint, finding, input });
  return createProblem(code, steps, message, { hint, change });
}

function codeOf({ keyword, steps }: SchemaFinding): ConfigCode {
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
    case "pattern":
      return steps.includes("match") ? "match_blank" : "invalid_value";
    default:
      return "invalid_value";
  }
}

function hintOf(input: unknown, finding: SchemaFinding): string | undefined {
  const { keyword, steps, error } = finding;
  const key = String(steps.at(-1));
  const value = valueAt(input, steps);
  switch (keyword) {
    case "additionalProperties":
      return hintForExtraKey(input, finding, value);
    case "enum":
      return hintForWrongName({
        key,
        owner: String(steps.at(-2)),
        value,
        allowed: error.params["allowedValues"] as string[],
      });
    case "pattern":
      return codeOf(finding) === "match_blank"
        ? "Write a value, or remove the key to match any."
        : undefined;
    default: {
      const owner = typeof steps.at(-1) === "number" ? String(steps.at(-2)) : ownerOf(finding);
      const { type } = error.params;
      return hintForType(type, value, { owner, key }) ?? hintForWrongType(owner, key, value);
    }
  }
}

function hintForExtraKey(input: unknown, finding: SchemaFinding, value: unknown): string {
  const { steps } = finding;
  const owner = ownerOf(finding);
  const key = String(steps.at(-1));
  const hint = hintForUnknownKey(owner, key, value, knownKeys(steps));
  const around = steps.slice(0, -1).reduce<unknown>((at, step) => readOwn(at, String(step)), input);
  return hintBeside(owner, hint, key, around as Readonly<Record<string, unknown>>);
}

/** `mapping` for a mapping, else the key that the object stands under: `hooks`, `match`, `gmail`. */
function ownerOf({ steps }: SchemaFinding): string {
  const owner = steps.at(-2);
  if (owner === "not") return "match";
  return typeof owner === "number" ? "mapping" : String(owner);
}

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

interface WrongValue {
  readonly code: ConfigCode;
  readonly hint: string | undefined;
  readonly finding: SchemaFinding;
  /** The config. */
  readonly input: unknown;
}

/** A wrong value, and the hint for it → what mends it as data, where that is known. */
function findChange({ code, hint, finding, input }: WrongValue): ConfigChange | undefined {
  const { steps } = finding;
  const value = steps.reduce<unknown>((at, step) => readOwn(at, String(step)), input);
  if (code === "wrong_type") return changeShape(finding, value);
  // The nearest of a few words is a guess.
  const name = /^Write "([\w-]+)"\.$/.exec(hint ?? "")?.[1];
  return name === undefined ? undefined : { kind: "replace", value: name, safe: false };
}

function changeShape(
  { steps, error, keyword }: SchemaFinding,
  value: unknown,
): ConfigChange | undefined {
  const key = String(steps.at(-1));
  const type = keyword === "type" ? error.params["type"] : undefined;
  if (type === "boolean") return replaceBy(meantBoolean(String(value)));
  if (type === "integer" || type === "number") return replaceBy(meantNumber(String(value), key));
  if (type === "string") return changeScalar(value);
  const inner = findInnerReference(value);
  if (inner !== undefined) return { kind: "replace", value: inner.reference, safe: inner.isSame };
  if (typeof value !== "string" || value.trim() === "") return undefined;
  if (LISTS.has(key)) return { kind: "wrap", safe: true };
  if (key === "match") return { kind: "wrap", key: "path", safe: true };
  if (key === "transform") {
    const file = /\.\w+$/.test(value) ? value : `${value}.js`;
    return { kind: "replace", value: { module: file }, safe: true };
  }
  const isHeader = key === "signature" && /^[\w-]+$/.test(value);
  return isHeader ? { kind: "wrap", key: "header", safe: true } : undefined;
}

function replaceBy(value: boolean | number | undefined): ConfigChange | undefined {
  return value === undefined ? undefined : { kind: "replace", value, safe: true };
}

/** What a file has may be another spelling of the number, which is the text that was meant. */
function changeScalar(value: unknown): ConfigChange | undefined {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar ? { kind: "quote", safe: true } : undefined;
}
