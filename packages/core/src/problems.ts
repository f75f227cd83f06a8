// What tools that show problems import from @hookwright/core/problems.

export { hintNearestName } from "@hookwright/base";
export type { Position, TemplateEdit, TextSpan } from "@hookwright/template/internal";
export type {
  ConfigChange,
  ConfigCode,
  ConfigPath,
  FilePosition,
  FileRange,
  Fix,
  Problem,
} from "./base/index.ts";
export {
  configPathToText,
  HooksConfigError,
  isSecretPath,
  isVariableName,
  problemToText,
} from "./base/index.ts";
