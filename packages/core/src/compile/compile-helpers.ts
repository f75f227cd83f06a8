// The integrator's helpers → a table of them and the built-in ones, and the problems of the config.
import { adoptHelpers } from "../language/helpers/adopt-helpers.ts";
import type { HelperTable } from "../language/render/helper.ts";
import type { HelperDefinition } from "../model/helper.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

export interface HelpersCompilation {
  readonly helpers: HelperTable;
  readonly problems: readonly Problem[];
}

export function compileHelpers(
  definitions: Readonly<Record<string, HelperDefinition>>,
): HelpersCompilation {
  const { helpers, problems } = adoptHelpers(definitions);
  return {
    helpers,
    problems: problems.map(({ code, helper, message, hint }) =>
      createProblem(code, ["helpers", helper], message, { hint }),
    ),
  };
}
