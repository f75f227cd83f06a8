// What integrators and authors of templates import from @hookwright/core/template.
export { DEFAULT_RENDER_LIMITS, type RenderLimits } from "../data/budget.ts";
export type { HelperDefinition } from "../model/helper.ts";
export type { RenderFailure } from "./render/render-failure.ts";
export { EVENT_ROOTS, type TemplateRoot } from "./render/scope.ts";
export {
  compileTemplate,
  type Template,
  type TemplateExplanation,
  type TemplateOptions,
  type TemplatePath,
  type TemplateProblem,
  TemplateRenderError,
  type TemplateResult,
  type TemplateScope,
  type TemplateSpan,
} from "./template.ts";
