// Mappings and an event → what `explain` says of it.

import type { MappingInput } from "../../src/authoring/config/config.ts";
import type { CompileOptions } from "../../src/authoring/plan/options.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { HookEvent } from "../../src/model/event.ts";
import type { Explanation, MatchReport } from "../../src/model/explanation.ts";

export function explain(
  mappings: MappingInput[],
  event: HookEvent,
  options?: CompileOptions,
): Promise<Explanation> {
  return compileHooks({ hooks: { mappings } }, options).explain(event);
}

/** A list of reports without their `at`, which locate-mapping.test.ts and a law compare with the config. */
export function withoutLocations<Report extends { readonly at?: unknown }>(
  reports: readonly Report[],
): readonly Omit<Report, "at">[] {
  return reports.map(({ at: _, ...report }) => report);
}

/** Reports of mappings without what their clauses say in detail, and without locations. */
export function withoutClauses(
  matches: readonly MatchReport[],
): readonly Omit<MatchReport, "clauses">[] {
  return matches.map(({ clauses: _, atoms, ...report }) => ({
    ...report,
    ...(atoms !== undefined && { atoms: withoutLocations(atoms) }),
  }));
}
