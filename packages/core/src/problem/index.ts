// What tools that show problems import from @hookwright/core/problems.

export { hintNearestName } from "@hookwright/base";
export type { Position, TemplateEdit, TextSpan } from "@hookwright/template/internal";
export type { ConfigCode } from "../model/codes/config-codes.ts";
export type { ConfigPath } from "../model/mapping.ts";
export type { ConfigChange, FilePosition, FileRange, Fix, Problem } from "../model/problem.ts";
export { HooksConfigError, problemToText } from "./config-error.ts";
export { configPathToText } from "./config-path.ts";
export { isSecretPath, isVariableName } from "./reference-name.ts";
