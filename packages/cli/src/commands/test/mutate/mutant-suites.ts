// What mutants came to → tests, as build servers read them.
import type { MutantResult } from "@hookwright/core/testing";
import type { MutantSuite, MutantTest } from "../report/report-options.ts";
import type { MutatedConfig } from "./mutated-config.ts";
import { adviceOf, describeMutant, placeOf } from "./mutation-to-text.ts";

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
      const at = located[index];
      const name = `${placeOf(filename, at)} ${describeMutant(result)}`;
      return [{ name, file: at?.file ?? filename, line: at?.range.start.line, ...outcome }];
    });
    return { name: `mutation of ${filename}`, tests };
  });
}

type MutantOutcome = Pick<MutantTest, "state" | "text">;

/** None for a mutant that does not compile, or that no event can tell: nothing is to be done. */
function outcomeOf({ verdict, difference }: MutantResult, isTooLow: boolean) {
  switch (verdict) {
    case "killed":
      return { state: "passed", text: "" } satisfies MutantOutcome;
    case "survived": {
      const text = `survived: ${adviceOf(difference)}`;
      return { state: isTooLow ? "failed" : "skipped", text } satisfies MutantOutcome;
    }
    case "not covered": {
      const text = "not covered: no case reaches the mapping";
      return { state: "skipped", text } satisfies MutantOutcome;
    }
    default:
      return undefined;
  }
}
