// A schema and the steps to a value → the keys that are allowed there, and what the schema says of it.
import { readOwn } from "@hookwright/base";
import { keysSchema } from "../generated/keys-schema.ts";

/** The keys that a config knows beside the last of the steps. */
export function knownKeys(steps: readonly (string | number)[]): readonly string[] {
  return keysOfSchema(keysSchema, steps);
}

/**
 * The keys that a schema knows beside the last of the steps. Follows the steps and not the error's `schemaPath`: that
 * begins at the definition where the validator checks a definition in a function of its own, and at the root where
 * it does not.
 */
export function keysOfSchema(
  root: unknown,
  steps: readonly (string | number)[],
): readonly string[] {
  const schemas = schemasAt(root, steps.slice(0, -1));
  return [...new Set(schemas.flatMap((one) => Object.keys(readOwn(one, "properties") ?? {})))];
}

/** What a schema says of the value at these steps: one entry for each shape that it may have. */
export function schemasAt(root: unknown, steps: readonly (string | number)[]): readonly unknown[] {
  let schemas = shapesOf(root, root);
  for (const step of steps) {
    schemas = schemas.flatMap((schema) => shapesOf(schemaBelow(schema, step), root));
  }
  return schemas;
}

function schemaBelow(schema: unknown, step: string | number): unknown {
  if (typeof step === "number") return readOwn(schema, "items");
  const own = readOwn(readOwn(schema, "properties"), step);
  return own ?? readOwn(schema, "additionalProperties");
}

const DEFINITIONS = "#/definitions/";

/** A schema with its references resolved, and each of its shapes by itself. */
function shapesOf(schema: unknown, root: unknown): readonly unknown[] {
  const shapes = readOwn(schema, "anyOf");
  if (Array.isArray(shapes)) return shapes.flatMap((one) => shapesOf(one, root));
  const parts = readOwn(schema, "allOf");
  if (Array.isArray(parts)) {
    const { allOf: _, ...own } = schema as Readonly<Record<string, unknown>>;
    return [own, ...parts.flatMap((one) => shapesOf(one, root))];
  }
  const reference = readOwn(schema, "$ref");
  if (typeof reference !== "string") return [schema];
  return shapesOf(readOwn(readOwn(root, "definitions"), reference.slice(DEFINITIONS.length)), root);
}
