// A mutant and the document of its config → where it stands in the file.
import type { FileRange } from "@hookwright/core";
import type { Mutant } from "@hookwright/core/testing";
import { asWritten, isWritten, type WrittenDocument } from "../cover/located-report.ts";

export interface LocatedMutant {
  /** Undefined where another file, which the config includes, has it. */
  readonly range: FileRange | undefined;
}

export function locateMutant(
  { path, span }: Mutant,
  { config, rangeOf }: WrittenDocument,
): LocatedMutant {
  if (!isWritten(config, path.slice(0, 3))) return { range: undefined };
  return { range: rangeOf(asWritten(config, path), { within: span }) };
}
