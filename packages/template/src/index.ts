// What integrators and authors of templates import from @hookwright/template.

export type { HelperDefinition } from "./helper-definition.ts";
export { DEFAULT_RENDER_LIMITS, type RenderLimits } from "./render/budget.ts";
export type { RenderFailure } from "./render/render-failure.ts";
export { EVENT_ROOTS, type TemplateRoot } from "./render/scope.ts";
export type {
  Template,
  TemplateExplanation,
  TemplateOptions,
  TemplatePath,
  TemplateProblem,
  TemplateResult,
  TemplateScope,
  TemplateSpan,
} from "./template.ts";
export { compileTemplate, TemplateRenderError } from "./template.ts";
