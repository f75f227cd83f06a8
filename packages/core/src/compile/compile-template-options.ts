// The config's partials and the integrator's helpers → what every template of the config can use.

import type { HelperTable, TemplateProbe } from "@hookwright/template/internal";
import {
  adoptHelpers,
  builtInHelpers,
  compileSource,
  createFieldTable,
  parsePartials,
} from "@hookwright/template/internal";
import { checkForeignSyntax, MAY_BE_FOREIGN } from "../advice/index.ts";
import { createProblem, type Report } from "../base/index.ts";
import type { HooksInput } from "../config/index.ts";
import type { SharedTemplateOptions } from "./compile-context.ts";
import { problemFromTemplate } from "./compile-fields.ts";
import type { CompileOptions } from "./options.ts";

interface TemplateSources {
  readonly helpers?: CompileOptions["helpers"] | undefined;
  readonly probe?: TemplateProbe | undefined;
  readonly report: Report;
}

export function compileTemplateOptions(
  hooks: HooksInput,
  { helpers, probe, report }: TemplateSources,
): SharedTemplateOptions {
  const table = helpers === undefined ? builtInHelpers : compileHelpers(helpers, report);
  const { partials: sources = {}, templates } = hooks;
  const { partials, problems } = parsePartials(sources, table);
  const location = { what: "hooks.partials", path: [], source: "", hooks };
  for (const problem of problems) report(problemFromTemplate(problem, location));
  const options = {
    partials,
    partialsHint: 'Define it in "partials" of hooks.',
    helpers: table,
    fields: createFieldTable(),
  };
  for (const [name, source] of Object.entries(sources)) {
    // A mistake is told where the partial is used.
    if (!MAY_BE_FOREIGN.test(source) || !compileSource(source, options).ok) continue;
    const path = ["hooks", "partials", name];
    const checked = { source, what: `Partial "${name}"`, path, hooks };
    checkForeignSyntax(checked, { templates: options, report });
  }
  return { ...options, emptyLines: templates?.emptyLines, probe };
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
