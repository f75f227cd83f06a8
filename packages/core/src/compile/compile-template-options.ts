// The config's partials and the integrator's helpers → what every template of the config can use.
import {
  type CompileTemplateOptions,
  compileTemplate,
  parsePartials,
} from "../language/compile/compile-template.ts";
import { adoptHelpers } from "../language/helpers/adopt-helpers.ts";
import { builtInHelpers } from "../language/helpers/index.ts";
import { createFieldTable } from "../language/render/body.ts";
import type { HelperTable } from "../language/render/helper.ts";
import type { HooksInput } from "../model/config.ts";
import { createProblem, type Report } from "../problem/problem.ts";
import { checkForeignSyntax, MAY_BE_FOREIGN } from "./check-foreign-syntax.ts";
import { problemFromTemplate } from "./compile-fields.ts";
import type { CompileOptions } from "./options.ts";

export interface TemplateSources {
  readonly helpers: CompileOptions["helpers"] | undefined;
  readonly report: Report;
}

export function compileTemplateOptions(
  { partials: sources = {}, templates }: HooksInput,
  { helpers, report }: TemplateSources,
): CompileTemplateOptions {
  const table = helpers === undefined ? builtInHelpers : compileHelpers(helpers, report);
  const { partials, problems } = parsePartials(sources, table);
  for (const problem of problems) report(problemFromTemplate(problem, "hooks.partials", []));
  const options = { partials, helpers: table, fields: createFieldTable() };
  for (const [name, source] of Object.entries(sources)) {
    // A mistake is told where the partial is used.
    if (!MAY_BE_FOREIGN.test(source) || !compileTemplate(source, options).ok) continue;
    const checked = { source, what: `Partial "${name}"`, path: ["hooks", "partials", name] };
    checkForeignSyntax(checked, { templates: options, templateSettings: templates, report });
  }
  return options;
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
