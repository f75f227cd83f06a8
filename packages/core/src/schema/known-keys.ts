// The place of an unknown key → the keys that the schema of the config knows there.
import { readOwn } from "../data/read-own.ts";
import { hooksSchema } from "../generated/hooks-schema.ts";

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

function resolveReference(schema: unknown): unknown {
  const reference = readOwn(schema, "$ref");
  if (typeof reference !== "string") return schema;
  return readOwn(readOwn(hooksSchema, "definitions"), reference.slice(DEFINITIONS.length));
}
