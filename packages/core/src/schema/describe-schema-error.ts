// An error of a generated validator → the place and a sentence without the value.
import { readOwn } from "../data/path.ts";
import { hooksSchema } from "../generated/hooks-schema.ts";
import type { SchemaCheck, SchemaError } from "../model/schema-check.ts";

export interface SchemaFinding {
  readonly keyword: string;
  /** Keys from the root of the checked value. */
  readonly steps: readonly (string | number)[];
  readonly message: string;
  readonly error: SchemaError;
}

/** Everything that the check finds wrong with a value; nothing where it is right. */
export function findSchemaErrors(value: unknown, check: SchemaCheck): readonly SchemaFinding[] {
  check(value);
  return describeSchemaErrors(value, check.errors ?? []);
}

/** Branches of an `anyOf` each complain for themselves; the error of the `anyOf` says it once. */
export function describeSchemaErrors(
  root: unknown,
  errors: readonly SchemaError[],
): readonly SchemaFinding[] {
  const told = new Set<string>();
  const outer = errors.filter(({ schemaPath }) => !schemaPath.includes("/anyOf/"));
  const toldBelow = listToldBelow(outer);
  const emptyLists = new Map(
    errors.filter(({ keyword }) => keyword === "minItems").map((one) => [one.instancePath, one]),
  );
  const relevant = outer.filter(
    (error) =>
      !isTold(error, told) && !(error.keyword === "anyOf" && toldBelow.has(error.instancePath)),
  );
  return relevant.map((found) => {
    // An empty list is the right shape with nothing in it, which "not accepted" would not tell.
    const emptyList = found.keyword === "anyOf" ? emptyLists.get(found.instancePath) : undefined;
    const error = emptyList ?? found;
    const steps = stepsFromPointer(root, error);
    return { keyword: error.keyword, steps, message: sentence(root, steps, error), error };
  });
}

/** Where one `anyOf` stands within another, the inner one comes first, and says what is wrong. */
function isTold({ keyword, instancePath }: SchemaError, told: Set<string>): boolean {
  if (keyword !== "anyOf") return false;
  if (told.has(instancePath)) return true;
  told.add(instancePath).add(instancePath.slice(0, instancePath.lastIndexOf("/")));
  return false;
}

/**
 * Where something else than an `anyOf` is wrong, and what that stands in: a branch that is a definition of its own
 * says what is wrong in it, and the shape as a whole is right.
 */
function listToldBelow(errors: readonly SchemaError[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { keyword, instancePath } of errors) {
    if (keyword === "anyOf") continue;
    for (let path = instancePath; !paths.has(path); path = path.slice(0, path.lastIndexOf("/"))) {
      paths.add(path);
      if (path === "") break;
    }
  }
  return paths;
}

function sentence(root: unknown, steps: readonly (string | number)[], error: SchemaError): string {
  const name = nameOf(steps);
  const { params } = error;
  switch (error.keyword) {
    case "type": {
      const value = readSteps(root, steps);
      const seen =
        typeof value === "number" && params["type"] === "integer" ? "" : `, not ${typeName(value)}`;
      const types = String(params["type"]).split(",");
      return `${name} must be ${types.map((type) => TYPE_WORDS[type]).join(" or ")}${seen}.`;
    }
    case "enum":
      return `${name} must be ${listNames(params["allowedValues"] as string[])}.`;
    case "required":
      return `${name} is required.`;
    case "additionalProperties":
      return `${name} is not a known key.`;
    case "minimum":
      return `${name} must be at least ${String(params["limit"])}.`;
    case "maximum":
      return `${name} must be at most ${String(params["limit"])}.`;
    case "pattern":
      return `${name} must not be blank.`;
    case "minItems":
      return `${name} must not be an empty list.`;
    default:
      return `${name} has a shape that is not accepted here.`;
  }
}

/** An entry of a list has no name of its own. */
export function nameOf(steps: readonly (string | number)[]): string {
  const last = steps.at(-1);
  if (typeof last !== "number") return `"${last}"`;
  return `Entry ${last + 1} of "${steps.at(-2)}"`;
}

/** The pointer of the value at fault; for a missing or unknown key, with that key. */
function stepsFromPointer(root: unknown, error: SchemaError): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  let value = root;
  for (const part of error.instancePath.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    steps.push(Array.isArray(value) ? Number(key) : key);
    value = readOwn(value, key);
  }
  const extra = error.params["missingProperty"] ?? error.params["additionalProperty"];
  return extra === undefined ? steps : [...steps, String(extra)];
}

function readSteps(root: unknown, steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>((value, step) => readOwn(value, String(step)), root);
}

export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  const type = typeof value;
  return type === "object" ? "an object" : `a ${type}`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

function listNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" or ");
}

/**
 * Follows the steps and not the error's `schemaPath`: that begins at the definition where the
 * validator checks a definition in a function of its own, and at the root where it does not.
 */
export function knownKeys(steps: readonly (string | number)[]): readonly string[] {
  let schema: unknown = hooksSchema;
  for (const step of steps.slice(0, -1)) schema = resolveReference(schemaBelow(schema, step));
  return Object.keys(readOwn(schema, "properties") as object);
}

function schemaBelow(schema: unknown, step: string | number): unknown {
  if (typeof step === "number") return readOwn(schema, "items");
  return readOwn(readOwn(schema, "properties"), step);
}

const DEFINITIONS = "#/definitions/";

/** Of several shapes, the one that is a definition. */
function resolveReference(schema: unknown): unknown {
  const shapes = readOwn(schema, "anyOf");
  if (Array.isArray(shapes)) return resolveReference(shapes.find((one) => readOwn(one, "$ref")));
  const reference = readOwn(schema, "$ref");
  if (typeof reference !== "string") return schema;
  return readOwn(readOwn(hooksSchema, "definitions"), reference.slice(DEFINITIONS.length));
}
