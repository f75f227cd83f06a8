// The config's partials and the integrator's helpers → what every template of the config can use.

import { compileSource, parsePartials } from "@hookwright/template/compile";
import type { ParsedSource } from "@hookwright/template/runtime";
import type { Report } from "../../model/index.ts";
import { type LinkPorts, linkHelpers } from "../../serving/link/index.ts";
import { checkForeignSyntax } from "../advice/index.ts";
import type { HooksInput } from "../config/index.ts";
import type { SharedTemplateOptions } from "./plan-context.ts";
import { problemFromTemplate } from "./plan-fields.ts";

interface TemplateSources {
  readonly helpers: LinkPorts["helpers"] | undefined;
  readonly report: Report;
}

/** With the trees of the partials by name, as a plan has them. The table of fields is one for each config. */
interface PlannedTemplates extends Omit<SharedTemplateOptions, "fields"> {
  readonly trees: Readonly<Record<string, ParsedSource>>;
}

export function planTemplates(
  hooks: HooksInput,
  { helpers, report }: TemplateSources,
): PlannedTemplates {
  const table = linkHelpers(helpers, report);
  const { partials: sources = {}, templates } = hooks;
  const { partials, problems } = parsePartials(sources, { helpers: table });
  const location = { what: "hooks.partials", path: [], source: "", hooks };
  for (const problem of problems) report(problemFromTemplate(problem, location));
  const options = {
    partials,
    partialsHint: 'Define it in "partials" of hooks.',
    helpers: table,
  };
  for (const [name, source] of Object.entries(sources)) {
    const path = ["hooks", "partials", name];
    const checked = { source, what: `Partial "${name}"`, path, hooks };
    // A mistake is reported where the partial is used.
    const isRight = () => compileSource(source, options).ok;
    checkForeignSyntax(checked, { templates: options, isRight, report });
  }
  const trees = Object.fromEntries([...partials].map(([name, { parsed }]) => [name, parsed]));
  return { ...options, emptyLines: templates?.emptyLines, trees };
}
