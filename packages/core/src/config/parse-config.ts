// Any value → the typed config, without what is wrong in it, which is reported.
import { isNested } from "../data/is-nested.ts";
import { readOwn } from "../data/read-own.ts";
import { checkConfigSchema } from "../generated/validators.ts";
import type { HookwrightConfig } from "../model/config.ts";
import type { ConfigCode, Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import type { Report } from "../problem/report.ts";
import { findSchemaErrors, type SchemaFinding, typeName } from "../schema/describe-schema-error.ts";
import { knownKeys } from "../schema/known-keys.ts";
import { hintForUnknownKey, hintForWrongName, hintForWrongType } from "./common-mistakes.ts";

/**
 * What is wrong is told to `report` and taken out: what is left is of the declared types, so that
 * later phases find their own problems, too. Undefined where nothing can be left.
 */
export function parseConfig(input: unknown, report: Report): HookwrightConfig | undefined {
  if (typeName(input) !== "an object") {
    const message = `The config must be an object, not ${typeName(input)}.`;
    report(createProblem("wrong_type", [], message));
    return undefined;
  }
  if (isNested(readOwn(input, "hooks"), MOST_LEVELS)) {
    const message = `Lists and objects stand more than ${MOST_LEVELS} deep within each other.`;
    report(createProblem("invalid_value", ["hooks"], message));
    return undefined;
  }
  const findings = findSchemaErrors(input, checkConfigSchema);
  for (const finding of findings) report(problemFromFinding(input, finding));
  const wrong = findings.filter((finding) => finding.keyword !== "required");
  return omitPaths(
    input,
    wrong.map((finding) => finding.steps),
  ) as HookwrightConfig;
}

/** Far more than the deepest condition that is accepted; the validator's stack ends near 5,000. */
const MOST_LEVELS = 500;

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

type Steps = readonly (string | number)[];

export function omitPaths(value: unknown, paths: readonly Steps[]): unknown {
  if (paths.length === 0) return value;
  if (paths.some((path) => path.length === 0)) return undefined;
  if (Array.isArray(value)) {
    return value.map((item, index) => omitPaths(item, pathsBelow(paths, index)));
  }
  const entries = Object.entries(value as object)
    .map(([key, item]) => [key, omitPaths(item, pathsBelow(paths, key))] as const)
    .filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries);
}

function pathsBelow(paths: readonly Steps[], step: string | number): readonly Steps[] {
  return paths.filter((path) => path[0] === step).map((path) => path.slice(1));
}
