// Any value → the typed config, with what is wrong in it taken out and reported.
import { readOwn } from "../data/read-own.ts";
import { checkConfigSchema } from "../generated/validators.ts";
import type { ConfigCode } from "../model/codes.ts";
import type { HookwrightConfig } from "../model/config.ts";
import type { ConfigPath } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import { hintForUnknownKey, hintForWrongName, hintForWrongType } from "./common-mistakes.ts";
import { copyPlain, MAX_LEVELS } from "./copy-plain.ts";
import { findSchemaErrors, nameOf, type SchemaFinding, typeName } from "./describe-schema-error.ts";
import { knownKeys } from "./known-keys.ts";
import { omitPaths } from "./omit-paths.ts";

export interface ParsedConfig {
  /** What is left is of the declared types, so that later stages find their own problems too. */
  readonly config: HookwrightConfig;
  readonly problems: readonly Problem[];
}

export function parseConfig(input: unknown): ParsedConfig {
  const { value, unreadable, foreign, excess } = copyPlain(input, isOurs);
  if (excess !== undefined) return refuse("invalid_value", excess.steps[0], EXCESS[excess.kind]);
  if (unreadable[0]?.length === 0) {
    return refuse("invalid_value", undefined, "The config cannot be read: it throws an error.");
  }
  if (typeName(value) !== "an object") {
    return refuse("wrong_type", undefined, `The config must be an object, not ${typeName(value)}.`);
  }
  const findings = findSchemaErrors(value, checkConfigSchema);
  const wrong = findings.filter((finding) => finding.keyword !== "required");
  const places = wrong.map((finding) => finding.steps);
  return {
    config: omitPaths(value, [...places, ...foreign]) as HookwrightConfig,
    problems: [
      ...unreadable.map((path) =>
        createProblem("invalid_value", path, unreadableMessage(path), {
          hint: "Pass plain objects and lists.",
        }),
      ),
      ...findings
        .filter(({ steps }) => !hasPath(unreadable, steps))
        .map((finding) => problemFromFinding(value, finding)),
      ...foreign
        .filter((path) => !hasPath(places, path))
        .map((path) =>
          createProblem("invalid_value", path, `${nameOf(path)} is not a JSON value.`),
        ),
    ],
  };
}

function refuse(code: ConfigCode, key: string | number | undefined, message: string): ParsedConfig {
  const path = key === undefined ? [] : [key];
  return { config: {}, problems: [createProblem(code, path, message)] };
}

const EXCESS = {
  deep: `Lists and objects stand more than ${MAX_LEVELS} deep within each other.`,
  large: "The config has too many values, or the same objects at too many places.",
} as const;

/** Of a gateway's other settings nothing is read. */
function isOurs(steps: ConfigPath): boolean {
  if (steps[0] === "hooks") return steps[1] !== "internal";
  if (steps[0] !== "agents") return false;
  if (steps[1] === "defaults") return steps.length === 2 || steps[2] === "models";
  return steps.length === 1 || (steps[1] === "list" && (steps.length < 4 || steps[3] === "id"));
}

function unreadableMessage(path: ConfigPath): string {
  return `${nameOf(path)} cannot be read: it throws an error.`;
}

/** Where the value itself, or what it stands in, is told already. */
function hasPath(paths: readonly ConfigPath[], path: ConfigPath): boolean {
  return paths.some(
    (one) => one.length <= path.length && one.every((step, at) => step === path[at]),
  );
}

function problemFromFinding(input: unknown, finding: SchemaFinding): Problem {
  const { steps, message } = finding;
  return createProblem(codeOf(finding), steps, message, {
    hint: hintOf(input, finding),
  });
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
  const value = steps.reduce<unknown>((at, step) => readOwn(at, String(step)), input);
  switch (keyword) {
    case "additionalProperties":
      return hintForUnknownKey(ownerOf(finding), key, value, knownKeys(steps));
    case "enum":
      return hintForWrongName(
        String(steps.at(-2)),
        value,
        error.params["allowedValues"] as string[],
      );
    case "pattern":
      return codeOf(finding) === "match_blank"
        ? "Write a value, or remove the key to match any."
        : undefined;
    default:
      return hintForWrongType(ownerOf(finding), key, value);
  }
}

/** `mapping` for a mapping, else the key that the object stands under: `hooks`, `match`, `gmail`. */
function ownerOf({ steps }: SchemaFinding): string {
  const owner = steps.at(-2);
  if (owner === "not") return "match";
  return typeof owner === "number" ? "mapping" : String(owner);
}
