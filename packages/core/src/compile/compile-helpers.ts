// The integrator's helpers → a table of them and the built-in ones; what is wrong with them is reported.
import { adoptHelpers } from "../language/helpers/adopt-helpers.ts";
import type { HelperTable } from "../language/render/helper.ts";
import type { HelperDefinition } from "../model/helper.ts";
import { createProblem } from "../problem/problem.ts";
import type { Report } from "../problem/report.ts";

export function compileHelpers(
  definitions: Readonly<Record<string, HelperDefinition>>,
  report: Report,
): HelperTable {
  const { helpers, problems } = adoptHelpers(definitions);
  for (const { code, helper, message, hint } of problems) {
    report(createProblem(code, ["helpers", helper], message, { hint }));
  }
  return helpers;
}
