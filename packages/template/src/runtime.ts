// What serving imports: the closures of templates, and what they run on. No grammar, no advice. For packages
// of the same version.

export { adoptHelpers } from "./serving/helpers/adopt-helpers.ts";
export { decimalFromValue, MAX_DIGITS, orderOfDecimals } from "./serving/helpers/decimal.ts";
export { parseJsonWithin } from "./serving/helpers/decode.ts";
export { builtInHelpers } from "./serving/helpers/index.ts";
export {
  dateOptionsFromHash,
  instantFromValue,
  isUnsetDate,
} from "./serving/helpers/instants.ts";
export { nameOfCall } from "./serving/link/compile-expression.ts";
export type {
  PartialDefinition,
  TemplateFault,
  TemplateProbe,
} from "./serving/link/compile-state.ts";
export {
  type CompiledTemplate,
  type LinkOptions,
  type LinkResult,
  linkTemplate,
  partialsFromTrees,
} from "./serving/link/link-template.ts";
export type { ReadSet, TemplateRead } from "./serving/origin.ts";
export { locateOrigin, type RootPath } from "./serving/origin.ts";
export { compilePattern } from "./serving/pattern/compile-pattern.ts";
export { createFieldTable, hasSolidValue } from "./serving/render/body.ts";
export {
  Budget,
  COST,
  DEFAULT_RENDER_LIMITS,
  type RenderLimits,
  WorkLimitError,
} from "./serving/render/budget.ts";
export { costOfSearch, createTextFinder } from "./serving/render/create-text-finder.ts";
export { createRootFrame, type Frame } from "./serving/render/frame.ts";
export type {
  BlockHelper,
  BlockParts,
  HelperDefinition,
  HelperTable,
} from "./serving/render/helper.ts";
export { failureFromError } from "./serving/render/render-failure.ts";
export {
  EVENT_ROOTS,
  readRoot,
  readScopeHeader,
  type Scope,
  type TemplateRoot,
} from "./serving/render/scope.ts";
export { textFromScalar } from "./serving/render/text-from-value.ts";
export type {
  EmptyCall,
  OpenedBlock,
  RenderedExpression,
  RenderedHalf,
  RenderTrace,
} from "./serving/render/trace.ts";
export type {
  BlockNode,
  CallNode,
  ExpressionNode,
  MustacheNode,
  ParsedSource,
  PathNode,
  ProgramNode,
  StatementNode,
  TemplateTree,
} from "./serving/syntax-tree.ts";
export type { Position, TemplateEdit, TemplateLocation, TextSpan } from "./text-span.ts";
