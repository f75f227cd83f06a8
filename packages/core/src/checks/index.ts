// All checks over the mappings as a whole, in a fixed order.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { checkBasePathRepeated } from "./base-path-repeated.ts";
import { checkCatchAlls } from "./catch-alls.ts";
import { checkDuplicateIds } from "./duplicate-ids.ts";
import { checkUnreachable } from "./unreachable.ts";

export function checkMappings(mappings: readonly Mapping[], basePath: string): readonly Problem[] {
  return [
    ...checkDuplicateIds(mappings),
    ...checkCatchAlls(mappings),
    ...checkBasePathRepeated(mappings, basePath),
    ...checkUnreachable(mappings),
  ];
}
