// An error of a validator → what it says of a value, as a sentence.
import { readOwn } from "@hookwright/base";
import { typeName } from "../../model/index.ts";

/** What Ajv says of a value that a schema does not allow. Paths are JSON pointers. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A check of a schema, as Ajv generates it: whether the value is right, and all errors of the last call. */
export interface SchemaCheck {
  (data: unknown): boolean;
  /** Set by the last call; read it before the next one. */
  errors?: readonly SchemaError[] | null;
}

interface DescribedError {
  /** Keys from the root of the checked value. */
  readonly steps: readonly (string | number)[];
  readonly message: string;
}

/** `root` is the value that was checked. */
export function describeSchemaError(root: unknown, error: SchemaError): DescribedError {
  const steps = stepsFromPointer(root, error);
  return { steps, message: sentence(root, steps, error) };
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
      return `${name} must be ${listed(types.map((type) => TYPE_WORDS[type] as string))}${seen}.`;
    }
    case "const":
      return `${name} must be ${JSON.stringify(params["allowedValue"])}.`;
    case "minProperties":
      return `${name} must have a key.`;
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
      return NOT_BLANK.has(params["pattern"])
        ? `${name} must not be blank.`
        : `${name} does not have the form that is needed.`;
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
export function stepsFromPointer(root: unknown, error: SchemaError): readonly (string | number)[] {
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

/** Patterns that only ask for something to be there. */
const NOT_BLANK: ReadonlySet<unknown> = new Set(["\\S", "[^/\\s]"]);

const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  null: "null",
  string: "a string",
};

function listed(words: readonly string[]): string {
  const last = words.at(-1);
  return words.length === 1 ? `${last}` : `${words.slice(0, -1).join(", ")} or ${last}`;
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" or ");
}
