// The config's partials and the integrator's helpers → what every template of the config can use.

import { compileSource, parsePartials } from "@hookwright/template/compile";
import type { HelperTable, TemplateProbe } from "@hookwright/template/runtime";
import { adoptHelpers, builtInHelpers, createFieldTable } from "@hookwright/template/runtime";
import { createProblem, type Report } from "../../base/index.ts";
import type { HooksInput } from "../config/index.ts";
import type { Adviser } from "./adviser.ts";
import type { SharedTemplateOptions } from "./compile-context.ts";
import { problemFromTemplate } from "./compile-fields.ts";
import type { CompileOptions } from "./options.ts";

interface TemplateSources {
  readonly helpers?: CompileOptions["helpers"] | undefined;
  readonly probe?: TemplateProbe | undefined;
  readonly adviser?: Adviser | undefined;
  readonly report: Report;
}

export function compileTemplateOptions(
  hooks: HooksInput,
  { adviser, helpers, probe, report }: TemplateSources,
): SharedTemplateOptions {
  const table = helpers === undefined ? builtInHelpers : compileHelpers(helpers, report);
  const { partials: sources = {}, templates } = hooks;
  const { partials, problems } = parsePartials(sources, { helpers: table });
  const location = { what: "hooks.partials", path: [], source: "", hooks };
  for (const problem of problems) report(problemFromTemplate(problem, location));
  const options = {
    partials,
    partialsHint: 'Define it in "partials" of hooks.',
    helpers: table,
    fields: createFieldTable(),
  };
  for (const [name, source] of Object.entries(sources)) {
    const path = ["hooks", "partials", name];
    const checked = { source, what: `Partial "${name}"`, path, hooks };
    // A mistake is told where the partial is used.
    const isRight = () => compileSource(source, options).ok;
    adviser?.checkForeignSyntax(checked, { templates: options, isRight, report });
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
