// What tools that find and show problems import from @hookwright/core/problems.

export { hintNearestName } from "@hookwright/base";
export type { Position, TemplateEdit, TextSpan } from "@hookwright/template/runtime";
export type {
  ConfigChange,
  ConfigCode,
  ConfigPath,
  FileKind,
  FilePosition,
  FileRange,
  Fix,
  Problem,
  ProblemExtras,
  ReadBySchemaOptions,
  Report,
  SchemaCheck,
  SchemaError,
} from "./base/index.ts";
export {
  configPathToText,
  createProblem,
  HooksConfigError,
  isSecretPath,
  isVariableName,
  keysOfSchema,
  problemToText,
  readBySchema,
} from "./base/index.ts";
export { findWrapping } from "./serving/link/index.ts";
