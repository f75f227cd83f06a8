// A config that was compiled with a recorder → the recorder knows the units of partials that no template uses, too.

import type { CompileOptions } from "@hookwright/core";
import { compileTemplateOptions, createProblemList } from "@hookwright/core/internal";
import type { PartialDefinition } from "@hookwright/template/internal";
import { compileTemplate } from "@hookwright/template/internal";
import type { CoveredConfig } from "./covered-config.ts";

/** The name by which the partial is called that is compiled. */
const ALIAS = "@unused";

export function compileUnusedPartials(
  { hooks, recorder: { probe, units } }: CoveredConfig,
  { helpers }: CompileOptions,
): void {
  const names = Object.keys(hooks.partials ?? {});
  const used = new Set(units().map(({ path }) => (path[1] === "partials" ? path[2] : undefined)));
  const unused = names.filter((name) => !used.has(name));
  if (unused.length === 0) return;
  const { report } = createProblemList();
  const templates = compileTemplateOptions(hooks, { helpers, probe, report });
  for (const name of unused) {
    const partial = templates.partials.get(name) as PartialDefinition;
    const partials = new Map([...templates.partials, [ALIAS, partial]]);
    probe.begin(["hooks", "partials", name]);
    // With a body, because it may show one. What is wrong in a partial is told where one uses it.
    compileTemplate(`{{#> ${ALIAS}}}{{/${ALIAS}}}`, { ...templates, partials });
    probe.end();
  }
}
