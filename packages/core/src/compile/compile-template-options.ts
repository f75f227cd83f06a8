// The config's partials and the integrator's helpers → what every template of the config can use.
import {
  type CompileTemplateOptions,
  parsePartials,
} from "../language/compile/compile-template.ts";
import { adoptHelpers } from "../language/helpers/adopt-helpers.ts";
import { builtInHelpers } from "../language/helpers/index.ts";
import { createFieldTable } from "../language/render/body.ts";
import type { HelperTable } from "../language/render/helper.ts";
import type { HooksInput } from "../model/config.ts";
import { createProblem, type Report } from "../problem/problem.ts";
import { problemFromTemplate } from "./compile-fields.ts";
import type { CompileOptions } from "./options.ts";

export interface TemplateSources {
  readonly helpers: CompileOptions["helpers"] | undefined;
  readonly report: Report;
}

export function compileTemplateOptions(
  hooks: HooksInput,
  { helpers, report }: TemplateSources,
): CompileTemplateOptions {
  const { partials, problems } = parsePartials(hooks.partials ?? {});
  const location = { what: "hooks.partials", path: [], source: "", hooks };
  for (const problem of problems) report(problemFromTemplate(problem, location));
  return {
    partials,
    helpers: helpers === undefined ? builtInHelpers : compileHelpers(helpers, report),
    fields: createFieldTable(),
    emptyLines: hooks.templates?.emptyLines,
  };
}

function compileHelpers(
  definitions: NonNullable<CompileOptions["helpers"]>,
  report: Report,
): HelperTable {
  const { helpers, problems } = adoptHelpers(definitions);
  for (const { code, helper, message, hint } of problems) {
    report(createProblem(code, ["helpers", helper], message, { hint }));
  }
  return helpers;
}
