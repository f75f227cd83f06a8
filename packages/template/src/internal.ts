// What packages of the same version import of the template language. No promise to anybody else.
export { nameOfCall } from "./compile/compile-expression.ts";
export type { PartialDefinition, TemplateProbe } from "./compile/compile-state.ts";
export {
  type CompiledTemplate,
  type CompileTemplateOptions,
  compileSource,
  parsePartials,
} from "./compile/compile-template.ts";
export { type Beginning, findBeginnings } from "./compile/find-beginnings.ts";
export { type FieldUse, type NameSurvey, surveyNames } from "./compile/survey-names.ts";
export { adoptHelpers } from "./helpers/adopt-helpers.ts";
export { decimalFromValue, MAX_DIGITS } from "./helpers/decimal.ts";
export { parseJsonWithin } from "./helpers/decode.ts";
export { builtInHelpers } from "./helpers/index.ts";
export {
  dateOptionsFromHash,
  instantFromValue,
  isUnsetDate,
} from "./helpers/instants.ts";
export { orderOfDecimals } from "./helpers/order.ts";
export type { ReadSet, TemplateRead } from "./origin.ts";
export { locateOrigin, type RootPath } from "./origin.ts";
export { compilePattern } from "./pattern/compile-pattern.ts";
export { createFieldTable, hasSolidValue } from "./render/body.ts";
export { Budget, COST, DEFAULT_RENDER_LIMITS, WorkLimitError } from "./render/budget.ts";
export { costOfSearch, createTextFinder } from "./render/create-text-finder.ts";
export { createRootFrame, type Frame } from "./render/frame.ts";
export type { BlockHelper, BlockParts, HelperTable } from "./render/helper.ts";
export { failureFromError } from "./render/render-failure.ts";
export { EVENT_ROOTS, readRoot, readScopeHeader, type Scope } from "./render/scope.ts";
export { textFromScalar } from "./render/text-from-value.ts";
export type {
  EmptyCall,
  OpenedBlock,
  RenderedExpression,
  RenderedHalf,
  RenderTrace,
} from "./render/trace.ts";
export { type ParseResult, parseTemplate } from "./syntax/parse-template.ts";
export { scanTemplate, type Token } from "./syntax/scan-template.ts";
export type {
  BlockNode,
  CallNode,
  ExpressionNode,
  MustacheNode,
  ParsedSource,
  PathNode,
  ProgramNode,
  StatementNode,
} from "./syntax/syntax-tree.ts";
export type { Tag } from "./syntax/tag.ts";
export type {
  Position,
  SourceProblem,
  TemplateEdit,
  TextSpan,
} from "./syntax/template-problem.ts";
export { positionFromOffset } from "./syntax/template-problem.ts";
