// All checks over the mappings as a whole, in a fixed order.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { checkBasePathRepeated } from "./base-path-repeated.ts";
import { checkCatchAlls } from "./catch-alls.ts";
import { checkDuplicateIds } from "./duplicate-ids.ts";
import { checkUnreachable } from "./unreachable.ts";

export interface MappingChecks {
  readonly basePath: string;
  /** Whether nothing wrong was taken out of it: what is left of a match may take more than was meant. */
  readonly isWhole: (mapping: Mapping) => boolean;
}

export function checkMappings(
  mappings: readonly Mapping[],
  { basePath, isWhole }: MappingChecks,
): readonly Problem[] {
  const whole = mappings.filter(isWhole);
  return [
    ...checkDuplicateIds(mappings),
    ...checkCatchAlls(whole),
    ...checkBasePathRepeated(mappings, basePath),
    ...checkUnreachable(whole),
  ];
}
