// One mapping, as written and compiled → what is valid in it, but probably not meant.
//
// A further lint is a file in lints/ with its `CODES` and a function `check` of the type `MappingLint`, and its test.

import type { Report } from "../../model/index.ts";
import { MAPPING_LINTS } from "../generated/mapping-lints.ts";
import type { CheckedMapping } from "./checked-mapping.ts";

export function adviseMapping(checked: CheckedMapping, report: Report): void {
  for (const check of MAPPING_LINTS) check(checked, report);
}
