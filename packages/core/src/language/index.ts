// What integrators and authors of templates import from @hookwright/core/template.
export { DEFAULT_RENDER_LIMITS, type RenderLimits } from "../data/budget.ts";
export type { HelperDefinition } from "../model/helper.ts";
export type { RenderFailure } from "./render/render-failure.ts";
export { EVENT_ROOTS, type TemplateRoot } from "./render/scope.ts";
export { compileTemplate, TemplateRenderError } from "./template.ts";
export type {
  Template,
  TemplateExplanation,
  TemplateOptions,
  TemplatePath,
  TemplateProblem,
  TemplateResult,
  TemplateScope,
  TemplateSpan,
} from "./template-types.ts";
