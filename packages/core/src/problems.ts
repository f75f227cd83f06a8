// What tools that find and show problems import from @hookwright/core/problems.

export { hintNearestName } from "@hookwright/base";
export type { Position, TemplateEdit, TextSpan } from "@hookwright/template/runtime";
export type {
  FileKind,
  ReadBySchemaOptions,
  SchemaCheck,
  SchemaError,
} from "./authoring/schema/index.ts";
export { keysOfSchema, knownKeys, readBySchema } from "./authoring/schema/index.ts";
export { HOST_CHANNELS } from "./generated/channels.ts";
export type {
  ConfigChange,
  ConfigCode,
  ConfigPath,
  FilePosition,
  FileRange,
  Fix,
  Problem,
  ProblemExtras,
  Report,
} from "./model/index.ts";
export {
  configPathToText,
  createProblem,
  HooksConfigError,
  isSecretPath,
  isVariableName,
  problemToText,
} from "./model/index.ts";
export { findWrapping } from "./serving/link/index.ts";
