// What tools that write, check or change templates import: a source becomes a tree, or its problems. For
// packages of the same version.

export {
  type CompileTemplateOptions,
  compileSource,
  parsePartials,
} from "./authoring/compile/compile-source.ts";
export { type Beginning, findBeginnings } from "./authoring/compile/find-beginnings.ts";
export { type FieldUse, type NameSurvey, surveyNames } from "./authoring/compile/survey-names.ts";
export { type ForeignConstruct, findForeign } from "./authoring/foreign/find-foreign.ts";
export { hintRewrite } from "./authoring/foreign/hint-rewrites.ts";
export { type ParseResult, parseTemplate } from "./authoring/syntax/parse-template.ts";
export type { Tag } from "./authoring/syntax/scan-tag.ts";
export { scanTemplate, type Token } from "./authoring/syntax/scan-template.ts";
export { positionFromOffset, type SourceProblem } from "./authoring/syntax/template-problem.ts";
