// One mapping, as written and compiled → what is legal in it and hardly meant.
//
// A further lint is a file with one function of the type `MappingLint`, its line in LINTS, and its test.

import type { Report } from "../../model/index.ts";
import { checkElementRead } from "./check-element-read.ts";
import { checkFirstOnly } from "./check-first-only.ts";
import { checkFixedValues, checkWeakPrefix } from "./check-fixed-values.ts";
import { checkNames } from "./check-names.ts";
import { checkSessionStart } from "./check-session-start.ts";
import type { CheckedMapping, MappingLint } from "./checked-mapping.ts";

const LINTS: readonly MappingLint[] = [
  checkFirstOnly,
  checkFixedValues,
  checkWeakPrefix,
  checkSessionStart,
  checkElementRead,
  checkNames,
];

export function adviseMapping(checked: CheckedMapping, report: Report): void {
  for (const lint of LINTS) lint(checked, report);
}
