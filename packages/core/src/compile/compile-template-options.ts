// The config's partials and the integrator's helpers → what every template of the config can use.
import {
  type CompileTemplateOptions,
  parsePartials,
} from "../language/compile/compile-template.ts";
import { builtInHelpers } from "../language/helpers/index.ts";
import { createFieldTable } from "../language/render/body.ts";
import type { HooksInput } from "../model/config.ts";
import type { Problem } from "../model/problem.ts";
import { problemOfTemplate } from "./compile-field.ts";
import { compileHelpers } from "./compile-helpers.ts";
import type { CompileOptions } from "./options.ts";

export interface TemplateOptionsCompilation {
  readonly options: CompileTemplateOptions;
  readonly problems: readonly Problem[];
}

const BUILT_IN = { helpers: builtInHelpers, problems: [] };

export function compileTemplateOptions(
  hooks: HooksInput,
  options: CompileOptions,
): TemplateOptionsCompilation {
  const { partials, problems } = parsePartials(hooks.partials ?? {});
  const own = options.helpers === undefined ? BUILT_IN : compileHelpers(options.helpers);
  return {
    options: { partials, helpers: own.helpers, fields: createFieldTable() },
    problems: [
      ...problems.map((problem) => problemOfTemplate(problem, "hooks.partials", [])),
      ...own.problems,
    ],
  };
}
