// What integrators and authors of templates import from @hookwright/template.

export type {
  Template,
  TemplateExplanation,
  TemplateOptions,
  TemplatePath,
  TemplateProblem,
  TemplateResult,
  TemplateScope,
  TemplateSpan,
} from "./authoring/template.ts";
export { compileTemplate, TemplateRenderError } from "./authoring/template.ts";
export { DEFAULT_RENDER_LIMITS, type RenderLimits } from "./serving/render/budget.ts";
export type { HelperDefinition } from "./serving/render/helper.ts";
export type { RenderFailure } from "./serving/render/render-failure.ts";
export { EVENT_ROOTS, type TemplateRoot } from "./serving/render/scope.ts";
