// What mutants came to → tests, as build servers read them.
import type { MutantResult } from "@hookwright/testing";
import type { MutantSuite, MutantTest } from "../report/report-options.ts";
import type { MutatedConfig } from "./mutated-config.ts";
import { adviceOf, describeMutant, placeOfMutant } from "./mutation-to-text.ts";

/** A survivor fails only where the score is too low: nobody promises to kill every one. */
export function mutantSuites(
  mutated: readonly MutatedConfig[],
  minMutation: number,
): readonly MutantSuite[] {
  return mutated.map(({ filename, report, located }) => {
    const isTooLow = report.score < minMutation;
    const tests = report.results.flatMap((result, index) => {
      const outcome = outcomeOf(result, isTooLow);
      if (outcome === undefined) return [];
      const name = `${placeOfMutant(filename, located[index])} ${describeMutant(result)}`;
      const { file = filename, range } = located[index] ?? {};
      return [{ name, file, line: range?.start.line, ...outcome }];
    });
    return { name: `mutation of ${filename}`, tests };
  });
}

type MutantOutcome = Pick<MutantTest, "state" | "text">;

/** None for a mutant that does not compile, or that no event can tell: nothing is to be done. */
function outcomeOf(result: MutantResult, isTooLow: boolean): MutantOutcome | undefined {
  switch (result.verdict) {
    case "killed":
      return { state: "passed", text: "" };
    case "survived":
      return {
        state: isTooLow ? "failed" : "skipped",
        text: `survived: ${adviceOf(result)}`,
      };
    case "not covered":
      return { state: "skipped", text: "not covered: no case reaches the mapping" };
    default:
      return undefined;
  }
}
