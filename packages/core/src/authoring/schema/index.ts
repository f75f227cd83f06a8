// A value and the schema of its kind → what of it is right, and what is wrong with the rest.
export { nameOf, type SchemaCheck, type SchemaError } from "./describe-schema-error.ts";
export type { SchemaFinding } from "./find-schema-errors.ts";
export { hintForType, LISTS, meantBoolean, meantNumber } from "./hint-type.ts";
export { keysOfSchema, knownKeys } from "./known-keys.ts";
export {
  codeOfKeyword,
  createPathTree,
  type FileKind,
  findWithoutUnset,
  isOnPath,
  listUnusable,
  omitPaths,
  type ReadBySchemaOptions,
  readBySchema,
  valueAt,
} from "./read-by-schema.ts";
