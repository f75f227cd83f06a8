// The config's partials and the integrator's helpers → what every template of the config can use.

import type { CompileTemplateOptions } from "../language/compile/compile-template.ts";
import { parsePartials } from "../language/compile/parse-partials.ts";
import { createFieldTable } from "../language/render/body.ts";
import type { HooksInput } from "../model/config.ts";
import type { Report } from "../problem/report.ts";
import { problemFromTemplate } from "./compile-fields.ts";
import { compileHelpers } from "./compile-helpers.ts";
import type { CompileOptions } from "./options.ts";

export interface TemplateSources {
  readonly helpers: CompileOptions["helpers"] | undefined;
  readonly report: Report;
}

export function compileTemplateOptions(
  { partials: sources = {} }: HooksInput,
  { helpers = {}, report }: TemplateSources,
): CompileTemplateOptions {
  const { partials, problems } = parsePartials(sources);
  for (const problem of problems) report(problemFromTemplate(problem, "hooks.partials", []));
  return { partials, helpers: compileHelpers(helpers, report), fields: createFieldTable() };
}
